import { leavesByShipment, LINE_WAYS, type Mover } from '@artikul/contract/ordering/orders/line-transitions'
import { LINE_STATES, type LineState, type OrderLine } from '@artikul/contract/ordering/orders/orders'
import { SHIPPABLE_STATES } from '@artikul/contract/fulfilment/shipments'

/** Part of a line that the user may move, with the permitted target states. */
export interface Movable {
  state: LineState
  qty: number
  ways: readonly LineState[]
}

const LYING: readonly LineState[] = SHIPPABLE_STATES

export function movableParts({ parts, question, claim }: OrderLine, mover: Mover): Movable[] {
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

/** Button text of a line: its only action, or a general one. */
export function actText(parts: readonly Movable[], mover: Mover): string {
  const ways = new Set(parts.flatMap((part) => part.ways))
  const [only] = ways
  if (ways.size === 1 && only) return wayText(mover, only)
  return mover === 'client' ? 'Решить' : 'Статус'
}

/** Question to the client about a part that needs confirmation; empty when there is none. */
export const questionOf = ({ question }: OrderLine, state: LineState): string =>
  state === 'needs_confirm' ? (question?.text ?? '') : ''
