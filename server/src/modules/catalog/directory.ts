import { brandKey } from '@artikul/contract/brand'
import type { Kysely } from 'kysely'
import type { DB } from '../../platform/db/index.ts'
import { BRAND_FAMILIES } from './brand-families.data.ts'
import { remembered } from '../../platform/remembered.ts'
import {
  selectBrandKeys,
  selectDaysOff,
  selectWarehouses,
  selectWaves,
  type Warehouse,
  type Wave,
} from './catalog.queries.ts'

/** Warehouses, delivery zones and the working calendar: small tables that every search needs. */
export interface Directory {
  warehouses: ReadonlyMap<number, Warehouse>
  daysOff: ReadonlySet<string>
  /** Waves by zone, in the order of their leaving. */
  zones: ReadonlyMap<number, readonly Wave[]>
}
export type ReadDirectory = () => Promise<Directory>

export function createDirectory(db: Kysely<DB>, memoryMs: number): ReadDirectory {
  return remembered(memoryMs, async () => {
    const [warehouses, daysOff, waves] = await Promise.all([selectWarehouses(db), selectDaysOff(db), selectWaves(db)])
    return {
      warehouses: new Map(warehouses.map((warehouse) => [warehouse.id, warehouse])),
      daysOff: new Set(daysOff.map((row) => row.day)),
      zones: Map.groupBy(waves, (wave) => wave.zone_id),
    }
  })
}

/** Brands by the keys of all spellings that people mean them by, the likeliest first. */
export type BrandKeys = ReadonlyMap<string, readonly number[]>
export type ReadBrands = () => Promise<BrandKeys>

const FAMILIES = BRAND_FAMILIES.map((spellings) => spellings.map(brandKey))

/** Some tens of thousands of spellings: they are kept longer than what is small. */
export const createBrands = (db: Kysely<DB>, memoryMs: number): ReadBrands =>
  remembered(memoryMs, async () => {
    const brands = new Map((await selectBrandKeys(db)).map(({ key, brand_id }) => [key, [brand_id]]))
    for (const family of FAMILIES) {
      const ids = [...new Set(family.flatMap((key) => brands.get(key) ?? []))]
      for (const key of family) brands.set(key, [...new Set([...(brands.get(key) ?? []), ...ids])])
    }
    return brands
  })
