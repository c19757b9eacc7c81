import { ANSWERS, changeApprovalRoutes, type ChangeApproval } from '@artikul/contract/ordering/orders/change-approvals'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { ApiError, messageOf } from '../../../../lib/api/api-error.ts'
import { moment } from '../../../../lib/text/format.ts'
import { Button, buttonClass } from '../../../../ui/button.tsx'
import { FormError } from '../../../../ui/fields/form.tsx'
import { QueryFallback } from '../../../../ui/states/not-loaded.tsx'
import { Notice } from '../../../../ui/hints/notice.tsx'
import { PendingPage } from '../../../../ui/states/page-states.tsx'
import { Panel } from '../../../../ui/panel.tsx'
import { query } from '../../../../lib/api/query.ts'
import { useApiMutation } from '../../../../lib/api/use-api-mutation.ts'
import { ApprovalCard } from './approval-card.tsx'

const route = getRouteApi('/decision/$token')

/** Page of a link from an email; the secret is sent in a body, so that it is in no address. Opening it changes nothing, a button gives the answer. */
export default function ApprovalLinkPage() {
  const { token } = route.useParams()
  const { data, error, refetch } = useQuery(query(changeApprovalRoutes.readLink, { body: { token } }, { retry: false }))
  if (data) return <Question token={token} decision={data} />
  const isDead =
    error instanceof ApiError && (error.code === 'change_approval.link_expired' || error.code === 'input.invalid')
  return (
    <Frame title={isDead ? 'Ссылка не действует' : 'Решение по строке заказа'}>
      <div className="p-4">
        {isDead ? (
          <>
            <p role="alert">{error.errors[0]?.message ?? messageOf(error)}</p>
            <Link to="/" className={buttonClass({ look: 'primary' }, 'mt-4 w-full')}>
              На портал
            </Link>
          </>
        ) : (
          <QueryFallback error={error} onRetry={refetch}>
            <PendingPage />
          </QueryFallback>
        )}
      </div>
    </Frame>
  )
}

const Frame = ({ title, children }: { title: string; children: ReactNode }) => (
  <div className="mx-auto mt-4 w-full max-w-xl md:mt-12">
    <h1 className="mb-4 text-xl font-semibold">{title}</h1>
    <Panel flush>{children}</Panel>
  </div>
)

const ANSWERED: Partial<Record<ChangeApproval['state'], string>> = {
  agreed: 'Согласие записано: заказ идёт по новым условиям.',
  declined: 'Строка снята с заказа.',
  other: 'Строка снята: выберите, что заказать вместо неё, в заказе на портале.',
  replaced: 'С тех пор условия изменились ещё раз: ответьте на новый вопрос из следующего письма или на портале.',
  settled: 'Строку уже перевёл менеджер: отвечать больше не нужно.',
}

const isOver = ({ state, due_at: due }: ChangeApproval) => state !== 'open' || Date.parse(due) <= Date.now()

function Question({ token, decision }: { token: string; decision: ChangeApproval }) {
  const send = useApiMutation(changeApprovalRoutes.answerLink, { invalidates: ['change-approval-links'] })
  const ended = ANSWERED[decision.state]
  const of = [decision.ended_by, decision.ended_at && moment(decision.ended_at)].filter(Boolean).join(', ')
  return (
    <Frame title={`Заказ № ${decision.order_number}: ${isOver(decision) ? 'решение по строке' : 'нужно ваше решение'}`}>
      {(send.error ?? ended) && (
        <div role="status" className="px-4 pt-3">
          {ended ? (
            <Notice>
              {ended} {of}
            </Notice>
          ) : (
            <FormError text={messageOf(send.error)} />
          )}
        </div>
      )}
      <ApprovalCard
        decision={decision}
        acts={
          !isOver(decision) &&
          (['agree', 'decline', 'other'] as const).map((answer) => (
            <Button
              key={answer}
              look={answer === 'agree' ? 'primary' : 'default'}
              busy={send.isPending && send.variables.body.answer === answer}
              disabled={send.isPending}
              onClick={() => send.mutate({ body: { token, answer } })}
            >
              {ANSWERS[answer]}
            </Button>
          ))
        }
      />
      <p className="border-t border-hairline px-4 py-3 text-sm text-text-2">
        Получатель: {decision.consignee}.{' '}
        <Link
          to="/orders/$id"
          params={{ id: String(decision.order_id) }}
          className="underline underline-offset-2 hover:text-text"
        >
          Открыть заказ на портале
        </Link>
      </p>
    </Frame>
  )
}
