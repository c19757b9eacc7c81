import { API_KEY_LIMIT, apiKeyRoutes, type ApiKey, type ApiKeySecret } from '@artikul/contract/integrations/api-keys'
import { KEY_SCOPES } from '@artikul/contract/core/key-scopes'
import { useQuery } from '@tanstack/react-query'
import { IconPencil, IconPlus, IconRefresh, IconTrash } from '@tabler/icons-react'
import { Suspense, useState } from 'react'
import { call } from '../../../lib/api/call.ts'
import { query } from '../../../lib/api/query.ts'
import { useApiMutation, useInvalidate } from '../../../lib/api/use-api-mutation.ts'
import { day, moment, roubles } from '../../../lib/text/format.ts'
import { Button } from '../../../ui/button.tsx'
import { toast, toastRefusal } from '../../../ui/hints/toast.ts'
import { IconButton } from '../../../ui/icon-button.tsx'
import { Panel } from '../../../ui/panel.tsx'
import { QueryFallback } from '../../../ui/states/not-loaded.tsx'
import { Tag } from '../../../ui/text/tag.tsx'
import { confirm } from '../../../ui/windows/confirm.tsx'
import { lazyWindow } from '../../../ui/windows/lazy-window.tsx'

const KeyDialog = lazyWindow(() => import('./api-key-dialog.tsx'))
const RotateDialog = lazyWindow(() => import('./rotate-secret-dialog.tsx'))
const SecretDialog = lazyWindow(() => import('./key-secret-dialog.tsx'))

type Opened = { kind: 'new' } | { kind: 'change' | 'rotate'; key: ApiKey } | { kind: 'secret'; secret: ApiKeySecret }

/** Keys of the company's programs, for its administrator. */
export function ApiKeys() {
  const { data, error, refetch } = useQuery(query(apiKeyRoutes.list, {}))
  const [opened, setOpened] = useState<Opened | null>(null)
  const isFull = (data?.results.length ?? 0) >= API_KEY_LIMIT
  const refresh = useInvalidate('api-keys')
  const showSecret = (secret: ApiKeySecret) => setOpened({ kind: 'secret', secret })
  const close = () => setOpened(null)
  return (
    <Panel title="Ключи API" className="max-w-4xl">
      <p className="mb-3 text-sm text-text-2">
        С ключом ваша программа ищет, заказывает и получает документы сама. Ключ действует от вашего имени и
        заканчивается вместе с вашим доступом к компании.{' '}
        <a href="/api" className="underline underline-offset-2">
          Описание API
        </a>
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
          Новый ключ
        </Button>
      )}
      {isFull && <p className="mt-1 text-sm text-text-2">Ключей не больше {API_KEY_LIMIT}: отзовите лишние.</p>}
      <Suspense>
        {(opened?.kind === 'new' || opened?.kind === 'change') && (
          <KeyDialog
            shown={opened.kind === 'new' ? null : (data?.results.find(({ id }) => id === opened.key.id) ?? opened.key)}
            onCreated={showSecret}
            onClose={close}
          />
        )}
        {opened?.kind === 'rotate' && (
          <RotateDialog
            title={`Новый секрет ключа «${opened.key.name}»`}
            rotate={async (overlap) => {
              const secret = await call(apiKeyRoutes.rotate, {
                params: { id: opened.key.id },
                body: { overlap_hours: overlap },
              })
              await refresh()
              showSecret(secret)
            }}
            onClose={close}
          />
        )}
        {opened?.kind === 'secret' && <SecretDialog secret={opened.secret} onClose={close} />}
      </Suspense>
    </Panel>
  )
}

function List({ items, onOpen }: { items: readonly ApiKey[]; onOpen: (opened: Opened) => void }) {
  const refresh = useInvalidate('api-keys')
  const { mutate, isPending } = useApiMutation(apiKeyRoutes.revoke, {
    onSuccess: () => {
      toast({ severity: 'success', summary: 'Ключ отозван' })
      return refresh()
    },
    onError: toastRefusal('Ключ не отозван'),
  })
  const ask = async ({ id, name }: ApiKey) => {
    const text = 'Вызовы с этим ключом перестанут приниматься сразу. Вернуть его нельзя.'
    if (await confirm({ title: `Отозвать ключ «${name}»?`, text, dangerous: true })) mutate({ params: { id } })
  }
  if (items.length === 0) return <p className="text-sm">Ключей пока нет.</p>
  return (
    <ul className="flex flex-col border-t border-hairline">
      {items.map((key) => (
        <Item key={key.id} shown={key} busy={isPending} onOpen={onOpen} onRevoke={() => void ask(key)} />
      ))}
    </ul>
  )
}

interface ItemProps {
  shown: ApiKey
  busy: boolean
  onOpen: (opened: Opened) => void
  onRevoke: () => void
}

const limitsOf = (key: ApiKey) =>
  [
    `${key.calls_per_minute} в минуту, ${key.calls_per_day.toLocaleString('ru-RU')} в сутки`,
    key.consignee === '' ? null : `${key.is_point_only ? 'только' : 'по умолчанию'} ${key.consignee}`,
    key.addresses.length === 0 ? 'любой адрес' : key.addresses.join(', '),
    key.valid_until === null ? null : `по ${day(key.valid_until)}`,
    key.order_limit_kop === null ? null : `заказ до ${roubles(key.order_limit_kop)}`,
  ]
    .filter((part) => part !== null)
    .join(' · ')

const usageOf = (key: ApiKey) =>
  [
    key.last_used_at === null ? 'ещё не использовался' : `использован ${moment(key.last_used_at)}`,
    `вызовов сегодня: ${key.calls_today}`,
    key.refused_today > 0 ? `отказов: ${key.refused_today}` : null,
    `создал: ${key.made_by}`,
  ]
    .filter((part) => part !== null)
    .join(' · ')

const Item = ({ shown, busy, onOpen, onRevoke }: ItemProps) => (
  <li className="flex items-start gap-3 border-b border-hairline py-2">
    <div className="min-w-0 flex-1">
      <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
        <span className="font-semibold break-words">{shown.name}</span>
        <code className="text-xs text-text-2">{shown.login}</code>
        {shown.refusal !== '' && <Tag tone="warn">{shown.refusal}</Tag>}
        {shown.previous_until && <Tag tone="info">{`Прежний секрет до ${moment(shown.previous_until)}`}</Tag>}
      </p>
      <p className="text-sm">{shown.scopes.map((scope) => KEY_SCOPES[scope]).join(', ')}</p>
      <p className="text-sm break-words text-text-2">{limitsOf(shown)}</p>
      <p className="text-sm break-words text-text-2">{usageOf(shown)}</p>
    </div>
    <IconButton
      size="row"
      disabled={busy}
      label={`Изменить: ${shown.name}`}
      icon={<IconPencil size={16} />}
      onClick={() => onOpen({ kind: 'change', key: shown })}
    />
    <IconButton
      size="row"
      disabled={busy}
      label={`Заменить секрет: ${shown.name}`}
      icon={<IconRefresh size={16} />}
      onClick={() => onOpen({ kind: 'rotate', key: shown })}
    />
    <IconButton
      size="row"
      disabled={busy}
      label={`Отозвать: ${shown.name}`}
      icon={<IconTrash size={16} />}
      onClick={onRevoke}
    />
  </li>
)
