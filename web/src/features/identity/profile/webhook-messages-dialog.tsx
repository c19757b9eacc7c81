import { WEBHOOK_EVENTS } from '@artikul/contract/core/webhook-events'
import { counted } from '@artikul/contract/core/plural'
import {
  webhookRoutes,
  type Webhook,
  type WebhookMessage,
  type WebhookMessageState,
  type WebhookReplay,
} from '@artikul/contract/integrations/webhooks'
import { useQuery } from '@tanstack/react-query'
import { IconChevronDown, IconChevronRight } from '@tabler/icons-react'
import { useState } from 'react'
import { pageQuery, query } from '../../../lib/api/query.ts'
import { useApiMutation, useInvalidate } from '../../../lib/api/use-api-mutation.ts'
import { moment, todayIso } from '../../../lib/text/format.ts'
import { Button } from '../../../ui/button.tsx'
import { PeriodFields } from '../../../ui/dates/period-fields.tsx'
import { Select } from '../../../ui/fields/select.tsx'
import { toast, toastRefusal } from '../../../ui/hints/toast.ts'
import { Pages } from '../../../ui/lists/pages.tsx'
import { QueryFallback } from '../../../ui/states/not-loaded.tsx'
import { Tag } from '../../../ui/text/tag.tsx'
import { Dialog, DialogClose } from '../../../ui/windows/dialog.tsx'

const EVERY_MS = 5000
const STATES: readonly { value: WebhookMessageState; label: string }[] = [
  { value: 'waiting', label: 'Ждут отправки' },
  { value: 'delivered', label: 'Приняты' },
]

function useReplay(id: number) {
  const refresh = useInvalidate('webhooks', 'webhook-messages')
  const { mutate, isPending } = useApiMutation(webhookRoutes.replay, {
    onSuccess: ({ queued_count: count }) => {
      toast({
        severity: count > 0 ? 'success' : 'info',
        summary:
          count > 0
            ? `Отправляем снова: ${counted(count, 'сообщение', 'сообщения', 'сообщений')}`
            : 'Принятых сообщений за эти дни нет',
      })
      return refresh()
    },
    onError: toastRefusal('Не отправлено'),
  })
  return { replay: (body: WebhookReplay) => mutate({ params: { id }, body }), isPending }
}

/** Messages of a webhook with what was sent and answered; any can be sent again. */
export default function WebhookMessagesDialog({ webhook, onClose }: { webhook: Webhook; onClose: () => void }) {
  const [state, setState] = useState<WebhookMessageState | null>(null)
  const [search, setSearch] = useState<{ page?: number; page_size?: 50 | 100 | 150 }>({})
  const list = useQuery(
    pageQuery(
      webhookRoutes.messages,
      { params: { id: webhook.id }, query: { ...search, ...(state && { state }) } },
      { refetchInterval: EVERY_MS },
    ),
  )
  return (
    <Dialog
      open
      side
      title={`Сообщения: ${webhook.name}`}
      description="Хранятся 30 дней."
      onClose={onClose}
      actions={<DialogClose>Закрыть</DialogClose>}
    >
      <div className="flex flex-col gap-3">
        <Replay webhook={webhook} />
        <Select
          label="Показать"
          items={STATES}
          placeholder="Все сообщения"
          value={state}
          onValueChange={(chosen) => {
            setState(chosen)
            setSearch({})
          }}
        />
        {list.data ? (
          <Messages items={list.data.results} webhookId={webhook.id} />
        ) : (
          <QueryFallback error={list.error} onRetry={list.refetch} rows={6} />
        )}
        <Pages query={list} search={search} onChange={setSearch} moreThan={50} />
      </div>
    </Dialog>
  )
}

function Replay({ webhook }: { webhook: Webhook }) {
  const [period, setPeriod] = useState<{ from?: string | undefined; to?: string | undefined }>({
    ...{ from: todayIso(), to: todayIso() },
  })
  const { replay, isPending } = useReplay(webhook.id)
  const { from, to } = period
  return (
    <div className="flex flex-wrap items-end gap-2">
      <PeriodFields from={from} to={to} onChange={(next) => setPeriod({ ...period, ...next })} />
      <Button
        busy={isPending}
        disabled={isPending || from === undefined || to === undefined}
        onClick={() => replay({ from, to })}
      >
        Отправить снова за эти дни
      </Button>
    </div>
  )
}

function Messages({ items, webhookId }: { items: readonly WebhookMessage[]; webhookId: number }) {
  const [openedId, setOpenedId] = useState<number | null>(null)
  if (items.length === 0) return <p className="text-sm">Сообщений нет.</p>
  return (
    <ul className="border-t border-hairline">
      {items.map((message) => (
        <li key={message.id} className="border-b border-hairline">
          <button
            type="button"
            aria-expanded={openedId === message.id}
            className="flex w-full items-start gap-2 py-2 text-left text-sm hover:bg-group"
            onClick={() => setOpenedId(openedId === message.id ? null : message.id)}
          >
            {openedId === message.id ? (
              <IconChevronDown size={16} className="mt-0.5 flex-none" />
            ) : (
              <IconChevronRight size={16} className="mt-0.5 flex-none" />
            )}
            <span className="min-w-0 flex-1">
              <span className="font-semibold">{WEBHOOK_EVENTS[message.type]}</span>{' '}
              <span className="break-words">{message.label}</span>
              <span className="block text-text-2">{outcomeText(message)}</span>
            </span>
            <State message={message} />
          </button>
          {openedId === message.id && <Content id={message.id} webhookId={webhookId} state={message.state} />}
        </li>
      ))}
    </ul>
  )
}

const outcomeText = ({ created_at: at, attempts, error, took_ms: took, state }: WebhookMessage) =>
  [
    moment(at),
    attempts > 1 ? counted(attempts, 'попытка', 'попытки', 'попыток') : null,
    state === 'delivered' && took !== null ? `${took} мс` : null,
    error === '' ? null : error,
  ]
    .filter((part) => part !== null)
    .join(' · ')

function State({ message: { state, error } }: { message: WebhookMessage }) {
  if (state === 'delivered') return <Tag tone="success">Принято</Tag>
  return error === '' ? <Tag tone="info">Ждёт отправки</Tag> : <Tag tone="warn">Не принято</Tag>
}

function Content({ id, webhookId, state }: { id: number; webhookId: number; state: WebhookMessageState }) {
  const { data, error, refetch } = useQuery(query(webhookRoutes.message, { params: { id } }))
  const { replay, isPending } = useReplay(webhookId)
  if (!data) return <QueryFallback error={error} onRetry={refetch} rows={4} />
  return (
    <div className="mb-3 ml-6 flex flex-col gap-2 text-sm">
      <p className="text-text-2">
        <code>{`webhook-id: msg_${id}`}</code>
      </p>
      <Text title="Сообщение" text={formatted(data.body)} />
      {data.status !== null && (
        <Text title={`Ответ ${data.status}`} text={data.answer === '' ? 'Пустой' : data.answer} />
      )}
      {state === 'delivered' && (
        <Button className="self-start" busy={isPending} disabled={isPending} onClick={() => replay({ message_id: id })}>
          Отправить снова
        </Button>
      )}
    </div>
  )
}

/** Body as the portal wrote it, indented for reading. */
const formatted = (body: string) => JSON.stringify(JSON.parse(body), null, 2)

const Text = ({ title, text }: { title: string; text: string }) => (
  <div>
    <p className="mb-1 text-xs font-semibold text-text-2">{title}</p>
    <pre
      // Scrolled by keyboard.
      tabIndex={0}
      aria-label={title}
      role="region"
      className="max-h-72 overflow-auto rounded-md bg-group p-2 text-xs"
    >
      {text}
    </pre>
  </div>
)
