import { AppError } from '../../errors.ts'
import { PriceListRefused } from './price-list-refused.ts'
import { cellText } from './cells.ts'
import { readGrid } from './read-grid.ts'

/** Row as displayed by a spreadsheet: its number and the texts of its cells. */
interface TableRow {
  number: number
  cells: readonly string[]
}

/**
 * Parses any supported table as texts, for small lists that are processed as a whole.
 * @throws PriceListRefused with a Russian sentence when the file as a whole cannot be read, or contains more rows
 */
async function readTable(path: string, mostRows: number): Promise<TableRow[]> {
  const { rows } = await readGrid(path, { mostRows })
  return rows.map(({ number, cells }) => ({ number, cells: Array.from(cells, (cell) => cellText(cell)) }))
}

const HEADER_ROWS = 20
/** Limits of headers, above any real file, because header patterns must not run on arbitrary untrusted input. */
const HEADER_COLUMNS = 256
const LONGEST_HEADER = 150

interface Layout<F extends string> {
  /** Header patterns of the fields. */
  headers: Record<F, RegExp>
  /** Fields that a row must name to be the header. */
  required: readonly NoInfer<F>[]
  /** Maximum number of rows. */
  most: number
  words: { noHeader: string; noRows: string; tooMany: string }
}

export interface SheetRow<F extends string> {
  /** One-based, as spreadsheet programs number rows. */
  number: number
  /** Trimmed text of the column; empty when the file has no such column. */
  text: (field: F) => string
  /** Checks whether the file has the column. */
  has: (field: F) => boolean
}

async function readRows(path: string, most: number): Promise<TableRow[]> {
  try {
    return await readTable(path, most + HEADER_ROWS)
  } catch (error) {
    if (error instanceof PriceListRefused) throw new AppError('file.refused', { detail: error.message })
    throw error
  }
}

function columnsOf<F extends string>(row: TableRow, headers: Record<F, RegExp>): Map<F, number> {
  const columns = new Map<F, number>()
  const cells = row.cells.slice(0, HEADER_COLUMNS).map((cell) => (cell.length > LONGEST_HEADER ? '' : cell))
  for (const field of Object.keys(headers) as F[]) {
    // A column belongs to the first field that matches its header.
    const at = cells.findIndex((cell, place) => headers[field].test(cell) && ![...columns.values()].includes(place))
    if (at >= 0) columns.set(field, at)
  }
  return columns
}

/**
 * Parses a small table by its column headers; rows without any of the required fields are skipped.
 * @throws AppError `file.refused` with a readable reason
 */
export async function readSheetRows<F extends string>(path: string, layout: Layout<F>): Promise<SheetRow<F>[]> {
  const { headers, required, most, words } = layout
  const rows = await readRows(path, most)
  const header = rows.slice(0, HEADER_ROWS).findIndex((row) => {
    const columns = columnsOf(row, headers)
    return required.every((field) => columns.has(field))
  })
  const headerRow = rows[header]
  if (!headerRow) throw new AppError('file.refused', { detail: words.noHeader })
  const columns = columnsOf(headerRow, headers)
  const filled = rows
    .slice(header + 1)
    .map((row) => ({
      number: row.number,
      text: (field: F) => (row.cells[columns.get(field) ?? -1] ?? '').trim(),
      has: (field: F) => columns.has(field),
    }))
    .filter((row) => required.some((field) => row.text(field) !== ''))
  if (filled.length === 0) throw new AppError('file.refused', { detail: words.noRows })
  if (filled.length > most) throw new AppError('file.refused', { detail: words.tooMany })
  return filled
}
