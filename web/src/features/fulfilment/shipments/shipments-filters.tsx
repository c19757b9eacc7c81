import { SHIPMENT_STATES, type ShipmentState } from '@artikul/contract/fulfilment/shipment-states'
import { useQuery } from '@tanstack/react-query'
import { consigneesQuery } from '../../../lib/queries/consignees-query.ts'
import { useHasRole } from '../../../lib/session/current-session.ts'
import { BuyerTag, FilterField } from '../../../ui/fields/filter-field.tsx'
import { FilterGrid } from '../../../ui/lists/filter-grid.tsx'
import { PeriodFields } from '../../../ui/dates/period-fields.tsx'
import { Select } from '../../../ui/fields/select.tsx'
import type { ShipmentsProps } from './shipments.api.ts'

const STATES = Object.entries(SHIPMENT_STATES).map(([value, label]) => ({ value: value as ShipmentState, label }))

interface Props extends ShipmentsProps {
  /** Name of the filtered company, found in a row. */
  company: string | undefined
}

export function ShipmentsFilters({ search, company, onChange }: Props) {
  const client = useHasRole('ContractorAdmin', 'ContractorUser')
  const { data } = useQuery({ ...consigneesQuery, enabled: client })
  return (
    <FilterGrid
      first={
        <FilterField
          label="Номер отгрузки"
          placeholder="Можно конец номера: 123"
          maxLength={50}
          value={search.q}
          onCommit={(q) => onChange({ q })}
        />
      }
      values={[search.state, search.consignee, search.from, search.to]}
      tags={
        <BuyerTag id={search.contractor_id} company={company} onRemove={() => onChange({ contractor_id: undefined })} />
      }
    >
      <Select
        label="Статус"
        placeholder="Любой"
        items={STATES}
        value={search.state ?? null}
        onValueChange={(state) => onChange({ state: state ?? undefined })}
      />
      {client && (
        <Select
          label="Грузополучатель"
          placeholder="Любой"
          items={(data?.results ?? []).map(({ id, name }) => ({ value: id, label: name }))}
          value={search.consignee ?? null}
          onValueChange={(consignee) => onChange({ consignee: consignee ?? undefined })}
        />
      )}
      <PeriodFields from={search.from} to={search.to} onChange={onChange} />
    </FilterGrid>
  )
}
