import type { Order } from '@artikul/contract/ordering/orders/orders'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { useParties } from '../../../../testing/parties.factory.ts'
import { historyOf } from '../../../../testing/line-history.ts'
import { loginAs, send, useTestApp } from '../../../../testing/test-app.ts'
import { buildProduct } from '../../../catalog/products/catalog.factory.ts'
import { buildConsignee } from '../../../companies/consignees/consignees.factory.ts'
import { offeredOnline, placeCart, putIntoCart } from '../../../purchasing/purchase-orders/supplier-orders.factory.ts'
import { openSupplier } from '../online-suppliers.factory.ts'

const test_ = useTestApp({ PRIVATE_URLS: 'on' })
const { parties, admin: buyer } = useParties(test_)
let supplier: Awaited<ReturnType<typeof openSupplier>>

beforeAll(openOnline)
afterAll(() => supplier.close())

test('online offer that is gone at checkout is reported and nothing is ordered', async () => {
  await chosen('OC 90')
  const { id } = await offerNow()
  const product = await buildProduct(test_.database.db, { brand: 'MAHLE', article: 'SOLD OUT' })
  await test_.database.db.updateTable('offers').set({ product_id: product.id }).where('id', '=', id).execute()
  await test_.database.db.updateTable('cart_lines').set({ product_id: product.id }).execute()
  const { status, json } = await placeCart(test_, buyer)
  expect(status).toBe(409)
  expect(json).toMatchObject({ code: 'order.changed', differences: [{ kind: 'gone' }] })
  await test_.database.db.deleteFrom('cart_lines').execute()
})

test('online offer that became dearer is reported, and an unchanged one is ordered', async () => {
  await chosen('OC 91')
  const { id, purchase_kop } = await offerNow()
  const cheaper = { purchase_kop: purchase_kop - 1000 }
  await test_.database.db.updateTable('offers').set(cheaper).where('id', '=', id).execute()
  await test_.database.db.updateTable('cart_lines').set({ price_kop: cheaper.purchase_kop }).execute()
  expect(await placeCart(test_, buyer)).toMatchObject({
    status: 409,
    json: { code: 'order.changed', differences: [{ kind: 'price' }] },
  })
  expect(await offerNow()).toMatchObject({ purchase_kop })
  expect((await placeCart(test_, buyer)).status).toBe(201)
})

test.each(['fault=hang', 'fault=error', 'fault=broken'])(
  'line of a supplier that does not answer (%s) is ordered and needs confirmation',
  async (fault) => {
    await control('')
    await chosen('OC 92')
    await control(fault)
    const { status, json } = await placeCart(test_, buyer)
    expect(status).toBe(201)
    const [line] = (await placedOrder(json.orders[0]?.id ?? 0)).lines
    expect(line?.parts).toMatchObject([{ state: 'needs_confirm' }])
    expect(await historyOf(test_, line)).toMatchObject([
      { to: 'needs_confirm', reason: 'Поставщик не ответил, уточняется' },
    ])
    await control('')
  },
)

test('hanging supplier leaves no database transaction open during checkout', async () => {
  await chosen('OC 93')
  await control('fault=hang')
  let isPlaced = false
  const isAsked = supplier.isAsked()
  const placing = placeCart(test_, buyer).finally(() => (isPlaced = true))
  await isAsked
  const idle = async () =>
    (
      await test_.database.sql`
        select from pg_stat_activity where datname = current_database() and state = 'idle in transaction'`
    ).length
  await expect.poll(idle).toBe(0)
  expect(isPlaced).toBe(false)
  expect((await placing).status).toBe(201)
  await control('')
})

async function openOnline() {
  const { db } = test_.database
  await buildConsignee(db, parties.company.id, { is_default: true })
  const articles = ['OC 90', 'OC 91', 'OC 92', 'OC 93']
  for (const article of articles) await buildProduct(db, { brand: 'MAHLE', article })
  supplier = await openSupplier(
    test_,
    { manager: await loginAs(test_, parties.manager), sellerId: parties.seller.id },
    articles.map((article) => ({ brand: 'MAHLE', article })),
    { fields: { budget_ms: 2000 } },
  )
}

const control = (text: string) => fetch(`${supplier.origin}/control?${text}`, { method: 'POST' })

async function chosen(article: string) {
  const [offer] = await offeredOnline(test_, buyer, `MAHLE ${article}`)
  await putIntoCart(test_, buyer, { reference: offer?.reference, qty: 1 })
  return offer
}

const offerNow = () =>
  test_.database.db
    .selectFrom('offers')
    .select(['id', 'purchase_kop', 'on_hand', 'updated_at'])
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow()

const placedOrder = async (id: number) =>
  (await send<Order>(test_, { url: `/api/v1/orders/${id}`, headers: buyer })).json
