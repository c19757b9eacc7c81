import type { Order } from '@artikul/contract/ordering/orders/orders'
import { waitingOrderRoutes, type Wait } from '@artikul/contract/ordering/orders/held-orders'
import { IconClock } from '@tabler/icons-react'
import { useState } from 'react'
import { moment, roubles } from '../../../../lib/text/format.ts'
import { Button } from '../../../../ui/button.tsx'
import { Panel } from '../../../../ui/panel.tsx'
import { toast, toastRefusal } from '../../../../ui/hints/toast.ts'
import { PlacePartDialog } from '../lines/place-part-dialog.tsx'
import { useApiMutation } from '../../../../lib/api/use-api-mutation.ts'
import { ORDER_KEYS } from '../order-acts.ts'
import { OverrideRequestDialog } from './unblock-request-dialog.tsx'

/** Hold of the order: reason, deadline, actions. */
export function OrderWait({ order, wait }: { order: Order; wait: Wait }) {
  return wait.kind === 'payment' && wait.reason === '' ? (
    <Panel title="Ожидает оплаты">
      <Paid wait={wait} />
      <Until wait={wait} />
    </Panel>
  ) : (
    <Panel title="Заказ приостановлен">
      <p className="text-sm font-semibold">{wait.reason || 'Проверяем лимит и задолженность'}</p>
      {wait.available_kop !== null && wait.available_kop > 0 && (
        <p className="mt-1 text-sm text-text-2">Доступно сейчас: {roubles(wait.available_kop)}</p>
      )}
      <Until wait={wait} />
      <Request wait={wait} />
      <WaysOut order={order} wait={wait} />
    </Panel>
  )
}

function Paid({ wait: { need_kop: need, paid_kop: paid, left_kop: left, paid_percent: percent } }: { wait: Wait }) {
  if (need === null || paid === null || left === null || percent === null)
    return <p className="text-sm">Заказ пойдёт в работу, когда поступит оплата.</p>
  return (
    <>
      <p className="text-sm">
        <span className="font-semibold">Оплачено {percent}&nbsp;%</span>
        {paid > 0 && `, ${roubles(paid)} из ${roubles(need)}`}. Не хватает{' '}
        <span className="font-semibold">{roubles(left)}</span>
      </p>
      <div
        role="progressbar"
        aria-label="Оплата заказа"
        aria-valuenow={percent}
        aria-valuemin={0}
        aria-valuemax={100}
        className="mt-2 h-2 max-w-md overflow-hidden rounded-full bg-group"
      >
        <div className="h-full bg-success" style={{ width: `${percent}%` }} />
      </div>
    </>
  )
}

const Until = ({ wait: { until, kind } }: { wait: Wait }) => (
  <p className="mt-2 flex items-start gap-1.5 text-sm">
    <IconClock size={16} aria-hidden="true" className="mt-0.5 shrink-0 text-warn" />
    <span>
      Товар в резерве до <span className="font-semibold">{moment(until)}</span>.{' '}
      {kind === 'payment' ? 'Без оплаты строки будут сняты.' : 'Потом строки будут сняты.'}
    </span>
  </p>
)

function Request({ wait: { request } }: { wait: Wait }) {
  if (!request || request.state === 'unblocked') return null
  return (
    <p className="mt-2 text-sm text-text-2">
      {request.state === 'waiting'
        ? `Разблокировка запрошена ${moment(request.at)}: ${request.by}. Ждём ответа менеджера.`
        : `В разблокировке отказано: ${request.decline_reason}`}
    </p>
  )
}

function WaysOut({ order, wait: { can, available_kop: available } }: { order: Order; wait: Wait }) {
  const [open, setOpen] = useState<'part' | 'ask' | null>(null)
  const prepay = useApiMutation(waitingOrderRoutes.prepay, { invalidates: ORDER_KEYS })
  const issue = () =>
    // Awaited as a promise: the button unmounts once the order is no longer on hold.
    prepay
      .mutateAsync({ params: { id: order.id } })
      .then(
        ({ invoice_number: number }) => toast({ severity: 'success', summary: `Выставлен счёт № ${number}` }),
        toastRefusal('Счёт не выставлен'),
      )
  const close = () => setOpen(null)
  if (!can.prepay && !can.place_part && !can.ask) return null
  return (
    <div className="mt-3 flex flex-wrap gap-2 max-sm:flex-col">
      {can.prepay && (
        <Button look="primary" busy={prepay.isPending} onClick={() => void issue()}>
          Выставить счёт
        </Button>
      )}
      {can.place_part && <Button onClick={() => setOpen('part')}>Оформить на доступную сумму</Button>}
      {can.ask && <Button onClick={() => setOpen('ask')}>Запросить разблокировку</Button>}
      {open === 'part' && <PlacePartDialog order={order} availableKop={available ?? 0} onClose={close} />}
      {open === 'ask' && <OverrideRequestDialog orderId={order.id} onClose={close} />}
    </div>
  )
}
