import type { Receipt } from '@artikul/contract/purchasing/goods-receipts'
import type { PurchaseProposal, PurchaseSettings } from '@artikul/contract/purchasing/stock-purchases'
import type { SupplierOrderDetails } from '@artikul/contract/purchasing/supplier-orders'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { useParties } from '../../../testing/parties.factory.ts'
import { buildUser } from '../../identity/users/users.factory.ts'
import { loginAs, runJob, send, useTestApp } from '../../../testing/test-app.ts'
import { buildOffer, buildProduct, buildWarehouse } from '../../catalog/products/catalog.factory.ts'
import { buildConsignee } from '../../companies/consignees/consignees.factory.ts'
import { placeCart, putIntoCart } from '../purchase-orders/supplier-orders.factory.ts'
import { buildDraft, buildProposal, buildStockPlaces } from './stock-purchases.factory.ts'

const test_ = useTestApp()
const { parties, manager, admin: buyer, warranty } = useParties(test_)
const ROW = { product_id: 1, warehouse_id: 1, qty: 1 }
const SETTINGS = {
  demand_days: 90,
  service_percent: '95',
  cover_days: 14,
  min_demand_days: 3,
  warehouse_id: null,
} as const
const people = () => ({ sellerId: parties.seller.id, manager })

beforeAll(async () => {
  await buildConsignee(test_.database.db, parties.company.id, { is_default: true })
})
beforeEach(async () => {
  test_.clock.set('2026-11-17T09:00:00Z')
  const { db } = test_.database
  await db.deleteFrom('stock_rules').execute()
  await db.deleteFrom('purchase_proposals').execute()
  await db.deleteFrom('demand_days').execute()
  await db.updateTable('orders').set({ created_at: '2026-01-01T09:00:00Z' }).execute()
  await db
    .updateTable('purchase_settings')
    .set({ ...SETTINGS, service_percent: 95, computed_at: null })
    .execute()
  await db
    .updateTable('warehouses')
    .set({ imported_at: test_.clock.now() })
    .where('imported_at', 'is not', null)
    .execute()
})

describe('refusals', () => {
  test.each([
    ['GET', 'purchase-proposals', undefined],
    ['GET', 'purchase-proposals/choices', undefined],
    ['GET', 'purchase-proposals/settings', undefined],
    ['POST', 'purchase-proposals/compute', {}],
    ['POST', 'purchase-proposals/orders', { rows: [{ product_id: 1, warehouse_id: 1, qty: 1 }], all: null }],
    ['POST', 'purchase-proposals/rules', { product_id: 1, warehouse_id: 1, rule: null }],
    ['POST', 'supplier-orders/1/send', { version: 1 }],
    ['POST', 'supplier-orders/1/discard', { version: 1 }],
    ['PATCH', 'supplier-orders/1', { version: 1, lines: [{ line_id: 1, qty: 1 }] }],
  ] as const)('%s %s is closed to strangers, clients and warranty managers', async (method, path, body) => {
    expect((await call(method, path, body, {})).status).toBe(401)
    for (const headers of [buyer, warranty]) expect((await call(method, path, body, headers)).status).toBe(403)
  })

  test('settings need the right to prices', async () => {
    const other = await buildUser(test_.database.db, { role: 'ARTIKUL_ORDER_MANAGER', rights: [] })
    const headers = await loginAs(test_, other)
    expect((await call('PATCH', 'purchase-proposals/settings', { ...SETTINGS, version: 1 }, headers)).status).toBe(403)
  })

  test.each([
    [{ rows: [], all: null }, 'rows', 'Выберите строки'],
    [{ rows: [ROW, ROW], all: null }, 'rows', 'Строка повторяется'],
    [{ rows: [{ ...ROW, qty: 0 }], all: null }, 'rows.0.qty', 'Укажите количество'],
  ])('purchase %j names its fault', async (body, path, message) => {
    const { status, json } = await buy(body)
    expect({ status, errors: json.errors }).toEqual({ status: 400, errors: [{ path, message }] })
  })

  test('goods without a proposal, quantities beside the step and a changed number of rows are refused', async () => {
    const { place } = await buildProposal(test_, people(), { offer: { multiplicity: 4, min_qty: 8 } })
    expect(await buy({ rows: [{ ...ROW, product_id: 2_000_000_000 }], all: null })).toMatchObject({
      status: 409,
      json: { code: 'purchase_proposal.changed' },
    })
    for (const [qty, message] of [
      [10, 'Кратно 4'],
      [4, 'Минимальный заказ 8'],
    ] as const)
      expect(await buy({ rows: [{ ...place, qty }], all: null })).toMatchObject({
        status: 400,
        json: { errors: [{ path: 'rows.0.qty', message }] },
      })
    const everything = { supply_route_id: null, warehouse_id: null, brand_id: null, q: '', count: 7 }
    expect((await buy({ rows: [], all: everything })).json).toMatchObject({ code: 'purchase_proposal.changed' })
  })

  test('a rule needs known goods, an own warehouse, and a maximum not below the minimum', async () => {
    const { place, partnerId } = await buildProposal(test_, people())
    const rule = { min_qty: 1, max_qty: 2 }
    expect((await setRule({ ...place, warehouse_id: partnerId, rule })).status).toBe(404)
    expect((await setRule({ ...place, product_id: 2_000_000_000, rule })).status).toBe(404)
    expect((await setRule({ ...place, rule: { min_qty: 3, max_qty: 2 } })).json.errors).toEqual([
      { path: 'rule.max_qty', message: 'Не меньше минимума' },
    ])
  })

  test('a draft is changed by its own lines, in its version, and only as a draft', async () => {
    const { id } = await buildDraft(test_, people())
    const { version, lines } = await order(id)
    const change = (lineId: number, qty: number, at = version) =>
      call('PATCH', `supplier-orders/${id}`, { version: at, lines: [{ line_id: lineId, qty }] })
    const lineId = lines[0]?.id ?? 0
    expect((await change(lineId, 1, version + 1)).json.code).toBe('stale')
    expect((await change(2_000_000_000, 1)).json.errors).toEqual([
      { path: 'lines.0.line_id', message: 'В этом заказе нет такой строки' },
    ])
    expect((await change(lineId, 0)).json.detail).toBe('В заказе не останется строк: удалите черновик')
    expect((await call('POST', `supplier-orders/${id}/send`, { version })).status).toBe(200)
    for (const act of ['send', 'discard'])
      expect((await call('POST', `supplier-orders/${id}/${act}`, { version })).json.code).toBe(
        'supplier_order.invalid_state',
      )
    expect((await call('POST', 'supplier-orders/2000000000/send', { version })).status).toBe(404)
  })
})

describe('computation', () => {
  test('follows demand, its variance, lead time and what is in stock', async () => {
    const { ownId, partnerId } = await buildStockPlaces(test_, parties.seller.id)
    const product = await buildProduct(test_.database.db)
    const offer = await buildOffer(test_.database.db, product.id, ownId, { on_hand: 13 })
    await buildOffer(test_.database.db, product.id, partnerId, { tracked: false, on_hand: 50, multiplicity: 4 })
    for (const [qty, day] of [
      [4, '2026-11-02'],
      [2, '2026-11-05'],
      [6, '2026-11-10'],
    ] as const)
      await orderOn(day, offer.id, qty)
    await runJob(test_.app, 'purchase_proposals')
    // d = 12/90, σ² = 56/90 − d²: with L = 4 and z = 1.645, SS = 2.558, s = ⌈0.533 + 2.558⌉, S = s + ⌈14 d⌉.
    expect(await listed({ show: 'all' })).toMatchObject([
      {
        daily_demand: 0.13333,
        daily_sigma: 0.77746,
        demand_days: 3,
        lead_days: 4,
        safety_qty: 2.558,
        min_qty: 4,
        max_qty: 6,
        is_fixed: false,
        free_qty: 1,
        ordered_qty: 0,
        needed_qty: 5,
        proposed_qty: 8,
        sum_kop: 80_000,
      },
    ])
  })

  test('demand met by a supplier and searches without an offer count for the chosen warehouse', async () => {
    const { ownId, partnerId } = await buildStockPlaces(test_, parties.seller.id)
    await permit({ warehouse_id: ownId, min_demand_days: 2 })
    const product = await buildProduct(test_.database.db)
    const offer = await buildOffer(test_.database.db, product.id, partnerId, { tracked: false, on_hand: 50 })
    await orderOn('2026-11-03', offer.id, 3)
    const searched = { kind: 'out_of_stock', day: '2026-11-04', wish: product.article, typed: product.article }
    await test_.database.db
      .insertInto('demand_days')
      .values({ ...searched, product_id: product.id, companies_count: 2 })
      .execute()
    await runJob(test_.app, 'purchase_proposals')
    expect(await listed({ show: 'all', warehouse_id: ownId })).toMatchObject([
      { product: { id: product.id }, demand_days: 2, unmet_qty: 2, daily_demand: 0.05556 },
    ])
  })

  test('rare demand proposes nothing without a fixed rule, and a rule returns to the computed one', async () => {
    const { place } = await buildProposal(test_, people())
    expect(await listed()).toMatchObject([
      { is_fixed: true, min_qty: 2, max_qty: 10, needed_qty: 10, proposed_qty: 10 },
    ])
    await setRule({ ...place, rule: null })
    expect(await listed({ show: 'all' })).toEqual([])
  })

  test.each([
    ['the supplier has less', { on_hand: 6, multiplicity: 4 }, 4],
    ['the minimum of the offer is larger', { min_qty: 15 }, 15],
    ['the supplier has less than the minimum', { on_hand: 6, min_qty: 8 }, 0],
    ['the quantity of the supplier is not exact', { on_hand: 6, qty_exact: false }, 10],
    ['nothing is available', { on_hand: 6, reserved: 6 }, 0],
  ])('when %s the proposal follows', async (_, offer, proposed) => {
    const { ownId } = await buildProposal(test_, people(), { offer })
    expect(await listed({ show: 'all', warehouse_id: ownId })).toMatchObject([
      { needed_qty: 10, proposed_qty: proposed },
    ])
    expect(await listed({ show: 'without_offer', warehouse_id: ownId })).toHaveLength(proposed === 0 ? 1 : 0)
  })

  test('the cheapest fresh offer wins: VAT counts, a stale price list does not', async () => {
    const { product, place, supplyRouteId } = await buildProposal(test_, people())
    const { db } = test_.database
    const build = async (vat_mode: string, imported_at: string, purchase_kop: number) => {
      const given = { source: { kind: 'partner', vat_mode }, warehouse: { imported_at } }
      const { id } = await buildWarehouse(db, parties.seller.id, given)
      await buildOffer(db, product.id, id, { tracked: false, on_hand: 100, purchase_kop })
    }
    await db.updateTable('sellers').set({ tax_regime: 'osno' }).where('id', '=', parties.seller.id).execute()
    await build('none', '2026-11-17T08:00:00Z', 9500) // 10 000 with VAT cost 8 197 without it
    await build('included', '2026-11-01T08:00:00Z', 100)
    await setRule({ ...place, rule: { min_qty: 3, max_qty: 10 } })
    expect(await listed()).toMatchObject([{ offer: { source: { id: supplyRouteId }, purchase_kop: 10_000 } }])
  })

  test('runs once a day, and again when it is requested or the settings change', async () => {
    const { ownId } = await buildProposal(test_, people())
    await runJob(test_.app, 'purchase_proposals')
    const clear = () => test_.database.db.deleteFrom('purchase_proposals').execute()
    await clear()
    await runJob(test_.app, 'purchase_proposals')
    expect(await listed()).toEqual([])
    expect((await call('POST', 'purchase-proposals/compute', {})).status).toBe(200)
    await runJob(test_.app, 'purchase_proposals')
    expect(await listed()).toHaveLength(1)
    await clear()
    expect(await permit({ warehouse_id: ownId, cover_days: 30 })).toMatchObject({ status: 200 })
    await runJob(test_.app, 'purchase_proposals')
    expect(await listed()).toHaveLength(1)
    const foreign = await permit({ warehouse_id: 2_000_000_000 })
    expect(foreign.json.errors).toEqual([{ path: 'warehouse_id', message: 'Выберите собственный склад' }])
    expect((await permit({ warehouse_id: ownId }, 1)).json.code).toBe('stale')
  })

  test('the list is narrowed by supplier, warehouse, brand and article', async () => {
    const one = await buildProposal(test_, people())
    const other = await buildProposal(test_, people(), { offer: { purchase_kop: 20_000 } })
    const articles = async (query: object) => (await listed(query)).map(({ product }) => product.article)
    expect(await articles({})).toEqual([other.product.article, one.product.article])
    expect(await articles({ supply_route_id: one.supplyRouteId })).toEqual([one.product.article])
    expect(await articles({ warehouse_id: other.ownId })).toEqual([other.product.article])
    expect(await articles({ q: one.product.article.toLowerCase() })).toEqual([one.product.article])
    expect(await articles({ brand_id: one.product.brandId })).toHaveLength(2)
    expect((await call('GET', 'purchase-proposals/choices')).json).toMatchObject({
      sources: expect.arrayContaining([expect.objectContaining({ id: one.supplyRouteId })]) as unknown,
      warehouses: expect.arrayContaining([expect.objectContaining({ id: one.ownId })]) as unknown,
      brands: [{ id: one.product.brandId, name: 'ЛЮБОЙ' }],
    })
  })
})

describe('purchase', () => {
  test('one press makes one draft for each supplier, and the goods are proposed no more', async () => {
    const [one, other] = [await buildProposal(test_, people()), await buildProposal(test_, people())]
    const everything = { supply_route_id: null, warehouse_id: null, brand_id: null, q: '', count: 2 }
    const { status, json } = await buy({ rows: [], all: everything })
    expect(status).toBe(201)
    expect(json.orders).toMatchObject([
      { lines_count: 1, total_kop: 100_000 },
      { lines_count: 1, total_kop: 100_000 },
    ])
    const drafts = await Promise.all(json.orders.map(({ id }) => order(id)))
    expect(drafts.map(({ source }) => source.id).toSorted()).toEqual(
      [one.supplyRouteId, other.supplyRouteId].toSorted(),
    )
    expect(drafts[0]).toMatchObject({
      state: 'draft',
      can: { change: true, answer: false, retry: false },
      lines: [{ state: 'waiting', order: null, contractor: '', qty: 10, purchase_kop: 10_000, name: 'Деталь любая' }],
    })
    expect(await listed()).toEqual([])
    expect(await listed({ show: 'all', warehouse_id: one.ownId })).toMatchObject([{ ordered_qty: 10, needed_qty: 0 }])
  })

  test('a draft has the present price of the offer, and a withdrawn offer is refused', async () => {
    const { place, product, partnerId } = await buildProposal(test_, people())
    const { db } = test_.database
    const offers = db.updateTable('offers').set({ purchase_kop: 12_000 })
    await offers.where('product_id', '=', product.id).where('warehouse_id', '=', partnerId).execute()
    const { json } = await buy({ rows: [{ ...place, qty: 1 }], all: null })
    expect(await order(json.orders[0]?.id ?? 0)).toMatchObject({ lines: [{ purchase_kop: 12_000 }] })
    await db.deleteFrom('offers').where('product_id', '=', product.id).where('warehouse_id', '=', partnerId).execute()
    expect((await buy({ rows: [{ ...place, qty: 1 }], all: null })).json.code).toBe('purchase_proposal.changed')
  })

  test('a draft is changed and deleted, and its goods are proposed again', async () => {
    const { id, ownId } = await buildDraft(test_, people())
    const before = await order(id)
    const lines = [{ line_id: before.lines[0]?.id ?? 0, qty: 1 }]
    const { json } = await call<{ version: number }>('PATCH', `supplier-orders/${id}`, {
      version: before.version,
      lines,
    })
    expect(await order(id)).toMatchObject({ version: json.version, lines: [{ qty: 1 }], total_kop: 10_000 })
    expect(await listed({ warehouse_id: ownId })).toMatchObject([{ ordered_qty: 1, needed_qty: 9, proposed_qty: 9 }])
    expect((await call('POST', `supplier-orders/${id}/discard`, { version: json.version })).status).toBe(200)
    expect((await call('GET', `supplier-orders/${id}`)).status).toBe(404)
    expect(await listed({ warehouse_id: ownId })).toMatchObject([{ ordered_qty: 0, proposed_qty: 10 }])
  })

  test('a draft is not sent by itself, and goes by email to a supplier who takes files', async () => {
    const { id, supplyRouteId } = await buildDraft(test_, people())
    await test_.database.db
      .updateTable('supply_routes')
      .set({ orders_email: 'orders@supplier.test', sending: 'now' })
      .where('id', '=', supplyRouteId)
      .execute()
    await runJob(test_.app, 'supplier_lines')
    await runJob(test_.app, 'supplier_files')
    const { version, state } = await order(id)
    expect(state).toBe('draft')
    await call('POST', `supplier-orders/${id}/send`, { version })
    await runJob(test_.app, 'supplier_files')
    expect(await order(id)).toMatchObject({ state: 'sent', channel: 'file', lines: [{ state: 'ordered' }] })
    const mail = await test_.database.db
      .selectFrom('emails')
      .select('subject')
      .where('recipient', '=', 'orders@supplier.test')
      .execute()
    expect(mail).toHaveLength(1)
  })

  test('received goods enter the warehouse that they were bought for, and leave it when the receipt is cancelled', async () => {
    const { id, ownId, product, supplyRouteId } = await buildDraft(test_, people())
    await call('POST', `supplier-orders/${id}/send`, { version: (await order(id)).version })
    const [line] = (await order(id)).lines
    const answer = { line_id: line?.id, version: line?.version, confirmed_qty: 9, price_kop: 11_000 }
    await call('POST', `supplier-orders/${id}/answers`, {
      answers: [{ ...answer, new_article: '', promised_on: '2026-11-30', reason: 'Больше нет' }],
    })
    expect(await order(id)).toMatchObject({ lines: [{ confirmed_qty: 9, confirmed_kop: 11_000, not_applied: '' }] })
    const url = await receive(supplyRouteId, product.article, 7)
    const { json: receipt } = await call<Receipt>('GET', url)
    expect(receipt.lines).toMatchObject([
      { surplus_qty: 0, parts: [{ order: null, warehouse: { id: ownId }, qty: 7 }] },
    ])
    const post = { version: receipt.version, shortage: 'expected', surplus_warehouse_id: null }
    expect((await call('POST', `${url}/post`, post)).status).toBe(200)
    expect(await stock(product.id, ownId)).toEqual({ on_hand: 7, purchase_kop: 11_500 })
    expect((await call<Receipt>('GET', url)).json.lines).toMatchObject([{ parts: [{ warehouse: { id: ownId } }] }])
    await call('POST', 'purchase-proposals/compute', {})
    await runJob(test_.app, 'purchase_proposals')
    expect(await listed({ show: 'all', warehouse_id: ownId })).toMatchObject([{ free_qty: 7, ordered_qty: 2 }])
    expect((await call('POST', `${url}/cancel`, { reason: 'Не тот поставщик' })).status).toBe(200)
    expect(await stock(product.id, ownId)).toMatchObject({ on_hand: 0 })
    const expected = await call('GET', `goods-receipts/expected?supply_route_id=${supplyRouteId}`)
    expect(expected.json).toMatchObject({ results: [{ order: null, warehouse: { id: ownId }, qty: 9 }] })
  })

  test('a supplier’s refusal ends the line, and its goods are proposed again', async () => {
    const { id, ownId } = await buildDraft(test_, people())
    await call('POST', `supplier-orders/${id}/send`, { version: (await order(id)).version })
    const [line] = (await order(id)).lines
    const refusal = { confirmed_qty: 0, price_kop: null, new_article: '', promised_on: null, reason: 'Нет' }
    await call('POST', `supplier-orders/${id}/answers`, {
      answers: [{ line_id: line?.id, version: line?.version, ...refusal }],
    })
    expect(await order(id)).toMatchObject({ lines: [{ state: 'refused', reason: 'Нет' }] })
    await call('POST', 'purchase-proposals/compute', {})
    await runJob(test_.app, 'purchase_proposals')
    expect(await listed({ warehouse_id: ownId })).toMatchObject([{ ordered_qty: 0, proposed_qty: 10 }])
  })
})

interface Fault {
  code: string
  detail: string
  errors: { path: string; message: string }[]
}

function call<T = Fault>(method: 'GET' | 'POST' | 'PATCH', path: string, payload?: object, by: object = manager) {
  const headers = { ...by, ...(method === 'POST' && { 'idempotency-key': crypto.randomUUID() }) }
  return send<T>(test_, {
    method,
    url: path.startsWith('/') ? path : `/api/v1/${path}`,
    headers,
    ...(payload && { payload }),
  })
}

const buy = (payload: object) =>
  call<Fault & { orders: { id: number }[] }>('POST', 'purchase-proposals/orders', payload)
const setRule = (payload: object) => call('POST', 'purchase-proposals/rules', payload)
const order = async (id: number) => (await call<SupplierOrderDetails>('GET', `supplier-orders/${id}`)).json

async function listed(query: object = {}) {
  const text = new URLSearchParams(Object.entries(query).map(([key, value]) => [key, String(value)])).toString()
  return (await call<{ results: PurchaseProposal[] }>('GET', `purchase-proposals?${text}`)).json.results
}

async function permit(settings: Partial<PurchaseSettings>, version?: number) {
  const { json } = await call<{ version: number }>('GET', 'purchase-proposals/settings')
  const payload = { ...SETTINGS, ...settings, version: version ?? json.version }
  return call('PATCH', 'purchase-proposals/settings', payload)
}

async function orderOn(day: string, offerId: number, qty: number) {
  await putIntoCart(test_, buyer, { offer_id: offerId, qty })
  const { json } = await placeCart(test_, buyer)
  await test_.database.db
    .updateTable('orders')
    .set({ created_at: `${day}T09:00:00Z` })
    .where('id', '=', json.orders[0]?.id ?? 0)
    .execute()
}

/** Begins a receipt of the article and counts it. */
async function receive(supplyRouteId: number, article: string, qty: number) {
  const receipt = { supply_route_id: supplyRouteId, number: crypto.randomUUID().slice(0, 8), made_on: '2026-11-17' }
  const { json } = await call<{ id: number }>('POST', 'goods-receipts', receipt)
  const url = `goods-receipts/${json.id}`
  await call('POST', `${url}/lines`, { brand: 'ЛЮБОЙ', article, qty, price_kop: 11_500 })
  await call('POST', `${url}/count-all`)
  return url
}

const stock = (productId: number, warehouseId: number) =>
  test_.database.db
    .selectFrom('offers')
    .select(['on_hand', 'purchase_kop'])
    .where('product_id', '=', productId)
    .where('warehouse_id', '=', warehouseId)
    .executeTakeFirst()
