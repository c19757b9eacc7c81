import { emailRecipientRoutes, type RecipientLink } from '@artikul/contract/companies/email-recipients'
import { useMutation, useQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { ApiError, messageOf } from '../../../lib/api/api-error.ts'
import { Button, buttonClass } from '../../../ui/button.tsx'
import { FormError } from '../../../ui/fields/form.tsx'
import { QueryFallback } from '../../../ui/states/not-loaded.tsx'
import { Notice } from '../../../ui/hints/notice.tsx'
import { PendingPage } from '../../../ui/states/page-states.tsx'
import { Panel } from '../../../ui/panel.tsx'
import { query } from '../../../lib/api/query.ts'
import { useInvalidate } from '../../../lib/api/use-api-mutation.ts'
import { call } from '../../../lib/api/call.ts'

const route = getRouteApi('/letters/$token')

const Frame = ({ title, children }: { title: string; children: ReactNode }) => (
  <div className="mx-auto mt-4 w-full max-w-xl md:mt-12">
    <h1 className="mb-4 text-xl font-semibold">{title}</h1>
    <Panel>{children}</Panel>
  </div>
)

/** Page of a link from an email: opening it changes nothing, a button starts or stops the emails. */
export default function RecipientLinkPage() {
  const { token } = route.useParams()
  const { data, error, refetch } = useQuery(query(emailRecipientRoutes.readLink, { body: { token } }, { retry: false }))
  if (data) return <Choice token={token} link={data} />
  const isDead =
    error instanceof ApiError && (error.code === 'email_recipient.link_expired' || error.code === 'input.invalid')
  if (isDead)
    return (
      <Frame title="Ссылка не действует">
        <p role="alert">{error.errors[0]?.message ?? messageOf(error)}</p>
        <Link to="/" className={buttonClass({ look: 'primary' }, 'mt-4 w-full')}>
          На портал
        </Link>
      </Frame>
    )
  return (
    <Frame title="Письма о заказах">
      <QueryFallback error={error} onRetry={refetch}>
        <PendingPage />
      </QueryFallback>
    </Frame>
  )
}

function Choice({ token, link }: { token: string; link: RecipientLink }) {
  const { mutate, isPending, variables, error } = useMutation({
    mutationFn: (act: 'confirm' | 'stop') => call(emailRecipientRoutes[act], { body: { token } }),
    onSettled: useInvalidate('email-recipient-links'),
  })
  const { company, email, topics, point, state } = link
  const button = (act: 'confirm' | 'stop', label: string, look: 'primary' | 'default') => (
    <Button look={look} busy={isPending && variables === act} disabled={isPending} onClick={() => mutate(act)}>
      {label}
    </Button>
  )
  return (
    <Frame title="Письма о заказах">
      <div role="status" className="mb-3 flex flex-col gap-3 empty:hidden">
        {error && <FormError text={messageOf(error)} />}
        {state === 'confirmed' && <Notice>Вы получаете эти письма.</Notice>}
        {state === 'stopped' && <Notice>Вы отказались: писем больше не будет.</Notice>}
      </div>
      <p>
        Компания {company} {state === 'asked' ? 'просит присылать' : 'присылает'} на {email} письма о заказах
        {point && <>, точка «{point}»</>}:
      </p>
      <ul className="mt-2 list-disc pl-5">
        {topics.map((topic) => (
          <li key={topic}>{topic}</li>
        ))}
      </ul>
      <div className="mt-4 flex flex-wrap gap-2">
        {state === 'asked' && button('confirm', 'Получать письма', 'primary')}
        {state === 'stopped' && button('confirm', 'Снова получать', 'default')}
        {state !== 'stopped' &&
          button(
            'stop',
            state === 'asked' ? 'Не присылать' : 'Отказаться от писем',
            state === 'asked' ? 'default' : 'primary',
          )}
      </div>
    </Frame>
  )
}
