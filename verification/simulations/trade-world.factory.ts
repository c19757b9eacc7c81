import { articleKey, looseArticleKey } from '@artikul/contract/catalog/article'
import { sql } from 'kysely'
import { buildProduct, buildWarehouse } from '../../server/src/modules/catalog/products/catalog.factory.ts'
import { buildConsignee } from '../../server/src/modules/companies/consignees/consignees.factory.ts'
import { buildContractor, buildSeller } from '../../server/src/modules/companies/contractors/contractors.factory.ts'
import { buildUser } from '../../server/src/modules/identity/users/users.factory.ts'
import type { Db } from '../../server/src/platform/db/index.ts'
import type { JudgedWarehouse, JudgedRun } from './run-judge.factory.ts'

type WarehouseName = 'south' | 'north' | 'farEast' | 'night'
type ZoneName = 'centre' | 'morning' | 'everyOther' | 'vladivostok'

interface OwnWarehouse extends JudgedWarehouse {
  timeZone: string
}
const MOSCOW = { hoursAhead: 3, timeZone: 'Europe/Moscow', guaranteeDays: 1 }
const VLADIVOSTOK = { hoursAhead: 10, timeZone: 'Asia/Vladivostok', guaranteeDays: 1 }

/** Ready goods catch the day's run; the others are late by the warehouse's own hour. */
const WAREHOUSES: Record<WarehouseName, OwnWarehouse> = {
  south: { ...MOSCOW, cutoff: '18:00', termDays: 0 },
  north: { ...MOSCOW, cutoff: '15:00', termDays: 1 },
  farEast: { ...VLADIVOSTOK, cutoff: '18:00', termDays: 0 },
  night: { ...VLADIVOSTOK, cutoff: '23:59', termDays: 1 },
}

interface OwnRun extends JudgedRun {
  name: string
  leavesAt: string
}
const ON_WEEKDAYS = [1, 2, 3, 4, 5]
const ZONES: Record<ZoneName, readonly OwnRun[]> = {
  centre: [
    { name: 'Рейс 10:00', weekdays: ON_WEEKDAYS, leavesAt: '10:00', orderBefore: '09:00' },
    { name: 'Рейс 16:00', weekdays: [...ON_WEEKDAYS, 6], leavesAt: '16:00', orderBefore: '15:00' },
  ],
  morning: [{ name: 'Рейс 10:00', weekdays: ON_WEEKDAYS, leavesAt: '10:00', orderBefore: '09:00' }],
  everyOther: [{ name: 'Рейс 16:00', weekdays: [1, 3, 5], leavesAt: '16:00', orderBefore: '15:00' }],
  vladivostok: [{ name: 'Рейс 12:00', weekdays: [...ON_WEEKDAYS, 6], leavesAt: '12:00', orderBefore: '10:00' }],
}

/** Routes from a warehouse to a zone; without a zone, by a carrier. */
const WAYS: readonly { warehouse: WarehouseName; zone: ZoneName | null }[] = [
  ...(['south', 'north'] as const).flatMap((warehouse) =>
    (['centre', 'morning', 'everyOther', null] as const).map((zone) => ({ warehouse, zone })),
  ),
  ...(['farEast', 'night'] as const).flatMap((warehouse) =>
    (['vladivostok', null] as const).map((zone) => ({ warehouse, zone })),
  ),
]

/** Expected result of one combination. */
export interface Way {
  warehouseId: number
  zoneId: number | null
  warehouse: JudgedWarehouse
  runs: readonly JudgedRun[]
}

export interface Buyer {
  login: string
  password: string
  contractId: number
  /** Consignees by zone; `null` for a carrier. */
  points: ReadonlyMap<number | null, number>
}

async function buildZone(db: Db, name: string, runs: readonly OwnRun[]): Promise<number> {
  const zone = await db.insertInto('delivery_zones').values({ name }).returning('id').executeTakeFirstOrThrow()
  for (const run of runs)
    await sql`
      insert into delivery_runs (zone_id, name, weekdays, leaves_at, order_before)
      values (${zone.id}, ${run.name}, ${[...run.weekdays]}::smallint[], ${run.leavesAt}, ${run.orderBefore})`.execute(
      db,
    )
  return zone.id
}

const buildOwnWarehouse = (db: Db, sellerId: number, { timeZone, cutoff, termDays, guaranteeDays }: OwnWarehouse) =>
  buildWarehouse(db, sellerId, {
    warehouse: { time_zone: timeZone, cutoff, term_days: termDays, guarantee_days: guaranteeDays },
  })

/** Creates goods by the thousand, each in every warehouse. */
async function buildGoods(db: Db, count: number): Promise<string[]> {
  const { brandId } = await buildProduct(db)
  const articles = Array.from({ length: count }, (_, at) => `TD-${String(at + 1).padStart(6, '0')}`)
  await sql`
    insert into products (brand_id, article, article_key, loose_key, code, name)
    select ${brandId}, article, key, loose, lower(article), 'Деталь ' || article
    from unnest(${articles}::text[], ${articles.map(articleKey)}::text[], ${articles.map(looseArticleKey)}::text[])
      as asked (article, key, loose)`.execute(db)
  await sql`
    insert into offers (product_id, warehouse_id, purchase_kop, on_hand, tracked, qty_text)
    select products.id, warehouses.id, 10000 + products.id, 1000000, true, '1000000'
    from products, warehouses`.execute(db)
  await sql`analyze products, offers`.execute(db)
  return articles
}

async function buildBuyer(db: Db, sellerId: number, zones: readonly (number | null)[]): Promise<Buyer> {
  const contract = { prepayment_percent: 0, limit_kop: 10 ** 13 }
  const company = await buildContractor(db, { sellerIds: [sellerId], contract })
  const points = new Map<number | null, number>()
  for (const zone of zones) {
    const { id } = await buildConsignee(db, company.id, { name: `Точка ${zone ?? ''}`, is_default: zone === null })
    await db.updateTable('consignees').set({ zone_id: zone }).where('id', '=', id).execute()
    points.set(zone, id)
  }
  const user = await buildUser(db, { role: 'CONTRACTOR_ADMIN', contractorIds: [company.id] })
  return { ...user, contractId: company.contractIds[0] ?? 0, points }
}

const entriesOf = <Name extends string, Value>(record: Record<Name, Value>) => Object.entries(record) as [Name, Value][]

/**
 * Creates warehouses in Moscow and Vladivostok, zones with runs, goods in all of them, and companies that buy
 * everywhere.
 */
export async function buildTradeWorld(db: Db, size: { buyers: number; goods: number }) {
  const { id: sellerId } = await buildSeller(db)
  const warehouseIds = new Map<WarehouseName, number>()
  for (const [name, own] of entriesOf(WAREHOUSES))
    warehouseIds.set(name, (await buildOwnWarehouse(db, sellerId, own)).id)
  const zoneIds = new Map<ZoneName, number>()
  for (const [name, runs] of entriesOf(ZONES)) zoneIds.set(name, await buildZone(db, name, runs))
  const articles = await buildGoods(db, size.goods)
  const zones = [...zoneIds.values(), null]
  const buyers: Buyer[] = []
  for (let left = size.buyers; left > 0; left -= 1) buyers.push(await buildBuyer(db, sellerId, zones))
  const ways = WAYS.map(({ warehouse, zone }): Way => ({
    warehouseId: warehouseIds.get(warehouse) ?? 0,
    zoneId: zone === null ? null : (zoneIds.get(zone) ?? 0),
    warehouse: WAREHOUSES[warehouse],
    runs: zone === null ? [] : ZONES[zone],
  }))
  const { rows: offers } = await sql<{ id: number; warehouse_id: number }>`
    select id, warehouse_id from offers`.execute(db)
  const offersOf = Map.groupBy(offers, ({ warehouse_id }) => warehouse_id)
  return { sellerId, buyers, articles, ways, offersOf: (id: number) => (offersOf.get(id) ?? []).map((one) => one.id) }
}
export type TradeWorld = Awaited<ReturnType<typeof buildTradeWorld>>
