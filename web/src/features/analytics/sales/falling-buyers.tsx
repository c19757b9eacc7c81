import type { FallingBuyer } from '@artikul/contract/analytics/sales'
import { IconMoodSmile } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { day, roubles } from '../../../lib/text/format.ts'
import { DataTable, type Column } from '../../../ui/lists/data-table.tsx'
import { Panel } from '../../../ui/panel.tsx'
import { EmptyState } from '../../../ui/states/empty-state.tsx'
import { QueryFallback } from '../../../ui/states/not-loaded.tsx'
import { fallingQuery } from './analytics.api.ts'

const COLUMNS: readonly Column<FallingBuyer>[] = [
  {
    id: 'name',
    header: 'Покупатель',
    lead: true,
    width: 'w-1/3',
    cell: ({ id, name }) => (
      <Link to="/contractors/$id" params={{ id: String(id) }} className="quiet-link">
        {name}
      </Link>
    ),
  },
  { id: 'manager', header: 'Менеджер', cell: ({ manager }) => manager ?? 'Не назначен' },
  { id: 'usual', header: 'Обычно за 30 дней', numeric: true, cell: ({ usual_kop: kop }) => roubles(kop) },
  { id: 'now', header: 'Последние 30 дней', numeric: true, cell: ({ revenue_kop: kop }) => roubles(kop) },
  { id: 'last', header: 'Последний заказ', cell: ({ ordered_on: on }) => (on === null ? '—' : day(on)) },
]

/** Buyers whose purchases have fallen by more than half: whom to call first. */
export function FallingBuyers() {
  const { data, error, refetch } = useQuery(fallingQuery)
  return (
    <Panel flush title="Кому позвонить: закупки упали больше чем вдвое">
      {!data ? (
        <QueryFallback error={error} onRetry={refetch} rows={8} />
      ) : data.results.length === 0 ? (
        <EmptyState
          icon={<IconMoodSmile size={32} stroke={1.5} />}
          title="Никто не уходит"
          text="У всех покупателей закупки за 30 дней не меньше половины обычных."
        />
      ) : (
        <DataTable label="Уходящие покупатели" columns={COLUMNS} rows={data.results} rowId={({ id }) => String(id)} />
      )}
    </Panel>
  )
}
