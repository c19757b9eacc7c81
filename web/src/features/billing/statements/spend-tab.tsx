import type { Spend } from '@artikul/contract/billing/settlements'
import { IconChartBar } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { monthText, roubles } from '../../../lib/text/format.ts'
import { BarTable } from '../../../ui/lists/bar-table.tsx'
import { EmptyState } from '../../../ui/states/empty-state.tsx'
import { QueryFallback } from '../../../ui/states/not-loaded.tsx'
import { Notice } from '../../../ui/hints/notice.tsx'
import { Panel } from '../../../ui/panel.tsx'
import { PeriodFields } from '../../../ui/dates/period-fields.tsx'
import { faultOfSpend, spendPeriodOf, spendQuery, type FinancesProps } from './settlements.api.ts'

/** «Закупки»: what was delivered in a period, by month and by brand. */
export function SpendTab({ search, onChange }: FinancesProps) {
  const period = spendPeriodOf(search)
  const fault = faultOfSpend(period)
  return (
    <div className="flex flex-col gap-4">
      <search className="grid max-w-md grid-cols-2 gap-2" data-screen-only="">
        <PeriodFields {...period} onChange={onChange} />
      </search>
      {fault === null ? <Loaded search={search} /> : <Notice tone="warn">{fault}.</Notice>}
    </div>
  )
}

function Loaded({ search }: Pick<FinancesProps, 'search'>) {
  const { data, error, refetch } = useQuery(spendQuery(search))
  if (!data)
    return (
      <Panel flush>
        <QueryFallback error={error} onRetry={refetch} rows={8} />
      </Panel>
    )
  if (data.months.every(({ sum_kop: kop }) => kop === 0))
    return (
      <Panel flush>
        <EmptyState
          icon={<IconChartBar size={32} stroke={1.5} />}
          title="За эти дни ничего не отгружено"
          text="Возьмите период длиннее: здесь будет, сколько и каких брендов вы купили."
        />
      </Panel>
    )
  return <Charts spend={data} />
}

function Charts({ spend: { total_kop: total, months, brands, others_kop: others } }: { spend: Spend }) {
  const byBrand = [
    ...brands.map(({ brand, sum_kop }) => ({ name: brand, kop: sum_kop })),
    ...(others === 0 ? [] : [{ name: 'Остальные', kop: others }]),
  ]
  return (
    <>
      <p className="text-sm text-text-2">
        Отгружено за период: <strong className="font-semibold text-text">{roubles(total)}</strong>, с НДС, за вычетом
        корректировок
      </p>
      <div className="grid items-start gap-4 xl:grid-cols-2">
        <Panel title="По месяцам" flush>
          <BarTable
            label="Закупки по месяцам"
            heads={['Месяц', 'Сумма']}
            rows={months.map(({ month, sum_kop }) => ({ name: monthText(month), kop: sum_kop }))}
          />
        </Panel>
        <Panel title="По брендам" flush>
          <BarTable label="Закупки по брендам" heads={['Бренд', 'Сумма']} rows={byBrand} share={total} />
        </Panel>
      </div>
    </>
  )
}
