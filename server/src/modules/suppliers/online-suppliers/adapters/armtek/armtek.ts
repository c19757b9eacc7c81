import { z } from 'zod'
import type { Adapter, DropReason, ParsedReply, ReadContext, SupplierItem } from '../../querying/adapter.ts'
import { moscowDate } from '../../../../../platform/clock.ts'
import {
  GoodsName,
  multiplicityOf,
  Name,
  NumberOrText,
  numberIn,
  Optional,
  percentOf,
  priceKopOf,
  readEach,
  readReplyList,
  ReplyLine,
  stockOf,
  termDaysOf,
  Text,
} from '../parse-reply.ts'
import { ordering } from './ordering.ts'
import { authorizationOf, codesOf, errorOf, elementsOf, post, respOf } from './protocol.ts'

const DAY_MS = 86_400_000

const Item = z.object({
  PIN: Name,
  BRAND: Name,
  NAME: GoodsName,
  ARTID: Optional(Text),
  KEYZAK: Name,
  RVALUE: z.unknown(),
  RETDAYS: z.unknown(),
  RDPRF: Optional(NumberOrText),
  VENSL: Optional(NumberOrText),
  PRICE: z.unknown(),
  WAERS: Optional(Text),
  DLVDT: Optional(ReplyLine),
})

/** Whole days until `YYYYMMDDHHIISS` in Moscow time; NaN when it is none. */
function daysUntil(text: string | null | undefined, now: Date): number {
  const [, year, month, day] = /^(\d{4})(\d\d)(\d\d)\d{0,6}$/.exec(text ?? '') ?? []
  const days = (Date.parse(`${year}-${month}-${day}`) - Date.parse(moscowDate(now))) / DAY_MS
  return Math.max(0, days)
}

/** «12», or «>10» for at least so many. */
function quantityOf(value: unknown): Pick<SupplierItem, 'qty' | 'qtyExact' | 'qtyText'> | null {
  const least = /^>\s*(\d{1,6})$/.exec(String(value).trim())?.[1]
  const qty = stockOf(least === undefined ? numberIn(value) : Number(least))
  if (qty === null) return null
  return { qty, qtyExact: least === undefined, qtyText: least === undefined ? '' : `>${least}` }
}

function read(value: unknown, now: Date): SupplierItem | DropReason {
  const parsed = Item.safeParse(value)
  if (!parsed.success) return 'shape'
  const item = parsed.data
  const purchaseKop = priceKopOf(item.PRICE)
  if (purchaseKop === null) return 'price'
  if ((item.WAERS ?? 'RUB') !== 'RUB') return 'currency'
  const quantity = quantityOf(item.RVALUE)
  if (!quantity) return 'quantity'
  const termDays = termDaysOf(daysUntil(item.DLVDT, now))
  if (termDays === null) return 'term'
  return {
    route: item.KEYZAK,
    routeName: item.KEYZAK,
    brand: item.BRAND,
    article: item.PIN,
    name: item.NAME,
    purchaseKop,
    ...quantity,
    multiplicity: multiplicityOf(item.RDPRF),
    termDays,
    probability: percentOf(item.VENSL),
    noReturn: numberIn(item.RETDAYS) === 0,
    handle: { PIN: item.PIN, BRAND: item.BRAND, KEYZAK: item.KEYZAK, ARTID: item.ARTID ?? '' },
  }
}

const readOffers = (body: unknown, { now }: ReadContext): ParsedReply =>
  readReplyList(elementsOf(respOf(body)), (value) => read(value, now))

const MetBrand = z.object({ BRAND: Name, PIN: Name, NAME: GoodsName })

/**
 * Web services of Armtek, version 1.1.7 (`https://ws.armtek.ru/api`): Basic authorization, form fields, answers
 * `{ STATUS, MESSAGES, RESP }`. Methods and field names: the supplier's documentation at ws.armtek.ru, checked against
 * public clients of it.
 */
export const armtek = {
  format: 'json',
  search: (access, { article, brand }) => {
    const { vkorg, kunnr_rg, kunnr_za } = codesOf(access)
    return post(access, '/ws_search/search', [
      ['VKORG', vkorg],
      ['KUNNR_RG', kunnr_rg],
      ['PIN', article],
      ['BRAND', brand],
      // With analogues.
      ['QUERY_TYPE', '2'],
      ...(kunnr_za === '' ? [] : [['KUNNR_ZA', kunnr_za] as const]),
    ])
  },
  readOffers,
  brands: (access, article) =>
    post(access, '/ws_search/assortment_search', [
      ['VKORG', codesOf(access).vkorg],
      ['PIN', article],
    ]),
  readBrands: (body) =>
    readEach(elementsOf(respOf(body)), MetBrand).map(({ BRAND: brand, PIN: article, NAME: name }) => ({
      brand,
      article,
      name,
    })),
  batch: null,
  errorOf,
  secretsOf: (access) => [access.secret, authorizationOf(access)],
  ordering,
} satisfies Adapter
