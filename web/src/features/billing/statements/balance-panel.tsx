import type { SettledContract } from '@artikul/contract/billing/settlements'
import { counted } from '@artikul/contract/core/plural'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useMay } from '../../../lib/session/current-session.ts'
import { roubles } from '../../../lib/text/format.ts'
import { QueryPanel } from '../../../ui/lists/query-panel.tsx'
import { settledContractsQuery } from './settlements.api.ts'
import { totalBalance } from './balance-sums.ts'

/** Short balance with the seller, when the administrator shows settlements. */
export default function BalancePanel() {
  return useMay('see_settlements') ? <Balance /> : null
}

function Balance() {
  const contracts = useQuery(settledContractsQuery)
  if (contracts.data?.length === 0) return null
  return (
    <QueryPanel
      query={contracts}
      expected={3}
      title="Взаиморасчёты"
      actions={
        <Link to="/finances" className="quiet-link text-sm">
          Платежи и документы
        </Link>
      }
    >
      {(all) => <Facts contracts={all} />}
    </QueryPanel>
  )
}

function Facts({ contracts }: { contracts: readonly SettledContract[] }) {
  const { debt, advance, overdue, days, limit, available } = totalBalance(contracts)
  const owes = debt > 0 || advance === 0
  return (
    <dl className="grid grid-cols-2 gap-x-4 gap-y-3 px-4 py-3">
      <Fact
        name={owes ? 'Ваша задолженность' : 'Ваш аванс'}
        note={owes && advance > 0 && `и аванс ${roubles(advance)}`}
      >
        {roubles(owes ? debt : advance)}
      </Fact>
      <Fact
        name="Просрочено"
        note={overdue > 0 && `${counted(days, 'день', 'дня', 'дней')} со срока оплаты`}
        isUrgent={overdue > 0}
      >
        {overdue > 0 ? roubles(overdue) : 'Нет'}
      </Fact>
      <Fact name="Доступно для заказа">{limit > 0 ? roubles(available) : 'По предоплате'}</Fact>
      <Fact name="Лимит">{limit > 0 ? roubles(limit) : 'Нет'}</Fact>
    </dl>
  )
}

interface FactProps {
  name: string
  note?: string | false
  isUrgent?: boolean
  children: ReactNode
}

const Fact = ({ name, note, isUrgent = false, children }: FactProps) => (
  <div className="min-w-0">
    <dt className="text-xs text-text-2">{name}</dt>
    <dd>
      <span className={`text-base font-semibold tabular-nums ${isUrgent ? 'text-accent' : ''}`}>{children}</span>
      {note && <span className="block text-xs text-text-2">{note}</span>}
    </dd>
  </div>
)
