import { articleKey } from '@artikul/contract/catalog/article'
import { brandKey } from '@artikul/contract/catalog/brand'
import { brandIdsOf, type BrandKeys } from '../../catalog/index.ts'
import type { Question, Reading, SupplierItem } from './asking/dialect.ts'
import type { KnownSupplier } from './directory.ts'

/** The purchase price is inside: it never leaves the server as it is. */
export interface OnlineOffer {
  supplierId: number
  warehouseId: number
  /** null: nobody has recognised the spelling yet. */
  brandId: number | null
  brand: string
  article: string
  articleKey: string
  name: string
  purchaseKop: number
  /** When not exact: the least that is known to be there. */
  qty: number
  qtyExact: boolean
  qtyText: string
  multiplicity: number
  /** Days until it comes, with the correction that staff have made. */
  termDays: number
  probability: number | null
  noReturn: boolean
  /** What it is ordered by. */
  handle: Record<string, string | number>
}

/** One maker's article that a supplier is asked of. */
export interface Asked {
  article: string
  articleKey: string
  brandId: number
  brand: string
}

export const questionOf = ({ spellings }: KnownSupplier, { article, brandId, brand }: Asked): Question => ({
  article,
  brand: spellings.get(brandId) ?? brand,
})

/** Our brand that the supplier means: as staff have said of him, else as everybody spells it. */
const brandOf = (supplier: KnownSupplier, spelling: string, brands: BrandKeys): number | null =>
  supplier.brandIds.get(brandKey(spelling)) ?? brandIdsOf(spelling, brands)[0] ?? null

function isAllowed({ brand_rule: rule, ruledBrands }: KnownSupplier, brandId: number | null): boolean {
  const isNamed = brandId !== null && ruledBrands.has(brandId)
  return rule === 'only' ? isNamed : !isNamed
}

/** Places that the supplier sends from and nobody has heard of yet. */
export function newRoutes({ routes }: KnownSupplier, { items }: Reading): { code: string; name: string }[] {
  const met = new Map(items.map(({ route, routeName }) => [route, routeName]))
  return [...met].filter(([code]) => !routes.has(code)).map(([code, name]) => ({ code, name }))
}

/**
 * What of the supplier's answer may be offered by our rules; the rest is counted.
 * @param onUnknown hears spellings that mean no brand of ours
 */
export function offersOf(
  supplier: KnownSupplier,
  { items, dropped }: Reading,
  { brands, onUnknown }: { brands: BrandKeys; onUnknown: (spelling: string) => void },
): { offers: OnlineOffer[]; dropped: number } {
  const offer = (item: SupplierItem): OnlineOffer[] => {
    const { route: code, routeName: _, ...rest } = item
    const route = supplier.routes.get(code)
    const brandId = brandOf(supplier, item.brand, brands)
    if (brandId === null) onUnknown(item.brand)
    const key = articleKey(item.article)
    if (!route?.is_allowed || key === '' || !isAllowed(supplier, brandId)) return []
    const termDays = Math.max(0, item.termDays + route.term_correction_days)
    const place = { supplierId: supplier.source_id, warehouseId: route.warehouse_id, articleKey: key }
    return [{ ...rest, ...place, brandId, termDays }]
  }
  const offers = items.flatMap(offer)
  const unread = Object.values(dropped).reduce((sum, count) => sum + count, 0)
  return { offers, dropped: unread + items.length - offers.length }
}
