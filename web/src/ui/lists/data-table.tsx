import { memo, useCallback, useLayoutEffect, useMemo, useRef, type ReactNode, type MouseEvent } from 'react'
import { Checkbox } from '../fields/checkbox.tsx'
import { cx } from '../cx.ts'
import { cellView, TableHead } from './table-head.tsx'
import { useTableView } from './table-view.ts'
import { TableViewMenu } from './table-view-menu.tsx'

const CONTROLS = 'a, button, input, select, textarea, label, [role^=menu]'

/** Opens the object of a pressed row by the link of its opening cell; a press on a control or selected text is left alone. */
function openRow({ currentTarget: row, target, ctrlKey, metaKey, shiftKey }: MouseEvent<HTMLElement>) {
  // A window opened from a cell stands elsewhere in the document, yet React passes its clicks to the row.
  if (!(target instanceof Element) || !row.contains(target) || target.closest(CONTROLS)) return
  if (getSelection()?.type === 'Range') return
  const link = row.querySelector('td[data-opens] :is(a, button)')
  link?.dispatchEvent(new window.MouseEvent('click', { bubbles: true, cancelable: true, ctrlKey, metaKey, shiftKey }))
}

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
  /** The link or button of this cell opens the object of the row: a press anywhere on the row does the same. */
  opens?: boolean
}

export interface Sort {
  id: string
  desc: boolean
}

export interface TableProps<Row> {
  label: string
  /** Name under which the user's columns, widths and density are stored; a table without it has no choice of them. */
  view?: string
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

/** Column as the user looks at it. */
export interface ShownColumn<Row> extends Column<Row> {
  isHidden: boolean
  className: string | undefined
}

interface BodyRowProps<Row> {
  id: string
  row: Row
  columns: readonly ShownColumn<Row>[]
  /** Accessible name of the checkbox; null for a row that cannot be selected, `undefined` when none can. */
  label: string | null | undefined
  isChosen: boolean
  onChoose: (id: string, isChosen: boolean) => void
}

/** Memoized: fifty rows are most of a page's rendering. */
const BodyRow = memo(function BodyRow<Row>({ id, row, columns, label, isChosen, onChoose }: BodyRowProps<Row>) {
  const opens = columns.some((column) => column.opens)
  return (
    <tr onClick={opens ? openRow : undefined} className={cx(opens && 'cursor-pointer', ROW)}>
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
          data-opens={column.opens}
          className={cx(
            CELL,
            column.numeric && 'lg:text-right',
            column.words && 'lg:min-w-28 lg:wrap-anywhere',
            column.lead && 'max-lg:col-span-full',
            column.className,
          )}
        >
          {column.cell(row)}
        </td>
      ))}
    </tr>
  )
}) as <Row>(props: BodyRowProps<Row>) => ReactNode

/** Returns the columns as the user looks at them; the same array as long as nothing changed. */
function useShownColumns<Row>(columns: readonly Column<Row>[], own: ReturnType<typeof useTableView> | null) {
  const fixed = (columns.find(({ lead }) => lead) ?? columns[0])?.id
  const hidden = own?.view.hidden
  const shown = useMemo(() => {
    const isHidden = (id: string) => id !== fixed && hidden?.includes(id) === true
    const last = columns.findLast(({ id }) => !isHidden(id))?.id
    return columns.map((column) => {
      const { id } = column
      return { ...column, isHidden: isHidden(id), className: cellView(hidden !== undefined, isHidden(id), id === last) }
    })
  }, [columns, fixed, hidden])
  return { fixed, shown }
}

/** Table on a wide screen, labelled cards on a phone. The server sorts and pages. */
export function DataTable<Row extends object>(props: TableProps<Row>) {
  const { label, view: name, columns, rows, rowId, rowLabel, sort, onSortChange, stale } = props
  const { selected, onSelectedChange } = props
  const ids = rows.map(rowId)
  const labels = rows.map((row, at) => (rowLabel ? rowLabel(row) : (ids[at] ?? '')))
  const selectable = ids.filter((_, at) => labels[at] !== null)
  const choose = useChoice(selected, onSelectedChange)
  const view = useTableView(name)
  const own = name === undefined || columns.length < 3 ? null : view
  const { fixed, shown } = useShownColumns(columns, own)
  return (
    <>
      {own && <TableViewMenu {...own} columns={columns} fixed={fixed} />}
      {/* On a small laptop a wide table scrolls in its panel, and the page does not; its head stays with its rows. */}
      <div className="lg:max-xl:overflow-x-auto lg:max-xl:[--head:0px]">
        <table
          aria-label={label}
          aria-busy={stale}
          data-dense={own?.view.isDense || undefined}
          className={cx(
            'group/table w-full border-separate border-spacing-0 text-sm max-lg:block',
            stale && 'opacity-60',
          )}
        >
          <TableHead
            columns={shown}
            own={own}
            sort={sort}
            onSortChange={onSortChange}
            choice={
              selected && (
                <AllRows selectable={selectable} selected={selected} onChange={(next) => onSelectedChange?.(next)} />
              )
            }
          />
          <tbody className="max-lg:block">
            {rows.map((row, at) => {
              const id = ids[at] ?? ''
              return (
                <BodyRow
                  key={id}
                  id={id}
                  row={row}
                  columns={shown}
                  label={selected && labels[at]}
                  isChosen={selected?.[id] === true}
                  onChoose={choose}
                />
              )
            })}
          </tbody>
        </table>
      </div>
    </>
  )
}

interface AllRowsProps {
  selectable: readonly string[]
  selected: Readonly<Record<string, true>>
  onChange: (selected: Record<string, true>) => void
}

function AllRows({ selectable, selected, onChange }: AllRowsProps) {
  const chosen = selectable.filter((id) => selected[id]).length
  return (
    <Checkbox
      bare
      label="Выбрать все"
      checked={chosen > 0 && chosen === selectable.length}
      indeterminate={chosen > 0 && chosen < selectable.length}
      onCheckedChange={(checked) =>
        onChange(selectable.reduce((all, id) => withOne(all, id, checked), { ...selected }))
      }
    />
  )
}

const ROW =
  'group/row max-lg:relative max-lg:grid max-lg:grid-cols-2 sm:max-lg:grid-cols-4 max-lg:gap-x-3 max-lg:gap-y-1 max-lg:border-b max-lg:border-hairline max-lg:px-3 max-lg:py-2.5 max-lg:group-data-dense/table:gap-y-0 max-lg:group-data-dense/table:py-1.5'
const CELL =
  'h-9 px-2.5 lg:py-1 lg:group-data-dense/table:h-[30px] lg:group-data-dense/table:py-px lg:[&>:is(div,span,ul)]:py-0 lg:border-b lg:border-hairline lg:group-hover/row:bg-raised lg:group-last/row:border-b-0 max-lg:block max-lg:min-w-0 max-lg:wrap-anywhere max-lg:[&_.whitespace-nowrap]:whitespace-normal max-lg:empty:hidden max-lg:h-auto max-lg:px-0 max-lg:before:block max-lg:before:text-xs max-lg:before:text-text-2 max-lg:before:content-[attr(data-label)]'
