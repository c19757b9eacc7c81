import type { Cart } from '@artikul/contract/ordering/cart'
import type { OnlineEvent, OnlineOffer, SearchReply } from '@artikul/contract/ordering/search'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildParties, type Parties } from '../../../../testing/parties.factory.ts'
import { loginAs, send, useTestApp } from '../../../../testing/test-app.ts'
import { buildProduct } from '../../../catalog/products/catalog.factory.ts'
import { buildConsignee } from '../../../companies/consignees/consignees.factory.ts'
import { openSupplier } from '../online-suppliers.factory.ts'

const test_ = useTestApp({ PRIVATE_URLS: 'on' })
let parties: Parties
let buyer: { authorization: string }
let supplier: Awaited<ReturnType<typeof openSupplier>>

beforeAll(openOnline)
afterAll(() => supplier.close())

test('cart line needs either an offer or a reference, and the reference must be intact and unexpired', async () => {
  const { reference } = await offered('OC 90')
  expect((await add({})).status).toBe(400)
  expect((await add({ offer_id: 1, reference })).status).toBe(400)
  const outdated = { status: 409, json: { code: 'offer.outdated', title: 'Цена поставщика устарела, найдите заново' } }
  expect(await add({ reference: `${reference}A` })).toMatchObject(outdated)
  test_.clock.set('2026-11-17T09:15:01Z')
  buyer = await loginAs(test_, parties.admin)
  expect(await add({ reference })).toMatchObject(outdated)
  expect(await cart()).toEqual([])
})

test('chosen online offer becomes a cart line at the shown price and date', async () => {
  const { reference, price_kop, expected_date, warehouse } = await offered('OC 91')
  expect(await add({ reference, qty: 3 })).toMatchObject({ status: 201, json: { qty: 4 } })
  const [line] = await cart()
  expect(line).toMatchObject({
    product: { brand: 'MAHLE', article: 'OC 91', name: 'Фильтр масляный', code: 'mahle-oc91' },
    qty: 4,
    price_kop,
    expected_date,
    difference: null,
    offer: { warehouse, own_stock: false, multiplicity: 2 },
  })
  await add({ reference, qty: 2 })
  expect((await cart()).map(({ qty }) => qty)).toEqual([6])
})

test('chosen online offer stays out of ordinary search and of the product page', async () => {
  await add({ reference: (await offered('OC 92')).reference })
  const found = await call<SearchReply>('GET', 'search?q=OC92')
  expect(found.json).toMatchObject({ found: 'exact', offers_count: 0 })
  expect((await call<{ offers: object[] }>('GET', 'catalog/mahle-oc92')).json.offers).toEqual([])
})

test('order of an online offer reserves no stock', async () => {
  const { lines } = (await call<{ lines: object[] }>('GET', 'orders/preview')).json
  const placed = await send<{ orders: object[] }>(test_, {
    method: 'POST',
    url: '/api/v1/orders',
    headers: { ...buyer, 'idempotency-key': crypto.randomUUID() },
    payload: { lines },
  })
  expect(placed.status).toBe(201)
  const offers = await test_.database.db.selectFrom('offers').select(['reserved', 'tracked']).execute()
  expect(offers).toEqual([
    { reserved: 0, tracked: false },
    { reserved: 0, tracked: false },
  ])
})

test('offer of a switched-off supplier cannot be added to the cart', async () => {
  const { reference } = await offered('OC 93')
  await test_.database.db.updateTable('online_suppliers').set({ is_on: false }).execute()
  expect(await add({ reference })).toMatchObject({ status: 409, json: { code: 'offer.gone' } })
  const made = await test_.database.db.selectFrom('products').select('id').where('article', '=', 'OC 93').execute()
  expect(made).toEqual([])
})

async function openOnline() {
  parties = await buildParties(test_.database.db)
  const manager = await loginAs(test_, parties.manager)
  buyer = await loginAs(test_, parties.admin)
  await buildConsignee(test_.database.db, parties.company.id, { is_default: true })
  await buildProduct(test_.database.db, { brand: 'MAHLE', article: 'OC 90' })
  const articles = ['OC 90', 'OC 91', 'OC 92', 'OC 93']
  supplier = await openSupplier(
    test_,
    { manager, sellerId: parties.seller.id },
    articles.map((article) => ({ brand: 'MAHLE', article, multiplicity: 2 })),
  )
}

const call = <T>(method: 'GET' | 'POST' | 'DELETE', url: string, payload?: object) =>
  send<T>(test_, { method, url: `/api/v1/${url}`, headers: buyer, ...(payload && { payload }) })

async function offered(article: string): Promise<OnlineOffer> {
  const { text } = await call('GET', `search/online?q=${encodeURIComponent(`MAHLE ${article}`)}`)
  const events = text.split('\n\n').filter(Boolean)
  const onlineEvents = events.map((frame) => JSON.parse(frame.slice('data: '.length)) as OnlineEvent)
  const [offer] = onlineEvents.flatMap((event) =>
    event.kind === 'offers' ? event.groups.flatMap(({ offers }) => offers) : [],
  )
  return offer!
}

const add = (payload: object) => call<{ code: string; qty: number }>('POST', 'cart/lines', { qty: 1, ...payload })

const cart = async () => (await call<Cart>('GET', 'cart')).json.lines
