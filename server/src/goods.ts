import type { Clock } from './platform/clock.ts'
import type { Database } from './platform/db/index.ts'
import { createBrands, createDirectory } from './modules/catalog/index.ts'
import { createZoneReader } from './modules/companies/index.ts'
import { createPricing, createWhatIf } from './modules/pricing/index.ts'

/** Brands are many and change seldom: they are read once in so many times of what else is remembered. */
const BRANDS_LONGER = 60

/** How goods are found, priced and promised: most of the business asks here. */
export function createGoods(database: Database, clock: Clock, memoryMs: number) {
  const { sql: driver, long, sharedDb } = database
  const readDirectory = createDirectory(sharedDb, memoryMs)
  return {
    driver,
    long,
    pricing: createPricing(database, clock, readDirectory, memoryMs),
    whatIf: createWhatIf(database, clock, readDirectory),
    readZone: createZoneReader(memoryMs),
    readBrands: createBrands(sharedDb, memoryMs * BRANDS_LONGER),
    clock,
    readDirectory,
  }
}
export type Goods = ReturnType<typeof createGoods>
