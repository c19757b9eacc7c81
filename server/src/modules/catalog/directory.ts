import type { Kysely } from 'kysely'
import type { DB } from '../../platform/db/index.ts'
import { remembered } from '../../platform/remembered.ts'
import { selectDaysOff, selectWarehouses, type Warehouse } from './catalog.queries.ts'

/** Warehouses and the working calendar: small tables that every search needs. */
export interface Directory {
  warehouses: ReadonlyMap<number, Warehouse>
  daysOff: ReadonlySet<string>
}
export type ReadDirectory = () => Promise<Directory>

export function createDirectory(db: Kysely<DB>, memoryMs: number): ReadDirectory {
  return remembered(memoryMs, async () => {
    const [warehouses, daysOff] = await Promise.all([selectWarehouses(db), selectDaysOff(db)])
    return {
      warehouses: new Map(warehouses.map((warehouse) => [warehouse.id, warehouse])),
      daysOff: new Set(daysOff.map((row) => row.day)),
    }
  })
}
