import { IconArrowDown, IconArrowUp } from '@tabler/icons-react'
import { memo, useCallback, useLayoutEffect, useRef, type ReactNode } from 'react'
import { Checkbox } from '../fields/checkbox.tsx'
import { cx } from '../cx.ts'

export interface Column<Row> {
  id: string
  header: string
  cell: (row: Row) => ReactNode
  /** Right-aligned figures. */
  numeric?: boolean
  sortable?: boolean
  /** Tailwind width of the column. */
  width?: string
  /** User-written text: a long word breaks instead of widening the table. */
  words?: boolean
  /** Heading of the card on a phone, shown without its label. */
  lead?: boolean
}

export interface Sort {
  id: string
  desc: boolean
}

export interface TableProps<Row> {
  label: string
  columns: readonly Column<Row>[]
  rows: readonly Row[]
  rowId: (row: Row) => string
  /** Accessible name of a row's checkbox; null for a row that cannot be selected. */
  rowLabel?: (row: Row) => string | null
  sort?: Sort | null
  onSortChange?: (sort: Sort) => void
  selected?: Readonly<Record<string, true>>
  onSelectedChange?: (selected: Record<string, true>) => void
  /** True while the list is being replaced: the old rows stay, dimmed. */
  stale?: boolean
}

const withOne = (selected: Readonly<Record<string, true>>, id: string, isChosen: boolean): Record<string, true> => {
  const { [id]: _, ...others } = selected
  return isChosen ? { ...others, [id]: true } : others
}

type Choice = Pick<TableProps<never>, 'selected' | 'onSelectedChange'>

/** Returns a stable function that selects a row, so that it does not cause other rows to render. */
function useChoice(selected: Choice['selected'], onSelectedChange: Choice['onSelectedChange']) {
  const latest = useRef({ selected, onSelectedChange })
  useLayoutEffect(() => {
    latest.current = { selected, onSelectedChange }
  })
  return useCallback((id: string, isChosen: boolean) => {
    latest.current.onSelectedChange?.(withOne({ ...latest.current.selected }, id, isChosen))
  }, [])
}

interface BodyRowProps<Row> {
  id: string
  row: Row
  columns: readonly Column<Row>[]
  /** Accessible name of the checkbox; null for a row that cannot be selected, `undefined` when none can. */
  label: string | null | undefined
  isChosen: boolean
  onChoose: (id: string, isChosen: boolean) => void
}

/** Memoized: fifty rows are most of a page's rendering. */
const BodyRow = memo(function BodyRow<Row>({ id, row, columns, label, isChosen, onChoose }: BodyRowProps<Row>) {
  return (
    <tr className="group/row max-lg:relative max-lg:grid max-lg:grid-cols-2 sm:max-lg:grid-cols-4 max-lg:gap-x-3 max-lg:gap-y-1 max-lg:border-b max-lg:border-hairline max-lg:px-3 max-lg:py-2.5">
      {label !== undefined && (
        <td className={cx(CELL, 'max-lg:absolute max-lg:top-2 max-lg:right-2')}>
          {label !== null && (
            <Checkbox
              bare
              label={`Выбрать ${label}`}
              checked={isChosen}
              onCheckedChange={(checked) => onChoose(id, checked)}
            />
          )}
        </td>
      )}
      {columns.map((column) => (
        <td
          key={column.id}
          data-label={column.lead ? undefined : column.header}
          className={cx(
            CELL,
            column.numeric && 'lg:text-right',
            column.words && 'lg:min-w-32 lg:wrap-anywhere',
            column.lead && 'max-lg:col-span-full',
          )}
        >
          {column.cell(row)}
        </td>
      ))}
    </tr>
  )
}) as <Row>(props: BodyRowProps<Row>) => ReactNode

/** Table on a wide screen, labelled cards on a phone. The server sorts and pages. */
export function DataTable<Row extends object>(props: TableProps<Row>) {
  const { label, columns, rows, rowId, rowLabel, sort, onSortChange, selected, onSelectedChange, stale } = props
  const ids = rows.map(rowId)
  const labels = rows.map((row, at) => (rowLabel ? rowLabel(row) : (ids[at] ?? '')))
  const selectable = ids.filter((_, at) => labels[at] !== null)
  const chosen = selectable.filter((id) => selected?.[id]).length
  const choose = useChoice(selected, onSelectedChange)
  return (
    <table
      aria-label={label}
      aria-busy={stale}
      className={cx('w-full border-separate border-spacing-0 text-sm max-lg:block', stale && 'opacity-60')}
    >
      <thead className="max-lg:sr-only">
        <tr>
          {selected && (
            <th scope="col" className={cx(HEAD, 'w-10')}>
              <Checkbox
                bare
                label="Выбрать все"
                checked={chosen > 0 && chosen === selectable.length}
                indeterminate={chosen > 0 && chosen < selectable.length}
                onCheckedChange={(checked) =>
                  onSelectedChange?.(selectable.reduce((all, id) => withOne(all, id, checked), { ...selected }))
                }
              />
            </th>
          )}
          {columns.map((column) => (
            <HeadCell key={column.id} column={column} sort={sort} onSortChange={onSortChange} />
          ))}
        </tr>
      </thead>
      <tbody className="max-lg:block">
        {rows.map((row, at) => {
          const id = ids[at] ?? ''
          return (
            <BodyRow
              key={id}
              id={id}
              row={row}
              columns={columns}
              label={selected && labels[at]}
              isChosen={selected?.[id] === true}
              onChoose={choose}
            />
          )
        })}
      </tbody>
    </table>
  )
}

const HEAD =
  'sticky top-(--head) in-[[role=dialog]]:top-0! z-[2] h-[34px] bg-raised px-2.5 text-left text-xs font-medium text-text-2 whitespace-nowrap border-b border-hairline first:rounded-tl-lg last:rounded-tr-lg'
const CELL =
  'h-9 px-2.5 lg:border-b lg:border-hairline lg:group-hover/row:bg-raised lg:group-last/row:border-b-0 max-lg:block max-lg:min-w-0 max-lg:wrap-anywhere max-lg:empty:hidden max-lg:h-auto max-lg:px-0 max-lg:before:block max-lg:before:text-xs max-lg:before:text-text-2 max-lg:before:content-[attr(data-label)]'

interface HeadCellProps<Row> {
  column: Column<Row>
  sort: Sort | null | undefined
  onSortChange: ((sort: Sort) => void) | undefined
}

function HeadCell<Row>({ column, sort, onSortChange }: HeadCellProps<Row>) {
  const mine = sort?.id === column.id ? sort : null
  const order = mine ? (mine.desc ? 'descending' : 'ascending') : undefined
  return (
    <th scope="col" aria-sort={order} className={cx(HEAD, column.numeric && 'text-right', column.width)}>
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
    </th>
  )
}
