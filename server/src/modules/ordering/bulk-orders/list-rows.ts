import { readArticle } from '../../../platform/files/spreadsheet/index.ts'
import {
  cellText,
  filledCells,
  REFUSAL_TEXTS,
  serviceKind,
  type PriceField,
  type RawRow,
  type SkippedKind,
} from '../../../platform/files/spreadsheet/index.ts'
import type { ListColumn, ListField } from '@artikul/contract/ordering/bulk-orders'
import { parseNumber } from '@artikul/contract/suppliers/price-text'
import type { ReadColumns } from './reading/list-columns.ts'
import { findPoint, type Point } from './reading/list-words.ts'

/**
 * Row of the list as it was parsed; a row of a sheet with a column for each point produces one list row for each of
 * them.
 */
export interface WrittenRow {
  row_number: number
  article: string
  brand: string
  name: string
  qty_text: string
  own_code: string
  fault: string | null
  remark: string | null
  qty: number | null
  ceiling_kop: number | null
  consignee_id: number | null
  client_ref: string
}
export interface ReadRows {
  rows: WrittenRow[]
  skipped: { row_number: number; why: string }[]
}

const MAX_QTY = 999_999
const SKIPPED: Record<SkippedKind, string> = {
  blank: 'пустая строка',
  group: 'заголовок группы',
  total: 'итог',
  header: 'повтор заголовка',
  signature: 'подпись',
  other_record: 'не строка списка',
}
const UNIT_TAIL = /\s?(?:шт|штук[аи]?|pcs|компл|к-т|пар[аы]?|л|кг|м|уп|ед)\.?$/iu

/** Parses the requested quantity or reports the fault of the cell. */
function readWantedQty(text: string): { qty: number } | { fault: string } {
  if (text === '') return { fault: 'Количество не указано' }
  const qty = parseNumber(text.replace(UNIT_TAIL, ''))
  if (qty === null) return { fault: `Количество не прочитано: «${text.slice(0, 40)}»` }
  if (qty <= 0) return { fault: `Количество должно быть больше нуля: «${text.slice(0, 40)}»` }
  if (qty > MAX_QTY) return { fault: `Слишком большое количество: ${text.slice(0, 40)}` }
  const rounded = Math.round(qty * 1000) / 1000
  return rounded > 0 ? { qty: rounded } : { fault: `Количество должно быть больше нуля: «${text.slice(0, 40)}»` }
}

/** Finds the fault that prevents the search for a corrected row; null when there is none. */
export function rowProblemOf(row: {
  article: string
  own_code: string
  qty: number | null
  qty_text: string
}): string | null {
  const article = row.article === '' && row.own_code !== '' ? null : readArticle(row.article)
  if (article !== null && 'reason' in article) return REFUSAL_TEXTS[article.reason]
  if (row.qty !== null) return null
  const wanted = readWantedQty(row.qty_text)
  return 'fault' in wanted ? wanted.fault : null
}

/** Parses pasted lines: a line without digits is treated as a greeting, a line without a quantity as one piece. */
export function readBulkOrderRows(rows: readonly RawRow[]): ReadRows {
  const read: ReadRows = { rows: [], skipped: [] }
  for (const row of rows) {
    const [words = '', qty = ''] = row.cells.map(cellText)
    if (!/\d/.test(words)) {
      read.skipped.push({ row_number: row.number, why: SKIPPED.other_record })
      continue
    }
    const article = readArticle(words)
    const line: WrittenRow = {
      ...emptyRow(row),
      article: 'article' in article ? article.article : article.cell.slice(0, 100),
      fault: 'reason' in article ? REFUSAL_TEXTS[article.reason] : null,
    }
    read.rows.push(qty === '' ? { ...line, qty: 1, remark: 'Количество не указано: взято 1' } : withQty(line, qty))
  }
  return read
}

/** Parses the rows below the header by their columns; every dropped row is reported. */
export function readRows(
  rows: readonly RawRow[],
  { headerRow, columns }: ReadColumns,
  points: readonly Point[],
): ReadRows {
  const read: ReadRows = { rows: [], skipped: [] }
  const shape = shapeOf(columns, leftmostOf(rows, { headerRow, columns }))
  for (const row of rows) {
    if (headerRow !== null && row.number <= headerRow) continue
    if (row.broken !== undefined) {
      read.rows.push({ ...emptyRow(row), fault: REFUSAL_TEXTS[row.broken] })
      continue
    }
    const written = writtenRows(row, columns, points)
    const isSound = written.every(({ fault }) => fault === null)
    const kind = isSound && written.length > 0 ? null : passedBy(row, shape)
    if (kind !== null) read.skipped.push({ row_number: row.number, why: SKIPPED[kind] })
    else if (written.length === 0) read.skipped.push({ row_number: row.number, why: 'ни одной точке не заказано' })
    else read.rows.push(...written)
  }
  return read
}

/** Most filled cells of a title row; a row with more cells and no article is a mistake of the buyer. */
const MAX_TITLE_WORDS = 3

function passedBy(row: RawRow, shape: ReturnType<typeof shapeOf>): SkippedKind | null {
  const kind = serviceKind(row, shape)
  return kind === 'group' && filledCells(row).length > MAX_TITLE_WORDS ? null : kind
}

/**
 * Finds the leftmost column of the table: row numbers often fill a column without a header, a caption alone stands left
 * of the table.
 */
function leftmostOf(rows: readonly RawRow[], { headerRow, columns }: ReadColumns): number {
  const first = columns[0]?.index ?? 0
  const below = rows.filter((row) => row.number > (headerRow ?? 0))
  const wider = below.filter((row) => row.cells.slice(0, first).some((cell) => cellText(cell) !== ''))
  return wider.length * 2 > below.length ? 0 : first
}

/** Describes the table for the price list parser, which tells titles and totals from goods. */
function shapeOf(columns: readonly ListColumn[], firstColumn: number) {
  const fields: Partial<Record<ListField, PriceField>> = {
    article: 'article',
    brand: 'brand',
    name: 'name',
    qty: 'qty',
  }
  const known = columns.flatMap(({ field, index, header }) => {
    const meant = field === null ? undefined : fields[field]
    return meant === undefined ? [] : [{ field: meant, index, header }]
  })
  const at: Partial<Record<PriceField, number>> = {}
  for (const { field, index } of known) at[field] = index
  return { columns: known, at, firstColumn }
}

const emptyRow = (row: RawRow): WrittenRow => ({
  row_number: row.number,
  article: '',
  brand: '',
  name: '',
  qty_text: '',
  own_code: '',
  fault: null,
  remark: null,
  qty: null,
  ceiling_kop: null,
  consignee_id: null,
  client_ref: '',
})

function writtenRows(row: RawRow, columns: readonly ListColumn[], points: readonly Point[]): WrittenRow[] {
  const cellOf = (field: ListField) => {
    const index = columns.find((column) => column.field === field)?.index
    return index === undefined ? undefined : row.cells[index]
  }
  const textOf = (field: ListField, most: number) => cellText(cellOf(field)).replace(/\s+/g, ' ').slice(0, most)
  const article = readArticle(cellOf('article'))
  const own_code = textOf('own_code', 64)
  // A row may be identified by the buyer's own code alone.
  const mayLackArticle = own_code !== '' && cellText(cellOf('article')) === ''
  const common: WrittenRow = {
    ...emptyRow(row),
    article: 'article' in article ? article.article : article.cell.slice(0, 100),
    brand: textOf('brand', 100),
    name: textOf('name', 200),
    own_code,
    fault: 'reason' in article && !mayLackArticle ? REFUSAL_TEXTS[article.reason] : null,
    ceiling_kop: kopOf(textOf('ceiling', 40)),
    client_ref: textOf('client_ref', 100),
    ...pointIn(textOf('point', 200), points),
  }
  const byPoint = columns.filter(({ field }) => field === 'point_qty')
  if (byPoint.length > 0) return unfolded(row, common, byPoint)
  const hasQty = columns.some(({ field }) => field === 'qty')
  // A file without a quantity column means one piece of each.
  if (!hasQty) return [{ ...common, qty: 1 }]
  return [withQty(common, cellText(cellOf('qty')))]
}

const unfolded = (row: RawRow, common: WrittenRow, columns: readonly ListColumn[]): WrittenRow[] =>
  columns.flatMap(({ index, consignee_id }) => {
    const text = cellText(row.cells[index])
    return /^[-–—0\s]*$/.test(text) ? [] : [withQty({ ...common, consignee_id }, text)]
  })

function withQty(row: WrittenRow, text: string): WrittenRow {
  const read = readWantedQty(text)
  const qty_text = text.slice(0, 40)
  if ('qty' in read) return { ...row, qty_text, qty: read.qty }
  return { ...row, qty_text, fault: row.fault ?? read.fault }
}

function kopOf(text: string): number | null {
  const value = parseNumber(text)
  const kop = value === null ? 0 : Math.round(value * 100)
  return kop > 0 && kop < 1e12 ? kop : null
}

function pointIn(text: string, points: readonly Point[]): Pick<WrittenRow, 'consignee_id' | 'remark'> {
  if (text === '') return { consignee_id: null, remark: null }
  const point = findPoint(points, text)
  if (point !== null) return { consignee_id: point.id, remark: null }
  return { consignee_id: null, remark: `Точка «${text.slice(0, 60)}» не найдена, указана точка списка` }
}
