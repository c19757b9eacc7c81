import { computeFigures } from '../modules/analytics/index.ts'
import { regroupNext } from '../modules/catalog/index.ts'
import { moscowDate } from '../platform/clock.ts'
import type { Config } from '../platform/config.ts'
import type { Database } from '../platform/db/index.ts'
import { buildCatalog, type DemoProduct } from './catalog.ts'
import { ageOrders, delaySome, purgePastEvents, settleStock, shipAndPay } from './trade/life.queries.ts'
import { requestDemoApprovals } from './trade/change-approvals.ts'
import { makeClaims } from './trade/claims.ts'
import { emptyTables, loadCatalog, loadOffers } from './load.queries.ts'
import { insertDemoNews } from './news.queries.ts'
import { insertParties, setDeliveryPrices } from './parties.ts'
import { insertHistory, insertPastTransitions } from './trade/history.queries.ts'
import { loadPayments } from './trade/payments.ts'
import { placePastOrders } from './trade/past-orders.ts'
import { drawPartPictures, insertDemoContent, picturesOf } from './part-pictures.ts'
import { insertPriceRules } from './prices.queries.ts'
import { insertRequests } from './trade/quote-requests.queries.ts'
import { createRandom } from './random.ts'
import { insertDemoSearches, skipDemoSteps } from './trade/searches.queries.ts'
import { shipSome } from './trade/shipments.ts'
import { orderFromSuppliers } from './trade/supplier-orders.ts'
import { NEWCOMERS } from './parties.data.ts'

const GROUPED_AT_ONCE = 50_000

/**
 * Fills an empty database: about 50,000 items, some with drawn photos, four warehouses, companies with a year of history, orders to
 * suppliers, recent shipments, payments, claims, change approvals, news. Deterministic except for dates, which are
 * relative to now. An interrupted run starts again at the next start.
 */
export async function insertDemo(database: Database, config: Config, now: Date): Promise<void> {
  const { db, long } = database
  await emptyTables(database.sql)
  const catalog = buildCatalog()
  const pictures = await drawPartPictures()
  const photoOf = (product: DemoProduct) => picturesOf(pictures, product)[0]?.hash ?? null
  await long.begin((tx) => loadCatalog(tx, catalog, photoOf))
  const parties = await db.transaction().execute((tx) => insertParties(tx, now))
  await long.begin((tx) => loadOffers(tx, catalog.products, parties.warehouses, createRandom(7)))
  await long.begin((tx) => insertDemoContent(tx, catalog.products, pictures, { managerId: parties.managerId, now }))
  await placePastOrders(database, parties, createRandom(11), now)
  await ageOrders(db, parties.managerId)
  await settleStock(db)
  await insertHistory(
    db,
    NEWCOMERS.map((company) => parties.contractorIds[company] ?? 0),
  )
  await shipAndPay(db, parties.managerId, parties.overdueContractId)
  await insertPastTransitions(db, parties.managerId)
  await orderFromSuppliers(database, { parties, catalog, config, now })
  await shipSome(database, parties, now)
  await loadPayments(database, parties, now)
  await requestDemoApprovals(database, parties, now)
  await delaySome(db, parties.contractorIds[0] ?? 0, moscowDate(now))
  await makeClaims(database, parties, now)
  await purgePastEvents(db)
  await insertRequests(db, parties, now)
  await db.transaction().execute((tx) => insertDemoNews(tx, parties, now))
  await insertPriceRules(db, parties)
  await insertDemoSearches(db, parties.contractorIds, moscowDate(now))
  await skipDemoSteps(db, parties.managerId, now)
  await setDeliveryPrices(db)
  while (await regroupNext(db, GROUPED_AT_ONCE));
  await computeFigures(db, { now: () => now })
}
