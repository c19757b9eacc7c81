import type { EventCounts, EventKind } from '@artikul/contract/platform/events'
import type { Mover } from '@artikul/contract/ordering/orders/line-transitions'
import { isDropped, type OrderStatus } from '@artikul/contract/ordering/orders/orders'
import type { Db } from '../../../platform/db/index.ts'
import type { Writer } from '../../../platform/http/index.ts'
import { publishEvents, type DomainEvent } from '../../../platform/events/index.ts'
import type { By, LineMove } from './lines/line-transitions.ts'
import { selectChainOrders } from './lines/replacements.queries.ts'

/** Order fields for domain events: its identity and its readers. */
export interface PublishedOrder {
  id: number
  number: string
  contractor_id: number
  consignee_id: number
}

const eventOf = ({ id, number, contractor_id, consignee_id }: PublishedOrder) => ({
  about: 'order' as const,
  aboutId: id,
  label: number,
  contractorId: contractor_id,
  consigneeId: consignee_id,
})

/** Publishes placed orders; held ones also concern the buyer's colleagues. */
export const publishPlacedOrder = (
  tx: Db,
  author: Writer,
  orders: readonly (PublishedOrder & { status: OrderStatus })[],
  now: Date,
): Promise<void> =>
  publishEvents(
    tx,
    orders.map((order) => ({
      ...eventOf(order),
      kind: order.status === 'on_hold' ? 'order.held' : 'order.placed',
      author,
    })),
    now,
  )

type LinesCount = keyof EventCounts & ('refused' | 'asked' | 'delayed' | 'removed' | 'cancelled' | 'confirmed')

function countOf({ from, to }: LineMove, mover: Mover): LinesCount | null {
  if (to === 'refused_supplier') return 'refused'
  if (to === 'needs_confirm') return 'asked'
  if (to === 'delayed') return 'delayed'
  if (to === 'cancelled_client' || to === 'removed') return mover === 'client' ? 'cancelled' : 'removed'
  const isConfirmed = to === 'confirmed_supplier' || (from === 'needs_confirm' && mover !== 'client')
  return isConfirmed ? 'confirmed' : null
}

/** Line counts by severity, most severe first, in the order of the list of events. */
const GRAVITY: readonly LinesCount[] = ['refused', 'asked', 'delayed', 'removed', 'cancelled', 'confirmed']

function summaryOf(moves: readonly LineMove[], mover: Mover): { kind: EventKind; counts: EventCounts } {
  const lines = new Map<LinesCount, Set<number>>()
  for (const move of moves) {
    const name = countOf(move, mover)
    if (name) lines.set(name, (lines.get(name) ?? new Set()).add(move.lineId))
  }
  const counts = Object.fromEntries([...lines].map(([name, ids]) => [name, ids.size]))
  const bySystem = (isMeant: (move: LineMove) => boolean) => mover === 'system' && moves.some(isMeant)
  if (bySystem(({ from, to }) => from === 'awaiting_payment' && !isDropped(to))) return { kind: 'order.paid', counts }
  if (bySystem(({ to }) => to === 'removed')) return { kind: 'order.expired', counts }
  const isReleased = moves.some(({ from, to }) => from === 'on_hold' && !isDropped(to))
  const worst = GRAVITY.find((name) => lines.has(name))
  if (moves.some(({ to }) => to === 'on_hold')) return { kind: 'order.held', counts }
  if (isReleased && worst === undefined) return { kind: 'order.released', counts }
  return { kind: worst ? `order.${worst}` : 'order.changed', counts }
}

/**
 * Publishes the outcome of moves, one domain event per order. A client's own moves are not published to that client.
 */
export async function publishLineTransitions(
  tx: Db,
  { mover, author }: By,
  orders: readonly (PublishedOrder & { lineIds: ReadonlySet<number> })[],
  moves: readonly LineMove[],
  now: Date,
): Promise<void> {
  // A change approval and its answer have their own events.
  if (mover === 'decision') return
  const side = mover === 'client' ? { tells: 'staff' as const } : {}
  const events = orders.map((order): DomainEvent => {
    const own = moves.filter(({ lineId }) => order.lineIds.has(lineId))
    return { ...eventOf(order), ...summaryOf(own, mover), ...side, author }
  })
  await publishEvents(tx, events, now)
}

/** Notifies open pages to reload the links between replaced lines, for the lines and their whole chains. */
export async function publishReplacementChains(
  tx: Db,
  author: Writer | null,
  lineIds: readonly number[],
  now: Date,
): Promise<void> {
  if (lineIds.length === 0) return
  const orders = await selectChainOrders(tx, lineIds)
  await publishEvents(
    tx,
    orders.map((order) => ({ ...eventOf(order), kind: 'order.changed', author })),
    now,
  )
}

/** Publishes that a client created or withdrew a cancellation request, or that a manager declined it. */
export const publishCancelRequest = (
  tx: Db,
  line: Pick<PublishedOrder, 'number' | 'contractor_id' | 'consignee_id'> & { order_id: number },
  what: 'requested' | 'withdrawn' | 'declined',
  author: Writer,
  now: Date,
): Promise<void> =>
  publishEvents(
    tx,
    [
      {
        ...eventOf({ ...line, id: line.order_id }),
        kind: what === 'withdrawn' ? 'order.changed' : `order.cancellation_${what}`,
        author,
      },
    ],
    now,
  )

/** Publishes the outcome of a change approval, with a separate text for each side. */
export const publishChangeApproval = (
  tx: Db,
  line: Pick<PublishedOrder, 'number' | 'contractor_id' | 'consignee_id'> & { order_id: number },
  what: 'asked' | 'improved' | 'answered' | 'cancelled' | 'unanswered',
  author: Writer | null,
  now: Date,
): Promise<void> =>
  publishEvents(
    tx,
    [{ ...eventOf({ ...line, id: line.order_id }), kind: `order.${what}`, counts: { [what]: 1 }, author }],
    now,
  )
