import { formatMoney } from '@artikul/contract/core/money'
import { SENDINGS } from '@artikul/contract/suppliers/online-suppliers'
import { counted } from '@artikul/contract/core/plural'
import {
  SUPPLIER_ORDER_CHANNELS,
  supplierOrderRoutes,
  type SupplierQueue,
} from '@artikul/contract/purchasing/supplier-orders'
import { useQuery, useMutation } from '@tanstack/react-query'
import { IconFileSpreadsheet, IconSettings } from '@tabler/icons-react'
import { Suspense, useMemo, useState } from 'react'
import { moment } from '../../../lib/text/format.ts'
import { useSendOnce } from '../../../lib/api/use-idempotency-key.ts'
import { useMayChange } from '../../../lib/session/use-may-change.ts'
import { Button } from '../../../ui/button.tsx'
import { DataTable, type Column } from '../../../ui/lists/data-table.tsx'
import { EmptyState } from '../../../ui/states/empty-state.tsx'
import { IconButton } from '../../../ui/icon-button.tsx'
import { lazyWindow } from '../../../ui/windows/lazy-window.tsx'
import { Money } from '../../../ui/text/money.tsx'
import { QueryFallback } from '../../../ui/states/not-loaded.tsx'
import { Panel } from '../../../ui/panel.tsx'
import { Tag } from '../../../ui/text/tag.tsx'
import { toast } from '../../../ui/hints/toast.ts'
import { useInvalidate } from '../../../lib/api/use-api-mutation.ts'
import { call } from '../../../lib/api/call.ts'
import { queuesQuery, supplierOrderAction } from './supplier-orders.api.ts'

const TermsDialog = lazyWindow(() => import('./terms-dialog.tsx'))
const WaitingDialog = lazyWindow(() => import('./waiting-dialog.tsx'))
const LayoutDialog = lazyWindow(() => import('./layout-dialog.tsx'))

type Opened = { window: 'terms' | 'layout' | 'waiting'; queue: SupplierQueue } | null
const LINK = 'text-left quiet-link'
const LINES = ['строка', 'строки', 'строк'] as const

/** Lines waiting to be sent, by supplier. */
export function Queues({ onOpen }: { onOpen: (orderId: number) => void }) {
  const { data, error, refetch } = useQuery(queuesQuery)
  const [opened, setOpened] = useState<Opened>(null)
  const mayChange = useMayChange()
  const columns = useMemo(() => queueColumns({ onOpen, setOpened, mayChange }), [onOpen, mayChange])
  const rows = useMemo(
    () => data?.toSorted((a, b) => Number(b.waiting_count > 0) - Number(a.waiting_count > 0)),
    [data],
  )
  const close = () => setOpened(null)
  return (
    <Panel flush title="Ждут отправки">
      {!data && <QueryFallback error={error} onRetry={refetch} rows={4} />}
      {rows?.length === 0 && (
        <EmptyState
          title="Поставщиков нет"
          text="Они появятся вместе с прайс-листами партнёров и онлайн-поставщиками."
        />
      )}
      {rows && rows.length > 0 && (
        <DataTable label="Ждут отправки" columns={columns} rows={rows} rowId={({ source }) => String(source.id)} />
      )}
      <Suspense>
        {opened?.window === 'terms' && <TermsDialog queue={opened.queue} onClose={close} />}
        {opened?.window === 'layout' && <LayoutDialog source={opened.queue.source} onClose={close} />}
        {opened?.window === 'waiting' && <WaitingDialog source={opened.queue.source} onClose={close} />}
      </Suspense>
    </Panel>
  )
}

interface Acts {
  onOpen: (orderId: number) => void
  setOpened: (opened: Opened) => void
  mayChange: boolean
}

const queueColumns = (acts: Acts): readonly Column<SupplierQueue>[] => [
  {
    id: 'source',
    header: 'Поставщик',
    lead: true,
    width: 'w-1/4',
    cell: ({ source, channel, orders_email }) => (
      <span className="block lg:py-1.5">
        <span className="font-semibold">{source.name}</span>
        <span className="block text-xs break-all text-text-2">
          {SUPPLIER_ORDER_CHANNELS[channel]}
          {channel === 'file' && `, ${orders_email}`}
        </span>
      </span>
    ),
  },
  {
    id: 'waiting',
    header: 'Ждёт',
    cell: (queue) => <Waits queue={queue} onOpen={() => acts.setOpened({ window: 'waiting', queue })} />,
  },
  { id: 'terms', header: 'Когда уходит', width: 'w-1/4', cell: (queue) => <When queue={queue} /> },
  { id: 'acts', header: 'Действия', numeric: true, cell: (queue) => <QueueActs queue={queue} {...acts} /> },
]

function Waits({ queue, onOpen }: { queue: SupplierQueue; onOpen: () => void }) {
  const { source, waiting_count, waiting_kop, held_count } = queue
  if (waiting_count + held_count === 0) return <span className="block lg:py-1.5">—</span>
  const waiting = waiting_count > 0 && counted(waiting_count, ...LINES)
  return (
    <span className="block lg:py-1.5">
      <button
        type="button"
        className={LINK}
        aria-label={`${waiting || `Отложено: ${held_count}`}: показать строки, ${source.name}`}
        onClick={onOpen}
      >
        {waiting || `Отложено: ${held_count}`}
      </button>
      {waiting && (
        <>
          , <Money kop={waiting_kop} />
        </>
      )}
      {waiting && held_count > 0 && <span className="block text-xs text-text-2">Отложено: {held_count}</span>}
    </span>
  )
}

const When = ({ queue: { sending, min_order_kop, short_kop, waiting_count, stopped } }: { queue: SupplierQueue }) => (
  <span className="block lg:py-1.5">
    {stopped && (
      <>
        <Tag tone="warn">Отправка остановлена</Tag>
        <span className="block text-xs text-text-2">
          {stopped.reason}. Повторим {moment(stopped.retry_at)}
        </span>
      </>
    )}
    {!stopped && SENDINGS[sending]}
    {min_order_kop > 0 && (
      <span className="block text-xs text-text-2">
        Не меньше {formatMoney(min_order_kop)} ₽
        {waiting_count > 0 && short_kop > 0 && `, не хватает ${formatMoney(short_kop)} ₽`}
      </span>
    )}
  </span>
)

function QueueActs({ queue, onOpen, setOpened, mayChange }: Acts & { queue: SupplierQueue }) {
  const sendOnce = useSendOnce()
  const { source, waiting_count, waiting_kop, channel } = queue
  const body = { id: source.id, waiting_count, waiting_kop }
  const { invalidates, onError } = supplierOrderAction('Заказ не отправлен')
  const send = useMutation({
    mutationFn: () =>
      sendOnce(body, (idempotencyKey) =>
        call(supplierOrderRoutes.send, { body: { supply_route_id: source.id }, idempotencyKey }),
      ),
    onError,
    onSettled: useInvalidate(...invalidates),
  })
  const press = () =>
    send.mutate(undefined, {
      onSuccess: ({ orders }) => {
        const [only] = orders
        const detail = orders.map(({ number }) => number).join(', ')
        toast({ severity: 'success', summary: 'Заказ уходит поставщику', detail })
        if (only && orders.length === 1) onOpen(only.id)
      },
    })
  return (
    <span className="flex flex-wrap items-center gap-1 lg:justify-end lg:py-1">
      {waiting_count > 0 && (
        <Button
          size="sm"
          look="primary"
          aria-label={`Отправить сейчас: ${source.name}`}
          busy={send.isPending}
          disabled={send.isPending}
          onClick={press}
        >
          Отправить сейчас
        </Button>
      )}
      {mayChange && (
        <>
          <IconButton
            size="row"
            label={`Условия отправки: ${source.name}`}
            icon={<IconSettings size={16} />}
            onClick={() => setOpened({ window: 'terms', queue })}
          />
          {channel !== 'api' && (
            <IconButton
              size="row"
              label={`Столбцы файла: ${source.name}`}
              icon={<IconFileSpreadsheet size={16} />}
              onClick={() => setOpened({ window: 'layout', queue })}
            />
          )}
        </>
      )}
    </span>
  )
}
