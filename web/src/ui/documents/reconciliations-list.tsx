import { counted } from '@artikul/contract/core/plural'
import type { ReconciliationBrief } from '@artikul/contract/billing/reconciliation'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { day, momentDay } from '../../lib/text/format.ts'
import { reconciliationsQuery, type ReconciliationsSearch } from '../../lib/queries/reconciliations-query.ts'
import type { Column } from '../lists/data-table.tsx'
import { Tag } from '../text/tag.tsx'
import { PagedPanel } from '../lists/paged-panel.tsx'

const differText = (count: number) => counted(count, 'расхождение', 'расхождения', 'расхождений')

const COLUMNS: readonly Column<ReconciliationBrief>[] = [
  {
    id: 'period',
    header: 'Сверка',
    lead: true,
    opens: true,
    cell: ({ id, from, to }) => (
      <Link to="/reconciliations/$id" params={{ id: String(id) }} className="font-semibold quiet-link">
        {day(from)}–{day(to)}
      </Link>
    ),
  },
  { id: 'contractor', header: 'Покупатель', cell: ({ contractor }) => contractor },
  { id: 'contract', header: 'Договор', cell: ({ contract }) => contract },
  { id: 'file', header: 'Файл', cell: ({ file_name: name }) => <span className="break-all">{name}</span> },
  {
    id: 'state',
    header: 'Статус',
    cell: ({ open_count: open, closed_count: closed, waiting_count: waiting }) => (
      <span className="inline-flex flex-wrap items-center gap-x-2">
        {open > 0 ? <Tag tone="warn">Открыто: {open}</Tag> : <Tag tone="success">Открытых нет</Tag>}
        {closed > 0 && <span className="text-text-2">закрыто {differText(closed)}</span>}
        {waiting > 0 && <Tag tone="accent">Ждут ответа поставщика: {waiting}</Tag>}
      </span>
    ),
  },
  { id: 'created', header: 'Загружена', cell: ({ created_at: at }) => momentDay(at) },
]
const OWN_COLUMNS = COLUMNS.filter(({ id }) => id !== 'contractor')

interface Props {
  search: ReconciliationsSearch
  onChange: (next: ReconciliationsSearch) => void
  /** True for the list of one company, whose name is not shown. */
  isOwn: boolean
  empty: ReactNode
}

/** Reconciliations, newest first. */
export function ReconciliationsList({ search, onChange, isOwn, empty }: Props) {
  const list = useQuery(reconciliationsQuery(search))
  return (
    <div>
      <PagedPanel
        label="Сверки"
        columns={isOwn ? OWN_COLUMNS : COLUMNS}
        query={list}
        rowId={({ id }) => String(id)}
        empty={empty}
        expected={5}
        search={search}
        onChange={onChange}
      />
    </div>
  )
}
