import type { OneCAccess, OneCNode, OneCSession } from '@artikul/contract/integrations/one-c'
import { beforeAll, expect, test } from 'vitest'
import { loginAs, runJob, send, useTestApp } from '../../../testing/test-app.ts'
import { buildProduct } from '../../catalog/products/catalog.factory.ts'
import { buildUser } from '../../identity/users/users.factory.ts'
import { buildReserved, buildShop, type Headers, type Shop } from '../../fulfilment/shipments/shipments.factory.ts'
import { createOneC, documentXml, goodsPackage } from './one-c.factory.ts'

const test_ = useTestApp()
const NODES = '/api/v1/one-c/nodes'
let shop: Shop
let admin: Headers

beforeAll(async () => {
  shop = await buildShop(test_)
  admin = shop.manager
})

const call = <T>(method: 'GET' | 'POST' | 'PATCH', url: string, payload?: object, headers: Headers = admin) =>
  send<T>(test_, { method, url, headers, ...(payload && { payload }) })

let count = 0
async function connect() {
  count += 1
  const body = { seller_id: shop.sellerId, name: `УТ ${count}`, default_brand: '' }
  const { json } = await call<OneCAccess>('POST', NODES, body)
  return { ...json, url: `${NODES}/${json.id}`, oneC: createOneC(test_, json) }
}

const readNode = async (id: number) => {
  const { json } = await call<{ results: OneCNode[] }>('GET', NODES)
  const node = json.results.find((one) => one.id === id)
  if (!node) throw new Error(`node ${id} is not listed`)
  return node
}

const settings = ({ version, name, default_brand, directions, is_paused, is_trial, loss_percent }: OneCNode) => ({
  ...{ version, name, default_brand, directions, is_paused, is_trial, loss_percent },
})

test('the exchange is connected by administrators only, for an own company, under a free name', async () => {
  const body = { seller_id: shop.sellerId, name: 'КА 2', default_brand: '' }
  expect((await call('GET', NODES, undefined, shop.client)).status).toBe(403)
  const plain = await loginAs(test_, await buildUser(test_.database.db, { role: 'ARTIKUL_ORDER_MANAGER', rights: [] }))
  expect((await call('POST', NODES, body, plain)).status).toBe(403)
  expect((await call('POST', NODES, { ...body, seller_id: 999_999 })).status).toBe(400)
  expect((await call('POST', NODES, body)).status).toBe(201)
  expect((await call('POST', NODES, body)).text).toContain('уже есть')
  expect((await call('POST', `${NODES}/simulated`, { seller_id: shop.sellerId })).status).toBe(404)
})

test('a new password replaces the old one', async () => {
  const { url, oneC, login } = await connect()
  expect((await oneC.signIn('catalog'))[0]).toBe('success')
  const { json } = await call<OneCAccess>('POST', `${url}/password`, {})
  expect((await oneC.signIn('catalog'))[0]).toBe('failure')
  expect((await createOneC(test_, { login, password: json.password }).signIn('catalog'))[0]).toBe('success')
})

test('a first package is shown, checked and applied when the trial ends', async () => {
  const { id, url, oneC } = await connect()
  await oneC.sendCatalog(goodsPackage([{ id: 'g1', article: 'TR-1', qty: 4, rubles: 100 }]))
  const mappings = await call<{ results: { kind: string; target: string | null }[] }>('GET', `${url}/mappings`)
  expect(mappings.json.results).toMatchObject([
    { kind: 'price_type', target: 'purchase' },
    { kind: 'warehouse', target: String(shop.warehouseId) },
  ])
  await runJob(test_.app, 'price_imports')
  const offers = () =>
    test_.database.db
      .selectFrom('offers')
      .innerJoin('products', 'products.id', 'offers.product_id')
      .select('on_hand')
      .where('article', '=', 'TR-1')
      .execute()
  expect(await offers()).toEqual([])
  const { json } = await call<{ results: OneCSession[] }>('GET', `${url}/sessions`)
  expect(json.results[0]?.files.map(({ name, state, counts }) => [name, state, counts])).toEqual([
    ['import0_1.xml', 'done', { goods: 1 }],
    ['offers0_1.xml', 'done', { offers: 1, prices: 1, stocks: 1 }],
  ])
  const file = await call('GET', `/api/v1/one-c/files/${json.results[0]?.files[0]?.id}`)
  expect(file.text).toContain('TR-1')
  const node = await readNode(id)
  expect((await call('PATCH', url, { ...settings(node), is_trial: false })).status).toBe(200)
  expect((await call('PATCH', url, { ...settings(node), is_trial: false })).status).toBe(409)
  await runJob(test_.app, 'one_c')
  await runJob(test_.app, 'price_imports')
  expect(await offers()).toEqual([{ on_hand: 4 }])
})

test('goods are matched by hand, and detached for good', async () => {
  const { url, oneC, id } = await connect()
  const product = await buildProduct(test_.database.db)
  await oneC.sendCatalog(goodsPackage([{ id: 'own', brand: 'NOBODY', article: 'NO-SUCH', qty: 1, rubles: 10 }]))
  const match = (product_id: number | null) =>
    call('POST', `${url}/goods/matches`, { matches: [{ external_id: 'own', product_id }] })
  expect((await match(999_999)).status).toBe(404)
  expect((await match(product.id)).status).toBe(200)
  const goods = async (state: string) =>
    (await call<{ results: { product: { id: number } | null }[] }>('GET', `${url}/goods?state=${state}`)).json.results
  expect((await goods('matched'))[0]?.product?.id).toBe(product.id)
  await match(null)
  await runJob(test_.app, 'one_c')
  expect(await goods('unmatched')).toHaveLength(1)
  expect((await readNode(id)).unmatched_goods).toBe(1)
})

test('a price type is purchase or nothing, a warehouse is an own one', async () => {
  const { url, oneC } = await connect()
  await oneC.sendCatalog(goodsPackage([{ id: 'g1', article: 'MP-1', qty: 1, rubles: 10 }]))
  const map = (kind: string, external_id: string, target: string | null) =>
    call('POST', `${url}/mappings`, { kind, external_id, target })
  expect((await map('price_type', 'base', 'ready')).status).toBe(400)
  expect((await map('warehouse', 'main', '999999')).status).toBe(400)
  expect((await map('warehouse', 'none', null)).status).toBe(404)
  expect((await map('price_type', 'base', null)).status).toBe(200)
})

test('documents that wait are retried or refused by a person, orders are sent again', async () => {
  const { id, url, oneC } = await connect()
  await call('PATCH', url, { ...settings(await readNode(id)), is_trial: false })
  const order = await buildReserved(test_, shop, [1])
  await oneC.takeOrders()
  await oneC.sendDocuments(documentXml({ id: 'alien', operation: 'Заказ товара', number: '1' }))
  const documents = async () =>
    (await call<{ results: { id: number; state: string; reason: string }[] }>('GET', `${url}/documents`)).json.results
  const [waiting] = await documents()
  expect(waiting?.state).toBe('waiting')
  const act = (what: string) => call(`POST`, `/api/v1/one-c/documents/${waiting?.id}/${what}`, {})
  expect((await act('retry')).json).toMatchObject({ state: 'waiting' })
  expect((await act('refuse')).status).toBe(200)
  expect((await act('refuse')).status).toBe(404)
  expect((await documents())[0]).toMatchObject({ state: 'refused', reason: 'Отмечен ненужным' })
  const { json } = await call<{ results: object[] }>('GET', `${url}/orders?state=confirmed`)
  expect(json.results).toMatchObject([{ order_id: order.id, is_confirmed: true }])
  expect((await call('POST', `${url}/orders/resend`, { order_id: order.id })).status).toBe(200)
  expect((await oneC.takeOrders()).xml).toContain(order.number)
})

test('a removal that waits is carried out once by a person', async () => {
  const { id, url, oneC } = await connect()
  const goods = Array.from({ length: 5 }, (_, at) => ({ id: `g${at}`, article: `RM-${at}`, qty: 1, rubles: 10 }))
  await oneC.sendCatalog(goodsPackage(goods))
  await oneC.sendCatalog(goodsPackage(goods.slice(0, 1)))
  expect(await readNode(id)).toMatchObject({ held_count: 4, goods_count: 5 })
  expect((await call('POST', `${url}/removal`, {})).status).toBe(200)
  expect(await readNode(id)).toMatchObject({ held_count: 0, goods_count: 1 })
  expect((await call('POST', `${url}/removal`, {})).status).toBe(404)
})
