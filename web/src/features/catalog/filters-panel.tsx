import { useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { Checkbox } from '../../ui/checkbox.tsx'
import { cx } from '../../ui/cx.ts'
import { RadioGroup } from '../../ui/radio-group.tsx'
import type { Facet, OfferFilters } from './search-result.ts'

interface Props {
  brands: readonly Facet[]
  warehouses: readonly Facet[]
  filters: OfferFilters
  onChange: (filters: OfferFilters) => void
}

const TERMS = [
  { value: -1, label: 'Любой' },
  { value: 1, label: 'До 1 дня' },
  { value: 3, label: 'До 3 дней' },
  { value: 7, label: 'До 7 дней' },
]

export function FiltersPanel({ brands, warehouses, filters, onChange }: Props) {
  const [shown, setShown] = useState(false)
  const count = (filters.brand?.length ?? 0) + (filters.warehouse?.length ?? 0) + (filters.days === undefined ? 0 : 1)
  return (
    <aside aria-label="Фильтры" className="xl:w-[236px] xl:flex-none">
      <Button
        className="w-full xl:hidden"
        aria-expanded={shown}
        aria-controls="catalog-filters"
        onClick={() => setShown(!shown)}
      >
        Фильтры{count > 0 && `: ${count}`}
      </Button>
      <div
        id="catalog-filters"
        className={cx(
          'flex flex-col gap-4 rounded-lg border border-hairline bg-surface p-3.5 max-xl:mt-2',
          'xl:sticky xl:top-[72px] xl:max-h-[calc(100dvh-88px)] xl:overflow-y-auto',
          !shown && 'max-xl:hidden',
        )}
      >
        <FacetGroup
          label="Бренд"
          facets={brands}
          chosen={filters.brand}
          onChange={(brand) => onChange({ ...filters, brand })}
        />
        <FacetGroup
          label="Склад"
          facets={warehouses}
          chosen={filters.warehouse}
          onChange={(warehouse) => onChange({ ...filters, warehouse })}
        />
        <RadioGroup
          label="Срок поставки"
          items={TERMS}
          value={filters.days ?? -1}
          onValueChange={(days) => onChange({ ...filters, days: days < 0 ? undefined : days })}
        />
        <Button disabled={count === 0} onClick={() => onChange({ sort: filters.sort })}>
          Сбросить
        </Button>
      </div>
    </aside>
  )
}

interface FacetProps {
  label: string
  facets: readonly Facet[]
  chosen: string[] | undefined
  onChange: (chosen: string[] | undefined) => void
}

function FacetGroup({ label, facets, chosen = [], onChange }: FacetProps) {
  const [all, setAll] = useState(false)
  if (facets.length === 0) return null
  const shown = all ? facets : facets.slice(0, 10)
  const toggle = (name: string, on: boolean) => {
    const next = on ? [...chosen, name] : chosen.filter((item) => item !== name)
    onChange(next.length > 0 ? next : undefined)
  }
  return (
    <fieldset className="min-w-0">
      <legend className="mb-1 text-xs font-semibold text-text-2">{label}</legend>
      {shown.map(({ name, count }) => (
        <Checkbox
          key={name}
          checked={chosen.includes(name)}
          onCheckedChange={(on) => toggle(name, on)}
          label={
            <span className="flex justify-between gap-2">
              {name}
              <span className="text-text-3">{count}</span>
            </span>
          }
          className="py-0.5 [&>span]:flex-1"
        />
      ))}
      {facets.length > shown.length && (
        <button
          type="button"
          className="mt-1 h-6 text-sm text-text-2 underline underline-offset-2"
          onClick={() => setAll(true)}
        >
          Ещё {facets.length - shown.length}
        </button>
      )}
    </fieldset>
  )
}
