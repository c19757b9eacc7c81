import { keysOf } from '@artikul/contract/core/keys'
import { bestOffers, covers } from '@artikul/contract/catalog/best-offers'
import type { Offer, OfferGroup } from '@artikul/contract/catalog/catalog'

export type OfferSort = 'price' | '-price' | 'date' | '-date' | 'stock' | '-stock'

export interface OfferFilters {
  brand?: string[] | undefined
  warehouse?: string[] | undefined
  days?: number | undefined
  from_kop?: number | undefined
  to_kop?: number | undefined
  /** Only own warehouses. */
  own?: 'true' | undefined
  /** Only returnable goods. */
  returns?: 'true' | undefined
  /** Only offers that cover the whole needed quantity. */
  enough?: 'true' | undefined
  sort?: OfferSort | undefined
}

export type ResultRow =
  | { kind: 'group'; key: string; group: OfferGroup; open: boolean }
  | { kind: 'offer'; key: string; group: OfferGroup; offer: Offer }

export interface Facet {
  name: string
  count: number
}

const BY: Record<'price' | 'date' | 'stock', (offer: Offer) => number> = {
  // Hidden prices are equal, so the server's order remains.
  price: (offer) => offer.price_kop ?? 0,
  date: (offer) => Date.parse(offer.expected_date),
  stock: (offer) => offer.qty,
}
const KIND_ORDER = { asked: 0, found: 0, replacement: 1, analogue: 2 } as const

export type AvailabilityFilter = 'own' | 'returns' | 'enough'
const MEETS: Record<AvailabilityFilter, (offer: Offer, needed: number) => boolean> = {
  own: (offer) => offer.own_stock,
  returns: (offer) => offer.return_days > 0,
  enough: covers,
}
const CONDITIONS = keysOf(MEETS)

/** True when the price is within the bounds or hidden. */
const costsWithin = ({ from_kop, to_kop }: OfferFilters, { price_kop }: Offer) =>
  price_kop === null || (price_kop >= (from_kop ?? 0) && price_kop <= (to_kop ?? Infinity))

const fits = (filters: OfferFilters, offer: Offer, needed: number) =>
  (!filters.warehouse?.length || filters.warehouse.includes(offer.warehouse)) &&
  (filters.days === undefined || offer.term_days <= filters.days) &&
  costsWithin(filters, offer) &&
  CONDITIONS.every((condition) => !filters[condition] || MEETS[condition](offer, needed))

/** Counts the active filters; every chosen name counts. */
export const filtersCount = ({ brand = [], warehouse = [], sort: _, ...rest }: OfferFilters) =>
  brand.length + warehouse.length + Object.values(rest).filter((value) => value !== undefined).length

function comparison(sort: OfferSort) {
  const value = BY[sort.replace('-', '') as 'price' | 'date' | 'stock']
  const sign = sort.startsWith('-') ? -1 : 1
  return (a: Offer, b: Offer) => sign * (value(a) - value(b)) || BY.price(a) - BY.price(b)
}

/**
 * Filters and sorts groups: the requested article first, within each kind by the best offer.
 *
 * @param needed «Нужно», in the item's unit
 */
export function arrange(groups: readonly OfferGroup[], filters: OfferFilters, needed = 1): OfferGroup[] {
  const compare = comparison(filters.sort ?? 'price')
  const kept: OfferGroup[] = []
  for (const group of groups) {
    if (filters.brand?.length && !filters.brand.includes(group.product.brand)) continue
    const offers = group.offers.filter((offer) => fits(filters, offer, needed)).sort(compare)
    if (offers.length > 0) kept.push({ ...group, offers })
  }
  return kept.sort((a, b) => {
    const byKind = KIND_ORDER[a.kind] - KIND_ORDER[b.kind]
    const [first, second] = [a.offers[0], b.offers[0]]
    return byKind || (first && second ? compare(first, second) : 0)
  })
}

const hasPrice = (offer: Offer): offer is Offer & { price_kop: number } => offer.price_kop !== null

/** Returns the given object when nothing changes, so that its row is not drawn again. */
const marked = (offer: Offer, is_best_price: boolean, is_fastest: boolean): Offer =>
  offer.is_best_price === is_best_price && offer.is_fastest === is_fastest
    ? offer
    : { ...offer, is_best_price, is_fastest }

/**
 * Marks «Лучшая цена» and «Быстрее всех» among displayed offers. Hidden prices cannot be compared, so the server's
 * marks remain.
 */
export function markBest(groups: readonly OfferGroup[], needed: number): readonly OfferGroup[] {
  const priced = groups.map(({ kind, offers }) => ({ kind, offers: offers.filter(hasPrice) }))
  if (offersCount(groups) !== priced.reduce((count, { offers }) => count + offers.length, 0)) return groups
  const best = bestOffers(priced, needed)
  const cheapest = new Set<Offer | undefined>(best.map((one) => one.cheapest))
  const fastest = new Set<Offer | undefined>(best.map((one) => one.fastest))
  return groups.map((group) => ({
    ...group,
    offers: group.offers.map((offer) => marked(offer, cheapest.has(offer), fastest.has(offer))),
  }))
}

/** Name of a group, because a product outside the catalogue has no code. */
export const resultGroupName = ({ code, brand, article }: Pick<OfferGroup['product'], 'code' | 'brand' | 'article'>) =>
  code || `${brand} ${article}`

/** Flattens groups for the virtualized table: a header for every product, then its offers. */
export function toRows(groups: readonly OfferGroup[], closed: ReadonlySet<string>): ResultRow[] {
  return groups.flatMap((group) => {
    const name = resultGroupName(group.product)
    const open = !closed.has(name)
    const head: ResultRow = { kind: 'group', key: name, group, open }
    if (!open) return [head]
    return [
      head,
      ...group.offers.map((offer): ResultRow => ({ kind: 'offer', key: `${name}/${offer.id}`, group, offer })),
    ]
  })
}

export function facets(groups: readonly OfferGroup[]): { brands: Facet[]; warehouses: Facet[] } {
  const brands = new Map<string, number>()
  const warehouses = new Map<string, number>()
  for (const { product, offers } of groups) {
    brands.set(product.brand, (brands.get(product.brand) ?? 0) + offers.length)
    for (const { warehouse } of offers) warehouses.set(warehouse, (warehouses.get(warehouse) ?? 0) + 1)
  }
  const sorted = (counts: Map<string, number>) =>
    [...counts].map(([name, count]) => ({ name, count })).sort((a, b) => a.name.localeCompare(b.name, 'ru'))
  return { brands: sorted(brands), warehouses: sorted(warehouses) }
}

export type ConditionCounts = Record<AvailabilityFilter, number>

/** Counts the offers that meet each condition. */
export function conditionCounts(groups: readonly OfferGroup[], needed: number): ConditionCounts {
  const offers = groups.flatMap((group) => group.offers)
  const count = (condition: AvailabilityFilter) => offers.filter((offer) => MEETS[condition](offer, needed)).length
  return { own: count('own'), returns: count('returns'), enough: count('enough') }
}

export const offersCount = (groups: readonly OfferGroup[]) =>
  groups.reduce((count, group) => count + group.offers.length, 0)
