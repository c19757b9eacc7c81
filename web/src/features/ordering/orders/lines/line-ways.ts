import { isStepBack, leavesByShipment, LINE_WAYS, type Mover } from '@artikul/contract/ordering/orders/line-transitions'
import { LINE_STATES, type LineState, type OrderLine } from '@artikul/contract/ordering/orders/orders'
import { SHIPPABLE_STATES } from '@artikul/contract/fulfilment/shipments'

/** Part of a line that the user may move, with the permitted target states. */
export interface Movable {
  state: LineState
  qty: number
  ways: readonly LineState[]
}

const LYING: readonly LineState[] = SHIPPABLE_STATES

export function movableParts({ parts, question, claim, is_delivery }: OrderLine, mover: Mover): Movable[] {
  // A delivery charge is dropped with the last goods of its order.
  if (is_delivery && mover === 'client') return []
  const mayAgree = mover !== 'client' || question?.is_clients === true
  return parts.flatMap(({ state, qty, shipment }) => {
    // Shipped goods move only with their shipment, and no goods leave without one.
    const isByHand = (to: LineState) => !shipment && !leavesByShipment(state, to)
    // Goods of a claim only move towards delivery.
    const mayGo = (to: LineState) => isByHand(to) && (claim === null || LYING.includes(to))
    const ways = (LINE_WAYS[mover][state] ?? []).filter((to) => mayGo(to) && (mayAgree || to !== 'in_work'))
    return ways.length > 0 ? [{ state, qty, ways }] : []
  })
}

/** Names of a client's actions; staff choose a state instead. */
const CLIENT_ACTS: Partial<Record<LineState, string>> = {
  in_work: 'Согласиться',
  cancelled_client: 'Отменить строку',
  issued: 'Товар получен',
}

export const wayText = (mover: Mover, to: LineState): string =>
  (mover === 'client' ? CLIENT_ACTS[to] : undefined) ?? LINE_STATES[to]

/** Button text of a client's line: its only action, or a general one. */
export function actText(parts: readonly Movable[]): string {
  const ways = new Set(parts.flatMap((part) => part.ways))
  const [only] = ways
  return ways.size === 1 && only ? wayText('client', only) : 'Решить'
}

/**
 * Next states in the usual course of an order; a manager chooses any other permitted state in the window. Waiting parts
 * have none: they are confirmed, paid or released.
 */
const NEXT_STATES: Partial<Record<LineState, readonly LineState[]>> = {
  new: [],
  awaiting_payment: [],
  on_hold: [],
  needs_confirm: [],
  reserved: ['picking', 'ready'],
  in_work: ['ordered_supplier', 'arrived'],
  ordered_supplier: ['confirmed_supplier', 'in_transit', 'delayed'],
  confirmed_supplier: ['in_transit', 'delayed'],
  in_transit: ['arrived', 'delayed'],
  delayed: ['in_transit', 'arrived'],
  arrived: ['picking', 'ready'],
  picking: ['ready'],
  ready: [],
}

export const nextStates = ({ state, ways }: Movable): readonly LineState[] =>
  ways.filter((to) => NEXT_STATES[state]?.includes(to) ?? true)

const UNCONFIRMED: readonly LineState[] = ['new', 'needs_confirm']

/**
 * Parts that wait for the manager's confirmation.
 * @param isAsked true when the line has an open change approval, which the client answers
 */
export const partsToConfirm = (line: OrderLine, isAsked: boolean): Movable[] =>
  isAsked || line.question?.is_clients === true
    ? []
    : movableParts(line, 'staff').filter(({ state }) => UNCONFIRMED.includes(state))

/** Parts that a manager may refuse. */
export const partsToRefuse = (line: OrderLine): Movable[] =>
  movableParts(line, 'staff').filter(({ ways }) => ways.includes('refused_supplier'))

/**
 * Moves that confirm the parts: an unpaid order waits for its payment, own goods are reserved, the others are procured.
 * The reason is required where the order returns to its wait.
 */
export const confirmingMoves = (line: OrderLine, parts: readonly Movable[]) =>
  movesTo(line.question?.confirmed_state ?? 'in_work', line, parts).map((move) =>
    isStepBack(move.from, move.to) ? { ...move, reason: 'Наличие подтверждено' } : move,
  )

/** Moves of whole parts of a line to one state. */
export const movesTo = (to: LineState, { id }: OrderLine, parts: readonly Movable[]) =>
  parts.map(({ state: from, qty }) => ({ line_id: id, from, to, qty }))

/** Question to the client about a part that needs confirmation; empty when there is none. */
export const questionOf = ({ question }: OrderLine, state: LineState): string =>
  state === 'needs_confirm' ? (question?.text ?? '') : ''
