import { cellText, filledCells } from './cells.ts'
import { recogniseHeader } from './header-words.ts'
import type { Recognition } from './header-words.ts'
import type { PriceField, RawRow } from './price-list.ts'

/** Rows and columns from zero, both ends included. */
export interface MergedRange {
  top: number
  left: number
  bottom: number
  right: number
}

export interface HeaderCell {
  index: number
  header: string
  recognition: Recognition | null
}

export interface FoundHeader {
  /** position of the header's lower row among the rows given */
  at: number
  rows: 1 | 2
  cells: HeaderCell[]
  fields: ReadonlySet<PriceField>
}

const HEADER_WITHIN_ROWS = 20
const HEADER_COLUMNS = 256

/**
 * The header is the row, or pair of rows, with the most different fields recognised among the first twenty. A pair wins
 * only when it tells more than either of its rows alone. Fewer than two fields are no header: such a row may be a title.
 */
export function findHeader(rows: readonly RawRow[], merges: readonly MergedRange[]): FoundHeader | null {
  let best: FoundHeader | null = null
  const last = Math.min(rows.length, HEADER_WITHIN_ROWS + 1)
  for (let at = 0; at < last; at++) {
    const row = rows[at]
    if (row === undefined || row.broken !== undefined) continue
    best = better(best, single(row, at))
    const below = rows[at + 1]
    if (below !== undefined && below.number === row.number + 1 && isWordsOnly(below)) {
      best = better(best, pair(row, below, at + 1, merges))
    }
  }
  return best
}

function better(best: FoundHeader | null, next: FoundHeader): FoundHeader | null {
  if (next.fields.size < 2) return best
  if (best === null) return next
  const [had, has] = [weight(best), weight(next)]
  if (has > had) return next
  // Two rows of the same worth as the lower one alone only add noise to its texts.
  return has === had && best.rows === 2 && next.rows === 1 ? next : best
}

/** An article with a price or a quantity makes a table; a row of minor fields alone is often a form's caption. */
function weight(header: FoundHeader): number {
  const { fields } = header
  const hasPrice = fields.has('price') || fields.has('purchase') || fields.has('sale')
  return fields.size + (fields.has('article') && (hasPrice || fields.has('qty')) ? 2 : 0)
}

function single(row: RawRow, at: number): FoundHeader {
  const cells = filledCells(row, HEADER_COLUMNS).map(({ index, text }) => headerCell(index, '', text))
  return { at, rows: 1, cells, fields: fieldsOf(cells) }
}

function pair(upper: RawRow, lower: RawRow, at: number, merges: readonly MergedRange[]): FoundHeader {
  const width = Math.min(Math.max(upper.cells.length, lower.cells.length), HEADER_COLUMNS)
  const cells: HeaderCell[] = []
  for (let index = 0; index < width; index++) {
    const top = cellText(upper.cells[mergedFrom(upper.number - 1, index, merges)])
    const bottom = cellText(lower.cells[index])
    if (top !== '' || bottom !== '') cells.push(headerCell(index, top, bottom))
  }
  return { at, rows: 2, cells, fields: fieldsOf(cells) }
}

/** A merged cell keeps its text in its first column only. */
function mergedFrom(row: number, column: number, merges: readonly MergedRange[]): number {
  const range = merges.find(
    ({ top, bottom, left, right }) => row >= top && row <= bottom && column >= left && column <= right,
  )
  return range?.left ?? column
}

function headerCell(index: number, top: string, bottom: string): HeaderCell {
  const header = [top, bottom].filter((text) => text !== '').join(' / ')
  return { index, header, recognition: header.length > 200 ? null : recogniseHeader(top, bottom) }
}

function fieldsOf(cells: readonly HeaderCell[]): ReadonlySet<PriceField> {
  return new Set(cells.flatMap(({ recognition }) => (recognition === null ? [] : [recognition.field])))
}

function isWordsOnly(row: RawRow): boolean {
  const texts = filledCells(row, HEADER_COLUMNS)
  return (
    texts.length > 0 &&
    texts.every(({ index, text }) => typeof row.cells[index] === 'string' && !/^[\d\s.,]+$/.test(text))
  )
}
