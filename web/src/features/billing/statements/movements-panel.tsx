import {
  MOVEMENT_KINDS,
  settlementRoutes,
  type Movement,
  type SettledContract,
  type Turnover,
} from '@artikul/contract/billing/settlements'
import { useQuery } from '@tanstack/react-query'
import { day, roubles, shortDay } from '../../../lib/text/format.ts'
import type { Column } from '../../../ui/lists/data-table.tsx'
import { ShipmentLink } from '../../../ui/files/document-link.tsx'
import { EmptyState } from '../../../ui/states/empty-state.tsx'
import { FileButton } from '../../../ui/files/file-button.tsx'
import { Money } from '../../../ui/text/money.tsx'
import { PeriodFields } from '../../../ui/dates/period-fields.tsx'
import { call } from '../../../lib/api/call.ts'
import { PagedPanel } from '../../../ui/lists/paged-panel.tsx'
import { movementsQuery, periodOf, type FinancesProps } from './settlements.api.ts'

const sum = (kop: number) => (kop === 0 ? '' : <Money kop={kop} sign={false} />)

/** A negative debt is an advance. */
const balanceText = (kop: number) => (kop < 0 ? `аванс ${roubles(-kop)}` : roubles(kop))

function MovedBy({ kind, id, number }: Movement) {
  const text = `${MOVEMENT_KINDS[kind]} № ${number}`
  return kind === 'shipment' ? (
    <ShipmentLink id={id} className="font-semibold">
      {text}
    </ShipmentLink>
  ) : (
    <span className="font-semibold">{text}</span>
  )
}

const CONTRACT: Column<Movement> = { id: 'contract', header: 'Договор', cell: ({ contract }) => contract }
const COLUMNS: readonly Column<Movement>[] = [
  { id: 'document', header: 'Документ', lead: true, cell: MovedBy },
  { id: 'day', header: 'Дата', cell: (moved) => shortDay(moved.day) },
  CONTRACT,
  { id: 'debit', header: 'Начислено, ₽', numeric: true, cell: ({ debit_kop: kop }) => sum(kop) },
  { id: 'credit', header: 'Оплачено и зачтено, ₽', numeric: true, cell: ({ credit_kop: kop }) => sum(kop) },
  {
    id: 'balance',
    header: 'Задолженность после',
    numeric: true,
    cell: ({ balance_kop: kop }) => <span className="whitespace-nowrap">{balanceText(kop)}</span>,
  },
]
const COLUMNS_OF_ONE = COLUMNS.filter((column) => column !== CONTRACT)

/** Documents of a period with the debt after each, and the statement to download. */
export function MovementsPanel({
  search,
  contracts,
  onChange,
}: FinancesProps & { contracts: readonly SettledContract[] }) {
  const movements = useQuery(movementsQuery(search))
  const period = periodOf(search)
  const of = contracts.length === 1 ? contracts[0]?.contract_id : undefined
  const statement = { query: { contract_id: of ?? 0, ...period } }
  const file = (kind: string) => `Акт сверки ${day(period.from)}–${day(period.to)}.${kind}`
  return (
    <div>
      <PagedPanel
        title="Движения"
        actions={
          <div className="flex flex-wrap items-center gap-2" data-screen-only="">
            {of === undefined && <span className="text-sm text-text-2">Для акта сверки выберите договор</span>}
            <FileButton
              name={file('pdf')}
              disabled={of === undefined}
              file={() => call(settlementRoutes.statementPdf, statement)}
            >
              Акт сверки PDF
            </FileButton>
            <FileButton
              name={file('xlsx')}
              disabled={of === undefined}
              file={() => call(settlementRoutes.statementXlsx, statement)}
            >
              Акт сверки XLSX
            </FileButton>
          </div>
        }
        label="Движения"
        columns={of === undefined ? COLUMNS : COLUMNS_OF_ONE}
        query={movements}
        rowId={({ kind, id }) => `${kind}-${id}`}
        empty={<EmptyState title="За эти дни ни отгрузок, ни оплат" text="Возьмите период длиннее." />}
        expected={8}
        search={search}
        onChange={onChange}
      >
        <div className="grid gap-4 border-b border-hairline p-4 md:grid-cols-[minmax(0,22rem)_1fr]">
          <search className="grid grid-cols-2 gap-2" data-screen-only="">
            <PeriodFields {...period} onChange={onChange} />
          </search>
          {movements.data && <Turnovers {...movements.data.turnover} />}
        </div>
      </PagedPanel>
    </div>
  )
}

function Turnovers({ opening_kop: opening, debit_kop: debit, credit_kop: credit, closing_kop: closing }: Turnover) {
  const items = [
    ['На начало', balanceText(opening)],
    ['Отгружено', roubles(debit)],
    ['Оплачено и зачтено', roubles(credit)],
    ['На конец', balanceText(closing)],
  ] as const
  return (
    <dl className="grid grid-cols-2 content-end gap-x-4 gap-y-2 text-sm lg:grid-cols-4">
      {items.map(([name, value]) => (
        <div key={name}>
          <dt className="text-text-2">{name}</dt>
          <dd className="font-semibold whitespace-nowrap tabular-nums">{value}</dd>
        </div>
      ))}
    </dl>
  )
}
