import { AUDIT_EVENTS, type AuditItem } from '@artikul/contract/audit'
import { useQuery } from '@tanstack/react-query'
import { moment } from '../../lib/format.ts'
import { Changes } from '../../ui/changes.tsx'
import { DataTable, type Column } from '../../ui/data-table.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { historyQuery } from './contractors.api.ts'
import type { PagedTabProps } from './paged-tab.ts'
import { PagesBelow } from './pages-below.tsx'
import { QueryPanel } from './query-panel.tsx'

const COLUMNS: readonly Column<AuditItem>[] = [
  {
    id: 'at',
    header: 'Время',
    lead: true,
    cell: ({ at }) => <span className="whitespace-nowrap">{moment(at)}</span>,
  },
  { id: 'event', header: 'Событие', cell: ({ event }) => <b className="font-semibold">{AUDIT_EVENTS[event]}</b> },
  { id: 'actor', header: 'Кто', cell: ({ actor }) => actor?.name },
  { id: 'object', header: 'О чём', cell: ({ object }) => object },
  { id: 'changes', header: 'Изменения', cell: ({ changes }) => <Changes items={changes} /> },
]

export function HistoryTab({ company, search, onChange }: PagedTabProps) {
  const history = useQuery(historyQuery(company.id, search))
  return (
    <>
      <QueryPanel title="История" query={history}>
        {({ results }) =>
          results.length === 0 ? (
            <EmptyState title="Изменений пока не было" />
          ) : (
            <DataTable
              label="История"
              columns={COLUMNS}
              rows={results}
              rowId={({ id }) => String(id)}
              stale={history.isPlaceholderData}
            />
          )
        }
      </QueryPanel>
      <PagesBelow search={search} total={history.data?.pagination.total_count ?? 0} onChange={onChange} />
    </>
  )
}
