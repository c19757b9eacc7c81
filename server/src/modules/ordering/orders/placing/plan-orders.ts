import { lineSumKop, toThousandths } from '@artikul/contract/core/money'
import type { LineState } from '@artikul/contract/ordering/orders/orders'
import { counted } from '@artikul/contract/core/plural'
import { vatIncludedKop, type VatRate } from '@artikul/contract/core/vat'
import type { CartLineRow, Worse } from '../../cart/index.ts'
import { creditRefusal, type ContractBalance, type VatOn } from '../../../companies/index.ts'
import type { PricedOffer } from '../../../pricing/index.ts'
import { AppError } from '../../../../platform/errors.ts'
import { NO_DELIVERY, planDelivery, type DeliveryInput, type DeliveryPlan } from './delivery-charges.ts'
import { contractWith, type OrderContracts, type PlacingContractRow } from './order-contracts.ts'

const MAX_ORDER_LINES = 1000

export interface PlannedOrderLine {
  line: CartLineRow & { consignee_id: number }
  priced: PricedOffer
  sumKop: number
  vatRate: VatRate
  vatKop: number
  state: LineState
  /**
   * Readable reason why the line does not start immediately and which changes were accepted within the tolerance; empty
   * when neither applies.
   */
  reason: string
  /** Changes accepted within the company's tolerance. */
  acceptedChange: Worse
}

/** First state of an order: waiting for payment, on hold with a reason, or in progress. */
export interface PlanOutcome {
  state: 'awaiting_payment' | 'on_hold' | 'open'
  reason: string
}

export interface PlannedOrder {
  contract: PlacingContractRow
  consigneeId: number
  expectedDate: string
  lines: PlannedOrderLine[]
  totalKop: number
  vatKop: number
  /** Delivery with its charge, which the totals include; null for a point without a zone. */
  delivery: (DeliveryPlan & { vatRate: VatRate; vatKop: number }) | null
  outcome: PlanOutcome
}

export interface OrderPlanInput {
  /** Lines to order; `isUnanswered` is true when the supplier was just queried and has not answered. */
  lines: { line: CartLineRow; priced: PricedOffer; isUnanswered?: boolean; acceptedChange?: Worse }[]
  contracts: OrderContracts
  standings: ReadonlyMap<number, ContractBalance>
  vatOn: VatOn
  delivery?: DeliveryInput
}

const UNANSWERED = 'Поставщик не ответил, уточняется'
const NOTHING_ACCEPTED: Worse = { rise_kop: 0, delay_days: 0 }

/** Describes accepted changes in the history; without sums, because every reader of the order sees it. */
function acceptedText({ rise_kop: rise, delay_days: days }: Worse): string {
  const what = [rise > 0 && 'цена выше', days > 0 && `срок позже на ${counted(days, 'день', 'дня', 'дней')}`]
  const words = what.filter((one) => one !== false)
  return words.length === 0 ? '' : `Принято в пределах допуска: ${words.join(', ')}`
}

function planLine(
  { line, priced, isUnanswered = false, acceptedChange = NOTHING_ACCEPTED }: OrderPlanInput['lines'][number],
  contract: PlacingContractRow,
  vatOn: VatOn,
): PlannedOrderLine {
  const { consignee_id } = line
  if (consignee_id === null)
    throw new AppError('order.consignee_required', {
      detail: `Укажите, куда везти: ${line.brand} ${line.article}`,
      errors: [{ path: `lines.${line.id}.consignee_id`, message: 'Укажите грузополучателя' }],
    })
  const sumKop = lineSumKop(priced.offer.price_kop, toThousandths(line.qty))
  const vatRate = vatOn(contract.tax_regime, priced.offer.expected_date)
  const asksMore = !priced.offer.qty_exact && line.qty > priced.available
  return {
    line: { ...line, consignee_id },
    priced,
    sumKop,
    vatRate,
    vatKop: vatIncludedKop(sumKop, vatRate),
    state: firstState(priced, asksMore || isUnanswered),
    reason: [isUnanswered ? UNANSWERED : '', acceptedText(acceptedChange)].filter(Boolean).join('. '),
    acceptedChange,
  }
}

function firstState({ offer }: PricedOffer, isDoubtful: boolean): LineState {
  if (isDoubtful || offer.stale) return 'needs_confirm'
  return offer.own_stock ? 'reserved' : 'in_work'
}

/**
 * Determines the first state: a prepaid order waits for payment; a deferred one is held when a debt is overdue or the
 * limit is exceeded.
 */
function outcomeOf(
  contract: PlacingContractRow,
  totalKop: number,
  standing: ContractBalance | undefined,
  usedKop: number,
): PlanOutcome {
  if (contract.prepayment_percent > 0) return { state: 'awaiting_payment', reason: '' }
  const reason = creditRefusal(contract.limit_kop, standing, totalKop, (standing?.in_work_kop ?? 0) + usedKop)
  if (reason !== null) return { state: 'on_hold', reason }
  return { state: 'open', reason: '' }
}

function chunks<T>(items: T[], size: number): T[][] {
  const parts: T[][] = []
  for (let start = 0; start < items.length; start += size) parts.push(items.slice(start, start + size))
  return parts
}

/**
 * Splits the selected lines into orders by seller, contract, consignee and date (an order holds at most 1,000 lines).
 * @throws AppError `order.consignee_required`, `contract.missing`, `contract.expired`
 */
export function planOrders(input: OrderPlanInput): PlannedOrder[] {
  const groups = new Map<string, { contract: PlacingContractRow; lines: PlannedOrderLine[] }>()
  for (const item of input.lines) {
    const contract = contractWith(item.priced.warehouse.seller_id, input.contracts)
    const planned = planLine(item, contract, input.vatOn)
    const name = [contract.id, planned.line.consignee_id, planned.priced.offer.expected_date].join(' ')
    const group = groups.get(name) ?? { contract, lines: [] }
    group.lines.push(planned)
    groups.set(name, group)
  }
  const parts = [...groups.values()].flatMap(({ contract, lines }) =>
    chunks(lines, MAX_ORDER_LINES).map((part) => ({
      contract,
      consigneeId: part[0]?.line.consignee_id ?? 0,
      expectedDate: part[0]?.priced.offer.expected_date ?? input.contracts.today,
      lines: part,
    })),
  )
  const deliveries = planDelivery(parts, input.delivery ?? NO_DELIVERY)
  const usedByContract = new Map<number, number>()
  return parts.map((part, index) => {
    const { contract, lines } = part
    const delivery = withVat(deliveries[index] ?? null, input.vatOn(contract.tax_regime, part.expectedDate))
    const totalKop = lines.reduce((sum, line) => sum + line.sumKop, delivery?.charge_kop ?? 0)
    const before = usedByContract.get(contract.id) ?? 0
    const outcome = outcomeOf(contract, totalKop, input.standings.get(contract.id), before)
    if (outcome.state === 'open') usedByContract.set(contract.id, before + totalKop)
    return {
      ...part,
      lines: lines.map((line) => ({ ...line, state: stateIn(outcome, line.state) })),
      totalKop,
      vatKop: lines.reduce((sum, line) => sum + line.vatKop, delivery?.vatKop ?? 0),
      delivery,
      outcome,
    }
  })
}

const withVat = (delivery: DeliveryPlan | null, vatRate: VatRate): PlannedOrder['delivery'] =>
  delivery && { ...delivery, vatRate, vatKop: vatIncludedKop(delivery.charge_kop, vatRate) }

/** A line that requires an approval waits for it first; otherwise it waits with its order. */
const stateIn = (outcome: PlanOutcome, state: LineState): LineState =>
  state === 'needs_confirm' || outcome.state === 'open' ? state : outcome.state
