import { keysOf } from '@artikul/contract/core/keys'
import {
  AGES,
  MAX_UNPAID,
  type PayableShipment,
  type Unpaid,
  type UnpaidShipment,
} from '@artikul/contract/billing/settlements'
import { counted } from '@artikul/contract/core/plural'
import { IconCircleCheck } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Suspense, useState } from 'react'
import { Link } from '@tanstack/react-router'
import { roubles, shortDay } from '../../../lib/text/format.ts'
import { buttonClass } from '../../../ui/button.tsx'
import { DataTable, type Column } from '../../../ui/lists/data-table.tsx'
import { ShipmentLink } from '../../../ui/files/document-link.tsx'
import { EmptyState } from '../../../ui/states/empty-state.tsx'
import { Money } from '../../../ui/text/money.tsx'
import { QueryPanel } from '../../../ui/lists/query-panel.tsx'
import { Tag } from '../../../ui/text/tag.tsx'
import { unpaidQuery, type FinancesSearch, type PayShipments } from './settlements.api.ts'

const CONTRACT: Column<UnpaidShipment> = { id: 'contract', header: 'Договор', cell: ({ contract }) => contract }

const COLUMNS: readonly Column<UnpaidShipment>[] = [
  {
    id: 'number',
    header: 'Отгрузка',
    lead: true,
    opens: true,
    cell: ({ id, number }) =>
      id === null ? (
        <span className="font-semibold">Остаток № {number}</span>
      ) : (
        <ShipmentLink id={id} className="font-semibold">
          № {number}
        </ShipmentLink>
      ),
  },
  { id: 'day', header: 'Дата', cell: ({ day }) => shortDay(day) },
  CONTRACT,
  {
    id: 'due',
    header: 'Оплатить до',
    cell: ({ due_on: due, overdue_days: days }) => (
      <span className="inline-flex flex-wrap items-center gap-x-2">
        {shortDay(due)}
        {days > 0 && <Tag tone="accent">Просрочено: {counted(days, 'день', 'дня', 'дней')}</Tag>}
      </span>
    ),
  },
  {
    id: 'total',
    header: 'Сумма, ₽',
    numeric: true,
    cell: ({ total_kop: kop }) => <Money kop={kop} sign={false} />,
  },
  {
    id: 'left',
    header: 'Осталось, ₽',
    numeric: true,
    cell: ({ left_kop: kop, disputed_kop: disputed }) => (
      <>
        <Money kop={kop} sign={false} className="font-semibold" />
        {disputed > 0 && (
          <span className="block text-sm whitespace-nowrap text-text-2">спорно {roubles(disputed)}</span>
        )}
      </>
    ),
  },
]

/** True for a shipment; other debts have no document to pay. */
const isPayable = (row: UnpaidShipment): row is PayableShipment => row.id !== null

const COLUMNS_OF_ONE = COLUMNS.filter((column) => column !== CONTRACT)

const idOf = ({ id, number, day }: UnpaidShipment) => String(id ?? `${number} ${day}`)

interface Props {
  search: FinancesSearch
  /** The list contains documents of several contracts. */
  isOfSeveral: boolean
  /** True when an empty list is caused by disputes instead of payment. */
  isOwed: boolean
  payShipments: PayShipments
}

/** Due payments: ageing, coming days, documents. */
export function UnpaidPanel({ search, isOfSeveral, isOwed, payShipments: PayShipments }: Props) {
  const unpaid = useQuery(unpaidQuery(search))
  const [selected, setSelected] = useState<Record<string, true>>({})
  return (
    <QueryPanel
      title="К оплате"
      query={unpaid}
      actions={
        unpaid.data &&
        unpaid.data.results.length > 0 && (
          <Link
            to="/invoice"
            search={{ kind: 'shipments', contract: search.contract }}
            className={buttonClass({ size: 'sm' })}
          >
            Счёт на оплату долга
          </Link>
        )
      }
    >
      {(data) =>
        data.results.length === 0 ? (
          <EmptyState
            icon={<IconCircleCheck size={32} stroke={1.5} />}
            title="Платить сейчас нечего"
            text={isOwed ? 'Остаток спорный: он ждёт решения по обращениям.' : 'Все отгрузки оплачены.'}
          />
        ) : (
          <>
            <div className="grid gap-x-8 gap-y-4 border-b border-hairline p-4 md:grid-cols-2">
              <Ages ages={data.ages} />
              <Days calendar={data.calendar} ahead={data.ages.none} />
            </div>
            <DataTable
              label="К оплате"
              columns={isOfSeveral ? COLUMNS : COLUMNS_OF_ONE}
              rows={data.results}
              stale={unpaid.isPlaceholderData}
              rowId={idOf}
              rowLabel={(row) => (isPayable(row) ? `отгрузку № ${row.number}` : null)}
              selected={selected}
              onSelectedChange={setSelected}
            />
            {data.results.some((row) => isPayable(row) && selected[idOf(row)]) && (
              <Suspense>
                <PayShipments
                  selected={data.results.filter(isPayable).filter((row) => selected[idOf(row)])}
                  onClear={() => setSelected({})}
                />
              </Suspense>
            )}
            {data.has_more && (
              <p className="px-4 py-2 text-sm text-text-2">
                Показаны первые {MAX_UNPAID} по сроку оплаты, остальные — в движениях ниже.
              </p>
            )}
          </>
        )
      }
    </QueryPanel>
  )
}

function Ages({ ages }: { ages: Unpaid['ages'] }) {
  const shown = keysOf(AGES).filter((age) => ages[age] > 0)
  const most = Math.max(...shown.map((age) => ages[age]))
  return (
    <section>
      <h3 className="mb-2 text-sm font-semibold">Возраст долга</h3>
      <dl className="flex flex-col gap-2 text-sm">
        {shown.map((age) => (
          <div key={age} className="grid grid-cols-[1fr_auto] gap-x-4 gap-y-1">
            <dt>{AGES[age]}</dt>
            <dd className="whitespace-nowrap tabular-nums">{roubles(ages[age])}</dd>
            <dd aria-hidden="true" className="col-span-2 h-1.5 rounded-full bg-hairline">
              <div
                className={`h-full rounded-full ${age === 'none' ? 'bg-info' : 'bg-accent'}`}
                style={{ width: `${Math.max(2, Math.round((ages[age] / most) * 100))}%` }}
              />
            </dd>
          </div>
        ))}
      </dl>
    </section>
  )
}

/** Limit of displayed days: more would not be readable at a glance. */
const DAYS_SHOWN = 6

function Days({ calendar, ahead }: { calendar: Unpaid['calendar']; ahead: number }) {
  const days = calendar.slice(0, DAYS_SHOWN)
  const later = days.reduce((left, { left_kop: kop }) => left - kop, ahead)
  const items = [
    ...days.map(({ due_on: due, left_kop: kop }) => [`до ${shortDay(due)}`, kop] as const),
    ...(later > 0 ? [['позже', later] as const] : []),
  ]
  return (
    <section>
      <h3 className="mb-2 text-sm font-semibold">Платёжный календарь</h3>
      {items.length === 0 ? (
        <p className="text-sm text-text-2">Впереди платежей нет: срок оплаты всего, что здесь есть, уже прошёл.</p>
      ) : (
        <dl className="flex flex-col gap-1.5 text-sm">
          {items.map(([name, kop]) => (
            <div key={name} className="flex justify-between gap-4">
              <dt>{name}</dt>
              <dd className="whitespace-nowrap tabular-nums">{roubles(kop)}</dd>
            </div>
          ))}
        </dl>
      )}
    </section>
  )
}
