import { ENTRY_KINDS, ledgerEntryRoutes, type LedgerEntry } from '@artikul/contract/billing/ledger-entries'
import { IconPlus, IconScale } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Suspense, useMemo, useState } from 'react'
import { moment, shortDay } from '../../../lib/text/format.ts'
import { Button } from '../../../ui/button.tsx'
import type { Column } from '../../../ui/lists/data-table.tsx'
import { EmptyState } from '../../../ui/states/empty-state.tsx'
import { lazyWindow } from '../../../ui/windows/lazy-window.tsx'
import { Money } from '../../../ui/text/money.tsx'
import { ReasonDialog } from '../../../ui/windows/reason-dialog.tsx'
import { Tag } from '../../../ui/text/tag.tsx'
import { pageQuery } from '../../../lib/api/query.ts'
import { useApiMutation, useInvalidate } from '../../../lib/api/use-api-mutation.ts'
import { PagedPanel } from '../../../ui/lists/paged-panel.tsx'
import { DeskFilters } from './desk-filters.tsx'
import type { DeskProps } from './payments.api.ts'

const NewEntryDialog = lazyWindow(() => import('./new-entry-dialog.tsx'))

const nameOf = ({ kind, number }: LedgerEntry) => `${ENTRY_KINDS[kind]} № ${number}`
const sum = (kop: number) => (kop === 0 ? '' : <Money kop={kop} sign={false} />)

const columnsOf = (onCancel: (entry: LedgerEntry) => void): readonly Column<LedgerEntry>[] => [
  {
    id: 'name',
    header: 'Запись',
    lead: true,
    cell: (entry) => (
      <span className="block py-1">
        <span className="font-semibold">{nameOf(entry)}</span>
        {entry.note !== '' && <span className="block text-xs break-words text-text-2">{entry.note}</span>}
      </span>
    ),
  },
  { id: 'day', header: 'Дата', cell: ({ day }) => shortDay(day) },
  {
    id: 'buyer',
    header: 'Покупатель',
    cell: ({ contractor, contract, seller }) => (
      <span className="block py-1">
        {contractor.name}
        <span className="block text-xs text-text-2">
          {contract}, {seller}
        </span>
      </span>
    ),
  },
  { id: 'debit', header: 'Долг, ₽', numeric: true, cell: ({ debit_kop: kop }) => sum(kop) },
  { id: 'credit', header: 'В пользу покупателя, ₽', numeric: true, cell: ({ credit_kop: kop }) => sum(kop) },
  { id: 'due', header: 'Оплатить до', cell: ({ due_on: due }) => due && shortDay(due) },
  {
    id: 'made',
    header: 'Кто записал',
    cell: ({ made_by: by, made_at: at, cancelled }) => (
      <span className="block py-1">
        {by}
        <span className="block text-xs text-text-2">{moment(at)}</span>
        {cancelled && (
          <span className="block text-xs text-text-2">
            <Tag>Отменена</Tag> {moment(cancelled.at)}, {cancelled.by}: {cancelled.reason}
          </span>
        )}
      </span>
    ),
  },
  {
    id: 'acts',
    header: 'Действие',
    cell: (entry) =>
      entry.cancelled === null && (
        <Button size="sm" look="ghost" aria-label={`Отменить: ${nameOf(entry)}`} onClick={() => onCancel(entry)}>
          Отменить
        </Button>
      ),
  },
]

/** «Остатки и зачёты»: ledger entries other than shipments and payments. */
export function EntriesTab({ search, onChange }: DeskProps) {
  const { page, page_size, q } = search
  const list = useQuery(pageQuery(ledgerEntryRoutes.list, { query: { page, page_size, q } }))
  const [isNew, setNew] = useState(false)
  const [cancelling, setCancelling] = useState<LedgerEntry | null>(null)
  const columns = useMemo(() => columnsOf(setCancelling), [])
  return (
    <>
      <DeskFilters search={search} onChange={onChange}>
        <Button icon={<IconPlus size={16} />} onClick={() => setNew(true)}>
          Новая запись
        </Button>
      </DeskFilters>
      <PagedPanel
        label="Остатки и зачёты"
        columns={columns}
        query={list}
        rowId={({ id }) => String(id)}
        empty={
          search.q === undefined ? (
            <EmptyState
              icon={<IconScale size={32} stroke={1.5} />}
              title="Записей пока нет"
              text="Здесь вводят долг или аванс покупателя на начало работы, взаимозачёты и возвраты денег: они войдут в задолженность и акт сверки."
            />
          ) : (
            <EmptyState
              title="У такого покупателя записей нет"
              text="Измените название или снимите отбор."
              action={<Button onClick={() => onChange({ q: undefined })}>Сбросить</Button>}
            />
          )
        }
        search={search}
        onChange={onChange}
      />
      {isNew && (
        <Suspense>
          <NewEntryDialog onClose={() => setNew(false)} />
        </Suspense>
      )}
      {cancelling && <CancelEntry entry={cancelling} onClose={() => setCancelling(null)} />}
    </>
  )
}

function CancelEntry({ entry, onClose }: { entry: LedgerEntry; onClose: () => void }) {
  const cancel = useApiMutation(ledgerEntryRoutes.cancel, {
    onSuccess: useInvalidate('ledger-entries', 'payments', 'debts'),
  })
  return (
    <ReasonDialog
      title={`Отменить: ${nameOf(entry)}?`}
      description="Запись останется видна и больше не войдёт в задолженность."
      submit="Отменить запись"
      dangerous
      send={(reason) => cancel.mutateAsync({ params: { id: entry.id }, body: { reason } })}
      done={`${nameOf(entry)}: отменено`}
      onClose={onClose}
    />
  )
}
