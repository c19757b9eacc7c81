import type { ApiReading } from '@artikul/contract/suppliers/adapter-settings'
import type { DropReason, ParsedReply, SupplierItem } from '../../querying/adapter.ts'
import {
  GoodsName,
  multiplicityOf,
  Name,
  PlaceName,
  priceKopOf,
  readReplyList,
  stockOf,
  termDaysOf,
} from '../parse-reply.ts'
import { listAt, valueAt, type Found } from './paths.ts'

const ONLY_WAREHOUSE = 'основной'
const RUBLES = /^(?:|rub|rur|руб\.?|рубль|643|₽|р\.?)$/i

/** Text of a plain value; empty for others. */
const wordsOf = (value: unknown): string =>
  typeof value === 'string' ? value : typeof value === 'number' || typeof value === 'boolean' ? String(value) : ''

/** Number as people write it: «1 250,50», «1250.5 руб.»; NaN without one. */
function writtenNumber(value: unknown): number {
  if (typeof value === 'number') return value
  const text = wordsOf(value).replace(/[\s\u00a0\u202f']/g, '')
  // «1,250.50» has two separators: which of them is the decimal one is not guessed.
  const [, found] = /^(-?\d{1,12}(?:[.,]\d{1,6})?)(?![\d.,]*\d)/.exec(text) ?? []
  return found === undefined ? NaN : Number(found.replace(',', '.'))
}

/** «12» exactly; «>10», «10+» and «есть» as a lower bound with the written text. */
function quantityOf(value: unknown): Pick<SupplierItem, 'qty' | 'qtyExact' | 'qtyText'> | null {
  const text = wordsOf(value)
    .trim()
    .replace(/(?<=\d)[\s\u00a0\u202f](?=\d{3}(?!\d))/g, '')
  // «<10» says that there are fewer: one is certain.
  if (text.startsWith('<')) return { qty: 1, qtyExact: false, qtyText: text.slice(0, 20) }
  const number = /\d{1,6}(?:[.,]\d{1,3})?/.exec(text)?.[0]
  const isPlain = typeof value === 'number' || /^\d{1,9}(?:[.,]\d{1,3})?(?:\s*шт\.?)?$/.test(text)
  if (number === undefined) {
    const isThere = value === true || /^(?:есть|да|в наличии|много|yes|true|\+{1,3})$/i.test(text)
    return isThere ? { qty: 1, qtyExact: false, qtyText: value === true ? 'есть' : text.slice(0, 20) } : null
  }
  const qty = stockOf(text.startsWith('-') ? NaN : Number(number.replace(',', '.')))
  if (qty === null) return null
  return isPlain ? { qty, qtyExact: true, qtyText: '' } : { qty, qtyExact: false, qtyText: text.slice(0, 20) }
}

/** Days of «2», «2-3 дня» or of hours; without a term the goods are taken as of today. */
function daysOf(value: unknown, unit: ApiReading['term_unit']): number | null {
  const text = wordsOf(value).trim()
  if (text === '') return 0
  const numbers = text.match(/\d{1,5}(?:[.,]\d{1,2})?/g)?.map((one) => Number(one.replace(',', '.'))) ?? []
  if (numbers.length === 0) return null
  const most = Math.max(...numbers)
  return termDaysOf(unit === 'hours' ? most / 24 : most)
}

function read(
  found: Found,
  { fields, price_unit: priceUnit, term_unit: termUnit }: ApiReading,
): SupplierItem | DropReason {
  const at = (path: string) => (path === '' ? undefined : valueAt(found, path))
  const [brand, article] = [Name.safeParse(at(fields.brand)).data, Name.safeParse(at(fields.article)).data]
  if (brand === undefined || article === undefined) return 'shape'
  const price = writtenNumber(at(fields.price))
  const purchaseKop = priceKopOf(priceUnit === 'kop' ? price / 100 : price)
  if (purchaseKop === null) return 'price'
  if (!RUBLES.test(wordsOf(at(fields.currency)).trim())) return 'currency'
  const quantity = quantityOf(at(fields.quantity))
  if (!quantity) return 'quantity'
  const termDays = daysOf(at(fields.term), termUnit)
  if (termDays === null) return 'term'
  const route = Name.safeParse(at(fields.warehouse)).data ?? ONLY_WAREHOUSE
  return {
    route,
    routeName: route === ONLY_WAREHOUSE ? '' : PlaceName.parse(route),
    brand,
    article,
    name: GoodsName.parse(at(fields.name)),
    purchaseKop,
    ...quantity,
    multiplicity: multiplicityOf(writtenNumber(at(fields.multiplicity))),
    termDays,
    probability: null,
    noReturn: false,
    handle: { article, brand, route },
  }
}

/** Reads the offers of an answer by the described paths. */
export const readByPaths = (body: unknown, reading: ApiReading): ParsedReply =>
  readReplyList(listAt(body, reading.list), (found) => read(found as Found, reading))
