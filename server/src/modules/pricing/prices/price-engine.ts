import { halfUpShare, markUp, type Kopecks } from '@artikul/contract/core/money'
import {
  conditionFor,
  nextQuantities,
  type BuyerRules,
  type Condition,
  type Goods,
  type GoodsGroup,
  type PriceRules,
} from './price-rules.ts'

const WHOLE = 10_000
const RUBLE = 100

/** One step from the purchase price to the client's, with the price after it. */
export type PriceStep =
  | { kind: 'purchase'; kop: Kopecks }
  | { kind: 'source_markup'; hundredths: number; kop: Kopecks }
  | { kind: 'group_markup'; hundredths: number; inventoryGroupId: number; kop: Kopecks }
  | { kind: 'column'; hundredths: number; columnId: number | null; kop: Kopecks }
  | { kind: 'condition'; condition: Condition; kop: Kopecks }
  | { kind: 'ruble'; kop: Kopecks }
  | { kind: 'floor'; hundredths: number; kop: Kopecks }

/**
 * Per cent of VAT that a price must bring besides the purchase price: the seller takes it from the client and has none
 * to deduct (НК РФ ст. 171). Prices «с НДС» and «НДС сверху» are both bought with a deductible tax, by ОСНО alone.
 */
export const uncoveredVat = (taxRegime: string, sourceVat: string, rate: string): number =>
  rate === 'none' || (taxRegime === 'osno' && sourceVat !== 'none') ? 0 : Number(rate)

/** The price with VAT that brings exactly the cost with a markup, kopecks. */
export const coverKop = ({ purchaseKop, uncoveredVat: vat }: Goods, hundredths: number): Kopecks =>
  halfUpShare(purchaseKop, (WHOLE + hundredths) * (100 + vat), WHOLE * 100)

/** The lowest price that the rules allow for the goods, kopecks. */
export const floorKop = ({ rules }: BuyerRules, goods: Goods): Kopecks =>
  coverKop(goods, groupOf(rules, goods).minMarkup)

/** What a price brings over the cost, net of taxes, hundredths of a per cent; nothing to compare with: 0. */
export function netMarkup({ purchaseKop, uncoveredVat: vat }: Goods, kop: Kopecks): number {
  return purchaseKop === 0 ? 0 : halfUpShare(kop, WHOLE * 100, purchaseKop * (100 + vat)) - WHOLE
}

function conditioned(condition: Condition, baseKop: Kopecks, columnKop: Kopecks): Kopecks {
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

/** A group that was deleted a moment ago is none. */
const groupOf = (rules: PriceRules, { inventoryGroupId }: Goods): GoodsGroup =>
  rules.groups.get(inventoryGroupId ?? 0) ?? rules.ungrouped

const silent = () => undefined

/**
 * The client's price of one unit, with VAT, when he takes so many. Purchase → the source's markup → the goods' group's →
 * the column's → one condition, the most specific; half-up to the kopeck after each; a column may round up to rubles;
 * never under the cost with the least markup. Null: not sold to him.
 *
 * @param qty in the item's unit
 * @param day `YYYY-MM-DD` in Moscow
 * @param note hears every step on the way
 */
export function priceOf(
  { rules, column: usual, scopes }: BuyerRules,
  goods: Goods,
  qty: number,
  day: string,
  note: (step: PriceStep) => void = silent,
): Kopecks | null {
  const group = groupOf(rules, goods)
  if (group.isHidden) return null
  const condition = conditionFor(scopes, goods, group.path, qty, day)

  note({ kind: 'purchase', kop: goods.purchaseKop })
  const markedKop = markUp(goods.purchaseKop, goods.sourceMarkup)
  note({ kind: 'source_markup', hundredths: goods.sourceMarkup, kop: markedKop })
  const baseKop = markUp(markedKop, group.markup)
  if (group.markupFrom !== null)
    note({ kind: 'group_markup', hundredths: group.markup, inventoryGroupId: group.markupFrom, kop: baseKop })

  const column = (condition?.effect === 'column' && rules.columns.get(condition.columnId)) || usual
  let kop = markUp(baseKop, column.markup)
  note({ kind: 'column', hundredths: column.markup, columnId: column.id, kop })
  if (condition) {
    kop = conditioned(condition, baseKop, kop)
    note({ kind: 'condition', condition, kop })
    if (condition.effect === 'not_sold') return null
  }
  if (column.roundsToRuble && condition?.effect !== 'fixed' && kop % RUBLE !== 0) {
    kop += RUBLE - (kop % RUBLE)
    note({ kind: 'ruble', kop })
  }
  const lowestKop = coverKop(goods, group.minMarkup)
  if (kop >= lowestKop) return kop
  note({ kind: 'floor', hundredths: group.minMarkup, kop: lowestKop })
  return lowestKop
}

/** A lower price from a larger quantity on: «от 10 шт. — 1 180,00 ₽». */
export interface QtyPrice {
  qty_from: number
  price_kop: Kopecks
}

/** What larger quantities cost less than the price given, each less than the one before. */
export function qtyPrices(buyer: BuyerRules, goods: Goods, qty: number, kop: Kopecks, day: string): QtyPrice[] {
  const { path } = groupOf(buyer.rules, goods)
  let lowest = kop
  return nextQuantities(buyer.scopes, goods, path, qty, day).flatMap((qty_from) => {
    const price_kop = priceOf(buyer, goods, qty_from, day)
    if (price_kop === null || price_kop >= lowest) return []
    lowest = price_kop
    return [{ qty_from, price_kop }]
  })
}
