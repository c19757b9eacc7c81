import { inventoryGroupRoutes, type GroupRule, type InventoryGroup } from '@artikul/contract/catalog/inventory-groups'
import { useQuery } from '@tanstack/react-query'
import { IconPlus } from '@tabler/icons-react'
import { useState } from 'react'
import { Button } from '../../../ui/button.tsx'
import { confirm } from '../../../ui/windows/confirm.tsx'
import { EmptyState } from '../../../ui/states/empty-state.tsx'
import { QueryFallback } from '../../../ui/states/not-loaded.tsx'
import { Panel } from '../../../ui/panel.tsx'
import { RuleRow } from '../../../ui/fields/rule-row.tsx'
import { query } from '../../../lib/api/query.ts'
import { useApiMutation } from '../../../lib/api/use-api-mutation.ts'
import { RuleDialog } from './rule-dialog.tsx'
import { groupsChange } from './groups.api.ts'

const ruleText = ({ brand, article_mask: mask, words }: GroupRule) =>
  [
    ...(brand === null ? [] : [`бренд ${brand}`]),
    ...(mask === '' ? [] : [`артикул ${mask}`]),
    ...(words === '' ? [] : [`слова «${words}»`]),
  ].join(', ')

interface Props {
  group: InventoryGroup
  mayWrite: boolean
}

/** Rules of the group, each with its position among all rules: the first that matches applies. */
export function GroupRules({ group, mayWrite }: Props) {
  const {
    data: all,
    error,
    refetch,
  } = useQuery(query(inventoryGroupRoutes.rules, {}, { select: ({ results }) => results }))
  const [open, setOpen] = useState<GroupRule | 'new' | null>(null)
  const own = (all ?? []).flatMap((rule, at) => (rule.group_id === group.id ? [{ rule, at }] : []))
  return (
    <Panel
      flush
      title="Правила"
      actions={
        mayWrite && (
          <Button size="sm" icon={<IconPlus size={14} />} onClick={() => setOpen('new')}>
            Добавить правило
          </Button>
        )
      }
    >
      {all && own.length > 0 && (
        <>
          <p className="px-4 pt-2 text-xs text-text-2">
            Номер — место среди всех правил: товар попадает в группу первого, которое подошло.
          </p>
          <ol>
            {own.map(({ rule, at }) => (
              <Rule key={rule.id} all={all} rule={rule} at={at} onOpen={mayWrite ? () => setOpen(rule) : null} />
            ))}
          </ol>
        </>
      )}
      {all && own.length === 0 && (
        <EmptyState title="Правил нет" text="Правило ловит товары по бренду, маске артикула или словам названия." />
      )}
      {!all && <QueryFallback error={error} onRetry={refetch} rows={3} />}
      {open && <RuleDialog group={group} rule={open === 'new' ? null : open} onClose={() => setOpen(null)} />}
    </Panel>
  )
}

interface RuleProps {
  all: readonly GroupRule[]
  rule: GroupRule
  at: number
  /** `null` for read-only access. */
  onOpen: (() => void) | null
}

function Rule({ all, rule, at, onOpen }: RuleProps) {
  const move = useApiMutation(inventoryGroupRoutes.moveRule, groupsChange('Правило не переставлено'))
  const remove = useApiMutation(inventoryGroupRoutes.removeRule, groupsChange('Правило не удалено'))
  // The new position is known after the rules are refetched; the row may move and lose the focus.
  const moveTo = (button: HTMLButtonElement, before: number | null) => {
    if (!move.isPending) move.mutate({ params: { id: rule.id }, body: { before } }, { onSettled: () => button.focus() })
  }
  const ask = async () => {
    const text = 'Товары, которые оно поймало, перейдут к другим правилам или останутся без группы.'
    if (!(await confirm({ title: 'Удалить правило?', text, dangerous: true }))) return
    remove.mutate({ params: { id: rule.id } })
  }
  const [above, below] = [all[at - 1], all[at + 1]]
  return (
    <RuleRow
      place={at + 1}
      title={ruleText(rule)}
      capital
      acts={
        onOpen && {
          onOpen,
          onUp: above ? (button) => moveTo(button, above.id) : null,
          onDown: below ? (button) => moveTo(button, all[at + 2]?.id ?? null) : null,
          onRemove: () => void ask(),
        }
      }
    />
  )
}
