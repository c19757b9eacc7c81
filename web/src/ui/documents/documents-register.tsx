import { DOCUMENT_KINDS, type DocumentKind } from '@artikul/contract/billing/document-kinds'
import { IconFileText } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useMay } from '../../lib/session/current-session.ts'
import { documentsQuery, type DocumentsSearch } from '../../lib/queries/documents-query.ts'
import { Button } from '../button.tsx'
import { EmptyState } from '../states/empty-state.tsx'
import { FilterField } from '../fields/filter-field.tsx'
import { FilterGrid } from '../lists/filter-grid.tsx'
import { PeriodFields } from '../dates/period-fields.tsx'
import { Select } from '../fields/select.tsx'
import { PagedPanel } from '../lists/paged-panel.tsx'
import { DocumentsArchive } from './documents-archive.tsx'
import { DOCUMENT_COLUMNS } from './document-columns.tsx'

const KINDS = Object.entries(DOCUMENT_KINDS).map(([value, label]) => ({ value: value as DocumentKind, label }))
/** Kinds for users without prices, who see no invoices. */
const KINDS_WITHOUT_PRICES = KINDS.filter(({ value }) => value !== 'invoice')

const NONE: DocumentsSearch = { kind: undefined, q: undefined, contract: undefined, from: undefined, to: undefined }

interface Props {
  search: DocumentsSearch
  onChange: (next: DocumentsSearch) => void
  /** Contracts to filter by. */
  contracts: readonly { contract_id: number; number: string; seller: string }[]
  /** Company for staff; a client sees their own one. */
  contractorId?: number
}

/** Documents of a company with filters and pages; used on several pages. */
export function DocumentsRegister({ search, onChange, contracts, contractorId }: Props) {
  const documents = useQuery(documentsQuery(search, contractorId))
  const kinds = useMay('see_prices') ? KINDS : KINDS_WITHOUT_PRICES
  const change = (next: DocumentsSearch) => onChange({ page: undefined, ...next })
  return (
    <>
      <div className="mb-3">
        <FilterGrid
          first={
            <FilterField
              label="Номер документа"
              placeholder="Можно конец номера: 123"
              maxLength={50}
              value={search.q}
              onCommit={(q) => change({ q })}
            />
          }
          values={[search.kind, search.contract, search.from, search.to]}
        >
          <Select
            label="Вид"
            placeholder="Все документы"
            items={kinds}
            value={search.kind ?? null}
            onValueChange={(kind) => change({ kind: kind ?? undefined })}
            className={contracts.length > 1 ? '' : 'max-lg:col-span-full'}
          />
          {contracts.length > 1 && (
            <Select
              label="Договор"
              placeholder="Все договоры"
              items={contracts.map(({ contract_id: id, number, seller }) => ({
                value: id,
                label: `${number}, ${seller}`,
              }))}
              value={search.contract ?? null}
              onValueChange={(contract) => change({ contract: contract ?? undefined })}
            />
          )}
          <PeriodFields from={search.from} to={search.to} onChange={change} />
        </FilterGrid>
      </div>
      <DocumentsArchive search={search} contractorId={contractorId} />
      <PagedPanel
        label="Документы"
        columns={DOCUMENT_COLUMNS}
        query={documents}
        rowId={({ kind, id }) => `${kind}-${id}`}
        empty={<NoDocuments search={search} onChange={change} />}
        search={search}
        onChange={onChange}
      />
    </>
  )
}

function NoDocuments({ search, onChange }: Pick<Props, 'search' | 'onChange'>) {
  const { kind, q, contract, from, to } = search
  return [kind, q, contract, from, to].some((value) => value !== undefined) ? (
    <EmptyState
      title="Под эти условия документов нет"
      text="Измените номер, вид, договор или период."
      action={<Button onClick={() => onChange(NONE)}>Сбросить</Button>}
    />
  ) : (
    <EmptyState
      icon={<IconFileText size={32} stroke={1.5} />}
      title="Документов пока нет"
      text="Счета, отгрузки, акты и корректировки появятся здесь, как только будут оформлены."
    />
  )
}
