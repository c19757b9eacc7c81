import type { RequestItem } from '@artikul/contract/ordering/quote-requests'
import { isUnanswered } from '@artikul/contract/ordering/quote-request-states'
import { untilText } from '../../../lib/text/due-text.ts'

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
