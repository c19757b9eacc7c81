import type { ReactNode } from 'react'
import { FilterField } from '../../../ui/fields/filter-field.tsx'
import type { DeskProps } from './payments.api.ts'

/** Filters above a list of buyers: the buyer, then those of the list. */
export const DeskFilters = ({ search, onChange, children }: DeskProps & { children: ReactNode }) => (
  <search className="mb-3 flex w-full flex-wrap items-end gap-2" data-screen-only="">
    <FilterField
      label="Покупатель"
      placeholder="Часть названия или начало ИНН"
      className="w-full sm:w-80"
      maxLength={100}
      value={search.q}
      onCommit={(q) => onChange({ q })}
    />
    {children}
  </search>
)
