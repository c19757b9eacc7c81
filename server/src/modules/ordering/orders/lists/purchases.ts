import type { CompanyScope } from '../../../../platform/access/index.ts'
import { LineState } from '@artikul/contract/ordering/orders/orders'
import type { FrequentPurchase, Purchases } from '@artikul/contract/ordering/orders/purchases'
import { moscowDate } from '../../../../platform/clock.ts'
import type { Db } from '../../../../platform/db/index.ts'
import { selectExpectedPurchases, selectFrequent, selectLast } from './purchases.queries.ts'

/** Reads the company's past orders of the products within the person's rights; products without orders are absent. */
export async function readPurchases(db: Db, member: CompanyScope, productIds: readonly number[]): Promise<Purchases[]> {
  const [coming, last] = [
    await selectExpectedPurchases(db, member, productIds),
    await selectLast(db, member, productIds),
  ]
  const comingOf = Map.groupBy(coming, (part) => part.product_id)
  return last.map(({ product_id, created_at, price_kop }) => ({
    product_id,
    coming: (comingOf.get(product_id) ?? []).map((part) => ({ ...part, state: LineState.parse(part.state) })),
    last: { day: moscowDate(created_at), price_kop },
  }))
}

/** Reads «Часто берёте»: what the company ordered more than once lately, within the person's rights. */
export async function readFrequentPurchases(db: Db, member: CompanyScope): Promise<FrequentPurchase[]> {
  const rows = await selectFrequent(db, member)
  return rows.map(({ orders_count, last_at, photo_hash, ...product }) => ({
    product: { ...product, ...(photo_hash !== null && { photo: photo_hash }) },
    orders_count,
    last_ordered_on: moscowDate(last_at),
  }))
}
