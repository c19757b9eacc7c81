import { beforeAll, expect, test } from 'vitest'
import { runJob, send, useTestApp } from '../../../testing/test-app.ts'
import { buildProduct } from '../../catalog/products/catalog.factory.ts'
import { buildShop, type Shop } from '../../fulfilment/shipments/shipments.factory.ts'
import { buildNode, createOneC, goodsPackage } from './one-c.factory.ts'

const test_ = useTestApp()
let shop: Shop
let columns: number[]

beforeAll(async () => {
  shop = await buildShop(test_)
  const rows = await test_.database.db
    .insertInto('price_groups')
    .values([{ name: 'Розница 1С' }, { name: 'Опт 1С' }])
    .returning('id')
    .execute()
  columns = rows.map(({ id }) => id)
})

async function connect(isTrial = false) {
  const node = await buildNode(test_, shop.sellerId, shop.admin.id, { is_trial: isTrial })
  const url = `/api/v1/one-c/nodes/${node.id}`
  const map = (target: string | null, externalId = 'retail', kind = 'price_type') =>
    send(test_, {
      method: 'POST',
      url: `${url}/mappings`,
      headers: shop.manager,
      payload: { kind, external_id: externalId, target },
    })
  const changes = async () => {
    const { json } = await send<{ results: { external_id: string; target: string | null; price_changes: object }[] }>(
      test_,
      { url: `${url}/mappings`, headers: shop.manager },
    )
    return json.results.find((row) => row.external_id === 'retail')
  }
  return { ...node, oneC: createOneC(test_, node), map, changes }
}

const pricesIn = async (columnId: number | undefined) =>
  (
    await test_.database.db
      .selectFrom('column_prices')
      .innerJoin('products', 'products.id', 'column_prices.product_id')
      .select(['products.article', 'price_kop'])
      .where('price_group_id', '=', columnId ?? 0)
      .where('price_kop', 'is not', null)
      .orderBy('products.article')
      .execute()
  ).map(({ article, price_kop }) => [article, price_kop])

test('a price type fills a column, follows full and partial packages, and leaves the column with its mapping', async () => {
  const { oneC, map, changes, id } = await connect(true)
  const [retail, wholesale] = columns
  const goods = ['SP-1', 'SP-2', 'SP-3', 'SP-4', 'SP-5'].map((article) => ({
    ...{ id: article.toLowerCase(), article, qty: 1, rubles: 50, retail: 100 },
  }))
  for (const { article } of goods) await buildProduct(test_.database.db, { article, brand: 'MANN' })
  await oneC.sendCatalog(goodsPackage(goods))
  expect((await map('purchase', 'base')).status).toBe(200)
  expect((await map(String(retail))).status).toBe(200)
  await runJob(test_.app, 'one_c')
  expect(await changes()).toMatchObject({ target: String(retail), price_changes: { total: 5, added: 5 } })
  expect(await pricesIn(retail), 'the trial only counts').toEqual([])

  await test_.database.db
    .updateTable('one_c_nodes')
    .set({ is_trial: false, has_new_goods: true })
    .where('id', '=', id)
    .execute()
  await runJob(test_.app, 'one_c')
  expect(await pricesIn(retail), 'with VAT, which the type excludes').toEqual(
    goods.map(({ article }) => [article, 12_200]),
  )

  await oneC.sendCatalog(goodsPackage([{ ...goods[0], retail: 200 } as (typeof goods)[0]], false))
  await runJob(test_.app, 'one_c')
  expect(await changes()).toMatchObject({ price_changes: { total: 5, added: 0, changed: 1, removed: 0 } })
  const left = goods.slice(0, 4).map((good) => ({ ...good, retail: good.article === 'SP-1' ? 0 : good.retail }))
  await oneC.sendCatalog(goodsPackage(left))
  await runJob(test_.app, 'one_c')
  expect(await changes()).toMatchObject({ price_changes: { total: 3, removed: 2 } })
  expect(await pricesIn(retail)).toEqual(['SP-2', 'SP-3', 'SP-4'].map((article) => [article, 12_200]))

  await map(String(wholesale))
  await runJob(test_.app, 'one_c')
  expect([await pricesIn(retail), (await pricesIn(wholesale)).length]).toEqual([[], 3])
  await map('none')
  await runJob(test_.app, 'one_c')
  expect(await pricesIn(wholesale)).toEqual([])
  expect(await changes()).toMatchObject({ target: 'none', price_changes: null })
})

test('goods that become products later bring their prices', async () => {
  const { oneC, map } = await connect()
  const [retail] = columns
  await oneC.sendCatalog(goodsPackage([{ id: 'late', article: 'LATE-1', qty: 0, rubles: 5, retail: 10 }]))
  await map(String(retail))
  await runJob(test_.app, 'one_c')
  expect(await pricesIn(retail)).toEqual([])
  await buildProduct(test_.database.db, { article: 'LATE-1', brand: 'MANN' })
  await runJob(test_.app, 'one_c')
  expect(await pricesIn(retail)).toEqual([['LATE-1', 1220]])
  await map(null)
  await runJob(test_.app, 'one_c')
})

test('a column takes one price type of a seller, and must exist', async () => {
  const [first, second] = [await connect(), await connect()]
  for (const { oneC } of [first, second])
    await oneC.sendCatalog(goodsPackage([{ id: 'g1', article: 'ONE-1', qty: 1, rubles: 5, retail: 10 }]))
  expect((await first.map('999999')).text).toContain('Выберите колонку цен')
  expect((await first.map(String(columns[0]))).status).toBe(200)
  expect((await first.map(String(columns[0]))).status).toBe(200)
  for (const [base, type] of [
    [second, 'retail'],
    [first, 'base'],
  ] as const) {
    const refused = await base.map(String(columns[0]), type)
    expect([refused.status, refused.text]).toEqual([400, expect.stringContaining('уже берёт цены типа «Розничная»')])
  }
  expect((await first.map('purchase', 'main', 'warehouse')).status).toBe(400)
})
