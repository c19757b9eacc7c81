import type { List, ListOnlineEvent } from '@artikul/contract/ordering/bulk-orders'
import type { ListRow } from '@artikul/contract/ordering/bulk-order-rows'
import { afterEach, beforeAll, expect, test } from 'vitest'
import { buildParties, type Parties } from '../../../testing/parties.factory.ts'
import type { Good } from '../../../simulator/goods.ts'
import { loginAs, send, useTestApp } from '../../../testing/test-app.ts'
import { buildOffer, buildProduct, buildWarehouse } from '../../catalog/products/catalog.factory.ts'
import { openSupplier } from '../../suppliers/online-suppliers/online-suppliers.factory.ts'
import { buildList } from './bulk-orders.factory.ts'

const URL = '/api/v1/bulk-orders'
const app = useTestApp({ PRIVATE_URLS: 'on' })
let parties: Parties
let manager: { authorization: string }
let buyer: { authorization: string }
const opened: (() => unknown)[] = []

beforeAll(async () => {
  parties = await buildParties(app.database.db)
  manager = await loginAs(app, parties.manager)
  buyer = await loginAs(app, parties.admin)
})
afterEach(async () => {
  for (const close of opened.splice(0)) await close()
  await app.database.db.updateTable('online_suppliers').set({ is_on: false }).execute()
})

test('supplier offers of a list are for its owner only, and an unknown offer cannot be chosen', async () => {
  const { id } = await buildList(app.database.db, { contractorId: parties.company.id, userId: parties.employee.id })
  expect((await ask(id, {})).status).toBe(401)
  expect((await ask(id)).status).toBe(404)
  const own = await listOf('ANY-1 1')
  expect((await choose(own.id, 1, { reference: 'nothing' })).status).toBe(409)
  expect((await choose(own.id, 1, { reference: '' })).status).toBe(400)
})

test('supplier offers appear beside own goods, are chosen for a row and go to the cart', async () => {
  const { db } = app.database
  const own = await buildProduct(db, { brand: 'MAHLE', article: 'OC 90' })
  await buildOffer(db, own.id, (await buildWarehouse(db, parties.seller.id)).id)
  await supplier([
    { brand: 'MAHLE', article: 'OC 90' },
    { brand: 'MAHLE', article: 'OC 91', name: 'Нет в каталоге' },
  ])
  const list = await listOf('MAHLE\tOC 90\t2\nMAHLE\tOC 91\t3\nMAHLE\tOC 90\t1')
  const { text } = await ask(list.id)
  expect(text).not.toMatch(/Тайный|k1-0-101|Москва|purchase/)
  const rows = rowsIn(text)
  expect(rows.map(({ position, product }) => [position, product.article, product.id])).toEqual([
    [1, 'OC 90', own.id],
    [2, 'OC 91', null],
    [3, 'OC 90', own.id],
  ])
  const unknown = rows.find(({ position }) => position === 2)
  expect(unknown?.offers).toMatchObject([{ own_stock: false, term_days: 1, expected_date: '2026-11-18' }])
  const { json: chosen } = await choose(list.id, 2, { reference: unknown?.offers[0]?.reference })
  expect(chosen).toMatchObject({
    state: 'found',
    selected: true,
    product: { brand: 'MAHLE', article: 'OC 91' },
    choices: [
      { qty: 3, offer: { price_kop: unknown?.offers[0]?.price_kop, warehouse: unknown?.offers[0]?.warehouse } },
    ],
  })
  const { json: put } = await send(app, {
    method: 'POST',
    url: `${URL}/${list.id}/cart`,
    headers: buyer,
    payload: { vehicle_id: null },
  })
  expect(put).toEqual({ added: 3, left: [] })
  expect(rowsIn((await ask(list.id)).text)).toEqual([])
})

async function supplier(goods: Partial<Good>[]) {
  const place = { manager, sellerId: parties.seller.id }
  const { close } = await openSupplier(app, place, goods, { fields: { name: 'Тайный поставщик' } })
  opened.push(close)
}

async function listOf(text: string): Promise<List> {
  const made = await send<{ id: number }>(app, {
    method: 'POST',
    url: `${URL}/text`,
    headers: buyer,
    payload: { text },
  })
  await send(app, { url: `${URL}/${made.json.id}/progress`, headers: buyer })
  return (await send<List>(app, { url: `${URL}/${made.json.id}`, headers: buyer })).json
}

const ask = (id: number, headers: object = buyer) => send(app, { url: `${URL}/${id}/online`, headers: { ...headers } })

const rowsIn = (text: string) =>
  text
    .split('\n\n')
    .filter(Boolean)
    .flatMap((frame) => (JSON.parse(frame.slice('data: '.length)) as ListOnlineEvent).rows)

const choose = (id: number, position: number, payload: object) =>
  send<ListRow>(app, { method: 'PATCH', url: `${URL}/${id}/rows/${position}`, headers: buyer, payload })
