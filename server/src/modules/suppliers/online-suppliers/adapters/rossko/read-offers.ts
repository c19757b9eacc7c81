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
  PlaceName,
  readEach,
  readReplyList,
  stockOf,
} from '../parse-reply.ts'
import { childOf, childrenOf, resultOf } from './soap.ts'

const Part = z.object({ brand: Name, partnumber: Name, name: GoodsName })
const Item = Part.extend({
  id: Name,
  price: z.unknown(),
  count: z.unknown(),
  multiplicity: Optional(NumberOrText),
  delivery: z.unknown(),
  description: PlaceName,
})

function read(value: unknown): SupplierItem | DropReason {
  const parsed = Item.safeParse(value)
  if (!parsed.success) return 'shape'
  const { brand, partnumber, id, ...item } = parsed.data
  const purchaseKop = priceKopOf(item.price)
  if (purchaseKop === null) return 'price'
  const qty = stockOf(numberIn(item.count))
  if (qty === null) return 'quantity'
  const termDays = termDaysOf(numberIn(item.delivery))
  if (termDays === null) return 'term'
  return {
    route: id,
    routeName: item.description,
    brand,
    article: partnumber,
    name: item.name,
    purchaseKop,
    qty,
    qtyExact: true,
    qtyText: '',
    multiplicity: multiplicityOf(item.multiplicity),
    termDays,
    probability: null,
    noReturn: false,
    handle: { partnumber, brand, stock: id },
  }
}

const partsIn = (body: unknown): unknown[] => childrenOf(childOf(resultOf(body), 'PartsList'), 'Part')

/** Yields a part once per stock; analogues are nested in the part that they replace. */
const stocksOf = (part: unknown): unknown[] =>
  childrenOf(childOf(part, 'stocks'), 'stock').map((stock) =>
    typeof part === 'object' && typeof stock === 'object' ? { ...part, ...stock } : stock,
  )

export const readOffers = (body: unknown): ParsedReply =>
  readReplyList(
    partsIn(body)
      .flatMap((part) => [part, ...childrenOf(childOf(part, 'crosses'), 'Part')])
      .flatMap(stocksOf),
    read,
  )

export const readBrands = (body: unknown) =>
  readEach(partsIn(body), Part).map(({ brand, partnumber: article, name }) => ({ brand, article, name }))
