import type { Cell } from '../../../platform/files/spreadsheet/types.ts'
import { keysOf } from '@artikul/contract/core/keys'
import { halfUpShare } from '@artikul/contract/core/money'
import type { ForeignCurrency } from '@artikul/contract/suppliers/price-list'
import { parseNumber, parseQuantity, type Quantity } from '@artikul/contract/suppliers/price-text'
import { cellText, detached, isSpreadsheetError } from '../../../platform/files/spreadsheet/cells.ts'
import type { RefusalReason } from '../../../platform/files/spreadsheet/refusals.data.ts'

/** Upper bound of a unit price, a billion roubles: larger numbers are barcodes or articles in the wrong column. */
const DEAREST_KOP = 1_000_000_000_00
const LARGEST_QTY = 999_999
const CURRENCY_WORDS: Readonly<Record<ForeignCurrency, RegExp>> = {
  USD: /\$|(?<!\p{L})usd(?!\p{L})|долл\p{L}*/iu,
  EUR: /€|(?<!\p{L})eur(?!\p{L})|евро/iu,
  UAH: /₴|(?<!\p{L})(?:uah|грн)(?!\p{L})|гривн\p{L}*/iu,
  KZT: /₸|(?<!\p{L})(?:kzt|тг)(?!\p{L})|тенге/iu,
  BYN: /(?<!\p{L})(?:byn|бел ?руб)(?!\p{L})/iu,
  CNY: /(?<!\p{L})cny(?!\p{L})|юан\p{L}*/iu,
}

type ReadPrice = { kop: number } | { reason: RefusalReason }

const ROUBLES = /(?<!\p{L})(?:руб\p{L}*|rub|rur|р)(?!\p{L})|₽/iu

export interface PriceTerms {
  /** Raises a price without VAT. */
  vatPercent: number
  /** Currency of the prices when it is not the rouble. */
  currency: ForeignCurrency | null
  /** Roubles for one unit of `currency`; null when unknown. */
  currencyRate: number | null
}

/** Parses the price of a unit in kopecks with VAT. */
export function readPrice(cell: Cell | undefined, terms: PriceTerms, currencyCell?: Cell): ReadPrice {
  const value = typeof cell === 'number' ? cell : textPrice(cell)
  if (typeof value === 'object') return value
  if (value === 0) return { reason: 'no_price' }
  const isConverted = terms.currency !== null || currencyCell !== undefined
  const rate = isConverted ? rateOf([cellText(currencyCell), cellText(cell)], terms) : 1
  if (rate === null) return { reason: 'foreign_currency' }
  const net = toKopecks(value * rate)
  const { vatPercent } = terms
  if (!(net > 0 && net <= DEAREST_KOP)) return { reason: 'price_out_of_range' }
  return { kop: vatPercent === 0 ? net : halfUpShare(net, 100 + vatPercent, 100) }
}

/** Roubles for one unit of the currency that the row names, else of the file's; null for another or unknown one. */
function rateOf([currencyText, priceText]: readonly [string, string], terms: PriceTerms): number | null {
  const named = currencyIn(currencyText) ?? currencyIn(priceText)
  if (named === null && (ROUBLES.test(currencyText) || ROUBLES.test(priceText) || terms.currency === null)) return 1
  const isOther = named !== null ? named !== terms.currency : currencyText !== ''
  return isOther ? null : terms.currencyRate
}

function textPrice(cell: Cell | undefined): number | { reason: RefusalReason } {
  if (typeof cell === 'object' && cell !== null) return { reason: 'price_unreadable' }
  const text = cellText(cell)
  if (text === '' || isSpreadsheetError(text)) return { reason: 'no_price' }
  const value = parseNumber(text)
  if (value !== null) return value
  const currency = currencyIn(text)
  const amount = currency === null ? null : parseNumber(text.replace(CURRENCY_WORDS[currency], '').trim())
  if (amount !== null) return amount
  if (currency !== null) return { reason: 'foreign_currency' }
  return { reason: /\d/.test(text) ? 'price_unreadable' : 'no_price' }
}

/**
 * Rounds half up to the kopeck by the written decimal digits: 1.005 is 101 kopecks although its binary value is lower.
 */
function toKopecks(roubles: number): number {
  const hundredfold = roubles * 100
  const near = Math.round(hundredfold)
  return Math.abs(hundredfold - near) < 1e-6 ? near : Math.round(Number(`${roubles}e2`))
}

/** Finds the foreign currency that a text names. */
export function currencyIn(text: string): ForeignCurrency | null {
  return keysOf(CURRENCY_WORDS).find((currency) => CURRENCY_WORDS[currency].test(text)) ?? null
}

const KNOWN_QUANTITIES = new Map<string, Quantity>()
const QUANTITIES_KEPT = 10_000

/** Parses the quantity of a cell; results are cached, because few texts repeat over a million rows. */
export function readQuantity(cell: Cell | undefined): { qty: Quantity } | { reason: RefusalReason } {
  if (typeof cell === 'object' && cell !== null && cell.damage !== 'error') return { reason: 'qty_unreadable' }
  const text = cellText(cell)
  const qty = KNOWN_QUANTITIES.get(text) ?? meaning(text)
  return qty.qty > LARGEST_QTY ? { reason: 'qty_out_of_range' } : { qty }
}

/** Adds the stock of two warehouses; an unknown one counts as none. */
export function addQuantities(one: Quantity, other: Quantity): Quantity {
  if (!other.known) return one
  if (!one.known) return other
  const qty = Math.round((one.qty + other.qty) * 1000) / 1000
  const isMore = one.more === true || other.more === true
  return { qty, exact: one.exact && other.exact, known: true, ...(isMore && { more: true }) }
}

function meaning(text: string): Quantity {
  const parsed = parseQuantity(text)
  const qty = { ...parsed, qty: Math.round(parsed.qty * 1000) / 1000 }
  if (KNOWN_QUANTITIES.size >= QUANTITIES_KEPT) KNOWN_QUANTITIES.clear()
  KNOWN_QUANTITIES.set(detached(text), qty)
  return qty
}

/** Parses a positive number of a minor column; null when invalid. */
export function readFigure(cell: Cell | undefined): number | null {
  const value = typeof cell === 'number' ? cell : parseNumber(cellText(cell))
  return value !== null && value > 0 && value <= LARGEST_QTY ? value : null
}

/** Parses days of delivery: «3», «3 дн.», «3-5» (the later day), «24 ч». */
export function readDays(cell: Cell | undefined): number | null {
  const text = cellText(cell)
  const figures = text.match(/\d{1,4}/g)
  if (figures === null) return null
  const largest = Math.max(...figures.map(Number))
  const days = /\d\s*ч/i.test(text) ? Math.ceil(largest / 24) : largest
  return days <= 365 ? days : null
}
