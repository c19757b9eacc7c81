import type { Kysely } from 'kysely'
import type { Clock } from '../../platform/clock.ts'
import type { DB } from '../../platform/db/index.ts'
import { remembered } from '../../platform/remembered.ts'
import { selectDaysOff, selectWarehouses, type Warehouse } from './catalog.queries.ts'

const MEMORY_MS = 1000

/** Warehouses and the working calendar: small tables that every search needs. */
export interface Directory {
  warehouses: ReadonlyMap<number, Warehouse>
  daysOff: ReadonlySet<string>
}
export type ReadDirectory = () => Promise<Directory>

export function createDirectory(db: Kysely<DB>, clock: Clock): ReadDirectory {
  return remembered(clock, MEMORY_MS, async () => {
    const [warehouses, daysOff] = await Promise.all([selectWarehouses(db), selectDaysOff(db)])
    return {
      warehouses: new Map(warehouses.map((warehouse) => [warehouse.id, warehouse])),
      daysOff: new Set(daysOff.map((row) => row.day)),
    }
  })
}
