import type { RequestItem } from '@artikul/contract/ordering/quote-requests'
import { REQUEST_STATES, type RequestState } from '@artikul/contract/ordering/quote-request-states'
import { useHasRole } from '../../../lib/session/current-session.ts'
import { cx } from '../../../ui/cx.ts'
import { Tag, type Tone } from '../../../ui/text/tag.tsx'
import { requestDeadlineOf } from './request-words.ts'

const TONES: Record<RequestState, Tone> = { waiting: 'warn', in_work: 'info', answered: 'success', closed: 'neutral' }

export const QuoteRequestStateTag = ({ state }: { state: RequestState }) => (
  <Tag tone={TONES[state]}>{REQUEST_STATES[state]}</Tag>
)

/** «Ответим до 14:30»; renders nothing when no answer is due. */
export function RequestDeadlineText({ request }: { request: Pick<RequestItem, 'state' | 'answer_by'> }) {
  const staff = useHasRole('ArtikulOrderManager')
  const promise = requestDeadlineOf(request, staff)
  if (!promise) return null
  return <span className={cx('whitespace-nowrap', promise.isLate ? 'text-warn' : 'text-text-2')}>{promise.text}</span>
}
