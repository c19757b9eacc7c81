import { keysOf } from '@artikul/contract/core/keys'
import type { OfferGroup } from '@artikul/contract/catalog/catalog'
import { formatMoney } from '@artikul/contract/core/money'
import { parseNumber } from '@artikul/contract/suppliers/price-text'
import { useDeferredValue, useMemo, useState, type ReactNode } from 'react'
import { Button } from '../../../ui/button.tsx'
import { Checkbox } from '../../../ui/fields/checkbox.tsx'
import { cx } from '../../../ui/cx.ts'
import { FilterField } from '../../../ui/fields/filter-field.tsx'
import { RadioGroup } from '../../../ui/fields/radio-group.tsx'
import { useShowsClient } from './client-view/client-view.ts'
import {
  conditionCounts,
  facets,
  filtersCount,
  type AvailabilityFilter,
  type Facet,
  type OfferFilters,
} from './search-result.ts'

interface ConditionsProps {
  /** All results before filtering. */
  groups: readonly OfferGroup[]
  needed: number
  filters: OfferFilters
  onChange: (filters: OfferFilters) => void
}

interface Props extends ConditionsProps {
  /** Shown beside the button that opens the filters in a narrow window. */
  beside?: ReactNode
  /** Shown above the filters. */
  children?: ReactNode
}

const TERMS = [
  { value: -1, label: 'Любой' },
  { value: 1, label: 'До 1 дня' },
  { value: 3, label: 'До 3 дней' },
  { value: 7, label: 'До 7 дней' },
]

export function FiltersPanel({ groups, needed, filters, onChange, beside, children }: Props) {
  const [shown, setShown] = useState(false)
  const showsClient = useShowsClient()
  const { brands, warehouses } = useMemo(() => facets(groups), [groups])
  const count = filtersCount(filters)
  // Deferred, so that the offers render before twenty checkboxes.
  const isDrawn = useDeferredValue(true, false)
  return (
    <aside aria-label="Фильтры" className="xl:w-[236px] xl:flex-none">
      <div className="flex gap-2 xl:hidden">
        <Button
          className="flex-1"
          aria-expanded={shown}
          aria-controls="catalog-filters"
          onClick={() => setShown(!shown)}
        >
          Фильтры{count > 0 && `: ${count}`}
        </Button>
        {beside}
      </div>
      {isDrawn && (
        <div
          id="catalog-filters"
          className={cx(
            'flex flex-col gap-4 rounded-lg border border-hairline bg-surface p-3.5 max-xl:mt-2',
            'xl:sticky xl:top-[72px] xl:max-h-[calc(100dvh-88px)] xl:overflow-y-auto',
            !shown && 'max-xl:hidden',
          )}
        >
          {children}
          <Conditions groups={groups} needed={needed} filters={filters} onChange={onChange} />
          <FacetGroup
            label="Бренд"
            facets={brands}
            chosen={filters.brand}
            onChange={(brand) => onChange({ ...filters, brand })}
          />
          {!showsClient && (
            <FacetGroup
              label="Склад"
              facets={warehouses}
              chosen={filters.warehouse}
              onChange={(warehouse) => onChange({ ...filters, warehouse })}
            />
          )}
          <RadioGroup
            label="Срок поставки"
            items={TERMS}
            value={filters.days ?? -1}
            onValueChange={(days) => onChange({ ...filters, days: days < 0 ? undefined : days })}
          />
          <PriceBounds groups={groups} filters={filters} onChange={onChange} />
          <Button disabled={count === 0} onClick={() => onChange({ sort: filters.sort })}>
            Сбросить
          </Button>
        </div>
      )}
    </aside>
  )
}

const CONDITION_NAMES: Record<AvailabilityFilter, string> = {
  own: 'В наличии у нас',
  enough: 'Есть нужное количество',
  returns: 'С возвратом',
}

function Conditions({ groups, needed, filters, onChange }: ConditionsProps) {
  const showsClient = useShowsClient()
  const counts = useMemo(() => conditionCounts(groups, needed), [groups, needed])
  const names = keysOf(CONDITION_NAMES).filter((name) => !showsClient || name !== 'returns')
  return (
    <fieldset className="min-w-0">
      <legend className="mb-1 text-xs font-semibold text-text-2">Условия</legend>
      {names.map((name) => (
        <CountedCheckbox
          key={name}
          name={showsClient && name === 'own' ? 'В наличии' : CONDITION_NAMES[name]}
          count={counts[name]}
          checked={filters[name] === 'true'}
          onCheckedChange={(on) => onChange({ ...filters, [name]: on ? 'true' : undefined })}
        />
      ))}
    </fieldset>
  )
}

/** Parses roubles to kopecks; a text that is not a positive sum sets no bound. */
function kopecksOf(text: string | undefined): number | undefined {
  const roubles = parseNumber(text ?? '')
  return roubles !== null && roubles > 0 ? Math.round(roubles * 100) : undefined
}
const roublesOf = (kop: number | undefined) => (kop === undefined ? undefined : formatMoney(kop).replace(/,00$/, ''))

/** Price bounds; hidden together with prices. */
function PriceBounds({ groups, filters, onChange }: Omit<ConditionsProps, 'needed'>) {
  if (groups.every(({ offers }) => offers.every(({ price_kop }) => price_kop === null))) return null
  const bound = { inputMode: 'numeric', maxLength: 15 } as const
  return (
    <fieldset className="min-w-0">
      <legend className="mb-1 text-xs font-semibold text-text-2">Цена, ₽</legend>
      <div className="grid grid-cols-2 gap-2 [&_label]:sr-only">
        <FilterField
          {...bound}
          label="Цена от"
          placeholder="от"
          value={roublesOf(filters.from_kop)}
          onCommit={(text) => onChange({ ...filters, from_kop: kopecksOf(text) })}
        />
        <FilterField
          {...bound}
          label="Цена до"
          placeholder="до"
          value={roublesOf(filters.to_kop)}
          onCommit={(text) => onChange({ ...filters, to_kop: kopecksOf(text) })}
        />
      </div>
    </fieldset>
  )
}

interface CountedProps {
  name: string
  count: number
  checked: boolean
  onCheckedChange: (on: boolean) => void
}

const CountedCheckbox = ({ name, count, ...box }: CountedProps) => (
  <Checkbox
    {...box}
    label={
      <span className="flex justify-between gap-2">
        {name}
        <span className="text-text-3">{count}</span>
      </span>
    }
    className="py-0.5 [&>span]:flex-1"
  />
)

interface FacetProps {
  label: string
  facets: readonly Facet[]
  chosen: string[] | undefined
  onChange: (chosen: string[] | undefined) => void
}

function FacetGroup({ label, facets, chosen = [], onChange }: FacetProps) {
  const [all, setAll] = useState(false)
  const shown = all ? facets : facets.slice(0, 10)
  const toggle = (name: string, on: boolean) => {
    const next = on ? [...chosen, name] : chosen.filter((item) => item !== name)
    onChange(next.length > 0 ? next : undefined)
  }
  return (
    <fieldset className="min-w-0">
      <legend className="mb-1 text-xs font-semibold text-text-2">{label}</legend>
      {shown.map(({ name, count }) => (
        <CountedCheckbox
          key={name}
          name={name}
          count={count}
          checked={chosen.includes(name)}
          onCheckedChange={(on) => toggle(name, on)}
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
