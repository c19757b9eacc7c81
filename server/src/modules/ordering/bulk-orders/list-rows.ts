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
/** Quantities in words, all genders. */
const QTY_WORDS: ReadonlyMap<string, number> = new Map([
  ...['один', 'одна', 'одно', 'одну'].map((word) => [word, 1] as const),
  ...['два', 'две', 'пара', 'пару'].map((word) => [word, 2] as const),
  ['три', 3],
  ['четыре', 4],
  ['пять', 5],
  ['шесть', 6],
  ['семь', 7],
  ['восемь', 8],
  ['девять', 9],
  ['десять', 10],
])
const UNIT_TAIL = /\s?(?:шт|штук[аи]?|pcs|компл|к-т|пар[аы]?|л|кг|м|уп|ед)\.?$/iu

const EMPTY_QTY = 'Количество не указано'

/** Parses the requested quantity or reports the fault of the cell. */
function readWantedQty(text: string): { qty: number } | { fault: string } {
  if (text === '') return { fault: EMPTY_QTY }
  const plain = text.replace(UNIT_TAIL, '').trim()
  const qty = parseNumber(plain) ?? QTY_WORDS.get(plain.toLowerCase()) ?? QTY_WORDS.get(text.toLowerCase()) ?? null
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
    read.rows.push(qty === '' ? { ...line, qty: 1, remark: NO_QTY } : withQty(line, qty))
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
  const below = rows.filter((row) => headerRow === null || row.number > headerRow)
  const isQtyMissing = hasNoQuantities(below, columns)
  const hasArticles = hasArticleColumn(columns)
  const lastNamed = below.findLastIndex((row) => isNamed(row, columns))
  let total = 0
  for (const [at, row] of below.entries()) {
    if (row.broken !== undefined) {
      read.rows.push({ ...emptyRow(row), fault: REFUSAL_TEXTS[row.broken] })
      continue
    }
    if (at > lastNamed && isBareTotal(row, columns, total)) {
      read.skipped.push({ row_number: row.number, why: SKIPPED.total })
      continue
    }
    const written = writtenRows(row, columns, points).map((one) => (isQtyMissing ? withOnePiece(one) : one))
    const isSound = written.every(({ fault }) => fault === null)
    // In a list of names alone a title is told from goods by its shape.
    const kind = isSound && written.length > 0 && hasArticles ? null : passedBy(row, shape)
    if (kind !== null) read.skipped.push({ row_number: row.number, why: SKIPPED[kind] })
    else if (written.length === 0) read.skipped.push({ row_number: row.number, why: 'ни одной точке не заказано' })
    else {
      read.rows.push(...written)
      total += written.reduce((sum, { qty }) => sum + (qty ?? 0), 0)
    }
  }
  return read
}

/** Detects quantity columns without a single quantity: the buyer leaves the choice open. */
function hasNoQuantities(rows: readonly RawRow[], columns: readonly ListColumn[]): boolean {
  const indexes = columns.flatMap(({ field, index }) => (field === 'qty' ? [index] : []))
  return indexes.length > 0 && rows.every(({ cells }) => indexes.every((index) => cellText(cells[index]) === ''))
}

const NO_QTY = 'Количество не указано: взято 1'

const withOnePiece = (row: WrittenRow): WrittenRow => {
  const { fault } = row
  return { ...row, qty: 1, remark: row.remark ?? NO_QTY, fault: fault === EMPTY_QTY ? null : fault }
}

const hasArticleColumn = (columns: readonly ListColumn[]) =>
  columns.some(({ field }) => field === 'article' || field === 'own_code')

const IDENTIFYING: readonly ListField[] = ['article', 'own_code', 'brand', 'name']

const isNamed = ({ cells }: RawRow, columns: readonly ListColumn[]): boolean =>
  columns.some(({ field, index }) => field !== null && IDENTIFYING.includes(field) && cellText(cells[index]) !== '')

/**
 * Detects a sum without a word below all goods: the quantity equals the total of the list, nothing stands left of it, and
 * the other cells are figures.
 */
function isBareTotal(row: RawRow, columns: readonly ListColumn[], total: number): boolean {
  const qtyAt = columns.find(({ field }) => field === 'qty')?.index
  const [first, ...others] = filledCells(row)
  return (
    first !== undefined &&
    first.index === qtyAt &&
    parseNumber(first.text) === total &&
    others.every(({ text }) => parseNumber(text) !== null)
  )
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

const MAX_WORDS_LENGTH = 64
const MIN_ARTICLE_LENGTH = 5
/** Letters with digits, or many digits: a number of a part rather than a size. */
const isArticleWord = (word: string) =>
  word.length >= MIN_ARTICLE_LENGTH && (/^\d{6}/.test(word) || (/\d/.test(word) && /\p{L}/u.test(word)))
const PLAIN_WORD = /^\p{Script=Cyrillic}+[.,]?$/u

/**
 * Returns the words of a name to be searched in place of a missing article: those that are no plain words, or the whole
 * name when it has no digits. In a table with articles only a name with a part number replaces a missing one.
 */
function articleIn(name: string, hasArticles: boolean): string {
  const words = name.split(' ')
  if (hasArticles && !words.some(isArticleWord)) return ''
  const marked = words.filter((word) => !PLAIN_WORD.test(word) || word === word.toUpperCase())
  return (/\d/.test(name) ? marked.join(' ') : name).slice(0, MAX_WORDS_LENGTH)
}

function writtenRows(row: RawRow, columns: readonly ListColumn[], points: readonly Point[]): WrittenRow[] {
  const cellOf = (field: ListField) => {
    const indexes = columns.flatMap((column) => (column.field === field ? [column.index] : []))
    const filled = indexes.find((index) => cellText(row.cells[index]) !== '') ?? indexes[0]
    return filled === undefined ? undefined : row.cells[filled]
  }
  const textOf = (field: ListField, most: number) => cellText(cellOf(field)).replace(/\s+/g, ' ').slice(0, most)
  const name = textOf('name', 200)
  const written = cellText(cellOf('article'))
  const named = written === '' ? articleIn(name, hasArticleColumn(columns)) : ''
  const article = readArticle(named === '' ? cellOf('article') : named)
  const own_code = textOf('own_code', 64)
  // A row may be identified by the buyer's own code alone.
  const mayLackArticle = own_code !== '' && written === ''
  const common: WrittenRow = {
    ...emptyRow(row),
    article: 'article' in article ? article.article : article.cell.slice(0, 100),
    brand: textOf('brand', 100),
    name,
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
