import { send, type TestApp } from '../../../testing/test-app.ts'
import { buildShipped, claimOf, type ClaimShop } from '../../fulfilment/claims/claims.factory.ts'

/** Creates a claim about goods that a partner supplies. */
export async function buildPartnerClaim(test_: TestApp, shop: ClaimShop, qty = 2) {
  const { db } = test_.database
  const shipped = await buildShipped(test_, shop, [qty])
  const source = await db
    .selectFrom('shipment_lines')
    .innerJoin('order_lines', 'order_lines.id', 'shipment_lines.order_line_id')
    .innerJoin('warehouses', 'warehouses.id', 'order_lines.warehouse_id')
    .innerJoin('supply_routes', 'supply_routes.id', 'warehouses.supply_route_id')
    .select(['supply_routes.id', 'supply_routes.name', 'order_lines.purchase_kop', 'order_lines.product_id'])
    .select(['order_lines.warehouse_id'])
    .where('shipment_lines.id', '=', shipped.lineId)
    .executeTakeFirstOrThrow()
  const { json: claim } = await claimOf(test_, shop, { shipmentId: shipped.shipmentId, lineId: shipped.lineId, qty })
  await db.updateTable('supply_routes').set({ kind: 'partner' }).where('id', '=', source.id).execute()
  return {
    claim,
    source,
    undo: () => db.updateTable('supply_routes').set({ kind: 'own' }).where('id', '=', source.id).execute(),
  }
}

/** Makes the draft of a return to the supplier from a new claim. */
export async function buildReturn(test_: TestApp, shop: ClaimShop) {
  const { claim, source, undo } = await buildPartnerClaim(test_, shop)
  const { json } = await send<{ results: { id: number; number: string }[] }>(test_, {
    method: 'POST',
    url: '/api/v1/supplier-returns',
    headers: { ...shop.handler, 'idempotency-key': crypto.randomUUID() },
    payload: { claim_id: claim.id, supply_route_id: null },
  })
  await undo()
  return { claim, source, id: json.results[0]?.id ?? 0, number: json.results[0]?.number ?? '' }
}
