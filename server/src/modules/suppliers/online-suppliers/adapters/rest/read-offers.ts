import { z } from 'zod'
import type { DropReason, ParsedReply, SupplierItem } from '../../querying/adapter.ts'
import {
  termDaysOf,
  GoodsName,
  priceKopOf,
  multiplicityOf,
  Name,
  numberIn,
  NumberOrText,
  Optional,
  percentOf,
  PlaceName,
  readEach,
  readReplyList,
  stockOf,
} from '../parse-reply.ts'

const Item = z.object({
  id: Name,
  brand: Name,
  article: Name,
  name: GoodsName,
  price: z.unknown(),
  currency: Optional(z.string()),
  quantity: z.unknown(),
  delivery_days: z.unknown(),
  warehouse: Name,
  warehouse_name: PlaceName,
  multiplicity: Optional(NumberOrText),
  probability: Optional(NumberOrText),
  no_return: Optional(z.boolean()),
})

function quantityOf(value: unknown): Pick<SupplierItem, 'qty' | 'qtyExact' | 'qtyText'> | null {
  const least = typeof value === 'string' ? /^>\s*(\d{1,6})$/.exec(value.trim())?.[1] : undefined
  const qty = stockOf(least === undefined ? numberIn(value) : Number(least))
  if (qty === null) return null
  return least === undefined ? { qty, qtyExact: true, qtyText: '' } : { qty, qtyExact: false, qtyText: `>${least}` }
}

function read(value: unknown): SupplierItem | DropReason {
  const parsed = Item.safeParse(value)
  if (!parsed.success) return 'shape'
  const item = parsed.data
  const purchaseKop = priceKopOf(item.price)
  if (purchaseKop === null) return 'price'
  if ((item.currency ?? 'RUB') !== 'RUB') return 'currency'
  const quantity = quantityOf(item.quantity)
  if (!quantity) return 'quantity'
  const termDays = termDaysOf(numberIn(item.delivery_days))
  if (termDays === null) return 'term'
  return {
    route: item.warehouse,
    routeName: item.warehouse_name,
    brand: item.brand,
    article: item.article,
    name: item.name,
    purchaseKop,
    ...quantity,
    multiplicity: multiplicityOf(item.multiplicity),
    termDays,
    probability: percentOf(item.probability),
    noReturn: item.no_return === true,
    handle: { id: item.id },
  }
}

const listIn = (body: unknown): unknown[] => (Array.isArray(body) ? body : [])

export const readOffers = (body: unknown): ParsedReply => readReplyList(listIn(body), read)

const MetBrand = z.object({ brand: Name, article: Name, name: GoodsName })

export const readBrands = (body: unknown) => readEach(listIn(body), MetBrand)
