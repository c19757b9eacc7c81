import { analyticsRoutes, SALES_DIMENSIONS, type SalesReport, type SalesRow } from '@artikul/contract/analytics/sales'
import { keysOf } from '@artikul/contract/core/keys'
import { formatPercent } from '@artikul/contract/core/money'
import { IconChartBar } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useMemo } from 'react'
import { call } from '../../../lib/api/call.ts'
import { day, monthText, roubles } from '../../../lib/text/format.ts'
import { BarChart } from '../../../ui/charts/bar-chart.tsx'
import { PeriodFields } from '../../../ui/dates/period-fields.tsx'
import { CountChips } from '../../../ui/lists/count-chips.tsx'
import { DataTable, type Column } from '../../../ui/lists/data-table.tsx'
import { Panel } from '../../../ui/panel.tsx'
import { EmptyState } from '../../../ui/states/empty-state.tsx'
import { QueryFallback } from '../../../ui/states/not-loaded.tsx'
import { periodOf, salesInput, salesQuery, type AnalyticsSearch } from './analytics.api.ts'
import { thousands } from './axis-text.ts'
import { FileButton } from './file-button.tsx'
import { Figures } from './figures.tsx'
import { salesFigures } from './sales-figures.ts'

interface Props {
  search: AnalyticsSearch
  onChange: (next: AnalyticsSearch) => void
}

/** Revenue, margin and orders of a period, compared with the one before. */
export function SalesTab({ search, onChange }: Props) {
  const report = useQuery(salesQuery(search))
  const { data, error, refetch } = report
  return (
    <div className="flex flex-col gap-4">
      <div className="flex flex-wrap items-end gap-3" data-screen-only="">
        <PeriodFields {...periodOf(search)} onChange={onChange} />
        {data?.computed_to && <p className="py-2 text-sm text-text-2">По данным на {day(data.computed_to)}</p>}
      </div>
      {!data ? (
        <QueryFallback error={error} onRetry={refetch} rows={10} />
      ) : data.computed_to === null ? (
        <EmptyState
          icon={<IconChartBar size={32} stroke={1.5} />}
          title="Показателей ещё нет"
          text="Они появятся через час после первого заказа."
        />
      ) : (
        <>
          <Figures figures={salesFigures(data)} />
          <StepsPanel report={data} />
          <Breakdown search={search} onChange={onChange} rows={data.rows} stale={report.isPlaceholderData} />
        </>
      )}
    </div>
  )
}

/** «17.11», «с 16.11», «ноябрь 2026». */
const stepText = (from: string, step: SalesReport['step']) =>
  step === 'month' ? monthText(from.slice(0, 7)) : `${step === 'week' ? 'с ' : ''}${day(from).slice(0, 5)}`

const STEP_COLUMNS = (step: SalesReport['step']): readonly Column<SalesReport['steps'][number]>[] => [
  { id: 'from', header: 'Период', lead: true, cell: ({ from }) => stepText(from, step) },
  { id: 'revenue', header: 'Выручка', numeric: true, cell: ({ revenue_kop: kop }) => roubles(kop) },
  { id: 'margin', header: 'Маржа', numeric: true, cell: ({ margin_kop: kop }) => roubles(kop) },
]

function StepsPanel({ report: { steps, step } }: { report: SalesReport }) {
  const labels = useMemo(() => steps.map(({ from }) => stepText(from, step)), [steps, step])
  const series = useMemo(
    () => [
      { label: 'Выручка', colour: '--info' as const, values: steps.map(({ revenue_kop: kop }) => kop) },
      { label: 'Маржа', colour: '--success' as const, values: steps.map(({ margin_kop: kop }) => kop) },
    ],
    [steps],
  )
  const columns = useMemo(() => STEP_COLUMNS(step), [step])
  return (
    <Panel title="Выручка и маржа по времени">
      <BarChart
        label="Выручка и маржа по времени; те же числа — в таблице под графиком"
        steps={labels}
        series={series}
        text={roubles}
        axisText={thousands}
      />
      <details className="mt-3">
        <summary className="cursor-pointer text-sm text-text-2">Таблица</summary>
        <div className="-mx-4 mt-2">
          <DataTable label="Выручка и маржа по времени" columns={columns} rows={steps} rowId={({ from }) => from} />
        </div>
      </details>
    </Panel>
  )
}

const changeText = (now: number, before: number) => {
  if (before <= 0) return '—'
  const percent = Math.round((now / before - 1) * 100)
  return `${percent > 0 ? '+' : percent < 0 ? '−' : ''}${Math.abs(percent)}\u00a0%`
}

const columnsOf = (search: AnalyticsSearch): readonly Column<SalesRow>[] => {
  const by = search.by ?? 'brand'
  return [
    {
      id: 'name',
      header: SALES_DIMENSIONS[by],
      lead: true,
      width: 'w-2/5',
      cell: ({ id, name }) =>
        by === 'buyer' && id > 0 ? (
          <Link to="/contractors/$id" params={{ id: String(id) }} search={{ tab: 'orders' }} className="quiet-link">
            {name}
          </Link>
        ) : (
          name
        ),
    },
    { id: 'revenue', header: 'Выручка', numeric: true, cell: ({ revenue_kop: kop }) => roubles(kop) },
    { id: 'margin', header: 'Маржа', numeric: true, cell: ({ margin_kop: kop }) => roubles(kop) },
    {
      id: 'share',
      header: 'Маржа, %',
      numeric: true,
      cell: ({ margin_hundredths: share }) => (share === null ? '—' : formatPercent(share)),
    },
    {
      id: 'change',
      header: 'К прошлому',
      numeric: true,
      cell: (row) => changeText(row.revenue_kop, row.previous_revenue_kop),
    },
  ]
}

interface BreakdownProps extends Props {
  rows: readonly SalesRow[]
  stale: boolean
}

function Breakdown({ search, onChange, rows, stale }: BreakdownProps) {
  const columns = useMemo(() => columnsOf(search), [search])
  return (
    <Panel
      flush
      title="Из чего складывается"
      actions={<FileButton name="Продажи.xlsx" fetchFile={() => call(analyticsRoutes.salesFile, salesInput(search))} />}
    >
      <div className="border-b border-hairline px-3 py-2" data-screen-only="">
        <CountChips
          label="Разбить по"
          chips={keysOf(SALES_DIMENSIONS).map((value) => ({ value, label: SALES_DIMENSIONS[value] }))}
          value={search.by ?? 'brand'}
          onValueChange={(by) => onChange({ by: by === 'brand' ? undefined : by })}
        />
      </div>
      {rows.length === 0 ? (
        <p className="px-4 py-3 text-sm text-text-2">За этот период отгрузок не было.</p>
      ) : (
        <DataTable
          label="Продажи по составу"
          columns={columns}
          rows={rows}
          rowId={({ id }) => String(id)}
          stale={stale}
        />
      )}
    </Panel>
  )
}
