import { formatPercent, formatQty } from '@artikul/contract/core/money'
import { priceGroupRoutes, type PriceGroup } from '@artikul/contract/pricing/price-groups'
import { useQuery } from '@tanstack/react-query'
import { IconPlus, IconTrash } from '@tabler/icons-react'
import { useMemo, useState } from 'react'
import { useHasRight } from '../../../lib/session/current-session.ts'
import { Button } from '../../../ui/button.tsx'
import { confirm } from '../../../ui/windows/confirm.tsx'
import { DataTable, type Column } from '../../../ui/lists/data-table.tsx'
import { EmptyState } from '../../../ui/states/empty-state.tsx'
import { IconButton } from '../../../ui/icon-button.tsx'
import { QueryPanel } from '../../../ui/lists/query-panel.tsx'
import { toast, toastRefusal } from '../../../ui/hints/toast.ts'
import { useApiMutation } from '../../../lib/api/use-api-mutation.ts'
import { MinMarkup } from './min-markup.tsx'
import { PriceGroupDialog } from './price-group-dialog.tsx'
import { priceGroupsQuery, PRICE_KEYS } from './price-conditions.api.ts'

interface Acts {
  onOpen: (group: PriceGroup) => void
  onRemove: (group: PriceGroup) => void
}

const columns = (acts: Acts | null): readonly Column<PriceGroup>[] => [
  {
    id: 'name',
    header: 'Колонка',
    lead: true,
    opens: true,
    width: 'w-1/3',
    cell: (group) =>
      acts ? (
        <button
          type="button"
          className="text-left font-semibold break-words quiet-link"
          onClick={() => acts.onOpen(group)}
        >
          {group.name}
        </button>
      ) : (
        <span className="font-semibold">{group.name}</span>
      ),
  },
  { id: 'markup', header: 'Наценка', numeric: true, cell: ({ markup_hundredths: own }) => formatPercent(own) },
  {
    id: 'rounding',
    header: 'Округление',
    cell: ({ rounds_to_ruble: rounds }) => (rounds ? 'До рубля вверх' : 'До копейки'),
  },
  { id: 'contractors', header: 'Покупателей', numeric: true, cell: ({ contractors_count: count }) => count },
  { id: 'conditions', header: 'Условий', numeric: true, cell: ({ conditions_count: count }) => count },
  { id: 'prices', header: 'Цен из 1С', numeric: true, cell: ({ prices_count: count }) => formatQty(count) },
  ...(acts
    ? [
        {
          id: 'actions',
          header: 'Действия',
          width: 'w-20',
          cell: (group: PriceGroup) => (
            <IconButton
              size="row"
              label={`Удалить колонку «${group.name}»`}
              icon={<IconTrash size={16} />}
              onClick={() => acts.onRemove(group)}
            />
          ),
        },
      ]
    : []),
]

/** Price columns and the minimum markup of sales. */
export function PriceGroups() {
  const mayWrite = useHasRight('prices')
  const groups = useQuery(priceGroupsQuery)
  const [open, setOpen] = useState<PriceGroup | 'new' | null>(null)
  const { mutate } = useApiMutation(priceGroupRoutes.remove, { invalidates: PRICE_KEYS })
  const shown = useMemo(() => {
    const remove = async (group: PriceGroup) => {
      const text = 'Удаляется только колонка, в которой нет покупателей, условий и цен из 1С.'
      if (!(await confirm({ title: `Удалить колонку «${group.name}»?`, text, dangerous: true }))) return
      mutate(
        { params: { id: group.id } },
        {
          onSuccess: () => toast({ severity: 'success', summary: 'Колонка удалена', detail: group.name }),
          onError: toastRefusal('Колонка не удалена', 8000),
        },
      )
    }
    return columns(mayWrite ? { onOpen: setOpen, onRemove: (group) => void remove(group) } : null)
  }, [mayWrite, mutate])
  const add = mayWrite && (
    <Button look="primary" icon={<IconPlus size={16} />} onClick={() => setOpen('new')}>
      Добавить колонку
    </Button>
  )
  return (
    <div className="flex flex-col gap-4">
      <QueryPanel title="Колонки цен" query={groups} expected={4} actions={add}>
        {(rows) =>
          rows.length > 0 ? (
            <DataTable label="Колонки цен" columns={shown} rows={rows} rowId={({ id }) => String(id)} />
          ) : (
            <EmptyState
              title="Колонок пока нет"
              text="Колонка — наценка, по которой продают покупателям одной группы."
            />
          )
        }
      </QueryPanel>
      <MinMarkup mayWrite={mayWrite} />
      {open && <PriceGroupDialog group={open === 'new' ? null : open} onClose={() => setOpen(null)} />}
    </div>
  )
}
