import { creditRefusal, FORGIVEN_KOP, type ContractBalance } from '../../../companies/index.ts'

/** Order that waits for payment or for a decision about the debt. */
export interface WaitingOrder {
  id: number
  /** Subject of the wait: payment, or a release from the credit hold. */
  kind: 'payment' | 'credit'
  total_kop: number
  /** Part of the total that is not in progress yet. */
  asks_kop: number
  /** Payments posted to its invoices. */
  named_kop: number
  /** True when full payment is required regardless of the contract. */
  pays_whole: boolean
  /** True when its whole sum already counts among orders in progress. */
  is_counted: boolean
}

/** Facts of a contract that decide about its waiting orders. */
export interface ContractFacts {
  prepayment_percent: number
  limit_kop: number
  stopped_reason: string | null
  /** Settlement position; its advance excludes payments posted to invoices of the waiting orders. */
  standing: ContractBalance | undefined
  /** Share of the advance that belongs to orders released but not shipped yet. */
  claimed_kop: number
}

/** Verdict on a waiting order. */
export interface ReleaseFacts {
  id: number
  /** Reason of the release; null while the order keeps waiting. */
  goes: 'paid' | 'credit' | 'unblocked' | null
  /** Required payment and its received part; 0 for an order that needs no payment. */
  need_kop: number
  paid_kop: number
  /** Explanation with sums why the credit does not suffice; empty when no credit is needed. */
  reason: string
  /** Sum of lines that the credit currently covers. */
  available_kop: number
}

/** Share that is paid in advance, rounded up to the kopeck. */
const shareOf = (totalKop: number, percent: number) => Math.ceil((totalKop * percent) / 100)

const needOf = (
  { pays_whole: whole, total_kop: total }: WaitingOrder,
  { prepayment_percent: percent }: ContractFacts,
) => shareOf(total, whole ? 100 : percent)

const sumOf = (orders: readonly WaitingOrder[], pick: (order: WaitingOrder) => number) =>
  orders.reduce((sum, order) => sum + pick(order), 0)

const namedOf = ({ named_kop: named, total_kop: total }: WaitingOrder) => Math.min(named, total)

/**
 * Decides which orders of one contract are released now: payments first cover the orders they name, then the oldest;
 * credit goes to the oldest order, and no order overtakes another that waits for credit.
 * @param orders waiting orders, oldest first
 */
export function evaluateRelease(facts: ContractFacts, orders: readonly WaitingOrder[]): ReleaseFacts[] {
  const { standing, stopped_reason: stopped, limit_kop: limit } = facts
  const advance = Math.max(-(standing?.counted_kop ?? 0), 0)
  let free = Math.max(advance - facts.claimed_kop, 0)
  // Waiting orders use no credit until their release.
  let usedCredit = (standing?.in_work_kop ?? 0) - sumOf(orders, (one) => (one.is_counted ? one.asks_kop : 0))
  let isBehind = false

  const byMoney = (order: WaitingOrder, need: number): ReleaseFacts => {
    const own = namedOf(order)
    const added = Math.max(Math.min(free, need - own), 0)
    free -= added
    const isPaid = own + added + FORGIVEN_KOP >= need
    if (isPaid) usedCredit += Math.max(order.total_kop - own, 0)
    const goes = isPaid && stopped === null ? 'paid' : null
    return { id: order.id, goes, need_kop: need, paid_kop: Math.min(own + added, need), reason: '', available_kop: 0 }
  }
  const byCredit = (order: WaitingOrder): ReleaseFacts => {
    // Payments posted to the order's invoices are not part of the advance and need no credit.
    const asks = Math.max(order.asks_kop - namedOf(order), 0)
    const reason = creditRefusal(limit, standing, asks, usedCredit) ?? (isBehind ? 'Ждёт более раннего заказа' : '')
    const isOverdue = standing !== undefined && standing.overdue_kop > 0
    const left = isOverdue || isBehind || stopped !== null ? 0 : limit - (standing?.counted_kop ?? 0) - usedCredit
    const why = standing && standing.override_until !== null ? 'unblocked' : 'credit'
    const goes = reason === '' && stopped === null ? why : null
    if (goes) usedCredit += asks
    else isBehind = true
    return { id: order.id, goes, need_kop: 0, paid_kop: 0, reason, available_kop: Math.max(left + namedOf(order), 0) }
  }
  return orders.map((order) => {
    const need = needOf(order, facts)
    return order.kind === 'payment' && need > 0 ? byMoney(order, need) : byCredit(order)
  })
}
