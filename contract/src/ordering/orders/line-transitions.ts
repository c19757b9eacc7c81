import type { LineState } from './orders.ts'

/**
 * Initiator of a transition: a client, staff, a supplier by its answer, the portal, or the portal following a change
 * approval.
 */
export type Mover = 'client' | 'staff' | 'supplier' | 'system' | 'decision'

/** States from the order to the buyer's hands; waiting states are at the same stage. */
const WAITING = ['new', 'awaiting_payment', 'on_hold', 'needs_confirm'] as const satisfies readonly LineState[]
const AT_SUPPLIER = ['in_work', 'ordered_supplier', 'confirmed_supplier'] as const satisfies readonly LineState[]
const ON_THE_WAY = ['in_transit', 'delayed'] as const satisfies readonly LineState[]
const HERE = ['arrived', 'picking', 'ready'] as const satisfies readonly LineState[]
const NOT_HERE = [...WAITING, 'reserved', ...AT_SUPPLIER, ...ON_THE_WAY] as const
const NOT_SHIPPED = [...NOT_HERE, ...HERE] as const
const FORWARD: readonly LineState[] = [...NOT_SHIPPED, 'shipped', 'issued']

type Ways = Partial<Record<LineState, readonly LineState[]>>
const from = (states: readonly LineState[], to: readonly LineState[]): Ways =>
  Object.fromEntries(states.map((state) => [state, to.filter((other) => other !== state)]))

/**
 * All ways of a part, by who may move it (domain/06 §6.2). A client cancels what nobody has begun to get for him, and
 * agrees to what a supplier has changed (`waitsForClient`). Staff go forward, and back with a reason. What a supplier
 * says counts until the goods are here.
 */
export const LINE_WAYS: Readonly<Record<Mover, Ways>> = {
  client: {
    ...from([...WAITING, 'reserved'], ['cancelled_client']),
    needs_confirm: ['in_work', 'cancelled_client'],
    shipped: ['issued'],
  },
  staff: {
    ...from(NOT_SHIPPED, [...FORWARD, 'refused_supplier', 'cancelled_client', 'removed']),
    shipped: ['ready', 'issued', 'return_requested'],
    issued: ['shipped', 'return_requested'],
    return_requested: ['issued', 'returned'],
    refused_supplier: ['in_work', 'needs_confirm'],
  },
  supplier: from(
    [...AT_SUPPLIER, ...ON_THE_WAY],
    ['ordered_supplier', 'confirmed_supplier', 'in_transit', 'delayed', 'needs_confirm', 'refused_supplier'],
  ),
  system: {
    awaiting_payment: ['reserved', 'in_work', 'on_hold', 'removed'],
    on_hold: ['reserved', 'in_work', 'awaiting_payment', 'removed'],
    needs_confirm: ['reserved', 'in_work', 'cancelled_client'],
    in_work: ['ordered_supplier', 'needs_confirm'],
    shipped: ['issued'],
  },
  // Parts wait for the answer and go back to where they stood; what is not brought any more is taken off.
  decision: {
    ...from(NOT_HERE, ['needs_confirm', 'removed']),
    needs_confirm: [...NOT_HERE.filter((state) => state !== 'needs_confirm'), 'cancelled_client', 'removed'],
  },
}

/** May the mover move a part from one state into another. */
export const mayMove = (mover: Mover, from: LineState, to: LineState): boolean =>
  LINE_WAYS[mover][from]?.includes(to) ?? false

/** Goods leave with a shipment alone: it is the document that debt begins with. */
export const leavesByShipment = (from: LineState, to: LineState): boolean =>
  (NOT_SHIPPED as readonly LineState[]).includes(from) && (to === 'shipped' || to === 'issued')

/** Parts that are not here yet: their terms may still be changed. */
export const CHANGEABLE: readonly LineState[] = NOT_HERE

/** Does it go against the way of goods: staff say why. */
export function isStepBack(from: LineState, to: LineState): boolean {
  const [before, after] = [FORWARD.indexOf(from), FORWARD.indexOf(to)]
  return before >= 0 && after >= 0 && after < before
}

/**
 * Is it the client who is asked about a part that requires a word: it was in work already, and its supplier has changed
 * something. What requires one from the beginning is a manager's to find out.
 * @param history moves of the line, the oldest first
 */
export const isWaitingForClient = (history: readonly { from: LineState | null; to: LineState }[]): boolean =>
  (history.findLast(({ from: before, to }) => to === 'needs_confirm' && before !== to)?.from ?? null) !== null
