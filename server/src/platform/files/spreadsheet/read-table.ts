import { cellText } from './cells.ts'
import { readGrid } from './read-grid.ts'

/** A row as a person sees it in a spreadsheet: its number and the texts of its cells. */
export interface TableRow {
  number: number
  cells: readonly string[]
}

/**
 * Rows of any table that a price list may be, as texts: for small lists that are looked at whole.
 * @throws PriceListRefused with a Russian sentence when the file as a whole cannot be read, or holds more rows
 */
export async function readTable(path: string, mostRows: number): Promise<TableRow[]> {
  const { rows } = await readGrid(path, { mostRows })
  return rows.map(({ number, cells }) => ({ number, cells: Array.from(cells, (cell) => cellText(cell)) }))
}
