import type { OrderPreview } from '@artikul/contract/ordering/orders/orders'
import type { FrequentPurchase, Purchases } from '@artikul/contract/ordering/orders/purchases'
import { beforeAll, describe, expect, test } from 'vitest'
import { useParties } from '../../../../testing/parties.factory.ts'
import { loginAs, send, useTestApp } from '../../../../testing/test-app.ts'
import { buildOffer, buildProduct, buildWarehouse } from '../../../catalog/products/catalog.factory.ts'
import { buildConsignee } from '../../../companies/consignees/consignees.factory.ts'
import { buildContractor } from '../../../companies/contractors/contractors.factory.ts'
import { buildUser } from '../../../identity/users/users.factory.ts'

const app = useTestApp()
const { parties, admin } = useParties(app)
let product: { id: number }
let other: { id: number }
const points: number[] = []

beforeAll(buildPurchases)

describe('refusals', () => {
  test('anonymous callers and staff are refused, and malformed product ids get 400', async () => {
    expect((await send(app, { url: '/api/v1/purchases?product_ids=1' })).status).toBe(401)
    expect((await ask('1', await loginAs(app, parties.manager))).status).toBe(403)
    for (const ids of ['', 'a', '1,', '0', '99999999999', Array(201).fill('1').join(',')])
      expect((await ask(ids)).status, ids).toBe(400)
  })

  test('purchases of another company are not returned', async () => {
    const { db } = app.database
    const company = await buildContractor(db, { sellerIds: [parties.seller.id] })
    const stranger = await buildUser(db, { role: 'CONTRACTOR_ADMIN', contractorIds: [company.id] })
    expect((await ask(String(product.id), await loginAs(app, stranger))).json.results).toEqual([])
  })
})

test('purchases show incoming quantities by consignee and the last price, without never-bought goods', async () => {
  const { results } = (await ask(`${product.id},${other.id}`)).json
  expect(results).toHaveLength(1)
  expect(results[0]?.coming.map(({ qty, consignee }) => [qty, consignee])).toEqual([
    [3, 'Мира'],
    [2, 'Ленина'],
  ])
  expect(results[0]?.last).toMatchObject({ day: '2026-11-17', price_kop: expect.any(Number) as number })
})

test('frequent purchases are the products ordered more than once, within the rights of the person', async () => {
  const frequent = (headers = admin) =>
    send<{ results: FrequentPurchase[] }>(app, { url: '/api/v1/purchases/frequent', headers })
  expect((await frequent(await loginAs(app, parties.manager))).status).toBe(403)
  expect((await frequent()).json.results).toEqual([
    {
      product: expect.objectContaining({ id: product.id }) as object,
      orders_count: 2,
      last_ordered_on: '2026-11-17',
    },
  ])
  const { db } = app.database
  const company = await buildContractor(db, { sellerIds: [parties.seller.id] })
  const stranger = await buildUser(db, { role: 'CONTRACTOR_ADMIN', contractorIds: [company.id] })
  expect((await frequent(await loginAs(app, stranger))).json.results).toEqual([])
})

test('employee sees purchases of assigned consignees only, without hidden prices', async () => {
  const { db } = app.database
  await db
    .updateTable('user_contractors')
    .set({ sees_prices: false, all_consignees: false })
    .where('user_id', '=', parties.employee.id)
    .execute()
  await db
    .insertInto('user_consignees')
    .values({ user_id: parties.employee.id, consignee_id: points[1] ?? 0, contractor_id: parties.company.id })
    .execute()
  const { results } = (await ask(String(product.id), await loginAs(app, parties.employee))).json
  expect(results[0]).toMatchObject({ coming: [{ qty: 3, consignee: 'Мира' }], last: { price_kop: null } })
})

async function buildPurchases() {
  const { db } = app.database
  const warehouse = await buildWarehouse(db, parties.seller.id)
  for (const name of ['Ленина', 'Мира'])
    points.push((await buildConsignee(db, parties.company.id, { name, is_default: name === 'Ленина' })).id)
  product = await buildProduct(db)
  other = await buildProduct(db)
  const { id } = await buildOffer(db, product.id, warehouse.id, { on_hand: 50, qty_text: '50' })
  await order(id, 2, points[0] ?? 0)
  await order(id, 3, points[1] ?? 0)
}

async function order(offerId: number, qty: number, consigneeId: number) {
  const call = <T>(method: 'GET' | 'POST', url: string, payload?: object) =>
    send<T>(app, {
      method,
      url,
      headers: { ...admin, 'idempotency-key': crypto.randomUUID() },
      ...(payload && { payload }),
    })
  await call('POST', '/api/v1/cart/lines', { offer_id: offerId, qty, consignee_id: consigneeId })
  const { json } = await call<OrderPreview>('GET', '/api/v1/orders/preview')
  expect((await call('POST', '/api/v1/orders', { lines: json.lines })).status).toBe(201)
}

const ask = (ids: string, headers = admin) =>
  send<{ results: Purchases[] }>(app, { url: `/api/v1/purchases?product_ids=${ids}`, headers })
