import { z } from 'zod'
import { keysOf } from '../../core/keys.ts'
import type { LineState } from './line-states.ts'

/** States of lines grouped by their meaning to the client. */
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

/** States of goods that have not been shipped to the client. */
export const OPEN_STATES: readonly LineState[] = OPEN_GROUPS.flatMap((group) => LINE_GROUPS[group].states)

/**
 * States in which a line past its expected day is late. Lines waiting for the client's money or answer are not late.
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
