import { creditRefusal, FORGIVEN_KOP, type Standing } from '../../../companies/index.ts'

/** An order that waits for money or for a word about the debt. */
export interface WaitingOrder {
  id: number
  /** What its parts wait for: money, or that the debt lets it go on. */
  kind: 'payment' | 'credit'
  total_kop: number
  /** Of the total, what is not at work yet. */
  asks_kop: number
  /** Posted by name for its invoices. */
  named_kop: number
  /** It is paid in full, whatever its contract says. */
  pays_whole: boolean
  /** Its whole sum stands among orders in work already. */
  is_counted: boolean
}

/** What the waiting orders of a contract are weighed by. */
export interface ContractFacts {
  prepayment_percent: number
  limit_kop: number
  stopped_reason: string | null
  /** What is posted by name for the waiting orders is left out of its advance. */
  standing: Standing | undefined
  /** Of the advance, what belongs to orders that were let go and have not left yet. */
  claimed_kop: number
}

/** How an order stands among those that wait. */
export interface Weighed {
  id: number
  /** Null: it waits still. */
  goes: 'paid' | 'credit' | 'unblocked' | null
  /** What is to be paid before it goes, and what of it is there; 0 for one that no money is asked of. */
  need_kop: number
  paid_kop: number
  /** Why its credit does not suffice, in words with sums; empty: no credit is asked for. */
  reason: string
  /** Sum of lines that the credit would suffice for now. */
  available_kop: number
}

/** The share that is paid beforehand, up to the kopeck. */
const shareOf = (totalKop: number, percent: number) => Math.ceil((totalKop * percent) / 100)

const needOf = (
  { pays_whole: whole, total_kop: total }: WaitingOrder,
  { prepayment_percent: percent }: ContractFacts,
) => shareOf(total, whole ? 100 : percent)

const sumOf = (orders: readonly WaitingOrder[], pick: (order: WaitingOrder) => number) =>
  orders.reduce((sum, order) => sum + pick(order), 0)

const namedOf = ({ named_kop: named, total_kop: total }: WaitingOrder) => Math.min(named, total)

/**
 * Which of the orders of one contract go on now: money first pays what it names, then the oldest; credit goes to the
 * oldest, and none overtakes another that waits for it.
 * @param orders those that wait, the oldest first
 */
export function weigh(facts: ContractFacts, orders: readonly WaitingOrder[]): Weighed[] {
  const { standing, stopped_reason: stopped, limit_kop: limit } = facts
  const advance = Math.max(-(standing?.counted_kop ?? 0), 0)
  let free = Math.max(advance - facts.claimed_kop, 0)
  // What waits takes no credit until it goes.
  let taken = (standing?.in_work_kop ?? 0) - sumOf(orders, (one) => (one.is_counted ? one.asks_kop : 0))
  let isBehind = false

  const byMoney = (order: WaitingOrder, need: number): Weighed => {
    const own = namedOf(order)
    const added = Math.max(Math.min(free, need - own), 0)
    free -= added
    const isPaid = own + added + FORGIVEN_KOP >= need
    if (isPaid) taken += Math.max(order.total_kop - own, 0)
    const goes = isPaid && stopped === null ? 'paid' : null
    return { id: order.id, goes, need_kop: need, paid_kop: Math.min(own + added, need), reason: '', available_kop: 0 }
  }
  const byCredit = (order: WaitingOrder): Weighed => {
    // What was posted for it by name is left out of the advance, and needs no credit.
    const asks = Math.max(order.asks_kop - namedOf(order), 0)
    const reason = creditRefusal(limit, standing, asks, taken) ?? (isBehind ? 'Ждёт более раннего заказа' : '')
    const isOverdue = standing !== undefined && standing.overdue_kop > 0
    const left = isOverdue || isBehind || stopped !== null ? 0 : limit - (standing?.counted_kop ?? 0) - taken
    const why = standing && standing.unblocked_until !== null ? 'unblocked' : 'credit'
    const goes = reason === '' && stopped === null ? why : null
    if (goes) taken += asks
    else isBehind = true
    return { id: order.id, goes, need_kop: 0, paid_kop: 0, reason, available_kop: Math.max(left + namedOf(order), 0) }
  }
  return orders.map((order) => {
    const need = needOf(order, facts)
    return order.kind === 'payment' && need > 0 ? byMoney(order, need) : byCredit(order)
  })
}
