import {
  notificationDeviceRoutes as routes,
  type NotificationDevice,
} from '@artikul/contract/workspace/notification-devices'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { query } from '../../../lib/api/query.ts'
import { useApiMutation } from '../../../lib/api/use-api-mutation.ts'
import { moment } from '../../../lib/text/format.ts'
import { Button, buttonClass } from '../../../ui/button.tsx'
import { Switch } from '../../../ui/fields/switch.tsx'
import { toast, toastRefusal } from '../../../ui/hints/toast.ts'
import { Panel } from '../../../ui/panel.tsx'
import { QueryFallback } from '../../../ui/states/not-loaded.tsx'
import { mayPush, ownSubscription, subscribe, type BrowserPush } from './push-subscription.ts'

const INVALIDATES = ['notifications/devices'] as const
const devicesQuery = query(routes.list, {})

/** Browsers and messengers that get what waits for the person's answer; hidden when the installation offers none. */
export function Devices() {
  const { data, error, refetch } = useQuery(devicesQuery)
  if (data?.web_push_key === null && !data.offers_max) return null
  const isOf = (wanted: NotificationDevice['channel']) =>
    data?.results.filter(({ channel }) => channel === wanted) ?? []
  return (
    <Panel title="Что ждёт вашего ответа" className="max-w-3xl">
      <p className="mb-3 text-sm text-text-2">
        Вопросы по строкам, отказы и решения по обращениям – сразу, даже когда портал закрыт. Цен в сообщениях нет.
      </p>
      {!data && <QueryFallback error={error} onRetry={refetch} rows={2} />}
      <div className="flex flex-col gap-4">
        {data?.web_push_key && <Browsers webPushKey={data.web_push_key} devices={isOf('web_push')} />}
        {data?.offers_max && <Messenger devices={isOf('max')} />}
      </div>
    </Panel>
  )
}

const STATES: Record<Exclude<BrowserPush['state'], 'ready'>, string> = {
  unsupported: 'Этот браузер не показывает уведомления сайтов. На iPhone сначала добавьте портал на экран «Домой».',
  denied: 'Уведомления запрещены в настройках браузера для этого сайта. Разрешите их там и обновите страницу.',
}

function useBrowser(webPushKey: string, devices: readonly NotificationDevice[]) {
  const push = useQuery({ queryKey: ['push-subscription'], queryFn: mayPush, staleTime: Infinity })
  const [busy, setBusy] = useState(false)
  const add = useApiMutation(routes.add, { invalidates: INVALIDATES, onError: toastRefusal('Не включено') })
  const remove = useApiMutation(routes.remove, { invalidates: INVALIDATES, onError: toastRefusal('Не выключено') })
  const own = devices.find(({ endpoint }) => endpoint !== null && endpoint === push.data?.endpoint)
  async function turn(on: boolean) {
    setBusy(true)
    try {
      if (on) await add.mutateAsync({ body: await subscribe(webPushKey) })
      else {
        if (own) await remove.mutateAsync({ params: { id: own.id } })
        await (await ownSubscription())?.unsubscribe()
      }
    } catch {
      if (on && Notification.permission !== 'denied')
        toast({ severity: 'error', summary: 'Браузер не подключился', detail: 'Повторите позже' })
    }
    await push.refetch()
    setBusy(false)
  }
  return { push: push.data, own, busy, turn }
}

function Browsers({ webPushKey, devices }: { webPushKey: string; devices: readonly NotificationDevice[] }) {
  const { push, own, busy, turn } = useBrowser(webPushKey, devices)
  const others = devices.filter(({ id }) => id !== own?.id)
  return (
    <div className="flex flex-col gap-2">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <Switch
          label="Уведомления в этом браузере"
          checked={own !== undefined}
          disabled={busy || push?.state !== 'ready'}
          onCheckedChange={(on) => void turn(on)}
        />
        {own && <Check id={own.id} />}
      </div>
      {push && push.state !== 'ready' && <p className="text-sm text-text-2">{STATES[push.state]}</p>}
      {others.map((device) => (
        <Connected key={device.id} device={device} action="Выключить" />
      ))}
    </div>
  )
}

function Check({ id }: { id: number }) {
  const check = useApiMutation(routes.check, {
    onSuccess: () => toast({ severity: 'success', summary: 'Проверочное уведомление отправлено' }),
    onError: toastRefusal('Не отправлено'),
  })
  return (
    <Button size="sm" busy={check.isPending} onClick={() => check.mutate({ params: { id } })}>
      Проверить
    </Button>
  )
}

function Connected({ device, action }: { device: NotificationDevice; action: string }) {
  const remove = useApiMutation(routes.remove, { invalidates: INVALIDATES, onError: toastRefusal('Не выключено') })
  return (
    <div className="flex flex-wrap items-center justify-between gap-2 border-t border-hairline pt-2 text-sm">
      <span className="min-w-0 break-words">
        {device.name} <span className="text-text-2">с {moment(device.created_at)}</span>
      </span>
      <span className="flex gap-2">
        {device.channel === 'max' && <Check id={device.id} />}
        <Button
          size="sm"
          aria-label={`${action}: ${device.name}`}
          busy={remove.isPending}
          onClick={() => remove.mutate({ params: { id: device.id } })}
        >
          {action}
        </Button>
      </span>
    </div>
  )
}

/** The link opens the bot, which connects the account; the list is looked at again until it does. */
function Messenger({ devices }: { devices: readonly NotificationDevice[] }) {
  const link = useApiMutation(routes.linkMax, { onError: toastRefusal('Ссылка не создана') })
  const isWaiting = link.data !== undefined && devices.length === 0
  useQuery({ ...devicesQuery, refetchInterval: isWaiting ? 5000 : false })
  return (
    <div className="flex flex-col gap-2">
      <h3 className="text-sm font-semibold">Мессенджер MAX</h3>
      {devices.map((device) => (
        <Connected key={device.id} device={device} action="Отключить" />
      ))}
      {isWaiting && (
        <p className="text-sm">
          <a href={link.data.url} target="_blank" rel="noreferrer" className={buttonClass()}>
            Открыть MAX
          </a>{' '}
          <span className="text-text-2">Нажмите «Начать» в чате. Ссылка действует 10 минут и только один раз.</span>
        </p>
      )}
      {devices.length === 0 && !isWaiting && (
        <Button className="self-start" busy={link.isPending} onClick={() => link.mutate()}>
          Подключить MAX
        </Button>
      )}
    </div>
  )
}
