import { inventoryGroupRoutes, type InventoryGroup } from '@artikul/contract/catalog/inventory-groups'
import { formatQty } from '@artikul/contract/core/money'
import { useQuery } from '@tanstack/react-query'
import { IconBinaryTree, IconPlus } from '@tabler/icons-react'
import { Suspense, useState } from 'react'
import { useHasRight } from '../../../lib/session/current-session.ts'
import { Button } from '../../../ui/button.tsx'
import { EmptyState } from '../../../ui/states/empty-state.tsx'
import { lazyWindow } from '../../../ui/windows/lazy-window.tsx'
import { QueryFallback } from '../../../ui/states/not-loaded.tsx'
import { Panel } from '../../../ui/panel.tsx'
import { useApiMutation } from '../../../lib/api/use-api-mutation.ts'
import { GroupCard } from './group-card.tsx'
import { GroupProducts } from './group-products.tsx'
import { GroupRules } from './group-rules.tsx'
import { treeQuery, groupsChange, type GroupsSearch } from './groups.api.ts'
import { Tree } from './tree.tsx'

const GroupDialog = lazyWindow(() => import('./group-dialog.tsx'))

interface Props {
  search: GroupsSearch
  onChange: (next: GroupsSearch) => void
}

interface Opened {
  group: InventoryGroup | null
  parentId: number | null
}

/** Tree of inventory groups with the settings, rules and products of each. */
export default function Groups({ search, onChange }: Props) {
  const mayWrite = useHasRight('prices')
  const { data, error, refetch } = useQuery(treeQuery)
  const [open, setOpen] = useState<Opened | null>(null)
  const move = useApiMutation(inventoryGroupRoutes.move, groupsChange('Группа не перенесена'))
  if (!data) return <QueryFallback error={error} onRetry={refetch} rows={14} />
  const { groups } = data
  const group = groups.find(({ id }) => id === search.group_id)
  const add = mayWrite && (
    <Button
      size="sm"
      look="primary"
      icon={<IconPlus size={14} />}
      onClick={() => setOpen({ group: null, parentId: null })}
    >
      Добавить группу
    </Button>
  )
  return (
    <div className="grid items-start gap-4 lg:grid-cols-[22rem_minmax(0,1fr)]">
      <Panel flush title="Группы" actions={add}>
        <Work work={data.work} ungrouped={data.ungrouped_count} />
        {groups.length > 0 ? (
          <Tree
            groups={groups}
            selected={group?.id}
            onSelect={(id) => onChange({ group_id: id })}
            onMove={mayWrite ? ({ id, ...body }) => move.mutate({ params: { id }, body }) : null}
          />
        ) : (
          <EmptyState title="Групп пока нет" text="По группам задают наценку, маркировку и видимость товаров." />
        )}
      </Panel>
      {group ? (
        <div className="flex min-w-0 flex-col gap-4">
          <GroupCard
            groups={groups}
            group={group}
            mayWrite={mayWrite}
            onEdit={() => setOpen({ group, parentId: group.parent_id })}
            onAddChild={() => setOpen({ group: null, parentId: group.id })}
            onRemoved={() => onChange({ group_id: undefined })}
          />
          <GroupRules group={group} mayWrite={mayWrite} />
          <GroupProducts
            key={group.id}
            group={group}
            mayWrite={mayWrite}
            asOf={data.work.finished_at}
            search={search}
            onChange={onChange}
          />
        </div>
      ) : (
        groups.length > 0 && (
          <EmptyState
            icon={<IconBinaryTree size={32} stroke={1.5} />}
            title="Выберите группу"
            text="Здесь её наценка, правила и товары."
          />
        )
      )}
      <Suspense>{open && <GroupDialog {...open} groups={groups} onClose={() => setOpen(null)} />}</Suspense>
    </div>
  )
}

interface WorkProps {
  work: { is_running: boolean; percent: number }
  ungrouped: number
}

/** Shows the progress of assigning products to groups, or the number of products without a group. */
function Work({ work, ungrouped }: WorkProps) {
  return (
    <p role="status" className="border-b border-hairline px-4 py-2 text-sm text-text-2">
      {work.is_running
        ? `Товары переходят по группам: ${work.percent}\u00a0%`
        : `Товаров без группы: ${formatQty(ungrouped)}`}
    </p>
  )
}
