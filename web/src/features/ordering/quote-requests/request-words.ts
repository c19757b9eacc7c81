import type { RequestItem } from '@artikul/contract/ordering/quote-requests'
import { isUnanswered } from '@artikul/contract/ordering/quote-request-states'
import { moment, nearDay, shortDay, todayIso } from '../../../lib/text/format.ts'

const timeOf = (iso: string) => moment(iso).slice(-5)

/** «до 14:30», «завтра до 11:00», «23.11 до 11:00». */
export function untilText(iso: string, now = new Date()): string {
  const near = nearDay(todayIso(new Date(iso)), todayIso(now))
  return near === 'сегодня' ? `до ${timeOf(iso)}` : `${near} до ${timeOf(iso)}`
}

/**
 * Formats the deadline of the answer for either side; a late one names the promised time. Null when no answer is due.
 */
export function requestDeadlineOf(
  { state, answer_by }: Pick<RequestItem, 'state' | 'answer_by'>,
  staff: boolean,
  now = new Date(),
) {
  if (!isUnanswered(state)) return null
  const isLate = new Date(answer_by) < now
  const until = untilText(answer_by, now)
  if (isLate) return { isLate, text: `Обещали ответить ${until}` }
  return { isLate, text: `${staff ? 'Ответить' : 'Ответим'} ${until}` }
}

/** «21.11 в 10:05». */
export const atText = (iso: string) => `${shortDay(todayIso(new Date(iso)))} в ${timeOf(iso)}`
