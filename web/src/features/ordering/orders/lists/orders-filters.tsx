import { contractorRoutes } from '@artikul/contract/companies/contractors'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { query } from '../../../../lib/api/query.ts'
import { consigneesQuery } from '../../../../lib/queries/consignees-query.ts'
import { useHasRole, useSession } from '../../../../lib/session/current-session.ts'
import { BuyerTag, FilterField } from '../../../../ui/fields/filter-field.tsx'
import { FilterGrid } from '../../../../ui/lists/filter-grid.tsx'
import { LookupField } from '../../../../ui/fields/lookup-field.tsx'
import { PeriodFields } from '../../../../ui/dates/period-fields.tsx'
import { Select } from '../../../../ui/fields/select.tsx'
import { Switch } from '../../../../ui/fields/switch.tsx'
import type { OrdersSearch } from '../orders.api.ts'

interface Props {
  search: OrdersSearch
  /** Name of the filtered company, once known. */
  company: string | undefined
  onChange: (next: OrdersSearch) => void
  /** Filters of one tab. */
  children?: ReactNode
}

/** Filters shared by orders and their lines. */
export function OrdersFilters({ search, company, onChange, children }: Props) {
  const client = useHasRole('ContractorAdmin', 'ContractorUser')
  const { data } = useQuery({ ...consigneesQuery, enabled: client })
  const { contractors } = useSession()
  return (
    <FilterGrid
      first={
        <FilterField
          label="Номер, пометка или артикул"
          placeholder="Можно конец номера: 123"
          maxLength={100}
          value={search.q}
          onCommit={(q) => onChange({ q })}
        />
      }
      values={[
        search.status,
        search.state,
        search.consignee,
        search.from,
        search.to,
        search.manager_id,
        search.companies,
      ]}
      tags={
        <BuyerTag id={search.contractor_id} company={company} onRemove={() => onChange({ contractor_id: undefined })} />
      }
    >
      {children}
      {client && search.companies === undefined && (
        <Select
          label="Грузополучатель"
          placeholder="Любой"
          items={(data?.results ?? []).map(({ id, name }) => ({ value: id, label: name }))}
          value={search.consignee ?? null}
          onValueChange={(consignee) => onChange({ consignee: consignee ?? undefined })}
        />
      )}
      <StaffFields search={search} onChange={onChange} />
      <PeriodFields from={search.from} to={search.to} onChange={onChange} />
      {contractors.length > 1 && (
        <div className="col-span-full">
          <Switch
            label="Все мои компании"
            checked={search.companies !== undefined}
            // A delivery point belongs to one company, so its filter is reset.
            onCheckedChange={(all) => onChange({ companies: all ? 'all' : undefined, consignee: undefined })}
          />
        </div>
      )}
    </FilterGrid>
  )
}

const managersQuery = query(contractorRoutes.options, {}, { select: ({ managers }) => managers, staleTime: 5 * 60_000 })

const buyersQuery = (q: string) =>
  query(
    contractorRoutes.list,
    { query: { q, page_size: 50 } },
    {
      select: ({ results }) => results.map(({ id, name, inn }) => ({ id, name: `${name}, ИНН ${inn}` })),
      placeholderData: keepPreviousData,
    },
  )

/** «Покупатель» and «Менеджер» of an order manager; a chosen buyer is shown by its tag. */
function StaffFields({ search, onChange }: Pick<Props, 'search' | 'onChange'>) {
  const isManager = useHasRole('ArtikulOrderManager')
  const { data: managers = [] } = useQuery({ ...managersQuery, enabled: isManager })
  if (!isManager) return null
  return (
    <>
      {search.contractor_id === undefined && (
        <LookupField
          label="Покупатель"
          placeholder="Название или ИНН"
          lookUp={buyersQuery}
          value={null}
          onValueChange={(buyer) => onChange({ contractor_id: buyer?.id })}
        />
      )}
      <Select
        label="Менеджер"
        placeholder="Любой"
        items={managers.map(({ id, full_name }) => ({ value: id, label: full_name }))}
        value={search.manager_id ?? null}
        onValueChange={(manager) => onChange({ manager_id: manager ?? undefined })}
      />
    </>
  )
}
