import {
  ANSWERS,
  DECISION_STATES,
  WITHOUT_ANSWER,
  changeApprovalRoutes,
  type Answer,
  type ChangeApproval,
} from '@artikul/contract/ordering/orders/change-approvals'
import { IconClock } from '@tabler/icons-react'
import { Link, useNavigate } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { moment } from '../../../../lib/text/format.ts'
import { Article } from '../../../../ui/text/article.tsx'
import { Button } from '../../../../ui/button.tsx'
import { useApiMutation } from '../../../../lib/api/use-api-mutation.ts'
import { toastDone } from '../../../../ui/hints/toast.ts'
import { orderAct } from '../order-acts.ts'
import { ApprovalTerms } from './approval-terms.tsx'

interface Props {
  decision: ChangeApproval
  /** Actions of the card. */
  acts?: ReactNode
  /** Shows the order where the page does not. */
  withOrder?: boolean
}

/** Change approval of a line: the change, the deadline and the outcome without an answer. */
export function ApprovalCard({ decision, acts, withOrder = false }: Props) {
  const { before, name, reason, state, due_at: due, on_timeout: otherwise } = decision
  return (
    <div className="flex flex-col gap-2.5 px-4 py-3">
      <div className="flex flex-wrap items-baseline gap-x-2 text-sm">
        <span className="font-semibold">
          {before.brand} <Article>{before.article}</Article>
        </span>
        <span className="min-w-0 break-words text-text-2">{name}</span>
        {withOrder && (
          <span className="text-text-2">
            <Link to="/orders/$id" params={{ id: String(decision.order_id) }} className="quiet-link">
              Заказ № {decision.order_number}
            </Link>
            , {decision.consignee}
          </span>
        )}
      </div>
      <div className="flex flex-col gap-2.5 lg:grid lg:grid-cols-[minmax(0,26rem)_minmax(0,1fr)] lg:gap-x-8">
        <ApprovalTerms {...decision} />
        <div className="flex flex-col gap-2.5">
          {reason && <p className="text-sm break-words">{reason}</p>}
          {state === 'open' ? (
            <p className="flex items-start gap-1.5 text-sm">
              <IconClock size={16} aria-hidden="true" className="mt-0.5 shrink-0 text-warn" />
              <span>
                Ответ до <span className="font-semibold">{moment(due)}</span>. Без ответа {WITHOUT_ANSWER[otherwise]}.
              </span>
            </p>
          ) : (
            <p className="text-sm text-text-2">
              {DECISION_STATES[state]}
              {decision.ended_at && `, ${moment(decision.ended_at)}`}
            </p>
          )}
          {acts && <div className="flex flex-wrap gap-2 max-sm:flex-col">{acts}</div>}
        </div>
      </div>
    </div>
  )
}

const DONE: Record<Answer, string> = {
  agree: 'Согласие записано',
  decline: 'Строка снята',
  other: 'Строка снята, выберите другое',
}

/** Buttons of the client's answer; «Подобрать другое» leads to the line in its order. */
export function AnswerButtons({ decision: { id, order_id: orderId, before } }: { decision: ChangeApproval }) {
  const answer = (given: Answer) => ({ params: { id }, body: { answer: given } })
  const agree = useApiMutation(changeApprovalRoutes.answer, orderAct(DONE.agree))
  const decline = useApiMutation(changeApprovalRoutes.answer, orderAct(DONE.decline))
  const navigate = useNavigate()
  const other = useApiMutation(changeApprovalRoutes.answer, {
    ...orderAct(DONE.other),
    onSuccess: async () => {
      await navigate({ to: '/orders/$id', params: { id: String(orderId) } })
      toastDone(DONE.other)()
    },
  })
  const busy = agree.isPending || decline.isPending || other.isPending
  const of = (words: string) => `${words}: ${before.brand} ${before.article}`
  return (
    <>
      <Button
        look="primary"
        busy={agree.isPending}
        disabled={busy}
        aria-label={of(ANSWERS.agree)}
        onClick={() => agree.mutate(answer('agree'))}
      >
        {ANSWERS.agree}
      </Button>
      <Button
        busy={decline.isPending}
        disabled={busy}
        aria-label={of(ANSWERS.decline)}
        onClick={() => decline.mutate(answer('decline'))}
      >
        {ANSWERS.decline}
      </Button>
      <Button
        look="ghost"
        busy={other.isPending}
        disabled={busy}
        aria-label={of(ANSWERS.other)}
        onClick={() => other.mutate(answer('other'))}
      >
        {ANSWERS.other}
      </Button>
    </>
  )
}

/** Marks an expired approval as handled, which removes the line from the staff's queue. */
export function CloseButton({ decision: { id, before } }: { decision: ChangeApproval }) {
  const close = useApiMutation(changeApprovalRoutes.close, orderAct('Разобрано'))
  return (
    <Button
      size="sm"
      busy={close.isPending}
      aria-label={`Разобрано: ${before.brand} ${before.article}`}
      onClick={() => close.mutate({ params: { id } })}
    >
      Разобрано
    </Button>
  )
}
