import type { AccountedDebt, SettledContract } from '@artikul/contract/billing/settlements'
import { day, moment, roubles, todayIso } from '../../../lib/text/format.ts'
import { DataTable, type Column } from '../../../ui/lists/data-table.tsx'
import { Panel } from '../../../ui/panel.tsx'
import { Money } from '../../../ui/text/money.tsx'

interface Row extends AccountedDebt {
  /** Place in the statement: two debts may look alike. */
  at: number
}

const columns = (today: string): readonly Column<Row>[] => [
  {
    id: 'document',
    header: 'Документ',
    lead: true,
    words: true,
    cell: ({ document, sum_kop: kop }) => document || (kop < 0 ? 'Аванс' : 'Долг по договору'),
  },
  {
    id: 'due',
    header: 'Оплатить до',
    cell: ({ due_on: due }) =>
      due && (
        <span className={due < today ? 'text-accent' : ''}>{due < today ? `${day(due)}, просрочено` : day(due)}</span>
      ),
  },
  { id: 'sum', header: 'Сумма', numeric: true, cell: ({ sum_kop: kop }) => <Money kop={kop} /> },
]

const totalText = (debts: readonly AccountedDebt[]) => {
  const total = debts.reduce((sum, { sum_kop: kop }) => sum + kop, 0)
  if (total === 0) return 'долга нет'
  return total > 0 ? `долг ${roubles(total)}` : `аванс ${roubles(-total)}`
}

/** Debts by due day as the accounting system states them, beside the sums of the portal. */
export function AccountedPanel({ contracts }: { contracts: readonly SettledContract[] }) {
  const stated = contracts.flatMap(({ accounted, ...contract }) => (accounted ? [{ ...contract, accounted }] : []))
  const shown = columns(todayIso())
  return stated.map(({ contract_id: id, number, accounted: { as_of: at, debts } }) => (
    <Panel
      key={id}
      flush={debts.length > 0}
      title={`Договор ${number} по данным 1С на ${moment(at)}: ${totalText(debts)}`}
    >
      {debts.length > 0 ? (
        <DataTable
          label={`Долги по данным 1С, договор ${number}`}
          columns={shown}
          rows={debts.map((debt, index) => ({ ...debt, at: index }))}
          rowId={(debt) => String(debt.at)}
        />
      ) : (
        <p className="text-sm text-text-2">Неоплаченных документов в 1С нет.</p>
      )}
    </Panel>
  ))
}
