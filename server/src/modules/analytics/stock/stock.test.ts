import type { StockReport } from '@artikul/contract/analytics/sales'
import { expect, test } from 'vitest'
import { runJob, send, useTestApp } from '../../../testing/test-app.ts'
import { buildOffer, buildProduct } from '../../catalog/products/catalog.factory.ts'
import { buildReserved, buildShop, type Shop } from '../../fulfilment/shipments/shipments.factory.ts'

const test_ = useTestApp()

test('stock is classed by revenue and evenness of a year, and unsold stock is dead', async () => {
  const { db } = test_.database
  const shop = await buildShop(test_)
  const dead = await buildProduct(db)
  await buildOffer(db, dead.id, shop.warehouseId, { on_hand: 7, purchase_kop: 10_000 })
  const order = await buildReserved(test_, shop, [60, 24, 1])
  const [even, uneven] = order.lines
  // Twelve shipments a month apart, of 5 pieces of the first product; the second leaves in one month only.
  for (let month = 0; month < 12; month++) {
    const shipped_on = new Date(Date.parse('2026-11-17') - month * 30.5 * 86_400_000).toISOString().slice(0, 10)
    const lines = [
      { order_line_id: even?.id ?? 0, qty: 5, sum_kop: 5 * (even?.priceKop ?? 0) },
      ...(month === 3 ? [{ order_line_id: uneven?.id ?? 0, qty: 24, sum_kop: uneven?.sumKop ?? 0 }] : []),
    ]
    await insertShipment(shop, shipped_on, lines)
  }
  await runJob(test_.app, 'sales_figures')
  const read = async (choice: string) =>
    (await send<StockReport>(test_, { url: `/api/v1/analytics/stock?choice=${choice}`, headers: shop.manager })).json
  const report = await read('dead')
  // The third line was ordered and never shipped.
  expect(report.dead.products_count).toBe(2)
  expect(report.rows.find((row) => row.on_hand === 7)).toMatchObject({
    value_kop: 70_000,
    cover_days: null,
    sold_qty: 0,
  })
  const [ofEven] = (await read('AX')).rows
  expect(ofEven).toMatchObject({ sold_qty: 60, on_hand: 100, cover_days: Math.round((100 * 365) / 60) })
  expect(ofEven?.revenue_kop).toBe(even?.sumKop)
  const unevenRows = [...(await read('AZ')).rows, ...(await read('BZ')).rows]
  expect(unevenRows.map((row) => row.sold_qty)).toEqual([24])
  expect(report.totals.products_count).toBe(4)
  expect((await send(test_, { url: '/api/v1/analytics/stock?choice=DX', headers: shop.manager })).status).toBe(400)
  const file = await send<never>(test_, { url: '/api/v1/analytics/stock/file?choice=AX', headers: shop.manager })
  expect(file.headers['content-type']).toContain('spreadsheetml')
})

interface ShippedLine {
  order_line_id: number
  qty: number
  sum_kop: number
}

/** Inserts a shipment of the past, which the API cannot make. */
async function insertShipment(shop: Shop, day: string, lines: readonly ShippedLine[]) {
  const { db } = test_.database
  const people = { actor_id: shop.admin.id, subject_id: shop.admin.id }
  const { id } = await db
    .insertInto('shipments')
    .values({
      ...{ number: `П-${day}`, seller_id: shop.sellerId, contract_id: shop.contractId, contractor_id: shop.companyId },
      ...{ consignee_id: shop.consigneeId, shipped_on: day, due_on: day, accept_until: day, ...people },
      ...{ total_kop: lines.reduce((sum, line) => sum + line.sum_kop, 0), vat_kop: 0 },
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const rows = lines.map((line, at) => ({
    ...line,
    shipment_id: id,
    position: at + 1,
    price_kop: 0,
    vat_rate: 'none',
    vat_kop: 0,
  }))
  await db.insertInto('shipment_lines').values(rows).execute()
}
