import type { Cell } from '../../../platform/files/spreadsheet/types.ts'
import { halfUpShare } from '@artikul/contract/core/money'
import { parseNumber, parseQuantity, type Quantity } from '@artikul/contract/suppliers/price-text'
import { cellText, detached, isSpreadsheetError } from '../../../platform/files/spreadsheet/cells.ts'
import type { RefusalReason } from '../../../platform/files/spreadsheet/refusals.data.ts'

/** Upper bound of a unit price, a billion roubles: larger numbers are barcodes or articles in the wrong column. */
const DEAREST_KOP = 1_000_000_000_00
const LARGEST_QTY = 999_999
const FOREIGN = /[$€₴₸]|(?<!\p{L})(?:usd|eur|cny|kzt|byn|uah|грн|тг|бел ?руб)(?!\p{L})|долл|евро|юан|тенге|гривн/iu

type ReadPrice = { kop: number } | { reason: RefusalReason }

/** Parses the price of a unit in kopecks with VAT; `vatPercent` raises a price without VAT. */
export function readPrice(cell: Cell | undefined, vatPercent: number): ReadPrice {
  const value = typeof cell === 'number' ? cell : textPrice(cell)
  if (typeof value === 'object') return value
  if (value === 0) return { reason: 'no_price' }
  const net = toKopecks(value)
  if (!(net > 0 && net <= DEAREST_KOP)) return { reason: 'price_out_of_range' }
  return { kop: vatPercent === 0 ? net : halfUpShare(net, 100 + vatPercent, 100) }
}

function textPrice(cell: Cell | undefined): number | { reason: RefusalReason } {
  if (typeof cell === 'object' && cell !== null) return { reason: 'price_unreadable' }
  const text = cellText(cell)
  if (text === '' || isSpreadsheetError(text)) return { reason: 'no_price' }
  const value = parseNumber(text)
  if (value !== null) return value
  if (FOREIGN.test(text)) return { reason: 'foreign_currency' }
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

export function isForeignCurrency(text: string): boolean {
  return FOREIGN.test(text)
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
