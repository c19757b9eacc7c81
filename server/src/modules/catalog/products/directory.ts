import type { Kysely } from 'kysely'
import type { DB } from '../../../platform/db/index.ts'
import { withFamilies, type BrandKeys } from './brand-spellings.ts'
import { selectFamilies } from './families.queries.ts'
import { remembered, type Remembered } from '../../../platform/remembered.ts'
import {
  selectBrandKeys,
  selectBrandNames,
  selectDaysOff,
  selectWarehouses,
  selectWaves,
  type Warehouse,
  type Wave,
} from './catalog.queries.ts'

/** Warehouses, delivery zones, the working calendar and names of brands: small tables that every search needs. */
export interface Directory {
  brandNames: ReadonlyMap<number, string>
  warehouses: ReadonlyMap<number, Warehouse>
  daysOff: ReadonlySet<string>
  /** Waves by zone, in the order of their leaving. */
  zones: ReadonlyMap<number, readonly Wave[]>
}
export type ReadDirectory = () => Promise<Directory>

export function createDirectory(db: Kysely<DB>, memoryMs: number): Remembered<Directory> {
  return remembered(memoryMs, async () => {
    const [warehouses, daysOff, waves, brands] = await Promise.all([
      selectWarehouses(db),
      selectDaysOff(db),
      selectWaves(db),
      selectBrandNames(db),
    ])
    return {
      brandNames: new Map(brands.map(({ id, name }) => [id, name])),
      warehouses: new Map(warehouses.map((warehouse) => [warehouse.id, warehouse])),
      daysOff: new Set(daysOff.map((row) => row.day)),
      zones: Map.groupBy(waves, (wave) => wave.zone_id),
    }
  })
}

export type ReadBrands = () => Promise<BrandKeys>

/** Some tens of thousands of spellings: they are kept longer than what is small. */
export const createBrands = (db: Kysely<DB>, memoryMs: number): Remembered<BrandKeys> =>
  remembered(memoryMs, async () => {
    const [keys, families] = await Promise.all([selectBrandKeys(db), selectFamilies(db)])
    return withFamilies(keys, families)
  })
