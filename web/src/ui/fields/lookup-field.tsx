import { useQuery, type UseQueryOptions } from '@tanstack/react-query'
import { useState } from 'react'
import { useDebouncedValue } from '../../lib/browser/use-debounced-value.ts'
import type { FieldProps } from './field.tsx'
import { SearchSelect } from './search-select.tsx'

export interface LookupResult {
  id: number
  name: string
}

export type LookupFieldProps<T> = FieldProps & {
  /** Query of the lookup. */
  lookUp: (typed: string) => UseQueryOptions<T, Error, LookupResult[]>
  placeholder: string
  value: LookupResult | null
  onValueChange: (found: LookupResult | null) => void
}

const LONGEST = 100
const PAUSE_MS = 250

/** Selects one of many server-side items by typing. */
export function LookupField<T>({ lookUp, value, onValueChange, ...field }: LookupFieldProps<T>) {
  const [typed, setTyped] = useState('')
  const wanted = typed.trim().slice(0, LONGEST)
  const settled = useDebouncedValue(wanted, PAUSE_MS)
  const { data: found = [], isPlaceholderData } = useQuery(lookUp(settled))
  const own = value && !found.some(({ id }) => id === value.id) ? [value] : []
  const items = [...own, ...found]
  return (
    <SearchSelect
      {...field}
      items={items.map(({ id, name }) => ({ value: id, label: name }))}
      value={value?.id ?? null}
      onValueChange={(id) => onValueChange(items.find((one) => one.id === id) ?? null)}
      onSearch={setTyped}
      searching={isPlaceholderData || settled !== wanted}
    />
  )
}
