import { useSession } from '../../lib/session/current-session.ts'
import { storedValues } from '../../lib/browser/stored-value.ts'

/** Widths of columns in pixels of one moment; only their proportions are used. */
export type ColumnWidths = Readonly<Record<string, number>>

/** How a user looks at one table, stored in this browser. */
interface TableView {
  hidden: readonly string[]
  isDense: boolean
  widths: ColumnWidths
}

const USUAL: TableView = { hidden: [], isDense: false, widths: {} }
const views = storedValues<TableView>(1)

/**
 * Returns the view of a table and the functions that change it.
 * @param name name of the table among all tables
 */
export function useTableView(name: string | undefined) {
  const { user } = useSession()
  const key = `artikul.table.${user?.id ?? ''}.${name ?? ''}`
  const chosen = views.useValue(key)
  const view = chosen ?? USUAL
  return {
    view,
    isUsual: chosen === null,
    change: (next: Partial<TableView>) => views.write(key, { ...view, ...next }),
    reset: () => views.write(key, null),
  }
}

const NARROWEST = 40
/** Width of the column of checkboxes. */
const CHOICE = 40

/** Moves the right edge of a column; the columns after it share the difference in proportion to their widths. */
export function withMovedEdge(widths: ColumnWidths, ids: readonly string[], id: string, by: number): ColumnWidths {
  const after = ids.slice(ids.indexOf(id) + 1)
  const widthOf = (one: string) => widths[one] ?? NARROWEST
  const rest = after.reduce((sum, one) => sum + widthOf(one), 0)
  const moved = Math.max(Math.min(by, rest - after.length * NARROWEST), NARROWEST - widthOf(id))
  const scaled = after.map((one) => [one, (widthOf(one) * (rest - moved)) / rest] as const)
  return { ...widths, [id]: widthOf(id) + moved, ...Object.fromEntries(scaled) }
}

/**
 * Returns the share of each column in the table's width, in per cent; nothing when no width was chosen. A column that was
 * hidden when the widths were chosen takes an average one.
 */
export function columnShares(ids: readonly string[], widths: ColumnWidths, hasChoice: boolean): Record<string, number> {
  const known = ids.flatMap((id) => widths[id] ?? [])
  if (known.length === 0) return {}
  const average = known.reduce((sum, width) => sum + width, 0) / known.length
  const total = ids.reduce((sum, id) => sum + (widths[id] ?? average), hasChoice ? CHOICE : 0)
  return Object.fromEntries(ids.map((id) => [id, ((widths[id] ?? average) / total) * 100]))
}
