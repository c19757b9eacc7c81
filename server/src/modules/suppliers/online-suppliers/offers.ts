import { articleKey } from '@artikul/contract/catalog/article'
import { brandKey } from '@artikul/contract/catalog/brand'
import { brandIdsOf, type BrandKeys } from '../../catalog/index.ts'
import type { SupplierQuery, ParsedReply, SupplierItem } from './querying/adapter.ts'
import type { KnownSupplier } from './directory.ts'

/** Offer of an online supplier. Contains the purchase price, so it never leaves the server unchanged. */
export interface SealedOffer {
  supplierId: number
  warehouseId: number
  /** Brand id; null while the spelling is not recognised. */
  brandId: number | null
  brand: string
  article: string
  articleKey: string
  name: string
  purchaseKop: number
  /** Quantity; a lower bound when not exact. */
  qty: number
  qtyExact: boolean
  qtyText: string
  multiplicity: number
  /** Days until delivery, including the correction by staff. */
  termDays: number
  probability: number | null
  noReturn: boolean
  /** Supplier's handle for ordering. */
  handle: Record<string, string | number>
}

/** Article of one maker for a query to a supplier. */
export interface QueriedArticle {
  article: string
  articleKey: string
  brandId: number
  brand: string
}

export const questionOf = (
  { spellings }: KnownSupplier,
  { article, brandId, brand }: QueriedArticle,
): SupplierQuery => ({
  article,
  brand: spellings.get(brandId) ?? brand,
})

/** Finds the brand behind the supplier's spelling: by the mapping of staff, else by common spelling. */
const brandOf = (supplier: KnownSupplier, spelling: string, brands: BrandKeys): number | null =>
  supplier.brandIds.get(brandKey(spelling)) ?? brandIdsOf(spelling, brands)[0] ?? null

function isAllowed({ brand_rule: rule, ruledBrands }: KnownSupplier, brandId: number | null): boolean {
  const isNamed = brandId !== null && ruledBrands.has(brandId)
  return rule === 'only' ? isNamed : !isNamed
}

/** Lists places of dispatch that are not known yet. */
export function newRoutes({ routes }: KnownSupplier, { items }: ParsedReply): { code: string; name: string }[] {
  const met = new Map(items.map(({ route, routeName }) => [route, routeName]))
  return [...met].filter(([code]) => !routes.has(code)).map(([code, name]) => ({ code, name }))
}

/**
 * Filters the offers that the rules allow and counts the rest.
 * @param onUnknown receives spellings that match no brand
 */
export function offersOf(
  supplier: KnownSupplier,
  { items, dropped }: ParsedReply,
  { brands, onUnknown }: { brands: BrandKeys; onUnknown: (spelling: string) => void },
): { offers: SealedOffer[]; dropped: number } {
  const offer = (item: SupplierItem): SealedOffer[] => {
    const { route: code, routeName: _, ...rest } = item
    const route = supplier.routes.get(code)
    const brandId = brandOf(supplier, item.brand, brands)
    if (brandId === null) onUnknown(item.brand)
    const key = articleKey(item.article)
    if (!route?.is_allowed || key === '' || !isAllowed(supplier, brandId)) return []
    const termDays = Math.max(0, item.termDays + route.term_correction_days)
    const place = { supplierId: supplier.supply_route_id, warehouseId: route.warehouse_id, articleKey: key }
    return [{ ...rest, ...place, brandId, termDays }]
  }
  const offers = items.flatMap(offer)
  const unread = Object.values(dropped).reduce((sum, count) => sum + count, 0)
  return { offers, dropped: unread + items.length - offers.length }
}
