import type { Cart } from '@artikul/contract/ordering/cart'
import type { OrderPreview } from '@artikul/contract/ordering/orders/orders'
import type { VehiclePurchase } from '@artikul/contract/ordering/orders/vehicle-purchases'
import { beforeAll, expect, test } from 'vitest'
import { useParties } from '../../../../testing/parties.factory.ts'
import { loginAs, send, useTestApp } from '../../../../testing/test-app.ts'
import { buildOffer, buildProduct, buildWarehouse } from '../../../catalog/products/catalog.factory.ts'
import { buildConsignee } from '../../../companies/consignees/consignees.factory.ts'
import { buildContractor } from '../../../companies/contractors/contractors.factory.ts'
import { buildVehicle } from '../../../companies/vehicles/vehicles.factory.ts'
import { buildUser } from '../../../identity/users/users.factory.ts'

const app = useTestApp()
const { parties, admin } = useParties(app)
let offer: { id: number }
let vehicle: { id: number }
let goods: { product_id: number; warehouse_id: number }

beforeAll(async () => {
  const { db } = app.database
  const warehouse = await buildWarehouse(db, parties.seller.id)
  await buildConsignee(db, parties.company.id, { name: 'Ленина', is_default: true })
  const product = await buildProduct(db)
  goods = { product_id: product.id, warehouse_id: warehouse.id }
  offer = await buildOffer(db, product.id, warehouse.id, { on_hand: 50, qty_text: '50' })
  vehicle = await buildVehicle(db, parties.company.id, parties.admin, { name: 'Газель 2' })
})

test('vehicle of another company cannot be named in a cart', async () => {
  const { db } = app.database
  const company = await buildContractor(db, { sellerIds: [parties.seller.id] })
  const stranger = await buildUser(db, { role: 'CONTRACTOR_ADMIN', contractorIds: [company.id] })
  const foreign = await buildVehicle(db, company.id, stranger)
  expect((await add({ vehicle_id: foreign.id })).status).toBe(404)
  expect((await purchases(foreign.id)).status).toBe(404)
  expect((await call<Cart>('GET', '/api/v1/cart')).json.lines).toEqual([])
})

test('goods for a vehicle are a cart line of their own until the note names another thing', async () => {
  const note = { client_ref: 'Газель 2' }
  const first = await add({ ...note, vehicle_id: vehicle.id })
  expect((await add({ ...note, vehicle_id: vehicle.id })).json).toMatchObject({ line_id: first.json.line_id, qty: 2 })
  const other = await add(note)
  expect(other.json.line_id).not.toBe(first.json.line_id)
  const patch = (client_ref: string) => call('PATCH', `/api/v1/cart/lines/${first.json.line_id}`, { client_ref })
  const vehicleOf = async () =>
    (
      await app.database.db
        .selectFrom('cart_lines')
        .select('vehicle_id')
        .where('id', '=', first.json.line_id)
        .executeTakeFirstOrThrow()
    ).vehicle_id
  await patch('ЗН-15, газель 2')
  expect(await vehicleOf()).toBe(vehicle.id)
  await patch('Камаз')
  expect(await vehicleOf()).toBeNull()
  for (const { json } of [first, other]) await call('DELETE', `/api/v1/cart/lines/${json.line_id}`)
})

test('ordered goods are listed for their vehicle, which is archived instead of deleted', async () => {
  await add({ client_ref: 'Газель 2', vehicle_id: vehicle.id, qty: 3 })
  await add({ qty: 1 })
  const { json } = await call<OrderPreview>('GET', '/api/v1/orders/preview')
  expect((await call('POST', '/api/v1/orders', { lines: json.lines })).status).toBe(201)
  const { results, pagination } = (await purchases(vehicle.id)).json
  expect(pagination.total_count).toBe(1)
  expect(results).toMatchObject([{ qty: 3, price_kop: expect.any(Number) as number, ordered_on: '2026-11-17' }])

  const { db } = app.database
  const employee = await buildUser(db, { role: 'CONTRACTOR_USER', contractorIds: [parties.company.id] })
  await db.updateTable('user_contractors').set({ sees_prices: false }).where('user_id', '=', employee.id).execute()
  expect((await purchases(vehicle.id, await loginAs(app, employee))).json.results).toMatchObject([{ price_kop: null }])

  const line = await add({ client_ref: 'Газель 2', vehicle_id: vehicle.id })
  expect(line.status).toBe(201)
  expect((await call('DELETE', `/api/v1/vehicles/${vehicle.id}?version=1`)).json).toMatchObject({ archived: true })
  expect((await call('POST', `/api/v1/vehicles/${vehicle.id}/restore`, { version: 2 })).status).toBe(200)
})

test('request about a vehicle of another company is not found; goods answered about an own one are for it', async () => {
  const { db } = app.database
  const company = await buildContractor(db, { sellerIds: [parties.seller.id] })
  const stranger = await buildUser(db, { role: 'CONTRACTOR_ADMIN', contractorIds: [company.id] })
  const foreign = await buildVehicle(db, company.id, stranger)
  const ask = (vehicle_id: number) =>
    call<{ id: number }>('POST', '/api/v1/quote-requests', { text: 'Колодки', vin: '', car: '', rows: [], vehicle_id })
  expect((await ask(foreign.id)).status).toBe(404)
  const { id } = (await ask(vehicle.id)).json
  const { id: managerId } = parties.manager
  const answer = await db
    .insertInto('quote_request_answers')
    .values({
      ...goods,
      request_id: id,
      contractor_id: parties.company.id,
      qty: 1,
      actor_id: managerId,
      subject_id: managerId,
      created_at: app.clock.now(),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  expect((await call('POST', `/api/v1/quote-requests/${id}/cart`, { answer_ids: [answer.id] })).status).toBe(200)
  const line = await db
    .selectFrom('cart_lines')
    .select(['vehicle_id', 'client_ref'])
    .where('answer_id', '=', answer.id)
    .executeTakeFirst()
  expect(line).toEqual({ vehicle_id: vehicle.id, client_ref: 'Газель 2' })
})

test('deleted vehicle leaves its cart lines', async () => {
  const { id } = await buildVehicle(app.database.db, parties.company.id, parties.admin, { plate: 'А123ВС77' })
  const line = await add({ vehicle_id: id })
  expect((await call('DELETE', `/api/v1/vehicles/${id}?version=1`)).json).toMatchObject({ archived: false })
  const { lines } = (await call<Cart>('GET', '/api/v1/cart')).json
  expect(lines.map((one) => one.id)).toContain(line.json.line_id)
})

const call = <T>(method: 'GET' | 'POST' | 'PATCH' | 'DELETE', url: string, payload?: object, who = admin) =>
  send<T>(app, {
    method,
    url,
    headers: { ...who, 'idempotency-key': crypto.randomUUID() },
    ...(payload && { payload }),
  })
const add = (fields: object) =>
  call<{ line_id: number; qty: number }>('POST', '/api/v1/cart/lines', { offer_id: offer.id, qty: 1, ...fields })
const purchases = (id: number, who = admin) =>
  call<{ results: VehiclePurchase[]; pagination: { total_count: number } }>(
    'GET',
    `/api/v1/vehicles/${id}/purchases`,
    undefined,
    who,
  )
