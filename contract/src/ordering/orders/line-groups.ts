import { z } from 'zod'
import { keysOf } from '../../core/keys.ts'
import type { LineState } from './line-states.ts'

/** States of lines by what they mean to whoever waits for the goods (domain/06 §6.2). */
export const LINE_GROUPS = {
  waiting: { label: 'Ожидание', states: ['new', 'awaiting_payment', 'on_hold', 'needs_confirm'] },
  in_work: { label: 'В работе', states: ['reserved', 'in_work', 'ordered_supplier', 'confirmed_supplier'] },
  in_transit: { label: 'В пути', states: ['in_transit', 'delayed'] },
  ready: { label: 'Готово', states: ['arrived', 'picking', 'ready'] },
  done: { label: 'Исполнено', states: ['shipped', 'issued'] },
  dropped: { label: 'Снято', states: ['refused_supplier', 'cancelled_client', 'removed'] },
  returned: { label: 'Возврат', states: ['return_requested', 'returned'] },
} as const satisfies Record<string, { label: string; states: readonly LineState[] }>
export type LineGroup = keyof typeof LINE_GROUPS
export const LineGroup = z.enum(keysOf(LINE_GROUPS))

const OPEN_GROUPS: readonly LineGroup[] = ['waiting', 'in_work', 'in_transit', 'ready']

/** States of goods that have not left for the buyer. */
export const OPEN_STATES: readonly LineState[] = OPEN_GROUPS.flatMap((group) => LINE_GROUPS[group].states)

/**
 * A line is late when something of it is in one of these states after its expected day. What waits for the buyer's money
 * or answer is not late.
 */
export const LATE_STATES: readonly LineState[] = (['in_work', 'in_transit', 'ready'] as const).flatMap(
  (group) => LINE_GROUPS[group].states,
)

export const isOpenGroup = (group: LineGroup) => OPEN_GROUPS.includes(group)

export const groupOf = (state: LineState): LineGroup =>
  keysOf(LINE_GROUPS).find((group) => (LINE_GROUPS[group].states as readonly LineState[]).includes(state)) ?? 'waiting'

export const LINE_DECISIONS = ['open', 'unanswered'] as const
export const LineDecision = z.enum(LINE_DECISIONS)
export type LineDecision = z.infer<typeof LineDecision>
