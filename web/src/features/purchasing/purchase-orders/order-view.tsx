import { counted } from '@artikul/contract/core/plural'
import {
  SUPPLIER_ORDER_CHANNELS,
  supplierOrderRoutes,
  type SupplierOrderDetails,
} from '@artikul/contract/purchasing/supplier-orders'
import { SUPPLIER_ORDER_STATES } from '@artikul/contract/purchasing/supplier-order-states'
import { useQuery } from '@tanstack/react-query'
import { IconArrowLeft, IconDownload, IconRefresh, IconUpload } from '@tabler/icons-react'
import { lazy, Suspense, useState } from 'react'
import { supplierOrderFileRoutes } from '@artikul/contract/purchasing/supplier-order-files'
import { receiverText } from '../../../lib/text/receiver.ts'
import { saveBlob } from '../../../lib/api/download.ts'
import { moment, roubles, shortName } from '../../../lib/text/format.ts'
import { Button } from '../../../ui/button.tsx'
import { DataTable } from '../../../ui/lists/data-table.tsx'
import { DefinitionList } from '../../../ui/text/definition-list.tsx'
import { lazyWindow } from '../../../ui/windows/lazy-window.tsx'
import { QueryFallback } from '../../../ui/states/not-loaded.tsx'
import { Notice } from '../../../ui/hints/notice.tsx'
import { Panel } from '../../../ui/panel.tsx'
import { Tag } from '../../../ui/text/tag.tsx'
import { toastRefusal } from '../../../ui/hints/toast.ts'
import { useApiMutation } from '../../../lib/api/use-api-mutation.ts'
import { SUPPLIER_LINE_COLUMNS } from './line-columns.tsx'
import { DraftActs, DraftLines, ShortNotice } from './draft-lines.tsx'
import { OrderHistory } from './order-history.tsx'
import { ORDER_TONES } from './order-words.ts'
import { supplierOrderQuery, SUPPLIER_ORDER_KEYS, supplierOrderAction } from './supplier-orders.api.ts'

const AnswerDialog = lazy(() => import('./answer-dialog.tsx'))
const AnswerFileDialog = lazyWindow(() => import('./answer-file-dialog.tsx'))

/** One purchase order with the state of each line. */
export function SupplierOrderView({ id, onBack }: { id: number; onBack: () => void }) {
  const { data, error, refetch } = useQuery(supplierOrderQuery(id))
  return (
    <div className="flex flex-col gap-3">
      <div>
        <Button size="sm" icon={<IconArrowLeft size={16} />} onClick={onBack}>
          Все заказы поставщикам
        </Button>
      </div>
      {data ? (
        <>
          <Head order={data} onGone={onBack} />
          {data.can.change ? <DraftLines order={data} /> : <Lines order={data} />}
          <OrderHistory id={id} />
        </>
      ) : (
        <QueryFallback error={error} onRetry={refetch} rows={12} />
      )}
    </div>
  )
}

function Head({ order, onGone }: { order: SupplierOrderDetails; onGone: () => void }) {
  const { number, state, reason, source, channel, made_by, created_at, sent_at, asked_at, not_applied_count } = order
  return (
    <Panel
      title={
        <span className="flex flex-wrap items-center gap-2">
          Заказ {number} <Tag tone={ORDER_TONES[state]}>{SUPPLIER_ORDER_STATES[state]}</Tag>
        </span>
      }
      actions={<OrderActs order={order} onGone={onGone} />}
    >
      <div className="flex flex-col gap-3">
        {reason !== '' && <Notice tone={state === 'sent' || state === 'done' ? 'info' : 'warn'}>{reason}</Notice>}
        {order.can.change && <ShortNotice order={order} />}
        {not_applied_count > 0 && (
          <Notice tone="warn">
            Ответ поставщика не применён к {counted(not_applied_count, 'строке', 'строкам', 'строкам')} клиента: решите
            по каждой сами.
          </Notice>
        )}
        {order.cancellations_count > 0 && (
          <Notice tone="warn">
            Клиент отказался, а у поставщика{' '}
            {counted(order.cancellations_count, 'строка не отменена', 'строки не отменены', 'строк не отменено')}:
            отменить может только человек. Скажите о каждой, отменил поставщик или товар придёт нам.
          </Notice>
        )}
        <DefinitionList
          items={[
            ['Поставщик', source.name],
            ['Как отправлен', SUPPLIER_ORDER_CHANNELS[channel]],
            ['Сумма', roubles(order.total_kop)],
            ['Составлен', `${moment(created_at)}, ${made_by === null ? 'по расписанию' : shortName(made_by)}`],
            ['Отправлен', sent_at && moment(sent_at)],
            ['Поставщик опрошен', asked_at && moment(asked_at)],
          ]}
        />
      </div>
    </Panel>
  )
}

function OrderActs({ order, onGone }: { order: SupplierOrderDetails; onGone: () => void }) {
  const { id, number, channel, can } = order
  const [isReading, setIsReading] = useState(false)
  const again = useApiMutation(supplierOrderRoutes.retry, supplierOrderAction('Заказ не повторён'))
  const download = useApiMutation(supplierOrderFileRoutes.file, {
    invalidates: SUPPLIER_ORDER_KEYS,
    onSuccess: (file) => saveBlob(file, `Заказ ${number}.xlsx`),
    onError: toastRefusal('Файл не получен'),
  })
  return (
    <div className="flex flex-wrap gap-2" data-screen-only="">
      {can.retry && (
        <Button
          icon={<IconRefresh size={16} />}
          busy={again.isPending}
          disabled={again.isPending}
          onClick={() => again.mutate({ params: { id }, body: { version: order.version } })}
        >
          Повторить
        </Button>
      )}
      <Button
        icon={<IconDownload size={16} />}
        busy={download.isPending}
        onClick={() => download.mutate({ params: { id } })}
      >
        Скачать файл
      </Button>
      {can.change && <DraftActs order={order} onGone={onGone} />}
      {can.answer && (
        <Button
          look={channel === 'api' ? 'default' : 'primary'}
          icon={<IconUpload size={16} />}
          onClick={() => setIsReading(true)}
        >
          Загрузить ответ
        </Button>
      )}
      <Suspense>{isReading && <AnswerFileDialog order={order} onClose={() => setIsReading(false)} />}</Suspense>
    </div>
  )
}

function Lines({ order }: { order: SupplierOrderDetails }) {
  const { lines, can } = order
  const [selected, setSelected] = useState<Record<string, true>>({})
  const [isAnswering, setIsAnswering] = useState(false)
  const chosen = lines.filter(({ id }) => selected[id])
  const close = (isDone: boolean) => {
    setIsAnswering(false)
    if (isDone) setSelected({})
  }
  return (
    <Panel
      flush
      title={counted(lines.length, 'строка', 'строки', 'строк')}
      actions={
        can.answer && (
          <Button disabled={chosen.length === 0} onClick={() => setIsAnswering(true)}>
            Ответ вручную{chosen.length > 0 && `: ${chosen.length}`}
          </Button>
        )
      }
    >
      <DataTable
        label="Строки заказа поставщику"
        columns={SUPPLIER_LINE_COLUMNS}
        rows={lines}
        rowId={({ id }) => String(id)}
        rowLabel={(line) => `${line.brand} ${line.article}, ${receiverText(line)}`}
        {...(can.answer && { selected, onSelectedChange: setSelected })}
      />
      <Suspense>{isAnswering && <AnswerDialog orderId={order.id} lines={chosen} onClose={close} />}</Suspense>
    </Panel>
  )
}
