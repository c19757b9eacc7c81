import { leavesByShipment, LINE_WAYS, type Mover } from '@artikul/contract/ordering/orders/line-transitions'
import { LINE_STATES, type LineState, type OrderLine } from '@artikul/contract/ordering/orders/orders'
import { SHIPPABLE_STATES } from '@artikul/contract/fulfilment/shipments'

/** A part of a line that the person may move, and where. */
export interface Movable {
  state: LineState
  qty: number
  ways: readonly LineState[]
}

const LYING: readonly LineState[] = SHIPPABLE_STATES

export function movableParts({ parts, question, claim }: OrderLine, mover: Mover): Movable[] {
  const mayAgree = mover !== 'client' || question?.is_clients === true
  return parts.flatMap(({ state, qty, shipment }) => {
    // What has left with a shipment is moved by it, and nothing leaves without one.
    const isByHand = (to: LineState) => !shipment && !leavesByShipment(state, to)
    // What leaves by a claim only goes on to the door.
    const mayGo = (to: LineState) => isByHand(to) && (claim === null || LYING.includes(to))
    const ways = (LINE_WAYS[mover][state] ?? []).filter((to) => mayGo(to) && (mayAgree || to !== 'in_work'))
    return ways.length > 0 ? [{ state, qty, ways }] : []
  })
}

/** What a client does, where staff lead goods from state to state. */
const CLIENT_ACTS: Partial<Record<LineState, string>> = {
  in_work: 'Согласиться',
  cancelled_client: 'Отменить строку',
  issued: 'Товар получен',
}

export const wayText = (mover: Mover, to: LineState): string =>
  (mover === 'client' ? CLIENT_ACTS[to] : undefined) ?? LINE_STATES[to]

/** What the button of a line says: the one thing that can be done, or that there are several. */
export function actText(parts: readonly Movable[], mover: Mover): string {
  const ways = new Set(parts.flatMap((part) => part.ways))
  const [only] = ways
  if (ways.size === 1 && only) return wayText(mover, only)
  return mover === 'client' ? 'Решить' : 'Изменить'
}

/** What the client is asked about a part that requires his word; empty: nothing. */
export const questionOf = ({ question }: OrderLine, state: LineState): string =>
  state === 'needs_confirm' ? (question?.text ?? '') : ''
