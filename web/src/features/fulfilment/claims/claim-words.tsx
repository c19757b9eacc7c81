import { CLAIMS_TO_DO } from '@artikul/contract/fulfilment/claim-rules'
import { CLAIM_STATES, type ClaimState } from '@artikul/contract/fulfilment/claim-states'
import type { ClaimItem, ClaimMessage } from '@artikul/contract/fulfilment/claims'
import { useHasRole } from '../../../lib/session/current-session.ts'
import { shortDay, todayIso } from '../../../lib/text/format.ts'
import { cx } from '../../../ui/cx.ts'
import { Tag, type Tone } from '../../../ui/text/tag.tsx'

const TONES: Record<ClaimState, Tone> = {
  submitted: 'warn',
  in_review: 'info',
  question: 'accent',
  approved: 'warn',
  received: 'info',
  inspection: 'info',
  closed: 'success',
  declined: 'neutral',
  withdrawn: 'neutral',
}

/** Returns the name of a state; staff see the client's side of a question. */
export const stateWord = (state: ClaimState, staff: boolean) =>
  state === 'question' && staff ? 'Ждём ответа клиента' : CLAIM_STATES[state]

export const useIsStaff = () => useHasRole('ArtikulOrderManager', 'ArtikulWarrantyManager')

export function ClaimStateTag({ state }: { state: ClaimState }) {
  return <Tag tone={TONES[state]}>{stateWord(state, useIsStaff())}</Tag>
}

type Promised = Pick<ClaimItem, 'state' | 'answer_by' | 'hand_over_until'>

/** «Ответ до 04.12», «Сдать до 01.12»; null when the claim has no deadline. */
export function claimDeadlineOf({ state, answer_by, hand_over_until }: Promised, today = todayIso()) {
  if (state === 'approved' && hand_over_until)
    return { isLate: hand_over_until < today, text: `Сдать до ${shortDay(hand_over_until, today)}` }
  if (!(CLAIMS_TO_DO as readonly ClaimState[]).includes(state)) return null
  const isLate = answer_by < today
  return { isLate, text: `${isLate ? 'Обещали ответ' : 'Ответ'} до ${shortDay(answer_by, today)}` }
}

export function ClaimDeadlineText({ claim }: { claim: Promised }) {
  const promise = claimDeadlineOf(claim)
  if (!promise) return null
  return <span className={cx('whitespace-nowrap', promise.isLate ? 'text-warn' : 'text-text-2')}>{promise.text}</span>
}

export const MESSAGE_WORDS: Record<Exclude<ClaimMessage['kind'], 'message'>, string> = {
  created: 'Обращение подано',
  taken: 'Взято в работу',
  asked: 'Вопрос',
  decided: 'Решение',
  received: 'Получено от клиента',
  inspected: 'Отправлено на экспертизу',
  forgone: 'Закрыто',
  settled: 'Решение после осмотра',
  withdrawn: 'Отозвано',
}
