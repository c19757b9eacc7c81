import type { AuditItem } from '@artikul/contract/platform/audit'
import { AUDIT_EVENTS } from '@artikul/contract/platform/audit-events'
import { useQuery } from '@tanstack/react-query'
import { contractorRoutes } from '@artikul/contract/companies/contractors'
import { moment } from '../../../lib/text/format.ts'
import { ChangeList } from '../../../ui/text/changes.tsx'
import type { Column } from '../../../ui/lists/data-table.tsx'
import { EmptyState } from '../../../ui/states/empty-state.tsx'
import { pageQuery } from '../../../lib/api/query.ts'
import { PagedPanel } from '../../../ui/lists/paged-panel.tsx'
import type { PagedTabProps } from './contracts/paged-tab.ts'

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
  { id: 'changes', header: 'Изменения', cell: ({ changes }) => <ChangeList items={changes} /> },
]

export function HistoryTab({ company, search, onChange }: PagedTabProps) {
  const history = useQuery(
    pageQuery(contractorRoutes.history, {
      params: { id: company.id },
      query: { page: search.page, page_size: search.page_size },
    }),
  )
  return (
    <PagedPanel
      title="История"
      label="История"
      columns={COLUMNS}
      query={history}
      rowId={({ id }) => String(id)}
      expected={5}
      empty={<EmptyState title="Изменений пока не было" />}
      search={search}
      onChange={onChange}
      moreThan={50}
    />
  )
}
