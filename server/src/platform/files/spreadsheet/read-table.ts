import { cellText } from './cells.ts'
import { readGrid } from './read-grid.ts'

/** Row as displayed by a spreadsheet: its number and the texts of its cells. */
export interface TableRow {
  number: number
  cells: readonly string[]
}

/**
 * Parses any supported table as texts, for small lists that are processed as a whole.
 * @throws PriceListRefused with a Russian sentence when the file as a whole cannot be read, or contains more rows
 */
export async function readTable(path: string, mostRows: number): Promise<TableRow[]> {
  const { rows } = await readGrid(path, { mostRows })
  return rows.map(({ number, cells }) => ({ number, cells: Array.from(cells, (cell) => cellText(cell)) }))
}
