import type { Problem } from '@artikul/contract/core/errors'
import type { List } from '@artikul/contract/ordering/bulk-orders'
import { MAX_TEMPLATES, type OrderTemplate } from '@artikul/contract/ordering/orders/order-templates'
import type { OrderPreview, PlacedOrder } from '@artikul/contract/ordering/orders/orders'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { useParties } from '../../../testing/parties.factory.ts'
import { loginAs, send, useTestApp } from '../../../testing/test-app.ts'
import { buildOffer, buildProduct, buildWarehouse } from '../../catalog/products/catalog.factory.ts'
import { buildConsignee } from '../../companies/consignees/consignees.factory.ts'
import { buildContractor } from '../../companies/contractors/contractors.factory.ts'
import { buildUser } from '../../identity/users/users.factory.ts'
import { buildTemplate } from '../bulk-orders/bulk-orders.factory.ts'

type Headers = { authorization: string }
const app = useTestApp()
const { parties, admin, manager } = useParties(app)
let colleague: Headers
let limited: Headers
let foreign: { id: number }
let warehouseId: number
let consigneeId: number

beforeAll(buildPeople)
beforeEach(async () => {
  const { db } = app.database
  await db.deleteFrom('order_templates').where('contractor_id', '=', parties.company.id).execute()
  await db.deleteFrom('cart_lines').execute()
  await db.deleteFrom('bulk_orders').execute()
})

describe('order template', () => {
  test('is closed to strangers and staff', async () => {
    expect((await call('GET', 'order-templates', undefined, {})).status).toBe(401)
    expect((await call('GET', 'order-templates', undefined, manager)).status).toBe(403)
    expect((await save('Масла', null, {})).status).toBe(401)
    expect((await save('Масла', null, manager)).status).toBe(403)
    expect((await toList(foreign.id, null, manager)).status).toBe(403)
  })

  test('of another company is not found', async () => {
    expect((await call('PATCH', `order-templates/${foreign.id}`, { name: 'Мой' })).status).toBe(404)
    expect((await call('DELETE', `order-templates/${foreign.id}`)).status).toBe(404)
    expect((await call('POST', `order-templates/${foreign.id}/restore`)).status).toBe(404)
    expect((await toList(foreign.id)).status).toBe(404)
    expect(await mine()).toEqual([])
  })

  test('cannot be saved from an unknown order or one of a hidden consignee', async () => {
    await inCart({ qty: 1 })
    const { lines } = (await call<OrderPreview>('GET', 'orders/preview')).json
    const { orders } = (await call<{ orders: PlacedOrder[] }>('POST', 'orders', { lines })).json
    expect((await save('Масла', orders[0]!.id, limited)).status).toBe(404)
    expect((await save('Масла', 999_999)).status).toBe(404)
  })

  test.each([
    [{ name: '', order_id: null }],
    [{ name: 'я'.repeat(61), order_id: null }],
    [{ name: 'Масла' }],
    [{ name: 'Масла', order_id: 1.5 }],
    [{ name: 'Масла', order_id: null, lines: [] }],
  ])('from %o is rejected', async (body) => {
    expect(await call('POST', 'order-templates', body)).toMatchObject({ status: 400, json: { code: 'input.invalid' } })
  })

  test('is refused for an empty cart, a taken name and over the limit', async () => {
    expect(await save('Масла')).toMatchObject({ status: 400, json: { code: 'template.empty' } })
    await inCart({ qty: 1 })
    const { id } = (await save('Масла')).json
    expect(await save('масла')).toMatchObject({ status: 409, json: { code: 'template.name_taken' } })
    const other = (await save('Фильтры')).json
    const renamed = await call('PATCH', `order-templates/${other.id}`, { name: 'МАСЛА' })
    expect(renamed).toMatchObject({ status: 409, json: { code: 'template.name_taken' } })
    expect((await call('PATCH', `order-templates/${id}`, { name: 'МАСЛА' })).status).toBe(200)
    const { db } = app.database
    const place = { contractorId: parties.company.id, userId: parties.admin.id }
    for (let left = MAX_TEMPLATES - 2; left > 0; left -= 1) await buildTemplate(db, place)
    expect(await save('Сотый')).toMatchObject({ status: 409, json: { code: 'template.limit_reached' } })
  })

  test('cannot become a list for a hidden consignee', async () => {
    await inCart({ qty: 1 })
    const { id } = (await save('Масла')).json
    expect((await toList(id, consigneeId, limited)).status).toBe(404)
  })
})

test('cart template is visible to colleagues, who can rename and delete it', async () => {
  await inCart({ qty: 2 }, { qty: 3 })
  const saved = await save('Масла на неделю')
  expect(saved).toMatchObject({ status: 201, json: { lines_count: 2 } })
  expect(await mine(colleague)).toMatchObject([{ id: saved.json.id, name: 'Масла на неделю', lines_count: 2 }])
  expect((await call('PATCH', `order-templates/${saved.json.id}`, { name: 'Масла' }, colleague)).status).toBe(200)
  expect(await mine()).toMatchObject([{ name: 'Масла' }])
  expect((await call('DELETE', `order-templates/${saved.json.id}`, undefined, colleague)).status).toBe(200)
  expect((await call('DELETE', `order-templates/${saved.json.id}`, undefined, colleague)).status).toBe(404)
  expect(await mine()).toEqual([])
})

test('deleted template comes back within seconds to the person who deleted it', async () => {
  await inCart({ qty: 2 })
  const { id } = (await save('Масла')).json
  const remove = () => call('DELETE', `order-templates/${id}`)
  const restore = (headers: object = admin) => call('POST', `order-templates/${id}/restore`, undefined, headers)
  expect((await restore()).status, 'not deleted').toBe(404)
  expect((await restore({})).status).toBe(401)
  expect((await remove()).status).toBe(200)
  for (const reply of [
    await remove(),
    await toList(id),
    await call('PATCH', `order-templates/${id}`, { name: 'Иначе' }),
  ])
    expect(reply.status).toBe(404)
  expect(await restore(colleague)).toMatchObject({ status: 403, json: { code: 'undo.not_yours' } })
  const start = app.clock.now().getTime()
  app.clock.set(new Date(start + 16_000).toISOString())
  expect(await restore()).toMatchObject({ status: 409, json: { code: 'undo.expired' } })
  app.clock.set(new Date(start + 9_000).toISOString())
  const twin = (await save('масла')).json.id
  expect(await restore()).toMatchObject({ status: 409, json: { code: 'undo.conflict' } })
  await call('DELETE', `order-templates/${twin}`)
  expect((await restore()).status).toBe(200)
  expect(await mine()).toMatchObject([{ id, name: 'Масла', lines_count: 1 }])
  expect((await restore()).status).toBe(404)
})

test('cart lines hidden from the employee are not saved in a template', async () => {
  await inCart({ qty: 2 })
  expect(await save('Масла', null, limited)).toMatchObject({ status: 400, json: { code: 'template.empty' } })
})

test('order template becomes a list at current prices and goes to the cart', async () => {
  const { db } = app.database
  const [stays, goes] = await inCart({ qty: 2, client_ref: 'ЗН-77' }, { qty: 3 })
  const { lines } = (await call<OrderPreview>('GET', 'orders/preview')).json
  const { orders } = (await call<{ orders: PlacedOrder[] }>('POST', 'orders', { lines })).json
  const { id } = (await save('Масла', orders[0]!.id)).json
  await db.updateTable('offers').set({ purchase_kop: 20_000 }).where('product_id', '=', stays!.id).execute()
  await db.deleteFrom('offers').where('product_id', '=', goes!.id).execute()
  const created = await toList(id, consigneeId, colleague)
  expect(created.status).toBe(201)
  const list = await listOf(created.json.id, colleague)
  expect(list).toMatchObject({ name: 'Масла', consignee_id: consigneeId, rows_count: 2 })
  expect(list.rows.map(({ asked, qty, client_ref }) => [asked.article, qty, client_ref])).toEqual([
    [stays!.article, 2, 'ЗН-77'],
    [goes!.article, 3, ''],
  ])
  expect(list.rows.map(({ choices }) => choices.length)).toEqual([1, 0])
  const put = await call<{ added: number }>(
    'POST',
    `bulk-orders/${created.json.id}/cart`,
    { vehicle_id: null },
    colleague,
  )
  expect(put.json.added).toBe(1)
  expect((await mine()).map((template) => template.id)).toEqual([id])
})

test('concurrent saves of one template name succeed once and stay within the limit', async () => {
  await inCart({ qty: 1 })
  const replies = await Promise.all([save('Масла'), save('масла'), save('МАСЛА', null, colleague)])
  expect(replies.map(({ status }) => status).toSorted()).toEqual([201, 409, 409])
  const { db } = app.database
  const place = { contractorId: parties.company.id, userId: parties.admin.id }
  for (let left = MAX_TEMPLATES - 2; left > 0; left -= 1) await buildTemplate(db, place)
  const last = await Promise.all(['А', 'Б', 'В'].map((name) => save(name)))
  expect(last.map(({ status }) => status).toSorted()).toEqual([201, 409, 409])
  expect(await mine()).toHaveLength(MAX_TEMPLATES)
})

async function buildPeople() {
  const { db } = app.database
  warehouseId = (await buildWarehouse(db, parties.seller.id)).id
  consigneeId = (await buildConsignee(db, parties.company.id, { name: 'Сервис на Ленина' })).id
  const contractorIds = [parties.company.id]
  colleague = await loginAs(app, await buildUser(db, { role: 'CONTRACTOR_USER', contractorIds }))
  const atNoPoint = await buildUser(db, { role: 'CONTRACTOR_USER', contractorIds })
  await db.updateTable('user_contractors').set({ all_consignees: false }).where('user_id', '=', atNoPoint.id).execute()
  limited = await loginAs(app, atNoPoint)
  const other = await buildContractor(db, { sellerIds: [parties.seller.id] })
  const stranger = await buildUser(db, { role: 'CONTRACTOR_ADMIN', contractorIds: [other.id] })
  foreign = await buildTemplate(db, { contractorId: other.id, userId: stranger.id }, 'Чужой')
}

const call = <T = Problem>(
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE',
  path: string,
  payload?: object,
  headers: object = admin,
) =>
  send<T>(app, {
    method,
    url: `/api/v1/${path}`,
    headers: { ...headers, ...(path === 'orders' && { 'idempotency-key': crypto.randomUUID() }) },
    ...(payload && { payload }),
  })

const save = (name: string, orderId: number | null = null, headers: object = admin) =>
  call<{ id: number; lines_count: number } & Problem>('POST', 'order-templates', { name, order_id: orderId }, headers)

const mine = async (headers: object = admin) =>
  (await call<{ results: OrderTemplate[] }>('GET', 'order-templates', undefined, headers)).json.results

const toList = (id: number, consignee_id: number | null = null, headers: object = admin) =>
  call<{ id: number } & Problem>('POST', `order-templates/${id}/list`, { consignee_id }, headers)

/** Fills the admin's cart with goods in the given quantities. */
async function inCart(...wanted: { qty: number; client_ref?: string }[]) {
  const { db } = app.database
  const products: { id: number; article: string }[] = []
  for (const { qty, client_ref = '' } of wanted) {
    const product = await buildProduct(db, { name: 'Фильтр масляный' })
    const offer = await buildOffer(db, product.id, warehouseId, { on_hand: 100, qty_text: '100' })
    await call('POST', 'cart/lines', { offer_id: offer.id, qty, consignee_id: consigneeId, client_ref })
    const { article } = await db
      .selectFrom('products')
      .select('article')
      .where('id', '=', product.id)
      .executeTakeFirstOrThrow()
    products.push({ id: product.id, article })
  }
  return products
}

async function listOf(id: number, headers: object = admin) {
  await send(app, { url: `/api/v1/bulk-orders/${id}/progress`, headers: { ...headers } })
  return (await call<List>('GET', `bulk-orders/${id}`, undefined, headers)).json
}
