import { z } from 'zod'
import type { DropReason, ParsedReply, SupplierItem } from '../../querying/adapter.ts'
import {
  termDaysOf,
  GoodsName,
  priceKopOf,
  ReplyLine,
  multiplicityOf,
  Name,
  NumberOrText,
  numberIn,
  Optional,
  percentOf,
  PlaceName,
  readEach,
  readReplyList,
  stockOf,
  Text,
} from '../parse-reply.ts'

const Item = z.object({
  brand: Name,
  number: Name,
  description: GoodsName,
  availability: z.unknown(),
  packing: Optional(NumberOrText),
  deliveryPeriod: z.unknown(),
  deliveryPeriodMax: Optional(NumberOrText),
  supplierCode: Name,
  supplierDescription: PlaceName,
  distributorCode: PlaceName,
  itemKey: Optional(Text),
  price: z.unknown(),
  currency: Optional(z.string()),
  deliveryProbability: Optional(NumberOrText),
  noReturn: Optional(z.union([z.boolean(), NumberOrText.transform(Boolean)])),
})
type Item = z.infer<typeof Item>

/** Codes that ABCP sends for uncounted stock. */
const UNCOUNTED: Readonly<Record<number, string>> = { [-1]: '+', [-2]: '++', [-3]: '+++', [-10]: 'под заказ' }
const RUBLES = ['RUB', 'RUR', '']

function quantityOf(value: unknown): Pick<SupplierItem, 'qty' | 'qtyExact' | 'qtyText'> | null {
  const count = numberIn(value)
  const words = UNCOUNTED[count]
  if (words !== undefined) return { qty: 1, qtyExact: false, qtyText: words }
  const qty = stockOf(count)
  return qty === null ? null : { qty, qtyExact: true, qtyText: '' }
}

/** Converts the later of the two promised hours to days. */
function termOf({ deliveryPeriod, deliveryPeriodMax }: Item): number | null {
  const hours = numberIn(deliveryPeriod)
  return hours >= 0 ? termDaysOf(Math.max(hours, deliveryPeriodMax ?? 0) / 24) : null
}

function read(value: unknown): SupplierItem | DropReason {
  const parsed = Item.safeParse(value)
  if (!parsed.success) return 'shape'
  const item = parsed.data
  const purchaseKop = priceKopOf(item.price)
  if (purchaseKop === null) return 'price'
  if (!RUBLES.includes((item.currency ?? '').toUpperCase())) return 'currency'
  const quantity = quantityOf(item.availability)
  if (!quantity) return 'quantity'
  const termDays = termOf(item)
  if (termDays === null) return 'term'
  const { brand, number, supplierCode, itemKey } = item
  return {
    route: supplierCode,
    routeName: item.supplierDescription || item.distributorCode,
    brand,
    article: number,
    name: item.description,
    purchaseKop,
    ...quantity,
    multiplicity: multiplicityOf(item.packing),
    termDays,
    probability: percentOf(item.deliveryProbability),
    noReturn: item.noReturn === true,
    handle: { brand, number, supplierCode, itemKey: itemKey ?? '' },
  }
}

/** Accepts a flat list and one array per requested pair; both occur. */
const listIn = (body: unknown): unknown[] => (Array.isArray(body) ? body.flat(1) : body === null ? [] : [body])

export const readOffers = (body: unknown): ParsedReply => readReplyList(listIn(body), read)

const MetBrand = z.object({ brand: ReplyLine, number: ReplyLine, description: GoodsName })

export const readBrands = (body: unknown) =>
  readEach(listIn(body), MetBrand).map(({ brand, number: article, description: name }) => ({ brand, article, name }))
