import { roundedUp } from '@artikul/contract/catalog/sale-step'
import type { ConditionFields } from '@artikul/contract/pricing/price-condition'
import type { ConditionPreview, PriceDifference } from '@artikul/contract/pricing/price-conditions'
import { moscowDate, type Clock } from '../../../platform/clock.ts'
import type { Db, Sql } from '../../../platform/db/index.ts'
import { selectOffersOfProducts, type OfferRow } from '../../catalog/index.ts'
import type { PricingCondition, Quote, WhatIf } from '../prices/index.ts'
import { countConcerned, selectBestSellers, selectBiggestBuyers } from './preview.queries.ts'
import { storedOf } from './condition-rows.ts'

interface Deps {
  clock: Clock
  driver: Sql
  whatIf: WhatIf
}

/** Converts a condition for the price engine; a new one counts as the newest. */
function conditionOf(id: number | null, fields: ConditionFields): PricingCondition {
  const stored = storedOf(fields)
  const base = {
    id: id ?? Number.MAX_SAFE_INTEGER,
    contractorId: stored.contractor_id,
    priceGroupId: stored.price_group_id,
    productId: stored.product_id,
    brandId: stored.brand_id,
    inventoryGroupId: stored.inventory_group_id,
    supplyRouteId: stored.supply_route_id,
    purchaseFromKop: stored.purchase_from_kop,
    purchaseToKop: stored.purchase_to_kop,
    qtyFrom: stored.qty_from,
    validFrom: stored.valid_from,
    validTo: stored.valid_to,
  }
  const { effect } = fields
  switch (effect.kind) {
    case 'markup':
    case 'discount':
      return { ...base, effect: effect.kind, percentHundredths: effect.hundredths }
    case 'fixed':
      return { ...base, effect: 'fixed', fixedKop: effect.price_kop }
    case 'column':
      return { ...base, effect: 'column', columnId: effect.price_group_id }
    case 'not_sold':
      return { ...base, effect: 'not_sold' }
  }
}

/** Finds the best price of a quote among the offers. */
function bestOf(quote: Quote, offers: readonly OfferRow[], qtyFrom: number, day: string): number | null {
  const prices = offers.flatMap((offer) => {
    const priced = quote(offer, null, { qty: roundedUp(Math.max(qtyFrom, offer.multiplicity), offer), day })
    return priced ? [priced.offer.price_kop] : []
  })
  return prices.length === 0 ? null : Math.min(...prices)
}

/**
 * Previews a condition: numbers of offers and buyers it applies to, and, among best-selling products and largest
 * buyers, those whose best price would change on its first day. Nothing is written.
 */
export async function previewCondition(
  db: Db,
  { clock, driver, whatIf }: Deps,
  { id, fields }: { id: number | null; fields: ConditionFields },
): Promise<ConditionPreview> {
  const [concerned, productIds, companies, compare] = await Promise.all([
    countConcerned(db, fields),
    selectBestSellers(db, fields),
    selectBiggestBuyers(db, fields),
    whatIf((conditions) => [...conditions.filter((one) => one.id !== id), conditionOf(id, fields)]),
  ])
  const offers = Map.groupBy(
    (await selectOffersOfProducts(driver, productIds)).filter(({ relation }) => relation === 'asked'),
    (offer) => offer.product_id,
  )
  const today = moscowDate(clock.now())
  const day = fields.valid_from > today ? fields.valid_from : today
  const results: PriceDifference[] = []
  for (const contractor of companies) {
    const { before, after } = await compare(contractor.id)
    for (const [productId, own] of offers) {
      const [before_kop, after_kop] = [before, after].map((quote) => bestOf(quote, own, fields.qty_from, day))
      if (before_kop === after_kop || !own[0]) continue
      const { code, brand, article, name, unit } = own[0]
      const product = { id: productId, code, brand, article, name, unit }
      results.push({ product, contractor, before_kop: before_kop ?? null, after_kop: after_kop ?? null })
    }
  }
  return { concerned, compared: companies.length * offers.size, results }
}
