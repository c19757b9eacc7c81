import type { PriceField, RawRow } from './types.ts'
import { cellText, filledCells } from './cells.ts'
import type { Recognition } from './header-words.ts'

/** Zero-based rows and columns, both ends inclusive. */
export interface MergedRange {
  top: number
  left: number
  bottom: number
  right: number
}

export interface HeaderCell<F extends string = PriceField> {
  index: number
  header: string
  recognition: Recognition<F> | null
}

export interface FoundHeader<F extends string = PriceField> {
  /** Index of the header's lower row among the given rows. */
  at: number
  rows: 1 | 2
  cells: HeaderCell<F>[]
  fields: ReadonlySet<F>
}

/** Recognises the field of a header by its text; of two rows, by the upper and the lower text. */
export type Recognise<F extends string> = (upper: string, lower: string) => Recognition<F> | null

const HEADER_WITHIN_ROWS = 20
const HEADER_COLUMNS = 256

/**
 * Finds the header: the row, or pair of rows, with the most different fields recognised among the first twenty. A pair
 * wins only when it identifies more fields than either row alone. Fewer than two fields are no header, because such a
 * row may be a title.
 */
export function findHeader<F extends string>(
  rows: readonly RawRow[],
  merges: readonly MergedRange[],
  recognise: Recognise<F>,
): FoundHeader<F> | null {
  let best: FoundHeader<F> | null = null
  const last = Math.min(rows.length, HEADER_WITHIN_ROWS + 1)
  for (let at = 0; at < last; at++) {
    const row = rows[at]
    if (row === undefined || row.broken !== undefined) continue
    best = better(best, single(row, at, recognise))
    const below = rows[at + 1]
    if (below !== undefined && below.number === row.number + 1 && isWordsOnly(below)) {
      best = better(best, pair(row, below, at + 1, merges, recognise))
    }
  }
  return best
}

function better<F extends string>(best: FoundHeader<F> | null, next: FoundHeader<F>): FoundHeader<F> | null {
  if (next.fields.size < 2) return best
  if (best === null) return next
  const [had, has] = [weight(best), weight(next)]
  if (has > had) return next
  // A pair equal in value to its lower row only adds noise to the texts.
  return has === had && best.rows === 2 && next.rows === 1 ? next : best
}

/**
 * Weighs the fields: an article with a price or a quantity indicates a table; minor fields alone often belong to a
 * form's caption.
 */
function weight({ fields }: { fields: ReadonlySet<string> }): number {
  const hasFigures = ['price', 'purchase', 'sale', 'qty'].some((field) => fields.has(field))
  return fields.size + (fields.has('article') && hasFigures ? 2 : 0)
}

function single<F extends string>(row: RawRow, at: number, recognise: Recognise<F>): FoundHeader<F> {
  const cells = filledCells(row, HEADER_COLUMNS).map(({ index, text }) => headerCell(index, '', text, recognise))
  return { at, rows: 1, cells, fields: fieldsOf(cells) }
}

function pair<F extends string>(
  upper: RawRow,
  lower: RawRow,
  at: number,
  merges: readonly MergedRange[],
  recognise: Recognise<F>,
): FoundHeader<F> {
  const width = Math.min(Math.max(upper.cells.length, lower.cells.length), HEADER_COLUMNS)
  const cells: HeaderCell<F>[] = []
  for (let index = 0; index < width; index++) {
    const top = cellText(upper.cells[mergedFrom(upper.number - 1, index, merges)])
    const own = cellText(lower.cells[index])
    // A cell merged over both rows has the same text in both.
    const bottom = own === top ? '' : own
    if (top !== '' || bottom !== '') cells.push(headerCell(index, top, bottom, recognise))
  }
  return { at, rows: 2, cells, fields: fieldsOf(cells) }
}

/** A merged cell stores its text in its first column only. */
function mergedFrom(row: number, column: number, merges: readonly MergedRange[]): number {
  const range = merges.find(
    ({ top, bottom, left, right }) => row >= top && row <= bottom && column >= left && column <= right,
  )
  return range?.left ?? column
}

function headerCell<F extends string>(
  index: number,
  top: string,
  bottom: string,
  recognise: Recognise<F>,
): HeaderCell<F> {
  const header = [top, bottom].filter((text) => text !== '').join(' / ')
  return { index, header, recognition: header.length > 200 ? null : recognise(top, bottom) }
}

function fieldsOf<F extends string>(cells: readonly HeaderCell<F>[]): ReadonlySet<F> {
  return new Set(cells.flatMap(({ recognition }) => (recognition === null ? [] : [recognition.field])))
}

function isWordsOnly(row: RawRow): boolean {
  const texts = filledCells(row, HEADER_COLUMNS)
  return (
    texts.length > 0 &&
    texts.every(({ index, text }) => typeof row.cells[index] === 'string' && !/^[\d\s.,]+$/.test(text))
  )
}
