import { useQuery } from '@tanstack/react-query'
import { orderRoutes, type Order } from '@artikul/contract/ordering/orders/orders'
import { IconReceipt2, IconPhone } from '@tabler/icons-react'
import { getRouteApi, Link } from '@tanstack/react-router'
import { counted } from '@artikul/contract/core/plural'
import { useHasRole, useSession } from '../../../lib/session/current-session.ts'
import { moment } from '../../../lib/text/format.ts'
import { useTitle } from '../../../lib/page/head.ts'
import { buttonClass, Button } from '../../../ui/button.tsx'
import { DefinitionList } from '../../../ui/text/definition-list.tsx'
import { FileButton } from '../../../ui/files/file-button.tsx'
import { PageHeader } from '../../../ui/lists/list-page.tsx'
import { Money } from '../../../ui/text/money.tsx'
import { QueryFallback } from '../../../ui/states/not-loaded.tsx'
import { Notice } from '../../../ui/hints/notice.tsx'
import { OrderStatusTags } from '../../../ui/text/order-status-tag.tsx'
import { Panel } from '../../../ui/panel.tsx'
import { SaveTemplateButton } from '../../../ui/save-template-button.tsx'
import { query } from '../../../lib/api/query.ts'
import { call } from '../../../lib/api/call.ts'
import { ManagerLink } from '../../../ui/text/manager-link.tsx'
import { IssueInvoiceButton } from './issue-invoice-button.tsx'
import { OnBehalfNotice } from './on-behalf-notice.tsx'
import { OrderApprovals } from './change-approvals/order-approvals.tsx'
import { OrderLines } from './lines/order-lines.tsx'
import { OrderWait } from './holds/order-wait.tsx'
import { RepeatOrderButton } from './repeat-order-button.tsx'
import { OrderMessagesPanel } from './order-messages.tsx'
import { Suspense, useState } from 'react'
import { lazyWindow } from '../../../ui/windows/lazy-window.tsx'

const OrderCalls = lazyWindow(() => import('./order-calls.tsx'))

/** Opens the answers for a calling client beside the order. */
function OrderCallsButton({ orderId }: { orderId: number }) {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <>
      <Button icon={<IconPhone size={16} />} onClick={() => setIsOpen(true)}>
        Звонок клиента
      </Button>
      {isOpen && (
        <Suspense>
          <OrderCalls orderId={orderId} onClose={() => setIsOpen(false)} />
        </Suspense>
      )}
    </>
  )
}

const route = getRouteApi('/orders/$id')

export default function OrderPage() {
  const { id } = route.useParams()
  const { data, error, refetch } = useQuery(query(orderRoutes.get, { params: { id } }))
  if (data) return <Loaded order={data} />
  return (
    <>
      <PageHeader title="Заказ" crumbs={[{ label: 'Заказы', to: '/orders' }, { label: 'Заказ' }]} />
      <Panel flush>
        <QueryFallback error={error} onRetry={refetch} />
      </Panel>
    </>
  )
}

function Loaded({ order }: { order: Order }) {
  useTitle(`Заказ № ${order.number}`)
  const isStaff = useHasRole('ArtikulOrderManager', 'ArtikulWarrantyManager')
  return (
    <>
      <PageHeader
        crumbs={[{ label: 'Заказы', to: '/orders' }, { label: `№ ${order.number}` }]}
        title={
          <span className="inline-flex flex-wrap items-center gap-2">
            Заказ № {order.number} <OrderStatusTags order={order} />
          </span>
        }
        subtitle={`от ${moment(order.created_at)}, оформил: ${order.placed_by}`}
        actions={
          <>
            {isStaff && <OrderCallsButton orderId={order.id} />}
            {order.can.repeat && <RepeatOrderButton orderId={order.id} />}
            {order.can.repeat && <SaveTemplateButton orderId={order.id} />}
            {order.can.issue_invoice && <IssueInvoiceButton orderId={order.id} />}
            {order.has_invoice && (
              <Link
                to="/order-invoice/$id"
                params={{ id: String(order.id) }}
                className={buttonClass({ look: 'primary' })}
              >
                <IconReceipt2 size={16} aria-hidden="true" />
                Счёт на оплату
              </Link>
            )}
          </>
        }
      />
      <div className="flex flex-col gap-4">
        {order.on_behalf && <OnBehalfNotice order={order} onBehalf={order.on_behalf} />}
        {order.wait ? (
          <OrderWait order={order} wait={order.wait} />
        ) : (
          order.hold_reason && <Notice tone="warn">Заказ приостановлен: {order.hold_reason}</Notice>
        )}
        <LateNotice order={order} />
        <OrderApprovals order={order} />
        <div className="grid gap-4 md:grid-cols-2">
          <Panel title="Покупатель и доставка">
            <DefinitionList
              items={[
                ['Покупатель', order.contractor],
                ['Продавец', order.seller],
                ['Договор', order.contract],
                ['Грузополучатель', order.consignee],
                ['Адрес', order.consignee_address],
                ['Получение', order.is_pickup && 'Самовывоз'],
                ['№ в 1С', order.external_number],
                ['Отгрузка', order.ship_complete && 'Только целиком'],
                ['Ваш номер', order.client_number],
                ['Комментарий', order.comment],
              ]}
            />
          </Panel>
          <Panel title="Итоги и документы">
            <DefinitionList
              items={[
                ['Строк', String(order.lines.length)],
                ['Сумма с НДС', <Money key="total" kop={order.total_kop} className="font-semibold" />],
                ['В том числе НДС', <Money key="vat" kop={order.vat_kop} />],
                ...order.invoices.map(
                  (invoice, at) =>
                    [
                      at === 0 ? 'Счёт на оплату' : `И счёт № ${invoice.number}`,
                      <span key={invoice.id}>
                        <Link
                          to="/invoice/$id"
                          params={{ id: String(invoice.id) }}
                          className="underline underline-offset-2"
                        >
                          № {invoice.number}
                        </Link>{' '}
                        от {moment(invoice.issued_at)} на <Money kop={invoice.total_kop} />
                      </span>,
                    ] as const,
                ),
              ]}
            />
            {order.invoices.length === 0 && <p className="mt-1.5 text-sm text-text-2">Счёт ещё не выставлен.</p>}
            {order.total_kop !== null && order.status !== 'cancelled' && (
              <div className="mt-3" data-screen-only="">
                <FileButton
                  name={`Спецификация заказа ${order.number}.pdf`}
                  file={() => call(orderRoutes.specification, { params: { id: order.id } })}
                >
                  Спецификация PDF
                </FileButton>
              </div>
            )}
          </Panel>
        </div>
        <OrderLines order={order} />
        <div data-screen-only="">
          <OrderMessagesPanel orderId={order.id} />
        </div>
      </div>
    </>
  )
}

/** Notifies a client of lines past their expected day, with the manager to ask; staff see the marks of the lines. */
function LateNotice({ order }: { order: Order }) {
  const isClient = useHasRole('ContractorAdmin', 'ContractorUser')
  const { user } = useSession()
  const count = order.lines.filter((line) => line.delay?.is_late).length
  if (!isClient || count === 0) return null
  return (
    <Notice tone="warn">
      {count === 1 ? 'Опаздывает' : 'Опаздывают'} {counted(count, 'строка', 'строки', 'строк')}: день ожидания прошёл,
      новый срок уточняется.
      {user?.manager && (
        <>
          {' '}
          Ваш менеджер: <ManagerLink manager={user.manager} />.
        </>
      )}
    </Notice>
  )
}
