import { CLAIM_KINDS, type ClaimKind } from '@artikul/contract/fulfilment/claim-states'
import { useHasRole } from '../../../lib/session/current-session.ts'
import { BuyerTag, FilterField } from '../../../ui/fields/filter-field.tsx'
import { Select } from '../../../ui/fields/select.tsx'
import { Switch } from '../../../ui/fields/switch.tsx'
import type { ClaimsSearch } from './claims.api.ts'

interface Props {
  search: ClaimsSearch
  /** Name of the filtered company, found in a row. */
  company: string | undefined
  onChange: (next: ClaimsSearch) => void
}

const KINDS = Object.entries(CLAIM_KINDS).map(([value, label]) => ({ value: value as ClaimKind, label }))

export function ClaimsFilters({ search, company, onChange }: Props) {
  const handles = useHasRole('ArtikulWarrantyManager')
  return (
    <search className="flex w-full flex-wrap items-end gap-2">
      <FilterField
        label="Номер, артикул или машина"
        placeholder="Можно конец номера: 123"
        className="w-full sm:w-80"
        maxLength={100}
        value={search.q}
        onCommit={(q) => onChange({ q })}
      />
      <Select
        label="Вид"
        placeholder="Любой"
        className="w-full sm:w-64"
        items={KINDS}
        value={search.kind ?? null}
        onValueChange={(kind) => onChange({ kind: kind ?? undefined })}
      />
      {handles && (
        <div className="flex h-9 items-center pl-2">
          <Switch
            label="Только мои"
            checked={search.mine === '1'}
            onCheckedChange={(mine) => onChange({ mine: mine ? '1' : undefined })}
          />
        </div>
      )}
      <BuyerTag id={search.contractor_id} company={company} onRemove={() => onChange({ contractor_id: undefined })} />
    </search>
  )
}
