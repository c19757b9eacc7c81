import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useMay } from '../../../lib/session/current-session.ts'
import { monthText, roubles } from '../../../lib/text/format.ts'
import { BarTable } from '../../../ui/lists/bar-table.tsx'
import { QueryPanel } from '../../../ui/lists/query-panel.tsx'
import { spendMonthsQuery } from './settlements.api.ts'

/** Spending of the last months, when the administrator shows settlements. */
export default function SpendPanel() {
  return useMay('see_settlements') ? <Spent /> : null
}

function Spent() {
  const spend = useQuery(spendMonthsQuery())
  if (spend.data?.months.every(({ sum_kop: kop }) => kop === 0)) return null
  return (
    <QueryPanel
      query={spend}
      expected={7}
      title="Закупки по месяцам"
      actions={
        <Link to="/finances" search={{ tab: 'spend' }} className="quiet-link text-sm">
          По брендам и за год
        </Link>
      }
    >
      {({ months, total_kop: total }) => (
        <>
          <BarTable
            label="Закупки по месяцам"
            heads={['Месяц', 'Сумма']}
            rows={months.toReversed().map(({ month, sum_kop }) => ({ name: monthText(month), kop: sum_kop }))}
          />
          <p className="border-t border-hairline px-4 py-2 text-xs text-text-2">
            Отгружено с НДС за вычетом корректировок: <span className="tabular-nums">{roubles(total)}</span>
          </p>
        </>
      )}
    </QueryPanel>
  )
}
