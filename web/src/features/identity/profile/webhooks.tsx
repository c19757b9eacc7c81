import { WEBHOOK_EVENTS, type WebhookEvent } from '@artikul/contract/core/webhook-events'
import { counted } from '@artikul/contract/core/plural'
import { WEBHOOK_LIMIT, webhookRoutes, type Webhook, type WebhookSecret } from '@artikul/contract/integrations/webhooks'
import { useMutation, useQuery } from '@tanstack/react-query'
import {
  IconList,
  IconPencil,
  IconPlayerPause,
  IconPlayerPlay,
  IconPlus,
  IconRefresh,
  IconSend,
  IconTrash,
} from '@tabler/icons-react'
import { Suspense, useState } from 'react'
import { call } from '../../../lib/api/call.ts'
import { query } from '../../../lib/api/query.ts'
import { useApiMutation, useInvalidate } from '../../../lib/api/use-api-mutation.ts'
import { moment } from '../../../lib/text/format.ts'
import { Button } from '../../../ui/button.tsx'
import { toast, toastRefusal } from '../../../ui/hints/toast.ts'
import { IconButton } from '../../../ui/icon-button.tsx'
import { Panel } from '../../../ui/panel.tsx'
import { QueryFallback } from '../../../ui/states/not-loaded.tsx'
import { Tag } from '../../../ui/text/tag.tsx'
import { confirm } from '../../../ui/windows/confirm.tsx'
import { lazyWindow } from '../../../ui/windows/lazy-window.tsx'

const WebhookDialog = lazyWindow(() => import('./webhook-dialog.tsx'))
const RotateDialog = lazyWindow(() => import('./rotate-secret-dialog.tsx'))
const SecretDialog = lazyWindow(() => import('./webhook-secret-dialog.tsx'))
const MessagesDialog = lazyWindow(() => import('./webhook-messages-dialog.tsx'))

const EVERY_MS = 5000

type Opened =
  | { kind: 'new' }
  | { kind: 'change' | 'rotate' | 'messages'; webhook: Webhook }
  | { kind: 'secret'; secret: WebhookSecret }

/** Addresses of the company's programs that receive events, for its administrator. */
export function Webhooks() {
  const { data, error, refetch } = useQuery({ ...query(webhookRoutes.list, {}), refetchInterval: EVERY_MS })
  const [opened, setOpened] = useState<Opened | null>(null)
  const refresh = useInvalidate('webhooks')
  const isFull = (data?.results.length ?? 0) >= WEBHOOK_LIMIT
  const showSecret = (secret: WebhookSecret) => setOpened({ kind: 'secret', secret })
  const close = () => setOpened(null)
  const current = (webhook: Webhook) => data?.results.find(({ id }) => id === webhook.id) ?? webhook
  return (
    <Panel title="Вебхуки" className="max-w-4xl">
      <p className="mb-3 text-sm text-text-2">
        Портал сам сообщает вашей программе о событиях: отправляет подписанный JSON на её адрес, по порядку, и повторяет
        до трёх дней, пока сообщение не примут.
      </p>
      {data ? (
        <List items={data.results} onOpen={setOpened} />
      ) : (
        <QueryFallback error={error} onRetry={refetch} rows={3} />
      )}
      {data && (
        <Button
          className="mt-3"
          icon={<IconPlus size={16} />}
          disabled={isFull}
          onClick={() => setOpened({ kind: 'new' })}
        >
          Новый вебхук
        </Button>
      )}
      {isFull && <p className="mt-1 text-sm text-text-2">Вебхуков не больше {WEBHOOK_LIMIT}: удалите лишние.</p>}
      <Suspense>
        {(opened?.kind === 'new' || opened?.kind === 'change') && (
          <WebhookDialog
            shown={opened.kind === 'new' ? null : current(opened.webhook)}
            onCreated={showSecret}
            onClose={close}
          />
        )}
        {opened?.kind === 'rotate' && (
          <RotateDialog
            title={`Новый секрет вебхука «${opened.webhook.name}»`}
            rotate={async (overlap) => {
              const body = { overlap_hours: overlap }
              const secret = await call(webhookRoutes.rotate, { params: { id: opened.webhook.id }, body })
              await refresh()
              showSecret(secret)
            }}
            onClose={close}
          />
        )}
        {opened?.kind === 'messages' && <MessagesDialog webhook={current(opened.webhook)} onClose={close} />}
        {opened?.kind === 'secret' && <SecretDialog secret={opened.secret} onClose={close} />}
      </Suspense>
    </Panel>
  )
}

function useActions() {
  const refresh = useInvalidate('webhooks')
  const done = (summary: string) => () => {
    toast({ severity: 'success', summary })
    return refresh()
  }
  const remove = useApiMutation(webhookRoutes.remove, {
    onSuccess: done('Вебхук удалён'),
    onError: toastRefusal('Вебхук не удалён'),
  })
  const pause = useMutation({
    mutationFn: ({ id, version, name, url, events, consignee_id, pause: paused }: Webhook) =>
      call(webhookRoutes.change, {
        params: { id },
        body: { version, name, url, events, consignee_id, is_paused: paused === '' },
      }),
    onSuccess: (_, { pause: paused }) => done(paused === '' ? 'Вебхук приостановлен' : 'Вебхук возобновлён')(),
    onError: toastRefusal('Вебхук не изменён'),
  })
  const test = useApiMutation(webhookRoutes.test, {
    onSuccess: ({ status, error, took_ms: took }) =>
      error === ''
        ? toast({ severity: 'success', summary: `Получатель ответил ${status ?? ''} за ${took ?? 0} мс` })
        : toast({ severity: 'error', summary: `Пробное сообщение не принято. ${error}` }),
    onError: toastRefusal('Пробное сообщение не отправлено'),
  })
  return { remove, pause, test }
}
type Actions = ReturnType<typeof useActions>

function List({ items, onOpen }: { items: readonly Webhook[]; onOpen: (opened: Opened) => void }) {
  const actions = useActions()
  if (items.length === 0) return <p className="text-sm">Вебхуков пока нет.</p>
  return (
    <ul className="flex flex-col border-t border-hairline">
      {items.map((webhook) => (
        <Item key={webhook.id} shown={webhook} actions={actions} onOpen={onOpen} />
      ))}
    </ul>
  )
}

const eventsText = (events: readonly WebhookEvent[]) =>
  events.length === Object.keys(WEBHOOK_EVENTS).length
    ? 'Все события'
    : events.map((event) => WEBHOOK_EVENTS[event]).join(', ')

const stateText = ({ last_delivered_at: last, waiting_count: waiting, consignee, made_by: maker }: Webhook) =>
  [
    last === null ? 'сообщений ещё не было' : `последнее принято ${moment(last)}`,
    waiting > 0 ? `ждут отправки: ${waiting}` : null,
    consignee === '' ? null : `только ${consignee}`,
    `создал: ${maker}`,
  ]
    .filter((part) => part !== null)
    .join(' · ')

function Item({ shown, actions, onOpen }: { shown: Webhook; actions: Actions; onOpen: (opened: Opened) => void }) {
  const { name, pause } = shown
  const ask = async () => {
    const waiting =
      shown.waiting_count > 0
        ? ` Не отправлено ${counted(shown.waiting_count, 'сообщение', 'сообщения', 'сообщений')}.`
        : ''
    const text = `Сообщения перестанут отправляться, история удалится.${waiting}`
    const isSure = await confirm({ title: `Удалить вебхук «${name}»?`, text, dangerous: true })
    if (isSure) actions.remove.mutate({ params: { id: shown.id } })
  }
  return (
    <li className="flex flex-col gap-1 border-b border-hairline py-2 sm:flex-row sm:items-start sm:gap-3">
      <div className="min-w-0 flex-1">
        <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
          <span className="font-semibold break-words">{name}</span>
          {pause === 'person' && <Tag tone="neutral">Приостановлен</Tag>}
          {pause === 'failures' && <Tag tone="accent">Приостановлен: получатель не отвечает</Tag>}
          {pause === '' && shown.failing_since && (
            <Tag tone="warn">{`Не принимает с ${moment(shown.failing_since)}`}</Tag>
          )}
          {shown.previous_until && <Tag tone="info">{`Прежний секрет до ${moment(shown.previous_until)}`}</Tag>}
        </p>
        <p className="text-sm break-all">{shown.url}</p>
        <p className="text-sm text-text-2">{eventsText(shown.events)}</p>
        <p className="text-sm break-words text-text-2">{stateText(shown)}</p>
      </div>
      <div className="-ml-2 flex flex-none flex-wrap sm:ml-0">
        <IconButton
          size="row"
          label={`Сообщения: ${name}`}
          icon={<IconList size={16} />}
          onClick={() => onOpen({ kind: 'messages', webhook: shown })}
        />
        <IconButton
          size="row"
          disabled={actions.test.isPending}
          label={`Проверить: ${name}`}
          icon={<IconSend size={16} />}
          onClick={() => actions.test.mutate({ params: { id: shown.id } })}
        />
        <IconButton
          size="row"
          disabled={actions.pause.isPending}
          label={`${pause === '' ? 'Приостановить' : 'Возобновить'}: ${name}`}
          icon={pause === '' ? <IconPlayerPause size={16} /> : <IconPlayerPlay size={16} />}
          onClick={() => actions.pause.mutate(shown)}
        />
        <IconButton
          size="row"
          label={`Изменить: ${name}`}
          icon={<IconPencil size={16} />}
          onClick={() => onOpen({ kind: 'change', webhook: shown })}
        />
        <IconButton
          size="row"
          label={`Заменить секрет: ${name}`}
          icon={<IconRefresh size={16} />}
          onClick={() => onOpen({ kind: 'rotate', webhook: shown })}
        />
        <IconButton
          size="row"
          disabled={actions.remove.isPending}
          label={`Удалить: ${name}`}
          icon={<IconTrash size={16} />}
          onClick={() => void ask()}
        />
      </div>
    </li>
  )
}
