import { useQuery, keepPreviousData } from '@tanstack/react-query'
import { useState } from 'react'
import { priceExportRoutes } from '@artikul/contract/ordering/price-exports'
import { useDebouncedValue } from '../../../lib/browser/use-debounced-value.ts'
import { FilterTag } from '../../../ui/fields/filter-field.tsx'
import { SearchSelect } from '../../../ui/fields/search-select.tsx'
import { query } from '../../../lib/api/query.ts'

export interface Brand {
  id: number
  name: string
}

interface Props {
  value: readonly Brand[]
  onValueChange: (value: readonly Brand[]) => void
  error?: string | undefined
}

/** Selects any number of brands by typing; none selected means all brands. */
export function BrandsField({ value, onValueChange, error }: Props) {
  const [typed, setTyped] = useState('')
  const wanted = typed.trim().slice(0, 50)
  const settled = useDebouncedValue(wanted, 250)
  const { data = [], isPlaceholderData } = useQuery(
    query(
      priceExportRoutes.brands,
      { query: { q: settled } },
      { select: ({ results }) => results, placeholderData: keepPreviousData, staleTime: 5 * 60_000 },
    ),
  )
  const left = data.filter(({ id }) => !value.some((brand) => brand.id === id))
  const add = (id: number | null) => {
    const brand = left.find((one) => one.id === id)
    if (brand) onValueChange([...value, brand])
    setTyped('')
  }
  return (
    <div className="flex min-w-0 flex-col gap-2">
      <SearchSelect
        label="Бренды"
        placeholder={value.length === 0 ? 'Все бренды' : 'Добавить бренд'}
        items={left.map(({ id, name }) => ({ value: id, label: name }))}
        value={null}
        onValueChange={add}
        onSearch={setTyped}
        searching={isPlaceholderData || settled !== wanted}
        error={error}
      />
      {value.length > 0 && (
        <ul aria-label="Выбранные бренды" className="flex flex-wrap gap-1.5">
          {value.map(({ id, name }) => (
            <li key={id} className="max-w-full">
              <FilterTag label={name} onRemove={() => onValueChange(value.filter((brand) => brand.id !== id))} />
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}
