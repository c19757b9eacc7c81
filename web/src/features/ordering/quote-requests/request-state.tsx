import type { RequestItem } from '@artikul/contract/ordering/requests'
import { REQUEST_STATES, type RequestState } from '@artikul/contract/ordering/request-states'
import { useHasRole } from '../../../lib/session/current-session.ts'
import { cx } from '../../../ui/cx.ts'
import { Tag, type Tone } from '../../../ui/text/tag.tsx'
import { promiseOf } from './request-words.ts'

const TONES: Record<RequestState, Tone> = { waiting: 'warn', in_work: 'info', answered: 'success', closed: 'neutral' }

export const StateTag = ({ state }: { state: RequestState }) => <Tag tone={TONES[state]}>{REQUEST_STATES[state]}</Tag>

/** «Ответим до 14:30»; nothing when no answer is owed. */
export function PromiseText({ request }: { request: Pick<RequestItem, 'state' | 'answer_by'> }) {
  const staff = useHasRole('ArtikulOrderManager')
  const promise = promiseOf(request, staff)
  if (!promise) return null
  return <span className={cx('whitespace-nowrap', promise.isLate ? 'text-warn' : 'text-text-2')}>{promise.text}</span>
}
