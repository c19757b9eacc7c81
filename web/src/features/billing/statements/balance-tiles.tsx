import { counted } from '@artikul/contract/core/plural'
import type { SettledContract } from '@artikul/contract/billing/settlements'
import type { ReactNode } from 'react'
import { roubles } from '../../../lib/text/format.ts'
import { totalBalance } from './balance-sums.ts'

/** Balance tiles of the chosen contracts. */
export function BalanceTiles({ contracts }: { contracts: readonly SettledContract[] }) {
  const { debt, advance, overdue, days, limit, available, disputed, inWork } = totalBalance(contracts)
  const owes = debt > 0 || advance === 0
  return (
    <dl className="grid grid-cols-1 gap-3 sm:grid-cols-2 xl:grid-cols-4">
      <Tile
        name={owes ? 'Ваша задолженность' : 'Ваш аванс'}
        value={roubles(owes ? debt : advance)}
        note={debtNote(owes ? advance : 0, { debt: owes ? debt : 0, disputed })}
      />
      <Tile
        name="Просрочено"
        value={overdue > 0 ? roubles(overdue) : 'Нет'}
        note={overdue > 0 && `${counted(days, 'день', 'дня', 'дней')} со срока оплаты`}
        isUrgent={overdue > 0}
      />
      <Tile
        name="Доступно для заказа"
        value={limit > 0 ? roubles(available) : 'По предоплате'}
        note={limit > 0 && `из лимита ${roubles(limit)}`}
      />
      <Tile name="Заказы в работе" value={roubles(inWork)} note="Ещё не отгружены" />
    </dl>
  )
}

function debtNote(advance: number, { debt, disputed }: { debt: number; disputed: number }): string {
  const notes = [
    advance > 0 && `и аванс ${roubles(advance)} по другому договору`,
    disputed > 0 && `${disputed <= debt && advance === 0 ? 'из них спорно' : 'спорно'} ${roubles(disputed)}`,
  ]
  return notes.filter(Boolean).join(', ')
}

interface TileProps {
  name: string
  value: string
  note: ReactNode
  isUrgent?: boolean
}

const Tile = ({ name, value, note, isUrgent = false }: TileProps) => (
  <div className="rounded-lg border border-hairline bg-surface px-4 py-3">
    <dt className="text-sm text-text-2">{name}</dt>
    <dd>
      <span className={`text-xl font-semibold tabular-nums ${isUrgent ? 'text-accent' : ''}`}>{value}</span>
      {note && <span className="block text-sm text-text-2">{note}</span>}
    </dd>
  </div>
)
