import type { ContractorDetails, ContractBalanceReply } from '@artikul/contract/companies/contractors'
import { counted } from '@artikul/contract/core/plural'
import { useQuery } from '@tanstack/react-query'
import { roubles } from '../../../lib/text/format.ts'
import { DataTable, type Column } from '../../../ui/lists/data-table.tsx'
import { EmptyState } from '../../../ui/states/empty-state.tsx'
import { Money } from '../../../ui/text/money.tsx'
import { QueryPanel } from '../../../ui/lists/query-panel.tsx'
import { contractBalancesQuery } from './contractors.api.ts'

/** A negative debt is an advance. */
const debtText = ({ debt_kop }: ContractBalanceReply) => {
  if (debt_kop === 0) return 'Нет'
  return debt_kop > 0 ? roubles(debt_kop) : `Аванс ${roubles(-debt_kop)}`
}

const COLUMNS: readonly Column<ContractBalanceReply>[] = [
  {
    id: 'contract',
    header: 'Договор',
    lead: true,
    cell: ({ number, seller }) => (
      <>
        <span className="font-semibold">{number}</span>
        <span className="text-text-2">, {seller}</span>
      </>
    ),
  },
  {
    id: 'debt',
    header: 'Задолженность',
    numeric: true,
    cell: (standing) => <span className="whitespace-nowrap">{debtText(standing)}</span>,
  },
  {
    id: 'disputed',
    header: 'Спорная сумма',
    numeric: true,
    cell: ({ disputed_kop }) => (disputed_kop > 0 ? <Money kop={disputed_kop} /> : 'Нет'),
  },
  {
    id: 'overdue',
    header: 'Просрочено',
    numeric: true,
    cell: ({ overdue_kop, overdue_days }) =>
      overdue_kop > 0 ? (
        <span className="font-semibold text-accent">
          <Money kop={overdue_kop} />, {counted(overdue_days, 'день', 'дня', 'дней')}
        </span>
      ) : (
        'Нет'
      ),
  },
  { id: 'in_work', header: 'В работе', numeric: true, cell: ({ in_work_kop }) => <Money kop={in_work_kop} /> },
  {
    id: 'limit',
    header: 'Кредитный лимит',
    numeric: true,
    cell: ({ limit_kop }) => (limit_kop > 0 ? <Money kop={limit_kop} /> : 'Нет'),
  },
  {
    id: 'available',
    header: 'Доступно для заказа',
    numeric: true,
    // A contract without a limit has no available sum.
    cell: ({ available_kop, limit_kop }) =>
      limit_kop > 0 || available_kop > 0 ? <Money kop={available_kop} className="font-semibold" /> : '—',
  },
]

export function StandingsTab({ company }: { company: ContractorDetails }) {
  const standings = useQuery(contractBalancesQuery(company.id))
  return (
    <QueryPanel title="Взаиморасчёты" query={standings}>
      {(rows) =>
        rows.length === 0 ? (
          <EmptyState title="Расчётов пока нет" text="Они появятся с первым договором." />
        ) : (
          <DataTable
            label="Взаиморасчёты"
            columns={COLUMNS}
            rows={rows}
            rowId={({ contract_id }) => String(contract_id)}
          />
        )
      }
    </QueryPanel>
  )
}
