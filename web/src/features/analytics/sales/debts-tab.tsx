import { analyticsRoutes, DEBT_AGES, type DebtsReport, type DebtsRow } from '@artikul/contract/analytics/sales'
import { keysOf } from '@artikul/contract/core/keys'
import { IconCoins } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useMemo } from 'react'
import { call } from '../../../lib/api/call.ts'
import { day, roubles } from '../../../lib/text/format.ts'
import { BarChart } from '../../../ui/charts/bar-chart.tsx'
import { DataTable, type Column } from '../../../ui/lists/data-table.tsx'
import { Panel } from '../../../ui/panel.tsx'
import { EmptyState } from '../../../ui/states/empty-state.tsx'
import { QueryFallback } from '../../../ui/states/not-loaded.tsx'
import { debtsQuery } from './analytics.api.ts'
import { thousands } from './axis-text.ts'
import { Figures } from './figures.tsx'
import { FileButton } from './file-button.tsx'

const AGES = keysOf(DEBT_AGES)
const AGE_LABELS = AGES.map((age) => DEBT_AGES[age])

const sumOrDash = (kop: number) => (kop === 0 ? '—' : roubles(kop))

const COLUMNS: readonly Column<DebtsRow>[] = [
  {
    id: 'name',
    header: 'Покупатель',
    lead: true,
    width: 'w-1/5',
    cell: ({ id, name, manager }) => (
      <div>
        <Link to="/contractors/$id" params={{ id: String(id) }} search={{ tab: 'standings' }} className="quiet-link">
          {name}
        </Link>
        <p className="text-text-2">{manager ?? 'Менеджер не назначен'}</p>
      </div>
    ),
  },
  { id: 'total', header: 'Долг', numeric: true, cell: ({ total_kop: kop }) => roubles(kop) },
  ...AGES.map((age): Column<DebtsRow> => ({
    id: age,
    header: DEBT_AGES[age],
    numeric: true,
    cell: (row) => sumOrDash(row[age]),
  })),
  { id: 'oldest', header: 'Старший срок', cell: ({ oldest_due_on: due }) => day(due) },
]

const figuresOf = ({ totals, rows }: DebtsReport) => {
  const overdue = totals.total_kop - totals.not_due_kop
  return [
    {
      name: 'Должны всего',
      value: roubles(totals.total_kop),
      note: `Покупателей: ${rows.length.toLocaleString('ru-RU')}`,
    },
    { name: 'Срок не наступил', value: roubles(totals.not_due_kop), note: 'Отсрочка по договору' },
    { name: 'Просрочено', value: roubles(overdue), note: `${Math.round((overdue / totals.total_kop) * 100)} % долга` },
    { name: 'Больше 90 дней', value: roubles(totals.over_90_kop), note: 'Пора взыскивать' },
  ]
}

/** Debts of buyers by age: whom to remind, and whose deliveries to stop. */
export function DebtsTab() {
  const { data, error, refetch } = useQuery(debtsQuery)
  const series = useMemo(
    () => [{ label: 'Долг', colour: '--info' as const, values: AGES.map((age) => data?.totals[age] ?? 0) }],
    [data],
  )
  if (!data) return <QueryFallback error={error} onRetry={refetch} rows={10} />
  if (data.rows.length === 0)
    return <EmptyState icon={<IconCoins size={32} stroke={1.5} />} title="Долгов нет" text="Все отгрузки оплачены." />
  return (
    <div className="flex flex-col gap-4">
      {data.computed_to && <p className="text-sm text-text-2">На утро {day(data.computed_to)}</p>}
      <Figures figures={figuresOf(data)} />
      <Panel title="Долг по срокам">
        <BarChart
          label="Долг по срокам; те же числа — в таблице покупателей"
          steps={AGE_LABELS}
          series={series}
          text={roubles}
          axisText={thousands}
        />
      </Panel>
      <Panel
        flush
        title="Покупатели"
        actions={<FileButton name="Долги.xlsx" fetchFile={() => call(analyticsRoutes.debtsFile, {})} />}
      >
        <DataTable
          label="Долги покупателей по срокам"
          columns={COLUMNS}
          rows={data.rows}
          rowId={({ id }) => String(id)}
        />
      </Panel>
    </div>
  )
}
