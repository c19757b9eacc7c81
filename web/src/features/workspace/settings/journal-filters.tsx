import { AUDIT_EVENTS, type AuditEvent } from '@artikul/contract/platform/audit-events'
import { DateField } from '../../../ui/dates/date-field.tsx'
import { FilterTag } from '../../../ui/fields/filter-field.tsx'
import { Select } from '../../../ui/fields/select.tsx'
import { chosenEvent, type SettingsSearch } from './settings.api.ts'

const EVENTS = Object.entries(AUDIT_EVENTS).map(([value, label]) => ({ value: value as AuditEvent, label }))

interface Props {
  search: SettingsSearch
  /** Names of the filtered person and company, when known. */
  names: { user: string | undefined; contractor: string | undefined }
  onChange: (next: SettingsSearch) => void
}

export function JournalFilters({ search, names, onChange }: Props) {
  const { from, to, user_id, contractor_id } = search
  return (
    <search className="mb-3 flex flex-col gap-2" data-screen-only="">
      <div className="grid grid-cols-2 gap-2 lg:grid-cols-[minmax(14rem,22rem)_10rem_10rem]">
        <Select
          label="Событие"
          placeholder="Любое"
          className="max-lg:col-span-2"
          items={EVENTS}
          value={chosenEvent(search) ?? null}
          onValueChange={(next) => onChange({ event: next ?? undefined })}
        />
        <DateField
          label="С"
          value={from ?? null}
          {...(to && { max: to })}
          onValueChange={(next) => onChange({ from: next ?? undefined })}
        />
        <DateField
          label="По"
          value={to ?? null}
          {...(from && { min: from })}
          onValueChange={(next) => onChange({ to: next ?? undefined })}
        />
      </div>
      {(user_id !== undefined || contractor_id !== undefined) && (
        <div className="flex flex-wrap gap-2">
          {user_id !== undefined && (
            <FilterTag
              label={`Человек: ${names.user ?? `№\u00a0${user_id}`}`}
              onRemove={() => onChange({ user_id: undefined })}
            />
          )}
          {contractor_id !== undefined && (
            <FilterTag
              label={`Компания: ${names.contractor ?? `№\u00a0${contractor_id}`}`}
              onRemove={() => onChange({ contractor_id: undefined })}
            />
          )}
        </div>
      )}
    </search>
  )
}
