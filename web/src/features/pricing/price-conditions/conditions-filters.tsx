import { keysOf } from '@artikul/contract/core/keys'
import { CONDITION_STATES, type PriceEffect } from '@artikul/contract/pricing/price-condition'
import { EFFECT_LABELS } from '@artikul/contract/pricing/price-effects'
import { CONDITION_SCOPES, type ConditionScope } from '@artikul/contract/pricing/condition-scopes'
import { useQuery } from '@tanstack/react-query'
import { FilterField } from '../../../ui/fields/filter-field.tsx'
import { Select } from '../../../ui/fields/select.tsx'
import { priceGroupsQuery, type ConditionsSearch } from './price-conditions.api.ts'

interface Props {
  search: ConditionsSearch
  onChange: (next: ConditionsSearch) => void
}

const choices = <K extends string>(labels: Readonly<Record<K, string>>) =>
  keysOf(labels).map((value) => ({ value, label: labels[value] }))
const STATES = [
  ...choices(CONDITION_STATES),
  { value: 'overlapped' as const, label: 'Перекрыты другими' },
  { value: 'any' as const, label: 'Все' },
]
const SCOPES = choices<ConditionScope>(CONDITION_SCOPES)
const EFFECTS = choices<PriceEffect['kind']>(EFFECT_LABELS)

export function ConditionsFilters({ search, onChange }: Props) {
  const { data: groups = [] } = useQuery(priceGroupsQuery)
  return (
    <search className="flex w-full flex-wrap items-end gap-2">
      <FilterField
        label="Артикул, бренд, покупатель или примечание"
        className="w-full sm:w-80"
        maxLength={100}
        value={search.q}
        onCommit={(q) => onChange({ q })}
      />
      <Select
        label="Кому"
        placeholder="Любые"
        className="w-[calc(50%-4px)] sm:w-44"
        items={SCOPES}
        value={search.scope ?? null}
        onValueChange={(scope) => onChange({ scope: scope ?? undefined, price_group_id: undefined })}
      />
      {search.scope === 'group' && (
        <Select
          label="Ценовая группа"
          placeholder="Любая"
          className="w-[calc(50%-4px)] sm:w-44"
          items={groups.map(({ id, name }) => ({ value: id, label: name }))}
          value={search.price_group_id ?? null}
          onValueChange={(id) => onChange({ price_group_id: id ?? undefined })}
        />
      )}
      <Select
        label="Какая цена"
        placeholder="Любая"
        className="w-[calc(50%-4px)] sm:w-40"
        items={EFFECTS}
        value={search.effect ?? null}
        onValueChange={(effect) => onChange({ effect: effect ?? undefined })}
      />
      <Select
        label="Статус"
        placeholder="Не закончились"
        className="w-[calc(50%-4px)] sm:w-44"
        items={STATES}
        value={search.state ?? null}
        onValueChange={(state) => onChange({ state: state ?? undefined })}
      />
    </search>
  )
}
