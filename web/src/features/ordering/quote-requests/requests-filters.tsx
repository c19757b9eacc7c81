import { REQUEST_STATES, type RequestState } from '@artikul/contract/ordering/quote-request-states'
import { BuyerTag, FilterField } from '../../../ui/fields/filter-field.tsx'
import { Select } from '../../../ui/fields/select.tsx'
import { Switch } from '../../../ui/fields/switch.tsx'
import type { RequestsSearch } from './quote-requests.api.ts'

interface Props {
  search: RequestsSearch
  staff: boolean
  /** Name of the filtered company, found in a row. */
  company: string | undefined
  onChange: (next: RequestsSearch) => void
}

const STATES = Object.entries(REQUEST_STATES).map(([value, label]) => ({ value: value as RequestState, label }))
/** Replaces `waiting` by `open`, which includes the requests that a manager has already taken. */
const STAFF_STATES = [
  { value: 'open' as const, label: 'Ждут ответа' },
  ...STATES.filter(({ value }) => value !== 'waiting'),
]

export function RequestsFilters({ search, staff, company, onChange }: Props) {
  return (
    <search className="flex w-full flex-wrap items-end gap-2">
      <FilterField
        label="Номер, артикул, VIN или слова"
        placeholder="Можно конец номера: 123"
        className="w-full sm:w-80"
        maxLength={100}
        value={search.q}
        onCommit={(q) => onChange({ q })}
      />
      <Select
        label="Статус"
        placeholder="Любой"
        className="w-full sm:w-52"
        items={staff ? STAFF_STATES : STATES}
        value={search.state && search.state !== 'any' ? search.state : null}
        onValueChange={(state) => onChange({ state: state ?? (staff ? 'any' : undefined) })}
      />
      {staff && (
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
