import { beforeAll, beforeEach, expect, test } from 'vitest'
import { loginAs, send, useTestApp } from '../../../testing/test-app.ts'
import { buildOffer, buildProduct, buildWarehouse } from '../../catalog/products/catalog.factory.ts'
import { buildConsignee } from '../../companies/consignees/consignees.factory.ts'
import { buildContractor, buildSeller } from '../../companies/contractors/contractors.factory.ts'
import { buildUser } from '../../identity/users/users.factory.ts'

const test_ = useTestApp()
let client: { authorization: string }
let staff: { authorization: string }
let zoned: { id: number }
let plain: { id: number }
let foreign: { id: number }
let warehouseId: number
let product: { code: string; article: string }
let offerId: number
let people: Record<'client' | 'staff', { login: string; password: string }>

const TUESDAY = '2026-11-17T09:00:00Z'
const AFTER_CUTOFF = '2026-11-17T13:30:00Z'

beforeAll(buildGoods)
beforeEach(() => itIs(TUESDAY))

test('delivery date in search and on the page is for the chosen consignee, else for the default one', async () => {
  expect([await inSearch(), await onPage()]).toEqual(['2026-11-18', '2026-11-18'])
  expect([await inSearch(plain), await onPage(plain)]).toEqual(['2026-11-18', '2026-11-18'])
  await itIs(AFTER_CUTOFF)
  expect([await inSearch(zoned), await onPage(zoned)]).toEqual(['2026-11-20', '2026-11-20'])
  expect([await inSearch(plain), await onPage(plain)]).toEqual(['2026-11-19', '2026-11-19'])
  expect(await inSearch(undefined, staff), 'staff see none').toBe('2026-11-19')
})

test('consignee of another company is not found', async () => {
  expect((await ask(`/search?q=${product.article}&${to(foreign)}`)).status).toBe(404)
  expect((await ask(`/catalog/${product.code}?${to(foreign)}`)).status).toBe(404)
  expect((await ask(`/search/cutoff?${to(foreign)}`)).status).toBe(404)
  expect((await ask(`/search?q=${product.article}&consignee_id=0`)).status).toBe(400)
})

test('delivery date moves after the cutoff in search, cart and order', async () => {
  const id = await put(zoned)
  expect((await inCart(id))?.offer.expected_date).toBe('2026-11-18')
  const shown = await ask<{ lines: object[] }>('/orders/preview')
  await itIs(AFTER_CUTOFF)
  expect(await inSearch(zoned)).toBe('2026-11-20')
  expect(await inCart(id)).toMatchObject({ offer: { expected_date: '2026-11-20' }, difference: { kind: 'date' } })
  const { lines } = shown.json
  expect((await write('POST', '/orders', { lines })).json).toMatchObject({
    code: 'order.changed',
    differences: [{ kind: 'date', new_date: '2026-11-20' }],
  })
  const now = await ask<{ lines: object[] }>('/orders/preview')
  const placed = await write<{ orders: { id: number }[] }>('POST', '/orders', { lines: now.json.lines })
  expect(placed.status).toBe(201)
  const order = await ask<{ lines: Dated[] }>(`/orders/${placed.json.orders[0]?.id ?? 0}`)
  expect(order.json.lines.map((line) => line.expected_date)).toEqual(['2026-11-20'])
})

test('cart line gets a new date when its consignee changes, singly and in bulk', async () => {
  await itIs(AFTER_CUTOFF)
  const id = await put(plain)
  expect((await inCart(id))?.expected_date).toBe('2026-11-19')
  await write('PATCH', `/cart/lines/${id}`, { consignee_id: zoned.id })
  expect(await inCart(id)).toMatchObject({ expected_date: '2026-11-20', difference: null })
  await write('PATCH', '/cart', { line_ids: [id], consignee_id: plain.id })
  expect(await inCart(id)).toMatchObject({ expected_date: '2026-11-19', difference: null })
})

test('shipping weekdays of a warehouse move the date in search, product page, cart and order', async () => {
  const { db } = test_.database
  const line = await put(plain)
  expect((await inCart(line))?.offer.expected_date).toBe('2026-11-18')
  // Days are numbers of the ISO week: 4 is Thursday.
  const shipOn = (days: number[] | null) =>
    db.updateTable('warehouses').set({ ships_on: days }).where('id', '=', warehouseId).execute()
  await shipOn([4])
  expect([await inSearch(plain), await onPage(plain)]).toEqual(['2026-11-20', '2026-11-20'])
  expect(await inCart(line)).toMatchObject({ offer: { expected_date: '2026-11-20' }, difference: { kind: 'date' } })
  const { json } = await ask<{ lines: object[] }>('/orders/preview')
  const placed = await write<{ orders: { id: number }[] }>('POST', '/orders', { lines: json.lines })
  const order = await ask<{ lines: Dated[] }>(`/orders/${placed.json.orders[0]?.id ?? 0}`)
  expect(order.json.lines.map((one) => one.expected_date)).toEqual(['2026-11-20'])
  expect((await ask<{ cutoff: object | null }>('/search/cutoff')).json.cutoff).toBeNull()
  await shipOn(null)
})

test('countdown runs to the next cutoff of today', async () => {
  const cutoff = async () => (await ask<{ cutoff: { of: string; at: string } | null }>('/search/cutoff')).json.cutoff
  expect(await cutoff()).toMatchObject({ at: '2026-11-17T13:00:00.000Z' })
  await itIs(AFTER_CUTOFF)
  expect(await cutoff()).toBeNull()
})

async function buildGoods() {
  const { db } = test_.database
  const seller = await buildSeller(db)
  const company = await buildContractor(db, { sellerIds: [seller.id] })
  const other = await buildContractor(db, { sellerIds: [seller.id] })
  const zone = await db.insertInto('delivery_zones').values({ name: 'Север' }).returning('id').executeTakeFirstOrThrow()
  // Wednesdays and Fridays.
  await db
    .insertInto('delivery_runs')
    .values({ zone_id: zone.id, name: 'Рейс 10:00', weekdays: [3, 5], leaves_at: '10:00', order_before: '09:00' })
    .execute()
  zoned = await buildConsignee(db, company.id, { name: 'В зоне', is_default: true })
  plain = await buildConsignee(db, company.id, { name: 'Вне зон' })
  foreign = await buildConsignee(db, other.id)
  await db.updateTable('consignees').set({ zone_id: zone.id }).where('id', '=', zoned.id).execute()
  const warehouse = await buildWarehouse(db, seller.id)
  await db
    .updateTable('warehouses')
    .set({ cutoff: '16:00', term_days: 1, guarantee_days: 1 })
    .where('id', '=', warehouse.id)
    .execute()
  const { id } = await buildProduct(db)
  product = await db.selectFrom('products').select(['code', 'article']).where('id', '=', id).executeTakeFirstOrThrow()
  warehouseId = warehouse.id
  offerId = (await buildOffer(db, id, warehouse.id)).id
  people = {
    client: await buildUser(db, { role: 'CONTRACTOR_ADMIN', contractorIds: [company.id] }),
    staff: await buildUser(db, { role: 'ARTIKUL_ORDER_MANAGER' }),
  }
}

/** Moves the clock and signs in again, because the previous session has expired by then. */
async function itIs(moment: string) {
  test_.clock.set(moment)
  client = await loginAs(test_, people.client)
  staff = await loginAs(test_, people.staff)
}

interface Dated {
  expected_date: string
}

const ask = <T>(path: string, headers = client) => send<T>(test_, { url: `/api/v1${path}`, headers: { ...headers } })

const write = <T>(method: 'POST' | 'PATCH', path: string, payload: object) =>
  send<T>(test_, {
    method,
    url: `/api/v1${path}`,
    headers: { ...client, 'idempotency-key': crypto.randomUUID() },
    payload,
  })

const to = (point?: { id: number }) => (point ? `consignee_id=${point.id}` : '')

const inSearch = async (point?: { id: number }, headers = client) =>
  (
    await ask<{ groups: { offers: Dated[] }[] }>(
      `/search?q=${encodeURIComponent(product.article)}&${to(point)}`,
      headers,
    )
  ).json.groups[0]?.offers[0]?.expected_date

const onPage = async (point?: { id: number }) =>
  (await ask<{ offers: Dated[] }>(`/catalog/${product.code}?${to(point)}`)).json.offers[0]?.expected_date

interface Line {
  id: number
  expected_date: string
  offer: Dated
  difference: object | null
}

const inCart = async (id: number) => (await ask<{ lines: Line[] }>('/cart')).json.lines.find((line) => line.id === id)

const put = async (point: { id: number }) =>
  (await write<{ line_id: number }>('POST', '/cart/lines', { offer_id: offerId, qty: 1, consignee_id: point.id })).json
    .line_id
