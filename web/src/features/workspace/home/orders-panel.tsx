import type { OrderItem, OrderStatus } from '@artikul/contract/ordering/orders/orders'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { momentDay, nearDay } from '../../../lib/text/format.ts'
import { Money } from '../../../ui/text/money.tsx'
import { OrderStatusTags } from '../../../ui/text/order-status-tag.tsx'
import { QueryPanel } from '../../../ui/lists/query-panel.tsx'
import { newestOrdersQuery } from './home.api.ts'

interface Props {
  title: string
  status?: OrderStatus
  /** Adds a link to the invoice. */
  invoices?: boolean
}

const SHOWN = 6

/** Newest orders; hidden when there are none. */
export function OrdersPanel({ title, status, invoices = false }: Props) {
  const orders = useQuery(newestOrdersQuery(status))
  const total = orders.data?.pagination.total_count ?? 0
  if (orders.data && total === 0) return null
  return (
    <QueryPanel
      query={orders}
      expected={4}
      title={
        <>
          {title}
          {status && total > 0 && (
            <span className="ml-2 font-normal text-text-2">
              {total}
              {orders.data?.has_more && '+'}
            </span>
          )}
        </>
      }
      actions={
        total > SHOWN && (
          <Link to="/orders" search={status ? { status } : {}} className="quiet-link text-sm">
            Показать все<span className="sr-only">: {title}</span>
          </Link>
        )
      }
    >
      {({ results }) => (
        <ul className="divide-y divide-hairline">
          {results.slice(0, SHOWN).map((order) => (
            <OrderLine key={order.id} order={order} withStatus={status === undefined} withInvoice={invoices} />
          ))}
        </ul>
      )}
    </QueryPanel>
  )
}

interface LineProps {
  order: OrderItem
  withStatus: boolean
  withInvoice: boolean
}

function OrderLine({ order, withStatus, withInvoice }: LineProps) {
  return (
    <li className="flex min-h-9 flex-wrap items-center gap-x-3 gap-y-0.5 px-4 py-1.5 text-sm">
      <Link
        to="/orders/$id"
        params={{ id: String(order.id) }}
        className="font-semibold underline-offset-2 hover:underline"
      >
        № {order.number}
      </Link>
      <span className="text-text-2">{momentDay(order.created_at)}</span>
      {withStatus && <OrderStatusTags order={order} />}
      <span className="flex min-w-0 flex-1 basis-40 text-text-2 max-sm:order-last max-sm:basis-full">
        <span className="truncate">{order.consignee}</span>
        {order.expected_date && <span className="flex-none">, ожидаем {nearDay(order.expected_date)}</span>}
      </span>
      <span className="ml-auto flex items-center gap-3">
        {withInvoice && order.has_invoice && (
          <Link
            to="/order-invoice/$id"
            params={{ id: String(order.id) }}
            className="text-brand underline underline-offset-2"
          >
            Счёт<span className="sr-only"> к заказу № {order.number}</span>
          </Link>
        )}
        <Money kop={order.total_kop} className="font-semibold" />
      </span>
    </li>
  )
}
