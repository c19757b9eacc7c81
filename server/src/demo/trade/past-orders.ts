import type { Clock } from '../../platform/clock.ts'
import type { Database } from '../../platform/db/index.ts'
import { type OrderDeps, placeOrders, previewOrders, putIntoCart } from '../../modules/ordering/index.ts'
import { createDirectory } from '../../modules/catalog/index.ts'
import { issueOrderInvoice } from '../../modules/billing/index.ts'
import { createPricing } from '../../modules/pricing/index.ts'
import { reserveNumbers } from './history.queries.ts'
import { insertDemoVehicles, selectConsigneeIds, selectSomeOffers } from './life.queries.ts'
import type { DemoParties } from '../parties.ts'
import { PLACINGS } from '../parties.data.ts'
import type { Random } from '../random.ts'

const NOTES = ['', '', 'Заказ-наряд 4471', 'А123ВС763', 'Е777КХ163', 'Склад', 'Заказ-наряд 4502']

/** Dependencies of placing an order. */
export function createDeps(database: Database, clock: Clock): OrderDeps {
  const readDirectory = createDirectory(database.sharedDb, 60_000)
  return {
    clock,
    readDirectory,
    pricing: createPricing(database, clock, readDirectory),
    issueInvoice: (tx, orderId, author) => issueOrderInvoice(tx, { clock, readDirectory }, 'any', orderId, author),
  }
}

/** Places the orders of the last three months through the regular code with a clock set to the past. */
export async function placePastOrders(database: Database, parties: DemoParties, random: Random, now: Date) {
  let moment = now
  const { db } = database
  const deps = createDeps(database, { now: () => moment })
  const offers = await selectSomeOffers(db)
  await reserveNumbers(db)
  const days = PLACINGS.flatMap(({ count, daysAgo: [from, to] }, company) =>
    Array.from({ length: count }, () => ({ company, minutes: random.int(from * 1440 + 60, to * 1440) })),
  ).sort((a, b) => b.minutes - a.minutes)
  const points = new Map<number, number[]>()
  for (const id of parties.contractorIds)
    points.set(
      id,
      (await selectConsigneeIds(db, id)).map((consignee) => consignee.id),
    )
  const vehicles = await insertDemoVehicles(db, parties)
  for (const { company, minutes } of days) {
    moment = new Date(now.getTime() - minutes * 60_000)
    const contractorId = parties.contractorIds[company] ?? 0
    const actorId = parties.buyerIds[company] ?? 0
    const buyer = { contractorId, actorId, subjectId: actorId, limits: null }
    for (let left = random.int(1, 4); left > 0; left -= 1) {
      const { multiplicity, ...goods } = random.pick(offers)
      const cartLine = {
        ...goods,
        qty: multiplicity * random.int(1, 2),
        consignee_id: random.pick(points.get(contractorId) ?? []),
        client_ref: random.pick(NOTES),
      }
      const vehicle = vehicles.find((one) => one.contractor_id === contractorId && one.name === cartLine.client_ref)
      await db
        .transaction()
        .execute((tx) =>
          putIntoCart(tx, buyer, deps.pricing, { ...cartLine, ...(vehicle && { vehicle_id: vehicle.id }) }),
        )
    }
    const { lines } = await previewOrders(db, buyer, deps)
    await db.transaction().execute((tx) =>
      placeOrders(tx, buyer, deps, {
        lines,
        client_number: random.chance(0.3) ? `З-${random.int(1000, 9999)}` : '',
      }),
    )
  }
}
