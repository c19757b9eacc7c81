import type { SalesReport } from '@artikul/contract/analytics/sales'
import { formatPercent } from '@artikul/contract/core/money'
import { roubles } from '../../../lib/text/format.ts'

/** «на 12 % больше, чем раньше»; empty without an earlier figure. */
function comparison(now: number, before: number): string {
  if (before <= 0) return 'Раньше не было'
  const percent = Math.round((now / before - 1) * 100)
  if (percent === 0) return 'Как в прошлом периоде'
  return `На ${Math.abs(percent)} % ${percent > 0 ? 'больше' : 'меньше'} прошлого периода`
}

/** Main figures of the period, each compared with the period before. */
export function Figures({ report: { totals, previous } }: { report: SalesReport }) {
  const figures = [
    {
      name: 'Выручка с НДС',
      value: roubles(totals.revenue_kop),
      note: comparison(totals.revenue_kop, previous.revenue_kop),
    },
    {
      name: 'Маржа без НДС',
      value: roubles(totals.margin_kop),
      note:
        totals.margin_hundredths === null
          ? 'Отгрузок не было'
          : `${formatPercent(totals.margin_hundredths)} от выручки`,
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
  return (
    <dl className="grid grid-cols-2 gap-3 lg:grid-cols-4">
      {figures.map(({ name, value, note }) => (
        <div key={name} className="rounded-md border border-hairline bg-surface px-4 py-3">
          <dt className="text-sm text-text-2">{name}</dt>
          <dd className="mt-1 text-lg font-semibold tabular-nums">{value}</dd>
          <dd className="mt-1 text-xs text-text-2">{note}</dd>
        </div>
      ))}
    </dl>
  )
}
