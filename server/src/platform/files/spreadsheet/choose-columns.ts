import type { PriceField, RawRow, RecognisedColumn } from './types.ts'
import { parseNumber, parseQuantity } from '@artikul/contract/suppliers/price-text'
import { cellText, isFilled } from './cells.ts'
import type { FoundHeader, HeaderCell } from './find-header.ts'
import { headerWords } from './header-words.ts'
import { areAddresses } from './photo-addresses.ts'

interface Candidate {
  field: PriceField
  index: number
  header: string
  doubt: number
  filled: number
}

/**
 * Chooses one column for each field: the most certain header, then the fuller column, then the leftmost. Ambiguous
 * headers are resolved by the values below them. Stock of several warehouses has a column of each.
 */
export function chooseColumns(header: FoundHeader, sample: readonly RawRow[]): RecognisedColumn[] {
  const candidates = header.cells.flatMap((cell) => candidate(cell, sample))
  const chosen = new Map<PriceField, Candidate>()
  for (const next of candidates) {
    const had = chosen.get(next.field)
    if (had === undefined || isBetter(next, had)) chosen.set(next.field, next)
  }
  const stock = chosen.get('qty')
  const further = stock ? candidates.filter((next) => next.index !== stock.index && isStockBeside(next, stock)) : []
  return [...oneMeaningOfPrice(chosen).values(), ...further]
    .map(({ field, index, header: text }) => ({ field, index, header: text }))
    .sort((a, b) => a.index - b.index)
}

function candidate({ index, header, recognition }: HeaderCell, sample: readonly RawRow[]): Candidate[] {
  const values = sample
    .map((row) => row.cells[index])
    .filter(isFilled)
    .map(cellText)
  const found = recognition ?? (areAddresses(values, { hasHeader: false }) ? PHOTO_BY_VALUES : null)
  if (found === null) return []
  const field = settled(found.field, headerWords(header), values)
  // A column «Фото» with «есть» or «да» has nothing to download.
  if (field === 'photo' && values.length > 0 && !areAddresses(values, { hasHeader: true })) return []
  return [{ field, index, header, doubt: found.doubt, filled: values.length }]
}

const PHOTO_BY_VALUES = { field: 'photo', doubt: 3 } as const

/** Resolves ambiguous headers: «Номер» may contain row numbers, «Склад» a name or a quantity. */
function settled(field: PriceField, words: string, values: readonly string[]): PriceField {
  if (field === 'article' && isCounter(values)) return 'lineNumber'
  if (field === 'qty' && words.includes('склад') && values.length > 0) {
    const quantities = values.filter((value) => parseQuantity(value).known)
    return quantities.length * 2 >= values.length ? 'qty' : 'warehouse'
  }
  return field
}

function isCounter(values: readonly string[]): boolean {
  if (values.length < 2) return false
  const steps = values.filter((value, at) => Number(value) === Number(values[0]) + at)
  return Number(values[0]) <= 1 && steps.length >= values.length * 0.9
}

function isBetter(next: Candidate, had: Candidate): boolean {
  if (next.field === 'qty' && next.filled > 0 && isWholeStock(next) && !isWholeStock(had)) return true
  if (had.filled === 0 || next.filled === 0) return next.filled > had.filled
  return next.doubt < had.doubt
}

/** Detects the column with the total stock next to columns of separate warehouses. */
function isWholeStock({ header }: Candidate): boolean {
  return /(^|\s)(всего|итого|общий|все[хм]?|всіх)(\s|$)/i.test(header)
}

/** Stock of one warehouse: «Склад Москва», «Остаток СПб». */
const STOCK_OF_WAREHOUSE = /^(склад|остаток|наличие) \S/

/** Detects stock of another warehouse, whose quantities are added. */
const isStockBeside = (next: Candidate, stock: Candidate) =>
  next.field === 'qty' &&
  next.filled > 0 &&
  !isWholeStock(stock) &&
  [next, stock].every(({ header }) => STOCK_OF_WAREHOUSE.test(headerWords(header)))

/**
 * Resolves prices: next to «Закупка», a plain «Цена» is another price; next to a retail price, a plain «Цена» is the
 * purchase price; a single price is the purchase price under any name.
 */
function oneMeaningOfPrice(chosen: Map<PriceField, Candidate>): Map<PriceField, Candidate> {
  const [purchase, price, sale] = [chosen.get('purchase'), chosen.get('price'), chosen.get('sale')]
  chosen.delete('price')
  if (purchase === undefined && price !== undefined) chosen.set('purchase', { ...price, field: 'purchase' })
  if (purchase === undefined && price === undefined && sale !== undefined) {
    chosen.set('purchase', { ...sale, field: 'purchase' })
    chosen.delete('sale')
  }
  return chosen
}

/** Guesses the columns of a table without a header by their values; null without a column of articles. */
export function guessColumns(sample: readonly RawRow[]): RecognisedColumn[] | null {
  const width = Math.min(Math.max(0, ...sample.map((row) => row.cells.length)), 64)
  const profiles = Array.from({ length: width }, (_, index) => profile(index, sample))
  const columnByField = new Map<PriceField, number>()
  const take = (field: PriceField, score: (column: Profile) => number) => {
    const free = profiles.filter(({ index }) => ![...columnByField.values()].includes(index))
    const best = free.toSorted((a, b) => score(b) - score(a))[0]
    if (best !== undefined && score(best) > 0.5) columnByField.set(field, best.index)
  }
  take('lineNumber', (column) => (column.counts ? 1 : 0))
  take('photo', (column) => (column.areAddresses ? 1 : 0))
  take(
    'article',
    (column) =>
      column.codes *
      (0.4 + 0.6 * column.distinct) *
      column.filled *
      (0.8 + 0.2 * column.marked) *
      (0.7 + 0.3 * column.varied),
  )
  take('name', (column) => (column.length > 8 && column.words > 0.5 ? column.words * (0.6 + 0.4 * column.distinct) : 0))
  take('brand', (column) =>
    column.length < 25 ? column.letters * column.filled * (column.distinct < 0.95 ? 1 : 0.7) : 0,
  )
  const looksLikePrice = ({ numbers, fractions, mean }: Profile) => {
    if (mean > MAX_MEAN_PRICE) return 0
    if (mean > 100) return numbers * (fractions > 0 ? 1 : 0.95)
    return fractions > 0 ? numbers * 0.7 : 0
  }
  take('purchase', looksLikePrice)
  const priced = columnByField.get('purchase')
  if (priced !== undefined)
    take('sale', (column) => (isMultiple(sample, priced, column.index) ? looksLikePrice(column) : 0))
  putCheaperFirst(profiles, columnByField)
  take('qty', (column) => column.quantities * (column.mean < 10_000 ? 1 : 0.6))
  if (!columnByField.has('article') || !(columnByField.has('purchase') || columnByField.has('qty'))) return null
  return [...columnByField].map(([field, index]) => ({ field, index, header: '' })).sort((a, b) => a.index - b.index)
}

/** Larger numbers are barcodes. */
const MAX_MEAN_PRICE = 100_000_000

/** Tolerance of a constant ratio between two prices, each rounded to a kopeck. */
const RATIO_TOLERANCE = 0.01

/** Divides the other column by the column, in each row that has both figures. */
export const priceRatios = (sample: readonly RawRow[], column: number, other: number): number[] =>
  sample.flatMap(({ cells }) => {
    const [one, two] = [parseNumber(cellText(cells[column])), parseNumber(cellText(cells[other]))]
    return one && two ? [two / one] : []
  })

/** Detects that one column is the other times a constant markup, such as a recommended retail price. */
function isMultiple(sample: readonly RawRow[], column: number, other: number): boolean {
  const ratios = priceRatios(sample, column, other)
  const [first = 1] = ratios
  const same = ratios.filter((ratio) => Math.abs(ratio / first - 1) < RATIO_TOLERANCE)
  return ratios.length > 1 && Math.abs(first - 1) > RATIO_TOLERANCE && same.length >= ratios.length * 0.9
}

/** Of two prices in a constant ratio the lower one is the purchase price. */
function putCheaperFirst(profiles: readonly Profile[], columnByField: Map<PriceField, number>) {
  const [purchase, sale] = [columnByField.get('purchase'), columnByField.get('sale')]
  if (purchase === undefined || sale === undefined) return
  if ((profiles[purchase]?.mean ?? 0) <= (profiles[sale]?.mean ?? 0)) return
  columnByField.set('purchase', sale).set('sale', purchase)
}

interface Profile {
  index: number
  counts: boolean
  areAddresses: boolean
  filled: number
  distinct: number
  length: number
  mean: number
  /** Shares of the filled cells. */
  codes: number
  marked: number
  /** 1 for four shapes of values or more: part numbers of several makers differ, own codes and barcodes do not. */
  varied: number
  letters: number
  words: number
  numbers: number
  fractions: number
  quantities: number
}

/** «06A 115» is «00A 000». */
const toShape = (value: string) => value.replaceAll(/\d/g, '0').replaceAll(/\p{L}/gu, 'A')

function profile(index: number, sample: readonly RawRow[]): Profile {
  const values = sample.map((row) => cellText(row.cells[index])).filter((text) => text !== '')
  const share = (test: (value: string) => boolean) => values.filter(test).length / Math.max(values.length, 1)
  const numbers = values.map(parseNumber).filter((value) => value !== null)
  return {
    index,
    counts: isCounter(values),
    areAddresses: areAddresses(values, { hasHeader: false }),
    filled: values.length / Math.max(sample.length, 1),
    distinct: new Set(values).size / Math.max(values.length, 1),
    length: values.reduce((sum, value) => sum + value.length, 0) / Math.max(values.length, 1),
    mean: numbers.reduce((sum, value) => sum + value, 0) / Math.max(numbers.length, 1),
    codes: share(
      (value) =>
        /^(?=.*\d)[\p{L}\d](?:[\p{L}\d./-]| (?=\S)){3,24}$/u.test(value) && !/^\d{1,6}[.,]\d{1,2}$/.test(value),
    ),
    marked: share((value) => /\p{L}/u.test(value) || value.length > 6),
    varied: Math.min(1, new Set(values.map(toShape)).size / 4),
    letters: share((value) => /^\p{L}[\p{L}\s&./-]*$/u.test(value)),
    words: share((value) => /\p{L}{3,}/u.test(value) && /\s/.test(value) && parseNumber(value) === null),
    numbers: share((value) => (parseNumber(value) ?? -1) > 0),
    fractions: share((value) => /[.,]\d{1,2}(?: ?(?:руб|р|₽)\.?)?$/i.test(value)),
    quantities: share((value) => (/\d{6}/.test(value) ? false : parseQuantity(value).known)),
  }
}
