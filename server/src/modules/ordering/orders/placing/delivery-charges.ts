import { formatMoney } from '@artikul/contract/core/money'
import type { PlannedDelivery } from '@artikul/contract/ordering/orders/orders'
import { seesPrices } from '../../../../platform/access/index.ts'
import { moscowDate } from '../../../../platform/clock.ts'
import type { Transaction } from 'kysely'
import type { Db, DB } from '../../../../platform/db/index.ts'
import { AppError } from '../../../../platform/errors.ts'
import { lockContracts } from '../../../companies/index.ts'
import type { DeliveryPrices, ReadDirectory } from '../../../catalog/index.ts'
import type { Buyer } from '../../cart/index.ts'
import { selectDeliveredToday, type DeliveredToday } from './delivery-charges.queries.ts'
import type { PlannedOrder } from './plan-orders.ts'

/** What the price of delivery depends on besides the lines. */
export interface DeliveryInput {
  terms: ReadonlyMap<number, DeliveryPrices>
  /** Points whose goods the buyer collects. */
  pickupIds: ReadonlySet<number>
  /** The company's earlier orders of the day. */
  today: readonly DeliveredToday[]
}

export const NO_DELIVERY: DeliveryInput = { terms: new Map(), pickupIds: new Set(), today: [] }

/** Delivery of a planned order; `productId` is the service product of its charge. */
export interface DeliveryPlan extends Omit<PlannedDelivery, 'refusal'> {
  charge_kop: number
  productId: number | null
  /** Sum missing to the minimum of the zone, in kopecks; 0 when it is delivered. */
  belowMinimumKop: number
  minimumKop: number
}

type Group = Pick<PlannedOrder, 'contract' | 'consigneeId'> & {
  lines: readonly { sumKop: number; line: { zone_id: number | null } }[]
}

const isPaid = (terms: DeliveryInput['terms']) =>
  [...terms.values()].some((zone) => zone.charge_kop > 0 || zone.minimum_kop > 0)

/** Reads the prices of delivery and the company's orders of the day; they are not needed while delivery is free. */
export async function readDelivery(
  db: Db,
  buyer: Buyer,
  readDirectory: ReadDirectory,
  { pickupIds = [], now }: { pickupIds?: readonly number[] | undefined; now: Date },
): Promise<DeliveryInput> {
  const { deliveryPrices: terms } = await readDirectory()
  const today = isPaid(terms) ? await selectDeliveredToday(db, buyer.contractorId, moscowDate(now)) : []
  return { terms, pickupIds: new Set(pickupIds), today }
}

/** Reads them for placing: contracts are locked, so that two orders placed at once are not both charged. */
export async function lockDelivery(
  tx: Transaction<DB>,
  buyer: Buyer,
  readDirectory: ReadDirectory,
  { contractIds, ...input }: { contractIds: number[]; pickupIds?: readonly number[] | undefined; now: Date },
): Promise<DeliveryInput> {
  if (isPaid((await readDirectory()).deliveryPrices)) await lockContracts(tx, contractIds)
  return readDelivery(tx, buyer, readDirectory, input)
}

/**
 * Prices the delivery of orders: once a day for each contract and point, free from the zone's sum of the day's orders.
 * A cancelled order takes its charge with it: the day's other orders keep the totals that the buyer accepted and may have
 * paid, and the next order of the day is charged.
 * @returns the delivery of each order in the given sequence; null for a point without a zone
 */
export function planDelivery(groups: readonly Group[], { terms, pickupIds, today }: DeliveryInput) {
  const nameOf = (contractId: number, consigneeId: number) => `${contractId} ${consigneeId}`
  const sums = new Map(today.map((one) => [nameOf(one.contract_id, one.consignee_id), one.goods_kop]))
  const charged = new Set(today.filter((one) => one.is_charged).map((one) => nameOf(one.contract_id, one.consignee_id)))
  for (const { contract, consigneeId, lines } of groups) {
    const name = nameOf(contract.id, consigneeId)
    sums.set(name, (sums.get(name) ?? 0) + lines.reduce((sum, line) => sum + line.sumKop, 0))
  }
  return groups.map(({ contract, consigneeId, lines }): DeliveryPlan | null => {
    const zone = terms.get(lines[0]?.line.zone_id ?? 0)
    if (!zone) return null
    const name = nameOf(contract.id, consigneeId)
    const sum = sums.get(name) ?? 0
    const isPickup = pickupIds.has(consigneeId)
    const missing = zone.charge_kop === 0 || zone.free_from_kop === null ? 0 : Math.max(zone.free_from_kop - sum, 0)
    const isFree = isPickup || charged.has(name) || (zone.free_from_kop !== null && missing === 0)
    if (!isPickup) charged.add(name)
    return {
      zone: zone.name,
      is_pickup: isPickup,
      charge_kop: isFree ? 0 : zone.charge_kop,
      free_from_kop: zone.charge_kop === 0 ? null : zone.free_from_kop,
      missing_kop: isFree || missing === 0 ? null : missing,
      productId: zone.charge_product_id,
      belowMinimumKop: isPickup ? 0 : Math.max(zone.minimum_kop - sum, 0),
      minimumKop: zone.minimum_kop,
    }
  })
}

/** Sums up the delivery charges of the orders, in kopecks. */
export const chargesOf = (plans: readonly PlannedOrder[]): number =>
  plans.reduce((sum, { delivery }) => sum + (delivery?.charge_kop ?? 0), 0)

/** Explains why an order is not delivered; empty when it is. */
function refusalOf({ zone, minimumKop, belowMinimumKop }: DeliveryPlan, buyer: Buyer): string {
  if (belowMinimumKop === 0) return ''
  const sums = seesPrices(buyer)
    ? `: от ${formatMoney(minimumKop)} ₽ за день, не хватает ${formatMoney(belowMinimumKop)} ₽`
    : ' пока невозможна: сумма меньше минимальной'
  return `Доставка в зону «${zone}»${sums}. Добавьте товар или выберите самовывоз`
}

export function presentDelivery(plan: DeliveryPlan | null, buyer: Buyer): PlannedDelivery | null {
  if (!plan) return null
  const { zone, is_pickup, charge_kop, free_from_kop, missing_kop } = plan
  return { zone, is_pickup, charge_kop, free_from_kop, missing_kop, refusal: refusalOf(plan, buyer) }
}

/**
 * Requires that delivery does not cost more than shown, and that every delivered order reaches the minimum of its zone.
 * @throws AppError `order.delivery_minimum`, `order.delivery_changed`
 */
export function requireDelivery(plans: readonly PlannedOrder[], shownKop: number | null | undefined, buyer: Buyer) {
  for (const { delivery } of plans) {
    const detail = delivery ? refusalOf(delivery, buyer) : ''
    if (detail !== '') throw new AppError('order.delivery_minimum', { detail })
  }
  const chargedKop = chargesOf(plans)
  if (typeof shownKop === 'number' && seesPrices(buyer) && chargedKop > shownKop)
    throw new AppError('order.delivery_changed', {
      detail: `Доставка: ${formatMoney(shownKop)} → ${formatMoney(chargedKop)} ₽`,
    })
}
