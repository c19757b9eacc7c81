import {
  ADAPTERS,
  SUPPLIER_STATES,
  onlineSupplierRoutes,
  type OnlineSupplier,
} from '@artikul/contract/suppliers/online-suppliers'
import { Link } from '@tanstack/react-router'
import { IconArrowDown, IconArrowUp, IconPencil, IconPlugConnected } from '@tabler/icons-react'
import { useMemo, type ReactNode } from 'react'
import { DataTable, type Column } from '../../../ui/lists/data-table.tsx'
import { EmptyState } from '../../../ui/states/empty-state.tsx'
import { IconButton } from '../../../ui/icon-button.tsx'
import { Tag } from '../../../ui/text/tag.tsx'
import { useApiMutation } from '../../../lib/api/use-api-mutation.ts'
import { suppliersChange, type SupplierTab } from './online-suppliers.api.ts'
import { answeredText, p95Text, STATE_TONES } from './supplier-words.ts'
import { TurnButton } from './turn-button.tsx'

const LINK = 'font-semibold break-words quiet-link'

interface Props {
  suppliers: readonly OnlineSupplier[]
  mayChange: boolean
  onOpen: (id: number) => void
  /** Button of the empty list. */
  add: ReactNode
}

/** A supplier with its position and targets of a move. */
interface Listed {
  supplier: OnlineSupplier
  /** Position, from one. */
  place: number
  /** Id of the supplier to move before; null: to the end; undefined: the move is not possible. */
  up: number | undefined
  down: number | null | undefined
}

const listed = (suppliers: readonly OnlineSupplier[]): Listed[] =>
  suppliers.map((supplier, at) => ({
    supplier,
    place: at + 1,
    up: suppliers[at - 1]?.id,
    down: suppliers[at + 1] && (suppliers[at + 2]?.id ?? null),
  }))

export function SupplierList({ suppliers, mayChange, onOpen, add }: Props) {
  const columns = useMemo(
    () => (mayChange ? [NAME, ORDER, ...FACTS, actsColumn(onOpen)] : [NAME, ...FACTS]),
    [mayChange, onOpen],
  )
  const rows = useMemo(() => listed(suppliers), [suppliers])
  if (suppliers.length === 0)
    return (
      <EmptyState
        icon={<IconPlugConnected size={32} stroke={1.5} />}
        title="Поставщиков пока нет"
        text="Добавьте поставщика, у которого есть API: портал будет спрашивать его в момент поиска."
        action={add}
      />
    )
  return (
    <DataTable
      label="Поставщики (онлайн)"
      columns={columns}
      rows={rows}
      rowId={({ supplier }) => String(supplier.id)}
    />
  )
}

const NAME: Column<Listed> = {
  id: 'name',
  header: 'Поставщик',
  lead: true,
  opens: true,
  width: 'w-1/3',
  cell: ({ supplier: { id, name, adapter, url } }) => (
    <div className="py-1.5">
      <Link to="/admin/online-suppliers" search={{ id }} className={LINK}>
        {name}
      </Link>
      <p className="break-all text-text-2">
        {ADAPTERS[adapter]}, {url.replace(/^https:\/\//, '')}
      </p>
    </div>
  ),
}

const ORDER: Column<Listed> = { id: 'order', header: 'Порядок', cell: (row) => <Order row={row} /> }

const FACTS: readonly Column<Listed>[] = [
  {
    id: 'state',
    header: 'Статус',
    cell: ({ supplier: { state } }) => <Tag tone={STATE_TONES[state]}>{SUPPLIER_STATES[state]}</Tag>,
  },
  { id: 'answered', header: 'Ответил за 24 ч', numeric: true, cell: ({ supplier }) => answeredText(supplier.day) },
  { id: 'p95', header: '95 % ответов', numeric: true, cell: ({ supplier }) => p95Text(supplier.day) },
  {
    id: 'unknown',
    header: 'Не сопоставлено',
    cell: ({ supplier: { id, unknown_brands: brands, unknown_statuses: statuses } }) =>
      brands + statuses === 0 ? (
        '—'
      ) : (
        <span className="flex flex-wrap gap-x-3">
          {brands > 0 && <Unknown id={id} tab="brands" label="Бренды" count={brands} />}
          {statuses > 0 && <Unknown id={id} tab="statuses" label="Статусы" count={statuses} />}
        </span>
      ),
  },
]

interface UnknownProps {
  id: number
  tab: SupplierTab
  label: string
  count: number
}

const Unknown = ({ id, tab, label, count }: UnknownProps) => (
  <Link
    to="/admin/online-suppliers"
    search={{ id, tab }}
    className="whitespace-nowrap text-warn underline underline-offset-2"
  >
    {label}: {count}
  </Link>
)

function Order({ row: { supplier, place, up, down } }: { row: Listed }) {
  const { id, name } = supplier
  const move = useApiMutation(onlineSupplierRoutes.move, suppliersChange('Порядок не изменён'))
  // The row may move with the button, so the focus is restored.
  const moveTo = (button: HTMLButtonElement, before: number | null | undefined) => {
    if (before === undefined || move.isPending) return
    move.mutate({ params: { id }, body: { before } }, { onSettled: () => button.focus() })
  }
  return (
    <span className="flex items-center gap-0.5">
      <span className="w-6 text-text-2 tabular-nums">{place}</span>
      <IconButton
        size="row"
        label={`Выше: ${name}`}
        icon={<IconArrowUp size={16} />}
        disabled={up === undefined}
        onClick={(event) => moveTo(event.currentTarget, up)}
      />
      <IconButton
        size="row"
        label={`Ниже: ${name}`}
        icon={<IconArrowDown size={16} />}
        disabled={down === undefined}
        onClick={(event) => moveTo(event.currentTarget, down)}
      />
    </span>
  )
}

const actsColumn = (onOpen: (id: number) => void): Column<Listed> => ({
  id: 'acts',
  header: 'Действия',
  lead: true,
  numeric: true,
  cell: ({ supplier }) => (
    <span className="flex items-center gap-1 md:justify-end">
      <TurnButton size="sm" supplier={supplier} />
      <IconButton
        size="row"
        label={`Изменить: ${supplier.name}`}
        icon={<IconPencil size={16} />}
        onClick={() => onOpen(supplier.id)}
      />
    </span>
  ),
})
