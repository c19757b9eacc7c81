import type { ShownGroup, GroupReply } from '@artikul/contract/ordering/search'
import { beforeAll, expect, test } from 'vitest'
import { loginAs, send, useTestApp } from '../../../testing/test-app.ts'
import { buildOffer, buildProduct, buildWarehouse } from '../../catalog/products/catalog.factory.ts'
import { buildContractor, buildSeller } from '../../companies/contractors/contractors.factory.ts'
import { buildUser } from '../../identity/users/users.factory.ts'

const app = useTestApp()
const groups: Record<string, number> = {}
let buyer: { authorization: string }
let manager: { authorization: string }
let shown: { id: number }[]

beforeAll(buildGroups)

test.each([
  ['a group that does not exist', () => 999_999, 404],
  ['a hidden group', () => groups['Скрытая'], 404],
  ['a subgroup of a hidden group', () => groups['В скрытой'], 404],
  ['a group without products', () => groups['Пустая'], 404],
  ['a page after the last', () => `${groups['Тормоза']}?page=41`, 400],
  ['a malformed page', () => `${groups['Тормоза']}?page=0`, 400],
])('browsing %s is refused', async (_, id, status) => {
  expect((await open(id())).status).toBe(status)
})

test('anonymous callers see no groups, and buyers do not see purchase prices', async () => {
  expect((await send(app, { url: '/api/v1/search/groups' })).status).toBe(401)
  expect((await open(`${groups['Тормоза']}/as-client`)).status).toBe(403)
})

test('groups are listed with the products of their subgroups, without hidden and empty ones', async () => {
  const { json } = await send<{ results: ShownGroup[] }>(app, { url: '/api/v1/search/groups', headers: buyer })
  const ours = json.results.filter(({ id }) => Object.values(groups).includes(id))
  expect(ours.map(({ name, products_count: count }) => [name, count])).toEqual([
    ['Тормоза', 53],
    ['Колодки', 1],
  ])
})

test('group shows available products of its subgroups with offers, fifty on a page', async () => {
  const first = (await open(groups['Тормоза'])).json
  expect(first.group).toEqual({ id: groups['Тормоза'], name: 'Тормоза' })
  expect([first.products.length, first.groups.length, first.has_more]).toEqual([50, 50, true])
  expect(first.groups[0]).toMatchObject({ kind: 'found', offers: [{ own_stock: true, is_best_price: false }] })
  const second = (await open(`${groups['Тормоза']}?page=2`)).json
  expect([second.products.length, second.has_more]).toEqual([2, false])
  const ids = [...first.products, ...second.products].map(({ id }) => id)
  expect(ids.toSorted((a, b) => a - b)).toEqual(shown.map(({ id }) => id))
  const inside = await open(`${groups['Колодки']}/as-client`, manager)
  expect(inside.json).toMatchObject({ inside: [{ purchase_kop: expect.any(Number) as number }] })
})

const open = (path: number | string | undefined, headers = buyer) =>
  send<GroupReply>(app, { url: `/api/v1/search/groups/${path}`, headers })

async function buildGroups() {
  const { db } = app.database
  const seller = await buildSeller(db)
  const contractor = await buildContractor(db, { sellerIds: [seller.id] })
  const warehouse = await buildWarehouse(db, seller.id)
  buyer = await loginAs(app, await buildUser(db, { role: 'CONTRACTOR_USER', contractorIds: [contractor.id] }))
  manager = await loginAs(app, await buildUser(db, { role: 'ARTIKUL_ORDER_MANAGER' }))
  const add = async (name: string, count: number, parent?: string, isHidden: boolean | null = null) => {
    const { id } = await db
      .insertInto('inventory_groups')
      .values({
        name,
        products_count: count,
        parent_id: parent === undefined ? null : (groups[parent] ?? null),
        is_hidden: isHidden,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    groups[name] = id
  }
  await add('Тормоза', 52)
  await add('Колодки', 1, 'Тормоза')
  await add('Пустая', 0)
  await add('Скрытая', 1, undefined, true)
  await add('В скрытой', 1, 'Скрытая')
  const products = []
  for (let at = 0; at < 53; at++) products.push(await buildProduct(db))
  for (const [at, { id }] of products.entries()) {
    const group = at === 0 ? groups['Колодки'] : groups['Тормоза']
    await db
      .updateTable('products')
      .set({ group_id: group ?? null })
      .where('id', '=', id)
      .execute()
    // The last one is sold out.
    if (at < 52) await buildOffer(db, id, warehouse.id)
  }
  shown = products.slice(0, 52).sort((a, b) => a.id - b.id)
}
