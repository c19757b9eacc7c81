import type { OwnCondition, OwnPrice } from '@artikul/contract/pricing/own-price'
import type { Sql } from '../../../platform/db/index.ts'
import { selectOffersAroundProduct, type ReadDirectory } from '../../catalog/index.ts'
import type { ComputedPriceStep, Pricing } from '../prices/index.ts'

type AppliedCondition = Extract<ComputedPriceStep, { kind: 'condition' }>['condition']

const EFFECTS = { fixed: 'fixed', discount: 'discount' } as const

/** Describes a condition in the buyer's terms: markups and columns are the supplier's business. */
const describe = (condition: AppliedCondition): OwnCondition => ({
  scope: condition.contractorId !== null ? 'company' : condition.priceGroupId !== null ? 'price_group' : 'everybody',
  goods:
    condition.productId !== null
      ? 'product'
      : condition.brandId !== null
        ? 'brand'
        : condition.inventoryGroupId !== null
          ? 'inventory_group'
          : 'any',
  effect: condition.effect in EFFECTS ? EFFECTS[condition.effect as keyof typeof EFFECTS] : 'special',
  discount_percent: condition.effect === 'discount' ? condition.percentHundredths / 100 : null,
  qty_from: condition.qtyFrom,
  valid_to: condition.validTo,
})

interface Deps {
  driver: Sql
  pricing: Pricing
  readDirectory: ReadDirectory
}

/** Explains the company's prices for a product, for each warehouse that has it, cheapest first. */
export async function readOwnPrices(
  { driver, pricing, readDirectory }: Deps,
  contractorId: number,
  productId: number,
): Promise<OwnPrice[]> {
  const [rows, own, list, { warehouses }] = await Promise.all([
    selectOffersAroundProduct(driver, productId),
    pricing(contractorId),
    pricing(null),
    readDirectory(),
  ])
  const prices = rows.flatMap((row): (OwnPrice & { price_kop: number })[] => {
    if (row.relation !== 'asked' || row.offer_id === null) return []
    const applied: AppliedCondition[] = []
    const note = (step: ComputedPriceStep) => {
      if (step.kind === 'condition') applied.push(step.condition)
    }
    const price = own(row, null, { note })?.offer.price_kop
    if (price === undefined) return []
    const listed = list(row, null)?.offer.price_kop ?? 0
    const [condition] = applied
    return [
      {
        offer_id: row.offer_id,
        warehouse: warehouses.get(row.warehouse_id)?.shown_as ?? '',
        price_kop: price,
        list_kop: listed > price ? listed : null,
        condition: condition ? describe(condition) : null,
      },
    ]
  })
  return prices.toSorted((a, b) => a.price_kop - b.price_kop)
}
