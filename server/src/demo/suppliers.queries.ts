import type { Kysely, Transaction } from 'kysely'
import type { DB } from '../platform/db/index.ts'
import { SIMULATOR_LOGIN } from '../simulator/simulator.ts'
import { STATUSES, SUPPLIERS } from './suppliers.data.ts'

export interface DemoSupplier {
  supplyRouteId: number
  /** Warehouse ids by the supplier's codes. */
  warehouses: ReadonlyMap<string, number>
}

/** Placeholder until the supplier's address is known. */
const NO_SECRET = Buffer.alloc(0)
const SETTINGS = { adapter: 'abcp', brand_rule: 'except', takes_new_warehouses: true }

type SupplierToInsert = (typeof SUPPLIERS)[number] & { seller_id: number; priority: number }

async function insertSupplier(tx: Transaction<DB>, given: SupplierToInsert): Promise<DemoSupplier> {
  const { name, markup, terms, access, places, seller_id, priority } = given
  const { id } = await tx
    .insertInto('supply_routes')
    .values({ name, kind: 'online', seller_id, markup_hundredths: markup, ...terms })
    .returning('id')
    .executeTakeFirstOrThrow()
  await tx
    .insertInto('online_suppliers')
    .values({
      ...SETTINGS,
      ...access,
      supply_route_id: id,
      priority,
      login: SIMULATOR_LOGIN,
      secret: NO_SECRET,
      is_on: false,
    })
    .execute()
  const warehouses = await tx
    .insertInto('warehouses')
    .values(
      places.map((place, at) => ({
        supply_route_id: id,
        name: `${name}: ${at + 1} ${place.name}`,
        shown_as: `Склад ${id}-${at + 1}`,
      })),
    )
    .returning('id')
    .execute()
  const codes = new Map(places.map(({ code }, at) => [code as string, warehouses[at]?.id ?? 0]))
  await tx
    .insertInto('online_supplier_warehouses')
    .values(
      Array.from(codes, ([code, warehouse_id]) => ({ warehouse_id, supply_route_id: id, code, is_allowed: true })),
    )
    .execute()
  await tx
    .insertInto('online_supplier_statuses')
    .values(STATUSES.map((status) => ({ ...status, supply_route_id: id })))
    .execute()
  return { supplyRouteId: id, warehouses: codes }
}

/** Inserts the demo suppliers with their places, paused until their addresses are known. */
export async function insertSuppliers(tx: Transaction<DB>, sellerId: number): Promise<DemoSupplier[]> {
  const made: DemoSupplier[] = []
  for (const [at, supplier] of SUPPLIERS.entries())
    made.push(await insertSupplier(tx, { ...supplier, seller_id: sellerId, priority: at + 1 }))
  return made
}

export const turnAll = (db: Kysely<DB>, isOn: boolean) =>
  db.updateTable('online_suppliers').set({ is_on: isOn }).execute()

interface DemoSupplierAccess {
  name: string
  url: string
  secret: Buffer
}

/** Sets the supplier's address to the current simulator and activates the supplier at the first call. */
export async function putSupplier(db: Kysely<DB>, { name, ...access }: DemoSupplierAccess): Promise<void> {
  const own = db
    .updateTable('online_suppliers as supplier')
    .from('supply_routes as source')
    .whereRef('source.id', '=', 'supplier.supply_route_id')
    .where('source.name', '=', name)
  await own.set({ is_on: true }).where('supplier.secret', '=', NO_SECRET).execute()
  await own.set(access).execute()
}
