import { FilterField, FilterTag } from '../../../ui/fields/filter-field.tsx'
import type { AccountsSearch } from './accounts.api.ts'

interface Props {
  search: AccountsSearch
  /** Name of the filtered company, when known. */
  companyName: string | undefined
  onChange: (next: AccountsSearch) => void
}

export function AccountsFilters({ search, companyName, onChange }: Props) {
  return (
    <search className="grid w-full grid-cols-2 items-end gap-2 lg:grid-cols-[minmax(14rem,20rem)_12rem_1fr]">
      <FilterField
        label="Имя, логин или почта"
        maxLength={200}
        value={search.username}
        onCommit={(username) => onChange({ username })}
      />
      <FilterField
        label="ИНН компании"
        inputMode="numeric"
        maxLength={12}
        value={search.inn}
        onCommit={(inn) => onChange({ inn })}
      />
      {search.contractor_id !== undefined && (
        <div className="max-lg:col-span-2">
          <FilterTag
            label={`Компания: ${companyName ?? `№\u00a0${search.contractor_id}`}`}
            onRemove={() => onChange({ contractor_id: undefined })}
          />
        </div>
      )}
    </search>
  )
}
