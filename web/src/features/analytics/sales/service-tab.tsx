import type { ServiceReport, ServiceRow } from '@artikul/contract/analytics/sales'
import { formatPercent } from '@artikul/contract/core/money'
import { counted } from '@artikul/contract/core/plural'
import { IconTruckDelivery } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { roubles } from '../../../lib/text/format.ts'
import { PeriodFields } from '../../../ui/dates/period-fields.tsx'
import { DataTable, type Column } from '../../../ui/lists/data-table.tsx'
import { Panel } from '../../../ui/panel.tsx'
import { EmptyState } from '../../../ui/states/empty-state.tsx'
import { QueryFallback } from '../../../ui/states/not-loaded.tsx'
import { periodOf, serviceQuery, type AnalyticsSearch } from './analytics.api.ts'
import { Figures, type Figure } from './figures.tsx'

const share = (hundredths: number | null) => (hundredths === null ? '—' : formatPercent(hundredths))

const figuresOf = ({ totals }: ServiceReport): Figure[] => [
  {
    name: 'Заказано строк',
    value: totals.lines_count.toLocaleString('ru-RU'),
    note: 'Без снятых самим покупателем',
  },
  { name: 'Исполнено', value: share(totals.filled_share), note: 'Строк отгружено полностью' },
  { name: 'В срок', value: share(totals.on_time_share), note: 'К первой обещанной дате' },
  {
    name: 'Отказано',
    value: roubles(totals.refused_kop),
    note: counted(totals.refused_count, 'строка', 'строки', 'строк'),
  },
]

const ROW_COLUMNS: readonly Column<ServiceRow>[] = [
  { id: 'name', header: 'Поставщик', lead: true, width: 'w-2/5', cell: ({ name }) => name },
  { id: 'lines', header: 'Строк', numeric: true, cell: ({ lines_count: count }) => count.toLocaleString('ru-RU') },
  { id: 'filled', header: 'Исполнено', numeric: true, cell: ({ filled_share: filled }) => share(filled) },
  { id: 'on-time', header: 'В срок', numeric: true, cell: ({ on_time_share: onTime }) => share(onTime) },
  { id: 'refused', header: 'Отказано', numeric: true, cell: ({ refused_kop: kop }) => roubles(kop) },
]

const REASON_COLUMNS: readonly Column<ServiceReport['reasons'][number]>[] = [
  { id: 'reason', header: 'Причина', lead: true, width: 'w-3/5', cell: ({ reason }) => reason || 'Без причины' },
  { id: 'lines', header: 'Строк', numeric: true, cell: ({ lines_count: count }) => count.toLocaleString('ru-RU') },
  { id: 'sum', header: 'Сумма', numeric: true, cell: ({ sum_kop: kop }) => roubles(kop) },
]

interface Props {
  search: AnalyticsSearch
  onChange: (next: AnalyticsSearch) => void
}

/** How ordered lines were fulfilled: by supplier, and why suppliers refused. */
export function ServiceTab({ search, onChange }: Props) {
  const { data, error, refetch, isPlaceholderData } = useQuery(serviceQuery(search))
  return (
    <div className="flex flex-col gap-4">
      <div className="flex flex-wrap items-end gap-3" data-screen-only="">
        <PeriodFields {...periodOf(search)} onChange={onChange} />
      </div>
      {!data ? (
        <QueryFallback error={error} onRetry={refetch} rows={10} />
      ) : data.rows.length === 0 ? (
        <EmptyState
          icon={<IconTruckDelivery size={32} stroke={1.5} />}
          title="За этот период не заказывали"
          text="Выберите другой период."
        />
      ) : (
        <>
          <Figures figures={figuresOf(data)} />
          <Panel flush title="По поставщикам">
            <DataTable
              label="Исполнение по поставщикам"
              columns={ROW_COLUMNS}
              rows={data.rows}
              rowId={({ id }) => String(id)}
              stale={isPlaceholderData}
            />
          </Panel>
          {data.reasons.length > 0 && (
            <Panel flush title="Почему отказали">
              <DataTable
                label="Причины отказов"
                columns={REASON_COLUMNS}
                rows={data.reasons}
                rowId={({ reason }) => reason}
                stale={isPlaceholderData}
              />
            </Panel>
          )}
        </>
      )}
    </div>
  )
}
