import type { Kysely } from 'kysely'
import type { DB } from '../../../platform/db/index.ts'
import { withFamilies, type BrandKeys } from './brand-spellings.ts'
import {
  selectFamilies,
  selectBrandKeys,
  selectSpellingsOfBrands,
  selectWarehouseDaysOff,
  selectCatalogWarehouses,
  selectDeliveryRuns,
  selectDeliveryPrices,
  type WarehouseRow,
  type DeliveryRunRow,
  type DeliveryPrices,
} from './catalog.queries.ts'
import { cached, type Cached } from '../../../platform/cached.ts'

/** Warehouses, delivery zones, the working calendar and names of brands: small tables that every search needs. */
export interface CatalogDirectory {
  brandNames: ReadonlyMap<number, string>
  warehouses: ReadonlyMap<number, WarehouseRow>
  daysOff: ReadonlySet<string>
  /** Runs by zone, in order of departure. */
  zones: ReadonlyMap<number, readonly DeliveryRunRow[]>
  /** Names, prices and minimum sums of delivery by zone. */
  deliveryPrices: ReadonlyMap<number, DeliveryPrices>
}
export type ReadDirectory = () => Promise<CatalogDirectory>

export function createDirectory(db: Kysely<DB>, ttlMs: number): Cached<CatalogDirectory> {
  return cached(ttlMs, async () => {
    const [warehouses, daysOff, runs, terms, brands] = await Promise.all([
      selectCatalogWarehouses(db),
      selectWarehouseDaysOff(db),
      selectDeliveryRuns(db),
      selectDeliveryPrices(db),
      selectSpellingsOfBrands(db),
    ])
    return {
      brandNames: new Map(brands.map(({ id, name }) => [id, name])),
      warehouses: new Map(warehouses.map((warehouse) => [warehouse.id, warehouse])),
      daysOff: new Set(daysOff.map((row) => row.day)),
      zones: Map.groupBy(runs, (run) => run.zone_id),
      deliveryPrices: new Map(terms.map((zone) => [zone.id, zone])),
    }
  })
}

export type ReadBrands = () => Promise<BrandKeys>

/** Cached longer than small tables: tens of thousands of spellings. */
export const createBrands = (db: Kysely<DB>, ttlMs: number): Cached<BrandKeys> =>
  cached(ttlMs, async () => {
    const [keys, families] = await Promise.all([selectBrandKeys(db), selectFamilies(db)])
    return withFamilies(keys, families)
  })
