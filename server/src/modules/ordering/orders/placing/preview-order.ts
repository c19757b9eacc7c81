import type { OrderPlan, OrderPreview, OrderPreviewQuery } from '@artikul/contract/ordering/orders/orders'
import { moscowDate } from '../../../../platform/clock.ts'
import type { Db } from '../../../../platform/db/index.ts'
import { AppError } from '../../../../platform/errors.ts'
import { priceLines, selectCartLines, selectCurrentCart, type Buyer } from '../../cart/index.ts'
import {
  type ContractBalance,
  readVatRates,
  selectContractorWithManager,
  selectCompanyContracts,
  selectContractBalances,
  vatLabel,
} from '../../../companies/index.ts'
import type { Pricing } from '../../../pricing/index.ts'
import { chargesOf, presentDelivery, readDelivery } from './delivery-charges.ts'
import { requirePriced } from './detect-changes.ts'
import { consigneeOf, deferredOf, requireOpenContractor, type OrderDeps } from './place-order.ts'
import { chooseContracts, groupsOfChosen, listContractChoices, presentTerms } from './order-contracts.ts'
import { planOrders, type PlannedOrder } from './plan-orders.ts'
import { shownReason } from '../redaction.ts'

function outcomeText({ outcome, lines }: PlannedOrder, buyer: Buyer): string {
  if (outcome.state === 'awaiting_payment') return 'Ожидает оплаты, счёт будет выставлен сразу'
  if (outcome.state === 'on_hold') return `Приостановлен. ${shownReason(buyer, outcome.reason)}`
  const asks = lines.some((line) => line.state === 'needs_confirm')
  return asks ? 'Часть строк требует подтверждения' : 'Сразу пойдёт в работу'
}

function presentPlan(order: PlannedOrder, standing: ContractBalance | undefined, buyer: Buyer): OrderPlan {
  const final = order.lines.filter((line) => line.priced.offer.return_days === 0)
  return {
    seller: order.contract.seller_name,
    contract_id: order.contract.id,
    ...presentTerms(order.contract, standing, buyer),
    consignee_id: order.consigneeId,
    consignee: consigneeOf(order),
    expected_date: order.expectedDate,
    delivery: presentDelivery(order.delivery, buyer),
    cart_line_ids: order.lines.map(({ line }) => line.id),
    lines_count: order.lines.length,
    total_kop: order.totalKop,
    vat_kop: order.vatKop,
    vat_label: vatLabel(order.lines[0]?.vatRate ?? 'none'),
    outcome: outcomeText(order, buyer),
    no_return_count: final.length,
    no_return_sum_kop: final.reduce((sum, line) => sum + line.sumKop, 0),
  }
}

/**
 * Previews the orders into which the selected lines of a cart will be split, at today's prices and dates.
 * @param cartId current cart of the person; null when there is none
 * @param query contracts chosen by the buyer, whose prices apply, and points whose goods he collects
 * @throws AppError `cart.nothing_selected`, `offer.gone`, plus every refusal of planning and of choosing contracts
 */
export async function previewCart(
  db: Db,
  buyer: Buyer,
  deps: Pick<OrderDeps, 'clock' | 'pricing' | 'readDirectory'>,
  cartId: number | null,
  { contract_ids: contractIds = [], pickup_ids: pickupIds }: OrderPreviewQuery = {},
): Promise<OrderPreview> {
  const { contractorId } = buyer
  const now = deps.clock.now()
  const today = moscowDate(now)
  const [{ contractor, managerContact }, contracts] = await Promise.all([
    selectContractorWithManager(db, contractorId, today),
    selectCompanyContracts(db, contractorId),
  ])
  requireOpenContractor(contractor, managerContact, buyer)
  const rows = cartId === null ? [] : await selectCartLines(db, buyer, { cartId, selectedOnly: true })
  if (cartId === null || rows.length === 0) throw new AppError('cart.nothing_selected')
  const terms = chooseContracts(contracts, contractIds, { today, managerContact, buyer })
  const pricing: Pricing = (id) => deps.pricing(id, undefined, groupsOfChosen(terms))
  const [priced, vatOn] = await Promise.all([priceLines(db, pricing, contractorId, rows), readVatRates(db)])
  const lines = requirePriced(rows, priced, buyer)
  const standings = await selectContractBalances(db, deferredOf(contracts), today)
  const delivery = await readDelivery(db, buyer, deps.readDirectory, { pickupIds, now })
  const plans = planOrders({ lines, contracts: terms, standings, vatOn, delivery })
  return {
    plans: plans.map((order) => presentPlan(order, standings.get(order.contract.id), buyer)),
    contract_choices: listContractChoices(
      plans.map(({ contract }) => contract),
      terms,
      standings,
      buyer,
    ),
    total_kop: plans.reduce((sum, order) => sum + order.totalKop, 0),
    delivery_kop: chargesOf(plans),
    cart_id: cartId,
    lines: lines.map(({ line, priced: { offer } }) => ({
      cart_line_id: line.id,
      qty: line.qty,
      price_kop: offer.price_kop,
      expected_date: offer.expected_date,
      version: line.version,
    })),
  }
}

/**
 * Previews the orders of the person's current cart.
 * @throws AppError as `previewCart` does
 */
export const previewOrders = async (
  db: Db,
  buyer: Buyer,
  deps: OrderDeps,
  query: OrderPreviewQuery = {},
): Promise<OrderPreview> => previewCart(db, buyer, deps, (await selectCurrentCart(db, buyer))?.id ?? null, query)
