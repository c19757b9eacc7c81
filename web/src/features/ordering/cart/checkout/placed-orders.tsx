import { ORDER_STATUSES, type PlacedOrder } from '@artikul/contract/ordering/orders/orders'
import { counted } from '@artikul/contract/core/plural'
import { IconCircleCheck } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { Suspense, use } from 'react'
import { contractText, roubles } from '../../../../lib/text/format.ts'
import { Button, buttonClass } from '../../../../ui/button.tsx'
import { Dialog } from '../../../../ui/windows/dialog.tsx'
import { Money } from '../../../../ui/text/money.tsx'
import { Tag } from '../../../../ui/text/tag.tsx'
import { payableTogether, PayOrdersContext } from './pay-orders.ts'

/** «Принято в пределах допуска: 2 строки, +12,00 ₽, срок позже на 1 день». */
function acceptedText({
  lines_count: count,
  sum_kop: sum,
  delay_days: days,
}: NonNullable<PlacedOrder['taken']>): string {
  const what = [
    counted(count, 'строка', 'строки', 'строк'),
    sum !== null && sum > 0 && `+${roubles(sum)}`,
    days > 0 && `срок позже на ${counted(days, 'день', 'дня', 'дней')}`,
  ]
  return `Принято в пределах допуска: ${what.filter(Boolean).join(', ')}`
}

interface Props {
  orders: readonly PlacedOrder[]
  onClose: () => void
}

export function PlacedOrders({ orders, onClose }: Props) {
  const PayOrders = use(PayOrdersContext)
  const title = `${orders.length === 1 ? 'Создан' : 'Создано'} ${counted(orders.length, 'заказ', 'заказа', 'заказов')}`
  return (
    <Dialog
      title={title}
      open
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>Закрыть</Button>
          <Link to="/orders" className={buttonClass({ look: 'primary' })}>
            Все заказы
          </Link>
        </>
      }
    >
      <ul className="divide-y divide-hairline rounded-lg border border-hairline text-sm">
        {orders.map((order) => (
          <li key={order.id} className="flex flex-wrap items-center gap-x-3 gap-y-1 px-4 py-2.5">
            <IconCircleCheck size={18} aria-hidden="true" className="text-success" />
            <Link
              to="/orders/$id"
              params={{ id: String(order.id) }}
              className="font-semibold underline underline-offset-2"
            >
              № {order.number}
            </Link>
            <Tag>{ORDER_STATUSES[order.status]}</Tag>
            <Money kop={order.total_kop} className="ml-auto font-semibold" />
            <p className="flex basis-full flex-wrap justify-between gap-x-3 pl-[30px] text-text-2">
              <span>
                {order.consignee}, {contractText(order.contract)}
              </span>
              {order.invoice_number && (
                <Link
                  to="/order-invoice/$id"
                  params={{ id: String(order.id) }}
                  className="text-brand underline underline-offset-2"
                >
                  Счёт на оплату № {order.invoice_number}
                </Link>
              )}
            </p>
            {order.taken && <p className="basis-full pl-[30px] text-text-2">{acceptedText(order.taken)}</p>}
          </li>
        ))}
      </ul>
      {PayOrders && (
        <Suspense>
          {payableTogether(orders).map((own) => (
            <div key={own[0]?.contract_id} className="mt-3">
              <PayOrders orders={own} />
            </div>
          ))}
        </Suspense>
      )}
    </Dialog>
  )
}
