import { ORDER_STATUSES, type OrderItem } from '@artikul/contract/orders'
import { counted } from '@artikul/contract/plural'
import { IconCopy } from '@tabler/icons-react'
import { day, moment } from '../../lib/format.ts'
import { asFigure, asText, toTsv } from '../../lib/tsv.ts'
import { Button } from '../../ui/button.tsx'
import { toast } from '../../ui/toast.ts'

const HEAD = ['Номер', 'Дата', 'Статус', 'Ваш номер', 'Покупатель', 'Грузополучатель', 'Ожидаем', 'Строк', 'Сумма, ₽']

const cells = (order: OrderItem) => [
  asText(order.number),
  moment(order.created_at),
  ORDER_STATUSES[order.status],
  asText(order.client_number),
  asText(order.contractor),
  asText(order.consignee),
  order.expected_date ? day(order.expected_date) : '',
  asFigure(order.lines_count),
  order.total_kop === null ? '' : asFigure(order.total_kop / 100, 2),
]

interface Props {
  orders: readonly OrderItem[]
  onClear: () => void
}

/** What can be done with the chosen rows. */
export function CopyOrders({ orders, onClear }: Props) {
  const copy = async () => {
    const count = counted(orders.length, 'заказ', 'заказа', 'заказов')
    try {
      await navigator.clipboard.writeText(toTsv([HEAD, ...orders.map(cells)]))
      toast({ severity: 'success', summary: 'Скопировано для Excel', detail: count })
    } catch {
      toast({ severity: 'error', summary: 'Не скопировано', detail: 'Браузер не дал доступа к буферу обмена' })
    }
  }
  return (
    <div className="flex flex-wrap items-center gap-2 border-b border-hairline px-3 py-2 text-sm" data-screen-only="">
      <span className="text-text-2">Выбрано: {counted(orders.length, 'заказ', 'заказа', 'заказов')}</span>
      <Button size="sm" icon={<IconCopy size={14} />} onClick={() => void copy()}>
        Копировать для Excel
      </Button>
      <Button size="sm" look="ghost" onClick={onClear}>
        Снять выбор
      </Button>
    </div>
  )
}
