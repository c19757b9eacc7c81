import {
  cellText,
  findHeader,
  guessColumns,
  type FoundHeader,
  type Grid,
  type RawRow,
} from '../../../../platform/files/spreadsheet/index.ts'
import { parseNumber } from '@artikul/contract/suppliers/price-text'
import { LIST_FIELDS, type ListColumn, type ListField } from '@artikul/contract/ordering/bulk-orders'
import { findPoint, isStockWord, recogniser, type ListMark, type Point } from './list-words.ts'

/** Layout of a sheet: the first row and the meaning of its columns. */
export interface ReadColumns {
  /** One-based, as spreadsheet programs number rows. */
  headerRow: number | null
  columns: ListColumn[]
}

const SAMPLE_ROWS = 200
const HEADER_SAMPLE = 40
const MAX_COLUMNS = 300

interface Candidate {
  index: number
  header: string
  mark: ListMark | null
  doubt: number
}

const isField = (mark: ListMark | null): mark is ListField => mark !== null && Object.hasOwn(LIST_FIELDS, mark)

/** Finds the header and the meaning of every column; a sheet without a header is recognised by its values. */
export function recogniseListColumns(grid: Pick<Grid, 'rows' | 'merges'>, points: readonly Point[]): ReadColumns {
  const header = findHeader(grid.rows.slice(0, HEADER_SAMPLE), grid.merges, recogniser(points))
  if (header === null) return { headerRow: null, columns: columnsByValues(grid.rows.slice(0, SAMPLE_ROWS)) }
  return columnsUnder(header, grid.rows, points)
}

/** Finds the meaning of every column below a header row that a person has chosen. */
export function listColumnsBelow(
  grid: Pick<Grid, 'rows' | 'merges'>,
  headerRow: number,
  points: readonly Point[],
): ReadColumns {
  const at = grid.rows.findIndex((row) => row.number === headerRow)
  const row = grid.rows[at]
  if (row === undefined) return { headerRow, columns: [] }
  const recognise = recogniser(points)
  const cells = row.cells.map((cell, index) => {
    const header = cellText(cell)
    return { index, header, recognition: header === '' ? null : recognise('', header) }
  })
  return columnsUnder({ at, rows: 1, cells, fields: new Set() }, grid.rows, points)
}

function columnsUnder(header: FoundHeader<ListMark>, rows: readonly RawRow[], points: readonly Point[]): ReadColumns {
  const sample = rows.slice(header.at + 1, header.at + 1 + SAMPLE_ROWS)
  const candidates = header.cells.map(({ index, header: text, recognition }) => ({
    index,
    header: text,
    mark: recognition?.field ?? null,
    doubt: recognition?.doubt ?? 9,
  }))
  const chosen = chooseFields(candidates, sample)
  const withQty = [...chosen.values()].some((field) => field === 'qty' || field === 'point_qty')
  const qtyAt = withQty ? null : (orderedAt(candidates, sample) ?? qtyBySum(candidates, sample, chosen))
  if (qtyAt !== null) chosen.set(qtyAt, 'qty')
  for (const [index, field] of besideHeaders(chosen, candidates, sample)) chosen.set(index, field)
  const headerRow = rows[header.at]?.number ?? null
  const known = new Map(candidates.map(({ index, header: text }) => [index, text]))
  const indexes = [...new Set([...known.keys(), ...chosen.keys()])].sort((a, b) => a - b).slice(0, MAX_COLUMNS)
  const columns = indexes.map((index) => {
    const [text, field] = [known.get(index) ?? '', chosen.get(index) ?? null]
    const point = field === 'point_qty' ? findPoint(points, text.split(' / ').at(-1) ?? text) : null
    return { index, header: text.slice(0, 500), field, consignee_id: point?.id ?? null }
  })
  return { headerRow, columns }
}

/**
 * Chooses one column for each field, the most certain first and then the leftmost; every point may have its own column
 * of quantities.
 */
function chooseFields(candidates: readonly Candidate[], sample: readonly RawRow[]): Map<number, ListField> {
  const best = new Map<ListField, Candidate>()
  const chosen = new Map<number, ListField>()
  for (const next of candidates) {
    const { mark, index } = next
    if (!isField(mark)) continue
    if (mark === 'point_qty') {
      chosen.set(index, mark)
      continue
    }
    if (mark === 'article' && countsRows(valuesAt(sample, index))) continue
    if (mark === 'own_code' && countsRows(valuesAt(sample, index))) continue
    const had = best.get(mark)
    if (had === undefined || next.doubt < had.doubt) best.set(mark, next)
  }
  for (const [field, { index }] of best) chosen.set(index, field)
  if (best.has('qty'))
    for (const { mark, index, header } of candidates)
      if (mark === 'point_qty' && isStockWord(header)) chosen.delete(index)
  return chosen
}

/** Share of the rows in which the values of a header stand one column to its right. */
const MIN_SHIFTED_SHARE = 0.5

/** Finds columns without a header whose values belong to the header on their left: there the cells are empty. */
function besideHeaders(
  chosen: ReadonlyMap<number, ListField>,
  candidates: readonly Candidate[],
  sample: readonly RawRow[],
): [number, ListField][] {
  const headed = new Set(candidates.map(({ index }) => index))
  return [...chosen].flatMap(([index, field]) => {
    const beside = index + 1
    if (headed.has(beside) || chosen.has(beside) || field === 'point_qty') return []
    const isFilled = (row: RawRow, at: number) => cellText(row.cells[at]) !== ''
    const shifted = sample.filter((row) => isFilled(row, beside) && !isFilled(row, index))
    const isClear = sample.every((row) => !(isFilled(row, beside) && isFilled(row, index)))
    return isClear && shifted.length >= sample.length * MIN_SHIFTED_SHARE
      ? [[beside, field] as [number, ListField]]
      : []
  })
}

const valuesAt = (rows: readonly RawRow[], index: number): string[] =>
  rows.map((row) => cellText(row.cells[index])).filter((text) => text !== '')

/** Detects a column of row numbers: 1, 2, 3, … */
const countsRows = (values: readonly string[]): boolean =>
  values.length > 2 && values.filter((value, at) => value === String(at + 1)).length >= values.length * 0.9

const MAX_PIECES = 9999
const isPieces = (text: string): boolean => {
  const value = parseNumber(text)
  return value !== null && value > 0 && value <= MAX_PIECES
}

/** Finds a column «Заказ» with quantities rather than order numbers. */
function orderedAt(candidates: readonly Candidate[], sample: readonly RawRow[]): number | null {
  const found = candidates.find(({ mark, index }) => {
    const values = valuesAt(sample, index)
    return mark === 'bare_order' && values.length > 0 && values.every(isPieces)
  })
  return found?.index ?? null
}

/**
 * Finds the quantity column when its header was overwritten: the column that multiplied by the price equals the sum.
 */
function qtyBySum(
  candidates: readonly Candidate[],
  sample: readonly RawRow[],
  usedColumns: ReadonlyMap<number, ListField>,
): number | null {
  const at = (mark: ListMark) => candidates.find((candidate) => candidate.mark === mark)?.index
  const [price, sum] = [at('price') ?? at('purchase') ?? at('sale'), at('sum')]
  if (price === undefined || sum === undefined) return null
  const figure = (row: RawRow, index: number) => parseNumber(cellText(row.cells[index]))
  const width = Math.max(0, ...sample.map((row) => row.cells.length))
  for (let index = 0; index < Math.min(width, MAX_COLUMNS); index++) {
    if (index === price || index === sum || usedColumns.has(index)) continue
    const rows = sample.filter((row) => isPieces(cellText(row.cells[index])))
    const fitting = rows.filter((row) => {
      const [qty, each, total] = [figure(row, index), figure(row, price), figure(row, sum)]
      return qty !== null && each !== null && total !== null && Math.abs(qty * each - total) <= 0.01 * qty + 0.01
    })
    if (rows.length > 0 && fitting.length >= rows.length * 0.8) return index
  }
  return null
}

/** Recognises the columns of a sheet without a header: articles, else names with quantities. */
function columnsByValues(sample: readonly RawRow[]): ListColumn[] {
  const guessed = (guessColumns(sample) ?? []).flatMap(({ field, index }) =>
    field === 'article' || field === 'brand' || field === 'name' || field === 'qty'
      ? [{ index, header: '', field, consignee_id: null }]
      : [],
  )
  return guessed.length > 0 ? guessed : namesWithQuantities(sample)
}

/** Share of the cells of a column that look like its meaning. */
const MIN_ALIKE_SHARE = 0.8

function namesWithQuantities(sample: readonly RawRow[]): ListColumn[] {
  const width = Math.min(Math.max(0, ...sample.map((row) => row.cells.length)), MAX_COLUMNS)
  const find = (isAlike: (value: string) => boolean) =>
    Array.from({ length: width }, (_, index) => index).find((index) => {
      const values = valuesAt(sample, index)
      return values.length > sample.length / 2 && values.filter(isAlike).length >= values.length * MIN_ALIKE_SHARE
    })
  const [name, qty] = [find((value) => /\p{L}{4}/u.test(value)), find(isPieces)]
  if (name === undefined || qty === undefined) return []
  return [
    { index: name, header: '', field: 'name', consignee_id: null },
    { index: qty, header: '', field: 'qty', consignee_id: null },
  ]
}
