import type { Order, OrderPreview, PlacedOrder } from '@artikul/contract/ordering/orders/orders'
import type { Role } from '@artikul/contract/core/roles'
import type { Insertable } from 'kysely'
import type { Db, DB } from '../../../platform/db/index.ts'
import { loginAs, send, type TestApp } from '../../../testing/test-app.ts'
import { buildOffer, buildProduct, buildWarehouse } from '../../catalog/products/catalog.factory.ts'
import { buildConsignee } from '../../companies/consignees/consignees.factory.ts'
import { buildContractor, buildSeller } from '../../companies/contractors/contractors.factory.ts'
import { buildUser } from '../../identity/users/users.factory.ts'

export type Headers = { authorization: string }

/** Creates a seller whose accounting is in the portal, an own warehouse, a company with a point and a manager. */
export async function buildShop(test_: TestApp, contract: Partial<Insertable<DB['contracts']>> = {}) {
  const { db } = test_.database
  const seller = await buildSeller(db, { accounting_mode: 'portal' })
  const warehouse = await buildWarehouse(db, seller.id)
  const company = await buildContractor(db, { sellerIds: [seller.id], contract })
  const consignee = await buildConsignee(db, company.id, { is_default: true })
  const person = (role: Role, contractorIds: number[] = []) =>
    buildUser(db, { role, ...(contractorIds.length > 0 && { contractorIds }) })
  const admin = await person('CONTRACTOR_ADMIN', [company.id])
  const manager = await buildUser(db, { role: 'ARTIKUL_ORDER_MANAGER', name: 'Иванова Мария' })
  return {
    sellerId: seller.id,
    warehouseId: warehouse.id,
    companyId: company.id,
    contractId: company.contractIds[0] ?? 0,
    consigneeId: consignee.id,
    admin,
    client: await loginAs(test_, admin),
    manager: await loginAs(test_, manager),
  }
}
export type Shop = Awaited<ReturnType<typeof buildShop>>

const posting = (headers: Headers, url: string, payload: object) => ({
  method: 'POST' as const,
  url: `/api/v1/${url}`,
  headers: { ...headers, 'idempotency-key': crypto.randomUUID() },
  payload,
})

/** Places an order of new goods from the seller's own warehouse in the given quantities. */
export async function buildReserved(test_: TestApp, shop: Shop, quantities: readonly number[], consigneeId?: number) {
  const { db } = test_.database
  const offerIds: number[] = []
  for (const qty of quantities) {
    const offer = await buildOffer(db, (await buildProduct(db)).id, shop.warehouseId, { on_hand: 100, qty_text: '100' })
    offerIds.push(offer.id)
    const goods = { offer_id: offer.id, qty, consignee_id: consigneeId ?? shop.consigneeId }
    await send(test_, posting(shop.client, 'cart/lines', goods))
  }
  const { json: preview } = await send<OrderPreview>(test_, { url: '/api/v1/orders/preview', headers: shop.client })
  const placed = await send<{ orders: PlacedOrder[] }>(test_, posting(shop.client, 'orders', { lines: preview.lines }))
  const [order] = placed.json.orders
  if (!order) throw new Error(placed.text)
  const { json } = await send<Order>(test_, { url: `/api/v1/orders/${order.id}`, headers: shop.client })
  const lines = json.lines.map(({ id, price_kop: price, vat_kop: vat, sum_kop: sum }, at) => ({
    id,
    offerId: offerIds[at] ?? 0,
    priceKop: price ?? 0,
    sumKop: sum ?? 0,
    vatKop: vat ?? 0,
  }))
  return { id: order.id, number: order.number, lines, lineId: lines[0]?.id ?? 0, offerId: offerIds[0] ?? 0 }
}

/** Ships the given quantities of the lines as the manager. */
export const ship = (
  test_: TestApp,
  headers: Headers,
  lines: readonly { line_id: number; qty: number }[],
  more: object = {},
) =>
  send<{
    shipments: { id: number; number: string; total_kop: number }[]
    code: string
    detail: string
    errors: { path: string; message: string }[]
  }>(test_, posting(headers, 'shipments', { lines, ...more }))

/** Creates a shipment of the order's first line for reading, bypassing the rules. */
export async function buildShipment(db: Db, orderId: number): Promise<number> {
  const order = await db.selectFrom('orders').selectAll().where('id', '=', orderId).executeTakeFirstOrThrow()
  const line = await db
    .selectFrom('order_lines')
    .selectAll()
    .where('order_id', '=', orderId)
    .orderBy('position')
    .limit(1)
    .executeTakeFirstOrThrow()
  const { id } = await db
    .insertInto('shipments')
    .values({
      number: `Т-${orderId}`,
      seller_id: order.seller_id,
      contract_id: order.contract_id,
      contractor_id: order.contractor_id,
      consignee_id: order.consignee_id,
      shipped_on: '2026-11-17',
      due_on: '2026-12-17',
      accept_until: '2026-11-20',
      total_kop: line.sum_kop,
      vat_kop: line.vat_kop,
      actor_id: order.actor_id,
      subject_id: order.subject_id,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const own = await db
    .insertInto('shipment_lines')
    .values({
      shipment_id: id,
      position: 1,
      order_line_id: line.id,
      qty: line.qty,
      price_kop: line.price_kop,
      sum_kop: line.sum_kop,
      vat_rate: line.vat_rate,
      vat_kop: line.vat_kop,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await db
    .updateTable('order_line_allocations')
    .set({ state: 'shipped', shipment_line_id: own.id })
    .where('line_id', '=', line.id)
    .execute()
  return id
}
