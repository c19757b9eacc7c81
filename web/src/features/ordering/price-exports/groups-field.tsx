import { useQuery } from '@tanstack/react-query'
import { priceExportRoutes } from '@artikul/contract/ordering/price-exports'
import { FilterTag } from '../../../ui/fields/filter-field.tsx'
import { SearchSelect } from '../../../ui/fields/search-select.tsx'
import { query } from '../../../lib/api/query.ts'

export interface Group {
  id: number
  name: string
}

interface Props {
  value: readonly Group[]
  onValueChange: (value: readonly Group[]) => void
  error?: string | undefined
}

/** Selects any number of inventory groups; none selected means all products. Hidden when there are no groups. */
export function GroupsField({ value, onValueChange, error }: Props) {
  const { data = [] } = useQuery(
    query(priceExportRoutes.groups, {}, { select: ({ results }) => results, staleTime: 5 * 60_000 }),
  )
  if (data.length === 0) return null
  const left = data.filter(({ id }) => !value.some((group) => group.id === id))
  const add = (id: number | null) => {
    const group = left.find((one) => one.id === id)
    if (group) onValueChange([...value, group])
  }
  return (
    <div className="flex min-w-0 flex-col gap-2">
      <SearchSelect
        label="Группы товаров"
        placeholder={value.length === 0 ? 'Все группы' : 'Добавить группу'}
        items={left.map(({ id, name }) => ({ value: id, label: name }))}
        value={null}
        onValueChange={add}
        error={error}
      />
      {value.length > 0 && (
        <ul aria-label="Выбранные группы" className="flex flex-wrap gap-1.5">
          {value.map(({ id, name }) => (
            <li key={id} className="max-w-full">
              <FilterTag label={name} onRemove={() => onValueChange(value.filter((group) => group.id !== id))} />
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}
