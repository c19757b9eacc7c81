import type { RawRow, RecognisedColumn, RequestedColumns } from './types.ts'
import { cellText, filledCells } from './cells.ts'
import { findHeader, type FoundHeader, type MergedRange } from './find-header.ts'
import { recogniseHeader } from './header-words.ts'

const HEADER_COLUMNS = 256

/** The header row that a person has named, with its texts; null: there is none. */
export function requestedHeader(
  sample: readonly RawRow[],
  merges: readonly MergedRange[],
  headerRow: number | null,
): FoundHeader | null {
  const at = sample.findIndex(({ number }) => number === headerRow)
  const row = sample[at]
  if (row === undefined) return null
  // Of two rows the upper one tells more of the lower.
  const found = findHeader(sample, merges, recogniseHeader)
  if (found?.at === at) return found
  const cells = filledCells(row, HEADER_COLUMNS).map(({ index, text }) => ({ index, header: text, recognition: null }))
  return { at, rows: 1, cells, fields: new Set() }
}

/** What a person says of the columns, with the texts that head them. */
export function requestedColumns({ columns }: RequestedColumns, header: FoundHeader | null): RecognisedColumn[] {
  const headers = new Map(header?.cells.map(({ index, header: text }) => [index, text]))
  return columns.map(({ field, index }) => ({ field, index, header: headers.get(index) ?? '' }))
}

/** Rows as the texts that a person sees in them. */
export const shownRows = (rows: readonly RawRow[], mostCells: number) =>
  rows.map(({ number, cells }) => ({
    number,
    cells: Array.from(cells.slice(0, mostCells), (cell) => cellText(cell).slice(0, 200)),
  }))
