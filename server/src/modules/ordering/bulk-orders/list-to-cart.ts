import type { Kysely } from 'kysely'
import type { Db, DB } from '../../../platform/db/index.ts'
import { AppError } from '../../../platform/errors.ts'
import { putManyIntoCart, type Buyer } from '../cart/index.ts'
import { ownCodeKey } from '../search/index.ts'
import { learnOwnCodes } from './reading/list-memory.queries.ts'
import * as queries from './bulk-orders.queries.ts'
import { bulkOrderNotFound, placeOf, writerOf, type ListCaller, type ListDeps } from './bulk-orders.ts'

/** Vehicle that the goods are for. */
type Vehicle = queries.VehicleOfList | null

/** Returns the row's own note, else the name of the vehicle; another note is about something else. */
const noteOf = ({ client_ref: own }: queries.RowOfList, vehicle: Vehicle) =>
  vehicle !== null && (own === '' || own === vehicle.name)
    ? { client_ref: vehicle.name, vehicle_id: vehicle.id }
    : { client_ref: own, vehicle_id: null }

/** Converts the row's choice, from one or two warehouses, into goods for the cart. */
function goodsOf(row: queries.RowOfList, usualPoint: number | null, vehicle: Vehicle) {
  const place = { consignee_id: row.consignee_id ?? usualPoint, ...noteOf(row, vehicle) }
  return (['first', 'second'] as const).flatMap((at) => {
    const [product_id, warehouse_id, qty] = [row[`${at}_product_id`], row[`${at}_warehouse_id`], row[`${at}_qty`]]
    return product_id === null || warehouse_id === null || qty === null
      ? []
      : [{ row, goods: { ...place, product_id, warehouse_id, qty } }]
  })
}

async function requireVehicle(tx: Db, { contractorId }: Buyer, id: number) {
  const vehicle = await queries.selectVehicleOfList(tx, contractorId, id)
  if (!vehicle) throw new AppError('vehicle.gone')
  return vehicle
}

/** Collects the codes that the buyer's own list assigns to goods. */
const codesOf = (rows: readonly queries.RowOfList[]) => [
  ...new Map(
    rows.flatMap(({ own_code, product_id }) =>
      own_code === '' || product_id === null ? [] : [[ownCodeKey(own_code), product_id] as const],
    ),
  ),
]

/**
 * Adds the chosen rows to the cart, once each, and stores the company's own codes of the added goods.
 * @throws AppError `not_found`, `bulk_order.nothing_selected`, `vehicle.gone`
 */
export async function listToCart(
  db: Kysely<DB>,
  { pricing, clock }: ListDeps,
  caller: ListCaller,
  buyer: Buyer,
  { id, vehicleId }: { id: number; vehicleId: number | null },
) {
  return db.transaction().execute(async (tx) => {
    const list = await queries.lockList(tx, caller.owner, id)
    if (!list) throw bulkOrderNotFound()
    const rows = (await queries.selectBulkOrderRows(tx, id, { selectedOnly: true })).filter((row) => !row.in_cart)
    const vehicle = vehicleId === null ? null : await requireVehicle(tx, buyer, vehicleId)
    const requestedGoods = rows.flatMap((row) => goodsOf(row, placeOf(caller, list).consigneeId, vehicle))
    if (requestedGoods.length === 0) throw new AppError('bulk_order.nothing_selected')
    const { lines: added } = await putManyIntoCart(
      tx,
      buyer,
      pricing,
      requestedGoods.map(({ goods }) => goods),
    )
    const put = new Set<number>()
    const refused = new Map<number, string>()
    requestedGoods.forEach(({ row }, at) => {
      const why = added[at]?.refusal
      if (why) refused.set(row.position, why)
      else put.add(row.position)
    })
    // One of two places may be gone; the part already in the cart is not added again.
    const addedRows = rows.filter((row) => put.has(row.position))
    await queries.updateRows(
      tx,
      id,
      addedRows.map((row) => row.position),
      { in_cart: true },
    )
    await queries.signList(tx, caller.owner, id, caller.author)
    const codes = codesOf(addedRows).map(([code_key, product_id]) => ({ code_key, product_id }))
    await learnOwnCodes(tx, { ...writerOf(caller), contractorId: buyer.contractorId }, codes, clock.now())
    return {
      added: addedRows.length,
      left: rows.flatMap(({ position, row_number }) => {
        const why = refused.get(position)
        return why ? [{ position, row_number, why }] : []
      }),
    }
  })
}
