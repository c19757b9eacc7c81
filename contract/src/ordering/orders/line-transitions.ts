import type { LineState } from './orders.ts'

/**
 * Initiator of a transition: a client, staff, a supplier by its answer, the portal, or the portal following a change
 * approval.
 */
export type Mover = 'client' | 'staff' | 'supplier' | 'system' | 'decision'

/** States from the order to its receipt; waiting states are at the same stage. */
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
 * Allowed transitions of a part by initiator. A client cancels parts whose procurement has not begun, and accepts
 * changes of a supplier (`isWaitingForClient`). Staff move forward, and back with a reason. A supplier's answer counts
 * until the goods have arrived.
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
  // Parts wait for the answer and return to their previous state; a quantity that will not be supplied is removed.
  decision: {
    ...from(NOT_HERE, ['needs_confirm', 'removed']),
    // A delivery charge is removed with the last goods, wherever they are.
    ...from(HERE, ['removed']),
    needs_confirm: [...NOT_HERE.filter((state) => state !== 'needs_confirm'), 'cancelled_client', 'removed'],
  },
}

/** Checks whether the initiator may move a part from one state to another. */
export const mayMove = (mover: Mover, from: LineState, to: LineState): boolean =>
  LINE_WAYS[mover][from]?.includes(to) ?? false

/** Checks whether a transition requires a shipment, the document with which the debt begins. */
export const leavesByShipment = (from: LineState, to: LineState): boolean =>
  (NOT_SHIPPED as readonly LineState[]).includes(from) && (to === 'shipped' || to === 'issued')

/** Waits with deadlines or questions, which a reverse transition would not bring back. */
const ENDED_BY_MOVING: readonly LineState[] = ['awaiting_payment', 'on_hold', 'needs_confirm']

/** Checks whether staff may undo a transition that they have just made. */
export const isReversible = (from: LineState, to: LineState): boolean =>
  !ENDED_BY_MOVING.includes(from) && mayMove('staff', to, from) && !leavesByShipment(to, from)

/** States of parts that have not arrived, whose terms may still be changed. */
export const CHANGEABLE: readonly LineState[] = NOT_HERE

/** Checks whether a transition goes backwards, which requires a reason of staff. */
export function isStepBack(from: LineState, to: LineState): boolean {
  const [before, after] = [FORWARD.indexOf(from), FORWARD.indexOf(to)]
  return before >= 0 && after >= 0 && after < before
}

/**
 * Checks whether a part waiting for confirmation waits for the client: it was already in work and its supplier changed
 * something. A confirmation required from the beginning is the manager's.
 * @param history transitions of the line, oldest first
 */
export const isWaitingForClient = (history: readonly { from: LineState | null; to: LineState }[]): boolean =>
  (history.findLast(({ from: before, to }) => to === 'needs_confirm' && before !== to)?.from ?? null) !== null
