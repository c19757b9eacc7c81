import { MARKINGS, inventoryGroupRoutes, type InventoryGroup } from '@artikul/contract/catalog/inventory-groups'
import { formatPercent, formatQty } from '@artikul/contract/core/money'
import { IconArrowDown, IconArrowUp, IconPencil, IconPlus, IconTrash } from '@tabler/icons-react'
import { day } from '../../../lib/text/format.ts'
import { Button } from '../../../ui/button.tsx'
import { confirm } from '../../../ui/windows/confirm.tsx'
import { DefinitionList } from '../../../ui/text/definition-list.tsx'
import { IconButton } from '../../../ui/icon-button.tsx'
import { Panel } from '../../../ui/panel.tsx'
import { toast } from '../../../ui/hints/toast.ts'
import { useApiMutation } from '../../../lib/api/use-api-mutation.ts'
import { neighbours, pathOf } from './group-tree.ts'
import { groupsChange } from './groups.api.ts'

interface Props {
  groups: readonly InventoryGroup[]
  group: InventoryGroup
  mayWrite: boolean
  onEdit: () => void
  onAddChild: () => void
  onRemoved: () => void
}

/** Formats a setting of the group or of its nearest ancestor that has it. */
function inheritedText<T>(
  path: readonly InventoryGroup[],
  of: (group: InventoryGroup) => T | null,
  text: (value: T) => string,
) {
  const from = path.find((group) => of(group) !== null)
  const value = from && of(from)
  if (!from || value === null || value === undefined) return null
  return from === path[0] ? text(value) : `${text(value)} (как в группе «${from.name}»)`
}

const markingText = (path: readonly InventoryGroup[]) => {
  const from = path.find(({ marking }) => marking === 'required')?.marking_from
  return inheritedText(
    path,
    ({ marking }) => marking,
    (marking) => (marking === 'required' && from ? `Обязательна с ${day(from)}` : MARKINGS[marking]),
  )
}

/** Settings of a group and those inherited from its parents. */
export function GroupCard({ groups, group, mayWrite, onEdit, onAddChild, onRemoved }: Props) {
  const path = pathOf(groups, group.id)
  return (
    <Panel
      title={path
        .toReversed()
        .map(({ name }) => name)
        .join(' / ')}
      actions={mayWrite && <Acts {...{ groups, group, onEdit, onAddChild, onRemoved }} />}
    >
      <DefinitionList
        items={[
          ['Наценка группы', inheritedText(path, (one) => one.markup_hundredths, formatPercent) ?? 'Нет'],
          ['Наименьшая наценка', inheritedText(path, (one) => one.min_markup_hundredths, formatPercent) ?? 'Общая'],
          ['Маркировка', markingText(path) ?? 'Не нужна'],
          [
            'Видимость',
            inheritedText(
              path,
              (one) => one.is_hidden,
              (hidden) => (hidden ? 'Скрыта от покупателей' : 'Видна покупателям'),
            ) ?? 'Видна покупателям',
          ],
          ['Товаров', formatQty(group.products_count)],
        ]}
      />
    </Panel>
  )
}

function Acts({ groups, group, onEdit, onAddChild, onRemoved }: Omit<Props, 'mayWrite'>) {
  const move = useApiMutation(inventoryGroupRoutes.move, groupsChange('Группа не переставлена'))
  const remove = useApiMutation(inventoryGroupRoutes.remove, groupsChange('Группа не удалена'))
  const { above, isLast, belowNext } = neighbours(groups, group)
  // The new position is known after the tree is read again.
  const moveTo = (before: number | null) => {
    if (!move.isPending) move.mutate({ params: { id: group.id }, body: { parent_id: group.parent_id, before } })
  }
  const ask = async () => {
    const text = 'Её правила пропадут, товары перейдут к другим правилам или останутся без группы.'
    if (!(await confirm({ title: `Удалить группу «${group.name}»?`, text, dangerous: true }))) return
    remove.mutate(
      { params: { id: group.id } },
      {
        onSuccess: () => {
          toast({ severity: 'success', summary: 'Группа удалена', detail: group.name })
          onRemoved()
        },
      },
    )
  }
  return (
    <div className="flex flex-wrap items-center gap-1">
      <IconButton
        label="Выше"
        icon={<IconArrowUp size={16} />}
        disabled={above === null}
        onClick={() => moveTo(above)}
      />
      <IconButton label="Ниже" icon={<IconArrowDown size={16} />} disabled={isLast} onClick={() => moveTo(belowNext)} />
      <Button size="sm" icon={<IconPlus size={14} />} onClick={onAddChild}>
        Подгруппа
      </Button>
      <Button size="sm" icon={<IconPencil size={14} />} onClick={onEdit}>
        Изменить
      </Button>
      <IconButton label="Удалить группу" icon={<IconTrash size={16} />} onClick={() => void ask()} />
    </div>
  )
}
