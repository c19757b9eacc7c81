import { keysOf } from '@artikul/contract/core/keys'
import { CONTRACTOR_STATUS_LABELS } from '@artikul/contract/companies/contractor-status'
import { useQuery } from '@tanstack/react-query'
import { Button } from '../../../ui/button.tsx'
import { Checkbox } from '../../../ui/fields/checkbox.tsx'
import { FilterField, FilterTag } from '../../../ui/fields/filter-field.tsx'
import { Select } from '../../../ui/fields/select.tsx'
import { CountBadge } from '../../../ui/text/tag.tsx'
import { phone } from '../../../lib/text/format.ts'
import { contractorsQuery, optionsQuery, type ContractorsSearch } from './contractors.api.ts'

interface Props {
  search: ContractorsSearch
  onChange: (next: ContractorsSearch) => void
}

export function ContractorsFilters({ search, onChange }: Props) {
  const { data: options } = useQuery(optionsQuery)
  return (
    <search className="flex w-full flex-col gap-2">
      <div className="grid grid-cols-2 items-end gap-2 lg:grid-cols-[minmax(14rem,20rem)_11rem_14rem_auto_1fr]">
        <FilterField
          className="max-lg:col-span-2"
          label="Наименование или ИНН"
          maxLength={200}
          value={search.q}
          onCommit={(q) => onChange({ q })}
        />
        <Select
          label="Статус"
          items={keysOf(CONTRACTOR_STATUS_LABELS).map((value) => ({
            value,
            label: CONTRACTOR_STATUS_LABELS[value],
          }))}
          value={search.status ?? null}
          placeholder="Любой"
          onValueChange={(status) => onChange({ status: status ?? undefined })}
        />
        <Select
          label="Менеджер"
          items={(options?.managers ?? []).map(({ id, full_name }) => ({ value: id, label: full_name }))}
          value={search.manager_id ?? null}
          placeholder="Любой"
          onValueChange={(manager_id) => onChange({ manager_id: manager_id ?? undefined })}
        />
        <Checkbox
          className="h-9 whitespace-nowrap"
          label="Стоп-лист"
          checked={search.stopped === 'true'}
          onCheckedChange={(stopped) => onChange({ stopped: stopped ? 'true' : undefined })}
        />
        <div className="justify-self-end max-lg:justify-self-start">
          <Waiting search={search} onChange={onChange} />
        </div>
      </div>
      {search.phone !== undefined && (
        <div>
          <FilterTag label={`Телефон: ${shownPhone(search.phone)}`} onRemove={() => onChange({ phone: undefined })} />
        </div>
      )}
    </search>
  )
}

/** Formats a number from the address, which may have any spelling; its plus may have become a space. */
export const shownPhone = (typed: string) => {
  const digits = typed.replace(/\D/g, '')
  if (digits.length === 10) return phone(`+7${digits}`)
  return /^[78]\d{10}$/.test(digits) ? phone(`+7${digits.slice(1)}`) : typed
}

/** Filters the list to new applications, whose number is always shown. */
function Waiting({ search, onChange }: Props) {
  const { data } = useQuery(contractorsQuery({ status: 'pending', page_size: 50 }))
  const count = data?.pagination.total_count ?? 0
  const isOn = search.status === 'pending'
  if (count === 0 && !isOn) return null
  return (
    <Button
      look={isOn ? 'soft' : 'default'}
      aria-pressed={isOn}
      onClick={() => onChange({ status: isOn ? undefined : 'pending' })}
    >
      Ждут решения
      <CountBadge count={count} label="заявок" />
    </Button>
  )
}
