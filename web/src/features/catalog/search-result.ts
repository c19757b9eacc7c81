import type { Offer, OfferGroup } from '@artikul/contract/catalog'

export type OfferSort = 'price' | '-price' | 'date' | '-date' | 'stock' | '-stock'

export interface OfferFilters {
  brand?: string[] | undefined
  warehouse?: string[] | undefined
  days?: number | undefined
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
  // Hidden prices are all alike: the order in which the server answered stays.
  price: (offer) => offer.price_kop ?? 0,
  date: (offer) => Date.parse(offer.expected_date),
  stock: (offer) => offer.qty,
}
const KIND_ORDER = { asked: 0, replacement: 1, analogue: 2 } as const

const fits = (filters: OfferFilters, offer: Offer) =>
  (!filters.warehouse?.length || filters.warehouse.includes(offer.warehouse)) &&
  (filters.days === undefined || offer.term_days <= filters.days)

function comparison(sort: OfferSort) {
  const value = BY[sort.replace('-', '') as 'price' | 'date' | 'stock']
  const sign = sort.startsWith('-') ? -1 : 1
  return (a: Offer, b: Offer) => sign * (value(a) - value(b)) || BY.price(a) - BY.price(b)
}

/** The groups that stay after the filters, the asked article first, each kind by its best offer. */
export function arrange(groups: readonly OfferGroup[], filters: OfferFilters): OfferGroup[] {
  const compare = comparison(filters.sort ?? 'price')
  const kept: OfferGroup[] = []
  for (const group of groups) {
    if (filters.brand?.length && !filters.brand.includes(group.product.brand)) continue
    const offers = group.offers.filter((offer) => fits(filters, offer)).sort(compare)
    if (offers.length > 0) kept.push({ ...group, offers })
  }
  return kept.sort((a, b) => {
    const byKind = KIND_ORDER[a.kind] - KIND_ORDER[b.kind]
    const [first, second] = [a.offers[0], b.offers[0]]
    return byKind || (first && second ? compare(first, second) : 0)
  })
}

/** One flat list for the virtual table: a head for every product, then its offers. */
export function toRows(groups: readonly OfferGroup[], closed: ReadonlySet<string>): ResultRow[] {
  return groups.flatMap((group) => {
    const { code } = group.product
    const open = !closed.has(code)
    const head: ResultRow = { kind: 'group', key: code, group, open }
    if (!open) return [head]
    return [
      head,
      ...group.offers.map((offer): ResultRow => ({ kind: 'offer', key: `${code}/${offer.id}`, group, offer })),
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

export const offersCount = (groups: readonly OfferGroup[]) =>
  groups.reduce((count, group) => count + group.offers.length, 0)
