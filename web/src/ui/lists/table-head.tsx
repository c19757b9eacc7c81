import { IconArrowDown, IconArrowUp } from '@tabler/icons-react'
import { useRef, useState, type ReactNode } from 'react'
import { cx } from '../cx.ts'
import { ColumnEdge } from './column-edge.tsx'
import type { ShownColumn, Sort } from './data-table.tsx'
import { columnShares, withMovedEdge, type ColumnWidths, type useTableView } from './table-view.ts'

const HEAD =
  'sticky top-(--head) in-[[role=dialog]]:top-0! z-[2] h-[34px] bg-raised px-2.5 text-left text-xs font-medium text-text-2 whitespace-nowrap border-b border-hairline first:rounded-tl-lg last:rounded-tr-lg'

interface Props<Row> {
  columns: readonly ShownColumn<Row>[]
  /** View of a table with a name; the widths of others are fixed. */
  own: ReturnType<typeof useTableView> | null
  sort: Sort | null | undefined
  onSortChange: ((sort: Sort) => void) | undefined
  /** Checkbox of all rows. */
  choice: ReactNode
}

export function TableHead<Row>({ columns, own, sort, onSortChange, choice }: Props<Row>) {
  const row = useRef<HTMLTableRowElement>(null)
  const [moved, setMoved] = useState<ColumnWidths | null>(null)
  const latest = useRef<ColumnWidths | null>(null)
  const shown = columns.filter(({ isHidden }) => !isHidden).map(({ id }) => id)
  const shares = columnShares(shown, moved ?? own?.view.widths ?? {}, Boolean(choice))
  const startAt = (id: string) => () => {
    const heads = [...(row.current?.querySelectorAll<HTMLElement>('th[data-column]') ?? [])]
    const measured = Object.fromEntries(heads.map((head) => [head.dataset.column ?? '', head.offsetWidth]))
    const first = Object.fromEntries(Object.entries(measured).filter(([, width]) => width > 0))
    return (by: number) => {
      latest.current = withMovedEdge(first, shown, id, by)
      setMoved(latest.current)
    }
  }
  const keep = () => {
    if (latest.current) own?.change({ widths: { ...own.view.widths, ...latest.current } })
    latest.current = null
    setMoved(null)
  }
  return (
    <thead className="max-lg:sr-only">
      <tr ref={row}>
        {choice && (
          <th scope="col" className={cx(HEAD, 'w-10')}>
            {choice}
          </th>
        )}
        {columns.map((column) => {
          const isLast = column.id === shown.at(-1)
          const share = isLast ? undefined : shares[column.id]
          return (
            <HeadCell key={column.id} column={column} sort={sort} onSortChange={onSortChange} share={share}>
              {own && !column.isHidden && !isLast && (
                <ColumnEdge
                  header={column.header}
                  share={share ?? 100 / shown.length}
                  onStart={startAt(column.id)}
                  onEnd={keep}
                />
              )}
            </HeadCell>
          )
        })}
      </tr>
    </thead>
  )
}

/** A hidden column stays on paper; the last one leaves room for the menu above it. */
export const cellView = (hasMenu: boolean, isHidden: boolean, isLast: boolean) =>
  isHidden ? 'hidden! print:table-cell!' : hasMenu && isLast ? 'lg:pr-8 print:pr-2.5' : undefined

interface HeadCellProps<Row> {
  column: ShownColumn<Row>
  sort: Sort | null | undefined
  onSortChange: ((sort: Sort) => void) | undefined
  share: number | undefined
  children: ReactNode
}

function HeadCell<Row>({ column, sort, onSortChange, share, children }: HeadCellProps<Row>) {
  const mine = sort?.id === column.id ? sort : null
  const order = mine ? (mine.desc ? 'descending' : 'ascending') : undefined
  return (
    <th
      scope="col"
      data-column={column.id}
      aria-sort={order}
      className={cx(HEAD, column.numeric && 'text-right', column.width, column.className)}
      style={share === undefined ? undefined : { width: `${share.toFixed(2)}%` }}
    >
      {column.sortable ? (
        <button
          type="button"
          className="inline-flex h-6 items-center gap-1 hover:text-text"
          onClick={() => onSortChange?.({ id: column.id, desc: mine ? !mine.desc : false })}
        >
          {column.header}
          {mine && (mine.desc ? <IconArrowDown size={14} /> : <IconArrowUp size={14} />)}
        </button>
      ) : (
        column.header
      )}
      {children}
    </th>
  )
}
