import { Checkbox } from '../../../ui/fields/checkbox.tsx'
import { FilterField } from '../../../ui/fields/filter-field.tsx'
import type { ConsigneesSearch } from './consignees.api.ts'

interface Props {
  search: ConsigneesSearch
  onChange: (next: ConsigneesSearch) => void
}

export const ConsigneesFilters = ({ search, onChange }: Props) => (
  <search className="flex w-full flex-wrap items-end gap-x-4 gap-y-2">
    <FilterField
      className="w-80 max-sm:w-full"
      label="Название, код, адрес или контакт"
      maxLength={200}
      value={search.q}
      onCommit={(q) => onChange({ q })}
    />
    <Checkbox
      className="min-h-9"
      label="Архив"
      checked={search.archived === 'true'}
      onCheckedChange={(isOn) => onChange({ archived: isOn ? 'true' : undefined })}
    />
  </search>
)
