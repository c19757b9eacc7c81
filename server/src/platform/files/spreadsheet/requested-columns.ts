import type { RawRow, RecognisedColumn, RequestedColumns } from './types.ts'
import { cellText, filledCells } from './cells.ts'
import { findHeader, type FoundHeader, type MergedRange } from './find-header.ts'
import { recogniseHeader } from './header-words.ts'

const HEADER_COLUMNS = 256

/** Header row chosen by a person, with its texts; null for none. */
export function requestedHeader(
  sample: readonly RawRow[],
  merges: readonly MergedRange[],
  headerRow: number | null,
): FoundHeader | null {
  const at = sample.findIndex(({ number }) => number === headerRow)
  const row = sample[at]
  if (row === undefined) return null
  // In a header of two rows the upper one specifies the lower.
  const found = findHeader(sample, merges, recogniseHeader)
  if (found?.at === at) return found
  const cells = filledCells(row, HEADER_COLUMNS).map(({ index, text }) => ({ index, header: text, recognition: null }))
  return { at, rows: 1, cells, fields: new Set() }
}

/** Columns chosen by a person, with their header texts. */
export function requestedColumns({ columns }: RequestedColumns, header: FoundHeader | null): RecognisedColumn[] {
  const headers = new Map(header?.cells.map(({ index, header: text }) => [index, text]))
  return columns.map(({ field, index }) => ({ field, index, header: headers.get(index) ?? '' }))
}

/** Rows as displayed texts. */
export const shownRows = (rows: readonly RawRow[], mostCells: number) =>
  rows.map(({ number, cells }) => ({
    number,
    cells: Array.from(cells.slice(0, mostCells), (cell) => cellText(cell).slice(0, 200)),
  }))
