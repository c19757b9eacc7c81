import type { TargetKind } from '@artikul/contract/price-conditions'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useSettled } from '../../lib/use-settled.ts'
import { SearchSelect } from '../../ui/search-select.tsx'
import { targetsQuery } from './price-conditions.api.ts'

export interface Target {
  id: number
  name: string
}

interface Props {
  kind: TargetKind
  label: string
  placeholder: string
  value: Target | null
  onValueChange: (target: Target | null) => void
  error?: string | undefined
  required?: boolean
  disabled?: boolean
}

/** Somebody or something found by typing. */
export function TargetField({ kind, value, onValueChange, ...field }: Props) {
  const [typed, setTyped] = useState('')
  const wanted = typed.trim().slice(0, 100)
  const settled = useSettled(wanted, 250)
  const { data: found = [], isPlaceholderData } = useQuery(targetsQuery(kind, settled))
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
