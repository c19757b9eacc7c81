import { debtRoutes, type Debtor } from '@artikul/contract/billing/debts'
import type { DebtSort } from '@artikul/contract/billing/debt-sorts'
import { counted } from '@artikul/contract/core/plural'
import { IconCircleCheck } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useMemo } from 'react'
import { useHasRole } from '../../../lib/session/current-session.ts'
import { roubles, shortDay } from '../../../lib/text/format.ts'
import { Button } from '../../../ui/button.tsx'
import type { Column } from '../../../ui/lists/data-table.tsx'
import { EmptyState } from '../../../ui/states/empty-state.tsx'
import { Money } from '../../../ui/text/money.tsx'
import { Select } from '../../../ui/fields/select.tsx'
import { Switch } from '../../../ui/fields/switch.tsx'
import { Tag } from '../../../ui/text/tag.tsx'
import { pageQuery } from '../../../lib/api/query.ts'
import { PagedPanel } from '../../../ui/lists/paged-panel.tsx'
import { DeskFilters } from './desk-filters.tsx'
import type { DeskProps } from './payments.api.ts'

const SORTS: { value: DebtSort; label: string }[] = [
  { value: 'overdue', label: 'По просрочке' },
  { value: 'debt', label: 'По долгу' },
  { value: 'name', label: 'По названию' },
]

const columnsOf = (isManager: boolean): readonly Column<Debtor>[] => [
  {
    id: 'name',
    header: 'Покупатель',
    lead: true,
    opens: true,
    cell: ({ id, name, inn }) => (
      <span className="block py-1">
        {isManager ? (
          <Link to="/contractors/$id" params={{ id: String(id) }} className="font-semibold quiet-link">
            {name}
          </Link>
        ) : (
          <span className="font-semibold">{name}</span>
        )}
        <span className="block text-xs text-text-2">ИНН {inn}</span>
      </span>
    ),
  },
  {
    id: 'overdue',
    header: 'Просрочено, ₽',
    numeric: true,
    cell: ({ overdue_kop: kop }) =>
      kop > 0 ? <Money kop={kop} sign={false} className="font-semibold text-accent" /> : '—',
  },
  {
    id: 'days',
    header: 'Просрочка',
    cell: ({ overdue_days: days }) => days > 0 && <Tag tone="accent">{counted(days, 'день', 'дня', 'дней')}</Tag>,
  },
  {
    id: 'debt',
    header: 'Долг, ₽',
    numeric: true,
    cell: ({ debt_kop: kop, disputed_kop: disputed }) => (
      <>
        <Money kop={kop} sign={false} />
        {disputed > 0 && <span className="block text-xs text-text-2">спорно {roubles(disputed)}</span>}
      </>
    ),
  },
  { id: 'limit', header: 'Лимит, ₽', numeric: true, cell: ({ limit_kop: kop }) => <Money kop={kop} sign={false} /> },
  {
    id: 'last',
    header: 'Последний платёж',
    cell: ({ id, last_paid_on: on }) =>
      on === null ? (
        'Не было'
      ) : (
        <Link to="/settlements" search={{ state: 'posted', contractor_id: id }} className="quiet-link">
          {shortDay(on)}
        </Link>
      ),
  },
  { id: 'manager', header: 'Менеджер', cell: ({ manager }) => manager ?? '' },
  {
    id: 'invoice',
    header: 'Счёт',
    cell: ({ id, name }) => (
      <Link
        to="/invoice"
        search={{ company: id, kind: 'shipments' }}
        className="quiet-link whitespace-nowrap"
        aria-label={`Выставить счёт на оплату долга: ${name}`}
      >
        Выставить
      </Link>
    ),
  },
]

/** Debts by company, overdue ones first. */
export function DebtsTab({ search, onChange }: DeskProps) {
  const { page, page_size, q, sort, overdue } = search
  const list = useQuery(pageQuery(debtRoutes.list, { query: { page, page_size, q, sort, overdue } }))
  const isManager = useHasRole('ArtikulOrderManager')
  const columns = useMemo(() => columnsOf(isManager), [isManager])
  const isNarrowed = search.q !== undefined || search.overdue !== undefined
  return (
    <>
      <DeskFilters search={search} onChange={onChange}>
        <Select
          label="Порядок"
          className="w-full sm:w-52"
          items={SORTS}
          value={search.sort ?? 'overdue'}
          onValueChange={(sort) => onChange({ sort: sort === null || sort === 'overdue' ? undefined : sort })}
        />
        <div className="flex h-9 items-center pl-2">
          <Switch
            label="Только просроченные"
            checked={search.overdue === 'true'}
            onCheckedChange={(overdue) => onChange({ overdue: overdue ? 'true' : undefined })}
          />
        </div>
      </DeskFilters>
      {list.data && list.data.pagination.total_count > 0 && (
        <p className="mb-2 text-sm text-text-2" role="status">
          Долг всего {roubles(list.data.debt_kop)}, из него просрочено {roubles(list.data.overdue_kop)}
        </p>
      )}
      <PagedPanel
        label="Долги"
        columns={columns}
        query={list}
        rowId={({ id }) => String(id)}
        empty={
          isNarrowed ? (
            <EmptyState
              title="Под эти условия долгов нет"
              text="Измените название или снимите отбор."
              action={<Button onClick={() => onChange({ q: undefined, overdue: undefined })}>Сбросить</Button>}
            />
          ) : (
            <EmptyState
              icon={<IconCircleCheck size={32} stroke={1.5} />}
              title="Никто ничего не должен"
              text="Все отгрузки оплачены."
            />
          )
        }
        search={search}
        onChange={onChange}
      />
    </>
  )
}
