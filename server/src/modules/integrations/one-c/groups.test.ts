import type { OneCMapping } from '@artikul/contract/integrations/one-c'
import { beforeAll, expect, test } from 'vitest'
import { runJob, send, useTestApp } from '../../../testing/test-app.ts'
import { buildProduct } from '../../catalog/products/catalog.factory.ts'
import { buildShop, type Shop } from '../../fulfilment/shipments/shipments.factory.ts'
import { buildNode, createOneC, goodsPackage, groupsXml } from './one-c.factory.ts'

const test_ = useTestApp()
let shop: Shop
beforeAll(async () => {
  shop = await buildShop(test_)
})

const buildGroup = async (name: string) =>
  (await test_.database.db.insertInto('inventory_groups').values({ name }).returning('id').executeTakeFirstOrThrow()).id

const groupOf = async (id: number) =>
  (await test_.database.db.selectFrom('products').select('group_id').where('id', '=', id).executeTakeFirstOrThrow())
    .group_id

/** Applies what was received, and groups all products. */
async function settle() {
  await runJob(test_.app, 'one_c')
  await runJob(test_.app, 'grouping')
}

test('groups of 1C give products their inventory group, after those of staff, until they are switched off', async () => {
  const [oils, filters, rule, chosen] = [
    await buildGroup('Масла'),
    await buildGroup('Фильтры'),
    await buildGroup('По правилу'),
    await buildGroup('Вручную'),
  ]
  const products: { id: number; article: string; brandId: number }[] = []
  for (const article of ['GR-1', 'GR-2', 'GR-3'])
    products.push({ ...(await buildProduct(test_.database.db, { article, brand: 'MANN' })), article })
  const [inherits, listed, ruled] = products.map(({ id }) => id) as [number, number, number]
  await test_.database.db
    .insertInto('inventory_group_products')
    .values({ product_id: listed, group_id: chosen })
    .execute()
  await test_.database.db
    .insertInto('inventory_group_rules')
    .values({ group_id: rule, place: 1, article_mask: 'GR3' })
    .execute()
  const node = await buildNode(test_, shop.sellerId, shop.admin.id, {
    directions: ['offers', 'groups'],
    is_trial: true,
  })
  const oneC = createOneC(test_, node)
  const url = `/api/v1/one-c/nodes/${node.id}`
  const call = <T>(method: 'GET' | 'POST', path: string, payload?: object) =>
    send<T>(test_, { method, url: `${url}/${path}`, headers: shop.manager, ...(payload && { payload }) })
  const mappings = async () =>
    (await call<{ results: OneCMapping[]; group_changes: object | null }>('GET', 'mappings')).json
  await oneC.sendCatalog({
    'import0_0.xml': groupsXml(['g-oil', 'масла'], ['g-motor', 'Моторные']),
    ...goodsPackage(products.map(({ article }) => ({ id: article, article, qty: 1, rubles: 10, group: 'g-motor' }))),
  })
  await settle()
  const trial = await mappings()
  expect(trial.results.filter(({ kind }) => kind === 'group')).toMatchObject([
    { external_id: 'g-oil', name: 'масла', target: String(oils), rows_count: 0 },
    { external_id: 'g-motor', name: 'масла / Моторные', target: null, rows_count: 3 },
  ])
  expect(trial.group_changes).toEqual({ total: 3, added: 3, changed: 0, removed: 0 })
  expect(await groupOf(inherits), 'the trial only counts').toBeNull()

  await test_.database.db
    .updateTable('one_c_nodes')
    .set({ is_trial: false, has_new_goods: true })
    .where('id', '=', node.id)
    .execute()
  await settle()
  expect([await groupOf(inherits), await groupOf(listed), await groupOf(ruled)]).toEqual([oils, chosen, rule])

  const map = (target: string | null) => call('POST', 'mappings', { kind: 'group', external_id: 'g-motor', target })
  expect((await map('999999')).text).toContain('Выберите группу номенклатуры')
  expect((await map('purchase')).status).toBe(400)
  expect((await map(String(filters))).status).toBe(200)
  await settle()
  expect(await groupOf(inherits)).toBe(filters)

  expect((await map('none')).status).toBe(200)
  await settle()
  expect(await groupOf(inherits), 'nor does the group above apply').toBeNull()
  await map(null)
  await settle()
  expect(await groupOf(inherits)).toBe(oils)

  await test_.database.db
    .updateTable('one_c_nodes')
    .set({ directions: ['offers'], has_new_goods: true })
    .where('id', '=', node.id)
    .execute()
  await settle()
  expect([await groupOf(inherits), await groupOf(listed), await groupOf(ruled)]).toEqual([null, chosen, rule])
  expect((await mappings()).group_changes).toBeNull()
})
