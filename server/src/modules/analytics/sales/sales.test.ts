import type { DemandRow, FallingBuyer, SalesReport, ServiceReport } from '@artikul/contract/analytics/sales'
import { beforeAll, expect, test } from 'vitest'
import { loginAs, runJob, send, useTestApp } from '../../../testing/test-app.ts'
import { buildUser } from '../../identity/users/users.factory.ts'
import { buildReserved, buildShop, ship, type Shop } from '../../fulfilment/shipments/shipments.factory.ts'

const test_ = useTestApp()
let shop: Shop
beforeAll(async () => {
  shop = await buildShop(test_)
})

const get = <T>(path: string, headers = shop.manager) => send<T>(test_, { url: `/api/v1/analytics/${path}`, headers })
const sales = async (query: string) => (await get<SalesReport>(`sales?${query}`)).json

test('figures are closed to clients and to staff without the right', async () => {
  const { db } = test_.database
  const plain = await loginAs(test_, await buildUser(db, { role: 'ARTIKUL_ORDER_MANAGER', rights: ['administrator'] }))
  const timeless = ['falling-buyers', 'debts', 'debts/file', 'stock', 'stock/file']
  for (const path of ['sales', 'sales/file', 'demand', 'service', ...timeless]) {
    const query = timeless.includes(path) ? '' : '?from=2026-11-01&to=2026-11-30'
    expect((await send(test_, { url: `/api/v1/analytics/${path}${query}` })).status, path).toBe(401)
    expect((await get(`${path}${query}`, shop.client)).status, path).toBe(403)
    expect((await get(`${path}${query}`, plain)).status, path).toBe(403)
  }
})

test.each([
  ['from=2026-11-30&to=2026-11-01', 'to'],
  ['from=2024-01-01&to=2026-11-01', 'to'],
  ['from=2026-02-30&to=2026-11-01', 'from'],
  ['from=2026-11-01&to=2026-11-30&by=weather', 'by'],
])('period %s is rejected', async (query, path) => {
  expect(await get(`sales?${query}`)).toMatchObject({ status: 400, json: { errors: [{ path }] } })
})

test('revenue, margin net of VAT and orders equal those of the documents', async () => {
  const { db } = test_.database
  const order = await buildReserved(test_, shop, [3, 2])
  const [first, second] = order.lines
  await ship(test_, shop.manager, [
    { line_id: first?.id ?? 0, qty: 3 },
    { line_id: second?.id ?? 0, qty: 1 },
  ])
  await runJob(test_.app, 'sales_figures')
  const shipped = await db
    .selectFrom('shipment_lines as line')
    .innerJoin('order_lines', 'order_lines.id', 'line.order_line_id')
    .select(['line.sum_kop', 'line.vat_kop', 'line.qty', 'order_lines.purchase_kop'])
    .execute()
  const sum = (of: (row: (typeof shipped)[number]) => number) => shipped.reduce((all, row) => all + of(row), 0)
  const revenue = sum((row) => row.sum_kop)
  // ОСНО and a supplier with VAT of 22 %.
  const cost = sum((row) => Math.round((row.purchase_kop * row.qty) / 1.22))
  const margin = revenue - sum((row) => row.vat_kop) - cost
  const report = await sales('from=2026-11-01&to=2026-11-30&by=buyer')
  expect(report).toMatchObject({
    computed_to: '2026-11-17',
    step: 'day',
    totals: { revenue_kop: revenue, margin_kop: margin, orders_count: 1 },
    previous: { revenue_kop: 0, margin_hundredths: null, average_order_kop: null },
  })
  expect(report.steps).toHaveLength(30)
  expect(report.steps.find(({ from }) => from === '2026-11-17')?.revenue_kop).toBe(revenue)
  expect(report.rows).toMatchObject([{ id: shop.companyId, revenue_kop: revenue, previous_revenue_kop: 0 }])
  for (const by of ['brand', 'group', 'manager'])
    expect(
      (await sales(`from=2026-11-01&to=2026-11-30&by=${by}`)).rows.reduce((all, row) => all + row.revenue_kop, 0),
    ).toBe(revenue)
  const file = await get<never>('sales/file?from=2026-11-01&to=2026-11-30')
  expect(file.headers['content-type']).toContain('spreadsheetml')
})

test('cancelled shipment leaves the figures at the next computation', async () => {
  const order = await buildReserved(test_, shop, [1])
  const before = (await sales('from=2026-11-01&to=2026-11-30')).totals.revenue_kop
  const made = await ship(test_, shop.manager, [{ line_id: order.lineId, qty: 1 }])
  await runJob(test_.app, 'sales_figures')
  expect((await sales('from=2026-11-01&to=2026-11-30')).totals.revenue_kop).toBeGreaterThan(before)
  await test_.database.db
    .updateTable('shipments')
    .set({ cancelled_at: test_.clock.now(), canceller_id: 1 })
    .where('id', '=', made.json.shipments[0]?.id ?? 0)
    .execute()
  await runJob(test_.app, 'sales_figures')
  expect((await sales('from=2026-11-01&to=2026-11-30')).totals.revenue_kop).toBe(before)
})

test('fulfilment of ordered lines is shared by supplier, with refusals and their reasons', async () => {
  const order = await buildReserved(test_, shop, [2, 1])
  const [first, second] = order.lines
  await ship(test_, shop.manager, [{ line_id: first?.id ?? 0, qty: 2 }])
  const move = { line_id: second?.id, from: 'reserved', to: 'refused_supplier', qty: 1, reason: 'Снято с производства' }
  const moved = await send(test_, {
    method: 'POST',
    url: `/api/v1/orders/${order.id}/transitions`,
    headers: { ...shop.manager, 'idempotency-key': crypto.randomUUID() },
    payload: { moves: [move] },
  })
  expect(moved.status).toBe(200)
  await test_.database.db
    .updateTable('order_lines')
    .set({ guaranteed_date: '2026-11-01' })
    .where('id', '=', first?.id ?? 0)
    .execute()
  await runJob(test_.app, 'sales_figures')
  const { json } = await get<ServiceReport>('service?from=2026-11-01&to=2026-11-30')
  // Two earlier lines were shipped whole and in time, one in part, one by a shipment cancelled since; now one late, one refused.
  expect(json.totals).toMatchObject({ lines_count: 5, refused_count: 1, refused_kop: second?.priceKop })
  expect(json.totals.on_time_share).toBeLessThan(10_000)
  expect(json.rows).toHaveLength(1)
  expect(json.reasons).toEqual([{ reason: 'Снято с производства', lines_count: 1, sum_kop: second?.priceKop }])
})

test('unmet demand is counted by company and day, without those who only compare prices', async () => {
  const search = (q: string) => send(test_, { url: `/api/v1/search?q=${q}`, headers: shop.client })
  await search('НЕТ-ТАКОГО-1')
  await search('НЕТ-ТАКОГО-1')
  await test_.app.searchLog.flush()
  const row = { day: '2026-11-17', contractor_id: 999_999, channel: 'search', is_found: false, offers_count: 0 }
  await test_.database.db
    .insertInto('search_events')
    .values(
      Array.from({ length: 301 }, (_, at) => ({
        ...row,
        wish: `скан ${at}`,
        typed: `скан ${at}`,
        searched_at: test_.clock.now(),
        has_own_stock: false,
      })),
    )
    .execute()
  await runJob(test_.app, 'sales_figures')
  const { json } = await get<{ results: DemandRow[] }>('demand?from=2026-11-01&to=2026-11-30')
  expect(json.results).toMatchObject([{ typed: 'НЕТ-ТАКОГО-1', product: null, wishes_count: 1, last_on: '2026-11-17' }])
})

test('buyer whose purchases fell by more than half is named', async () => {
  const { db } = test_.database
  const sums = { net_kop: 0, cost_kop: 0, lines_count: 1, orders_count: 1, ordered_kop: 0, dimension: 'buyer' }
  await db
    .insertInto('sales_days')
    .values(
      ['2026-08-20', '2026-09-20', '2026-10-10'].map((day) => ({
        ...sums,
        day,
        key_id: shop.companyId,
        revenue_kop: 100_000_000,
      })),
    )
    .execute()
  const { json } = await get<{ results: FallingBuyer[] }>('falling-buyers')
  expect(json.results).toMatchObject([{ id: shop.companyId, usual_kop: 100_000_000, ordered_on: '2026-11-17' }])
})
