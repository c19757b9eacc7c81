import { contractorRoutes, type ContractorDetails } from '@artikul/contract/companies/contractors'
import type { ConsentItem } from '@artikul/contract/companies/legal'
import { LEGAL_LABELS } from '@artikul/contract/companies/legal-kinds'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { moment } from '../../../lib/text/format.ts'
import { DataTable, type Column } from '../../../ui/lists/data-table.tsx'
import { EmptyState } from '../../../ui/states/empty-state.tsx'
import { QueryPanel } from '../../../ui/lists/query-panel.tsx'
import { query } from '../../../lib/api/query.ts'

const COLUMNS: readonly Column<ConsentItem>[] = [
  {
    id: 'kind',
    header: 'Документ',
    lead: true,
    cell: ({ kind }) => (
      <Link to="/offer" search={kind === 'offer' ? {} : { doc: kind }} className="font-semibold quiet-link">
        {LEGAL_LABELS[kind]}
      </Link>
    ),
  },
  {
    id: 'version',
    header: 'Редакция',
    // The hash identifies the accepted text, even after the page publishes another version.
    cell: ({ version, text_hash }) => <span title={`SHA-256 текста: ${text_hash}`}>{version}</span>,
  },
  { id: 'person', header: 'Кто', cell: ({ person }) => person },
  { id: 'at', header: 'Когда', cell: ({ given_at }) => moment(given_at) },
  { id: 'address', header: 'Адрес', cell: ({ address }) => address },
]

export function ConsentsTab({ company }: { company: ContractorDetails }) {
  const consents = useQuery(query(contractorRoutes.consents, { params: { id: company.id } }))
  return (
    <QueryPanel title="Согласия сотрудников" query={consents}>
      {({ results: rows }) =>
        rows.length === 0 ? (
          <EmptyState title="Согласий пока нет" text="Они появятся, когда сотрудники примут оферту на портале." />
        ) : (
          <DataTable
            label="Согласия сотрудников"
            columns={COLUMNS}
            rows={rows}
            rowId={({ kind, version, person, given_at }) => `${kind} ${version} ${person} ${given_at}`}
          />
        )
      }
    </QueryPanel>
  )
}
