import { randomBytes } from 'node:crypto'
import { placeOrders, previewOrders, putIntoCart } from '../../modules/ordering/index.ts'
import { createReferences, createTaking } from '../../modules/suppliers/index.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Database } from '../../platform/db/index.ts'
import { CHARACTERS, createStock, demoGoods, indexed, type Position } from '../../simulator/goods.ts'
import type { DemoCatalog } from '../catalog.ts'
import { selectConsigneeIds } from './life.queries.ts'
import type { DemoParties } from '../parties.ts'
import { createDeps } from './past-orders.ts'
import type { DemoSupplier } from '../suppliers.queries.ts'

interface Wish {
  goods: { product_id: number; warehouse_id: number }
  qty: number
}

const CHEAPEST_KOP = 60_000
const DEAREST_KOP = 900_000
/** Distance in the catalogue between goods of different kinds. */
const STRIDE = 311

/** Finds goods that suppliers have, equal to their online answers. */
export function createShelves(catalog: DemoCatalog) {
  const goods = indexed(demoGoods(catalog))
  const stocks = CHARACTERS.map((character) => createStock(goods, character))
  /** Returns some of the supplier's goods from a position of the catalogue on. */
  return (supplier: number, from: number, count: number): Position[] => {
    const found: Position[] = []
    for (let at = from; found.length < count && at < catalog.products.length; at += STRIDE) {
      const [position] = stocks[supplier]?.(catalog.products[at]?.article ?? '') ?? []
      if (!position || position.availability < 4 || position.good.multiplicity > 1) continue
      if (position.priceKop > CHEAPEST_KOP && position.priceKop < DEAREST_KOP) found.push(position)
    }
    return found
  }
}

/** Creates a buyer of the first company who orders through the regular code. */
export async function createShopper(database: Database, parties: DemoParties, catalog: DemoCatalog, clock: Clock) {
  const { db } = database
  const deps = createDeps(database, clock)
  const references = createReferences(clock, randomBytes(32).toString('hex'))
  const takeOffer = createTaking(references, clock)
  const [contractorId = 0] = parties.contractorIds
  const [actorId = 0] = parties.buyerIds
  const buyer = { contractorId, actorId, subjectId: actorId, limits: null }
  const [point] = await selectConsigneeIds(db, contractorId)
  const brandIds = new Map(catalog.brands.map(({ name, id }) => [name, id]))

  const take = async ({ supplyRouteId, warehouses }: DemoSupplier, position: Position) => {
    const { good, key, route, priceKop, availability, itemKey } = position
    const [code, , hours] = route
    const reference = await references.seal(
      {
        supplierId: supplyRouteId,
        warehouseId: warehouses.get(String(code)) ?? 0,
        brandId: brandIds.get(good.brand) ?? 0,
        brand: good.brand,
        article: good.article,
        articleKey: key,
        name: good.name,
        purchaseKop: priceKop,
        qty: availability,
        qtyExact: true,
        qtyText: '',
        multiplicity: 1,
        termDays: Math.ceil(hours / 24),
        probability: null,
        noReturn: false,
        handle: { brand: good.brand, number: good.article, supplierCode: String(code), itemKey },
      },
      contractorId,
    )
    return db.transaction().execute((tx) => takeOffer(tx, reference, contractorId))
  }

  const order = async (wishes: readonly Wish[]) => {
    for (const { goods, qty } of wishes) {
      const cartLine = { ...goods, qty, consignee_id: point?.id ?? 0 }
      await db.transaction().execute((tx) => putIntoCart(tx, buyer, deps.pricing, cartLine))
    }
    const { lines } = await previewOrders(db, buyer, deps)
    await db.transaction().execute((tx) => placeOrders(tx, buyer, deps, { lines, client_number: '' }))
  }
  return { take, order }
}
