import type { SalesReport } from '@artikul/contract/analytics/sales'
import { formatPercent } from '@artikul/contract/core/money'
import { roubles } from '../../../lib/text/format.ts'
import type { Figure } from './figures.tsx'

/** «На 12 % больше прошлого периода». */
function comparison(now: number, before: number): string {
  if (before <= 0) return 'Раньше не было'
  const percent = Math.round((now / before - 1) * 100)
  if (percent === 0) return 'Как в прошлом периоде'
  return `На ${Math.abs(percent)} % ${percent > 0 ? 'больше' : 'меньше'} прошлого периода`
}

/** Main figures of sales, each compared with the period before. */
export const salesFigures = ({ totals, previous }: SalesReport): Figure[] => [
  {
    name: 'Выручка с НДС',
    value: roubles(totals.revenue_kop),
    note: comparison(totals.revenue_kop, previous.revenue_kop),
  },
  {
    name: 'Маржа без НДС',
    value: roubles(totals.margin_kop),
    note:
      totals.margin_hundredths === null ? 'Отгрузок не было' : `${formatPercent(totals.margin_hundredths)} от выручки`,
  },
  {
    name: 'Заказов',
    value: totals.orders_count.toLocaleString('ru-RU'),
    note: comparison(totals.orders_count, previous.orders_count),
  },
  {
    name: 'Средний заказ',
    value: totals.average_order_kop === null ? '—' : roubles(totals.average_order_kop),
    note: comparison(totals.average_order_kop ?? 0, previous.average_order_kop ?? 0),
  },
]
