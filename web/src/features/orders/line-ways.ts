import { LINE_WAYS, type Mover } from '@artikul/contract/line-moves'
import { LINE_STATES, type LineState, type OrderLine } from '@artikul/contract/orders'

/** A part of a line that the person may move, and where. */
export interface Movable {
  state: LineState
  qty: number
  ways: readonly LineState[]
}

export const movableParts = ({ parts }: OrderLine, mover: Mover): Movable[] =>
  parts.flatMap(({ state, qty }) => {
    const ways = LINE_WAYS[mover][state] ?? []
    return ways.length > 0 ? [{ state, qty, ways }] : []
  })

/** What a client does, where staff lead goods from state to state. */
const CLIENT_ACTS: Partial<Record<LineState, string>> = { cancelled_client: 'Отменить строку', issued: 'Товар получен' }

export const wayText = (mover: Mover, to: LineState): string =>
  (mover === 'client' ? CLIENT_ACTS[to] : undefined) ?? LINE_STATES[to]

/** What the button of a line says: the one thing that can be done, or that there are several. */
export function actText(parts: readonly Movable[], mover: Mover): string {
  const ways = new Set(parts.flatMap((part) => part.ways))
  const [only] = ways
  return ways.size === 1 && only ? wayText(mover, only) : 'Изменить'
}
