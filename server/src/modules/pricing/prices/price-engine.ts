import { halfUpShare, markUp, type Kopecks } from '@artikul/contract/core/money'
import {
  conditionFor,
  nextQuantities,
  type BuyerRules,
  type PricingCondition,
  type PricedGoods,
  type GoodsGroup,
  type PriceRules,
} from './price-rules.ts'
import { priceInColumn } from './column-prices.ts'

const WHOLE = 10_000
const RUBLE = 100

/** Step from the purchase price to the client's, with the resulting price. */
export type ComputedPriceStep =
  | { kind: 'purchase'; kop: Kopecks }
  | { kind: 'weight'; kop: Kopecks }
  | { kind: 'source_markup'; hundredths: number; kop: Kopecks }
  | { kind: 'group_markup'; hundredths: number; inventoryGroupId: number; kop: Kopecks }
  | { kind: 'column'; hundredths: number; columnId: number | null; kop: Kopecks }
  /** Own price of the goods in the column, which replaces the markups. */
  | { kind: 'column_price'; columnId: number | null; kop: Kopecks }
  | { kind: 'condition'; condition: PricingCondition; kop: Kopecks }
  | { kind: 'ruble'; kop: Kopecks }
  | { kind: 'floor'; hundredths: number; kop: Kopecks }
  /** Beyond the bounds of the supply route: not shown. */
  | { kind: 'bounds'; kop: Kopecks }

/**
 * VAT in per cent that a price must cover besides the purchase price: the seller charges it to the client and has none
 * to deduct (НК РФ ст. 171). For prices «с НДС» and «НДС сверху» the input tax is deductible, under ОСНО only.
 */
export const uncoveredVat = (taxRegime: string, supplyRouteVat: string, rate: string): number =>
  rate === 'none' || (taxRegime === 'osno' && supplyRouteVat !== 'none') ? 0 : Number(rate)

/** Cost of one unit: the purchase price with what its weight adds. */
const costKop = ({ purchaseKop, weightKop }: PricedGoods): Kopecks => purchaseKop + weightKop

/** Price with VAT that yields exactly the cost with a markup, in kopecks. */
export const coverKop = (goods: PricedGoods, hundredths: number): Kopecks =>
  halfUpShare(costKop(goods), (WHOLE + hundredths) * (100 + goods.uncoveredVat), WHOLE * 100)

/** Lowest price that the rules allow for the goods, in kopecks. */
export const floorKop = ({ rules }: BuyerRules, goods: PricedGoods): Kopecks =>
  coverKop(goods, groupOf(rules, goods).minMarkup)

/** Calculates the margin of a price over the cost, net of taxes, in hundredths of a per cent; 0 without a cost. */
export function netMarkup(goods: PricedGoods, kop: Kopecks): number {
  const cost = costKop(goods)
  return cost === 0 ? 0 : halfUpShare(kop, WHOLE * 100, cost * (100 + goods.uncoveredVat)) - WHOLE
}

function conditioned(condition: PricingCondition, baseKop: Kopecks, columnKop: Kopecks): Kopecks {
  switch (condition.effect) {
    case 'markup':
      return markUp(baseKop, condition.percentHundredths)
    case 'discount':
      return markUp(columnKop, -condition.percentHundredths)
    case 'fixed':
      return condition.fixedKop
    case 'column':
    case 'not_sold':
      return columnKop
  }
}

/** A group deleted a moment ago counts as none. */
const groupOf = (rules: PriceRules, { inventoryGroupId }: PricedGoods): GoodsGroup =>
  rules.groups.get(inventoryGroupId ?? 0) ?? rules.ungrouped

const silent = () => undefined

/** Own price of the goods in the column; undefined when the column calculates it. */
const ownColumnKop = ({ columnPrices }: BuyerRules, { isOwnStock, productId }: PricedGoods, columnId: number | null) =>
  columnPrices && isOwnStock ? priceInColumn(columnPrices, columnId, productId) : undefined

/**
 * Calculates the client's price of one unit with VAT for a quantity. Purchase → weight → the source's markup → the goods'
 * group's → the column's, or the column's own price → one condition, the most specific; rounded half up to the kopeck
 * after each; a column may round up to rubles; never below the cost with the least markup. Null when the goods are not sold to the client.
 * @param qty in the item's unit
 * @param day `YYYY-MM-DD` in Moscow
 * @param note receives every step of the calculation
 */
export function priceOf(
  buyer: BuyerRules,
  goods: PricedGoods,
  qty: number,
  day: string,
  note: (step: ComputedPriceStep) => void = silent,
): Kopecks | null {
  const { rules, column: usual, scopes } = buyer
  const group = groupOf(rules, goods)
  if (group.isHidden) return null
  const condition = conditionFor(scopes, goods, group.path, qty, day)

  note({ kind: 'purchase', kop: goods.purchaseKop })
  if (goods.weightKop > 0) note({ kind: 'weight', kop: costKop(goods) })
  const markedKop = markUp(costKop(goods), goods.supplyRouteMarkup)
  note({ kind: 'source_markup', hundredths: goods.supplyRouteMarkup, kop: markedKop })
  const baseKop = markUp(markedKop, group.markup)
  if (group.markupFrom !== null)
    note({ kind: 'group_markup', hundredths: group.markup, inventoryGroupId: group.markupFrom, kop: baseKop })

  const column = (condition?.effect === 'column' && rules.columns.get(condition.columnId)) || usual
  const ownKop = ownColumnKop(buyer, goods, column.id)
  let kop = ownKop ?? markUp(baseKop, column.markup)
  if (ownKop === undefined) note({ kind: 'column', hundredths: column.markup, columnId: column.id, kop })
  else note({ kind: 'column_price', columnId: column.id, kop })
  if (condition) {
    kop = conditioned(condition, baseKop, kop)
    note({ kind: 'condition', condition, kop })
    if (condition.effect === 'not_sold') return null
  }
  const isSet = condition?.effect === 'fixed' || kop === ownKop
  if (column.roundsToRuble && !isSet && kop % RUBLE !== 0) {
    kop += RUBLE - (kop % RUBLE)
    note({ kind: 'ruble', kop })
  }
  const lowestKop = coverKop(goods, group.minMarkup)
  if (kop >= lowestKop) return kop
  note({ kind: 'floor', hundredths: group.minMarkup, kop: lowestKop })
  return lowestKop
}

/** Lower price from a larger quantity: «от 10 шт. — 1 180,00 ₽». */
export interface QtyPrice {
  qty_from: number
  price_kop: Kopecks
}

/** Lists the prices of larger quantities, each lower than the one before. */
export function qtyPrices(buyer: BuyerRules, goods: PricedGoods, qty: number, kop: Kopecks, day: string): QtyPrice[] {
  const { path } = groupOf(buyer.rules, goods)
  let lowest = kop
  return nextQuantities(buyer.scopes, goods, path, qty, day).flatMap((qty_from) => {
    const price_kop = priceOf(buyer, goods, qty_from, day)
    if (price_kop === null || price_kop >= lowest) return []
    lowest = price_kop
    return [{ qty_from, price_kop }]
  })
}
