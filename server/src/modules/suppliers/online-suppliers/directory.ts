import type { Kysely } from 'kysely'
import { moscowDate, moscowTime, type Clock } from '../../../platform/clock.ts'
import type { DB } from '../../../platform/db/index.ts'
import { cached, type Cached } from '../../../platform/cached.ts'
import * as queries from './suppliers.queries.ts'

/** Supplier with everything learned from staff and from its answers. */
export interface KnownSupplier extends queries.ConnectionRow {
  /** Supplier's spellings of brands, by brand id. */
  spellings: ReadonlyMap<number, string>
  /** Brand ids by the keys of the supplier's spellings. */
  brandIds: ReadonlyMap<string, number>
  ruledBrands: ReadonlySet<number>
  routes: ReadonlyMap<string, queries.RouteRow>
  /** Number of queries written today. */
  askedToday: number
}
export type ReadSuppliers = Cached<readonly KnownSupplier[]>

const startOfDay = (now: Date) => new Date(`${moscowDate(now)}T00:00:00+03:00`)

export const createSupplierDirectory = (db: Kysely<DB>, clock: Clock, ttlMs: number): ReadSuppliers =>
  cached(ttlMs, async () => {
    const [suppliers, rules, brands, routes, queryCounts] = await Promise.all([
      queries.selectSuppliers(db),
      queries.selectBrandRules(db),
      queries.selectMappedBrands(db),
      queries.selectRoutes(db),
      queries.countQueriesSince(db, startOfDay(clock.now())),
    ])
    const bySource = <T extends { supply_route_id: number }>(rows: readonly T[]) =>
      Map.groupBy(rows, (row) => row.supply_route_id)
    const [rulesOf, brandsOf, routesOf] = [bySource(rules), bySource(brands), bySource(routes)]
    const askedOf = new Map(queryCounts.map((row) => [row.supply_route_id, row.asked]))
    return suppliers.map((supplier) => {
      const id = supplier.supply_route_id
      const known = (brandsOf.get(id) ?? []).map(({ brand_id, ...brand }) => ({ ...brand, brandId: brand_id ?? 0 }))
      return {
        ...supplier,
        spellings: new Map(known.map(({ brandId, spelling }) => [brandId, spelling])),
        brandIds: new Map(known.map(({ brandId, key }) => [key, brandId])),
        ruledBrands: new Set((rulesOf.get(id) ?? []).map((rule) => rule.id)),
        routes: new Map((routesOf.get(id) ?? []).map((route) => [route.code, route])),
        askedToday: askedOf.get(id) ?? 0,
      }
    })
  })

/** Checks whether the current time in Moscow is within the supplier's hours. */
export function isOpen({ hours_from: from, hours_to: to }: queries.ConnectionRow, now: Date): boolean {
  const hour = Number(moscowTime(now).slice(0, 2))
  return from === null || to === null || (hour >= from && hour < to)
}
