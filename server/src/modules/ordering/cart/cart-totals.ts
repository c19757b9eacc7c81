import { MAX_SUMMED_LINES } from '@artikul/contract/ordering/carts'
import { lineSumKop, toThousandths } from '@artikul/contract/core/money'
import type { Db } from '../../../platform/db/index.ts'
import type { Pricing } from '../../pricing/index.ts'
import { selectCartLines } from './cart.queries.ts'
import { priceLines, type Buyer } from './cart.ts'
import { selectCarts, selectLinesOf } from './carts.queries.ts'

/** Calculates the current total of each cart, as its own page does; carts above the pricing limit get none. */
export async function readSums(db: Db, buyer: Buyer, pricing: Pricing) {
  const carts = await selectCarts(db, buyer)
  let left = MAX_SUMMED_LINES
  const summed = carts.filter(({ lines_count: count }) => {
    if (count > left) return false
    left -= count
    return true
  })
  const places = await selectLinesOf(
    db,
    buyer,
    summed.map(({ id }) => id),
  )
  const rows = places.length === 0 ? [] : await selectCartLines(db, buyer, { ids: places.map(({ id }) => id) })
  const priced = await priceLines(db, pricing, buyer.contractorId, rows)
  const cartOf = new Map(places.map(({ id, cart_id: cartId }) => [id, cartId]))
  const sums = new Map(summed.map(({ id }) => [id, 0]))
  for (const row of rows) {
    const cartId = cartOf.get(row.id) ?? 0
    const price = priced.get(row.id)?.offer.price_kop ?? row.price_kop
    sums.set(cartId, (sums.get(cartId) ?? 0) + lineSumKop(price, toThousandths(row.qty)))
  }
  return [...sums].map(([id, total_sum_kop]) => ({ id, total_sum_kop }))
}
