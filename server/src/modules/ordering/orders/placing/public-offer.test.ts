import type { Problem } from '@artikul/contract/core/errors'
import type { OfferToAccept } from '@artikul/contract/companies/legal'
import type { OrderPreview, PlacedOrder } from '@artikul/contract/ordering/orders/orders'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { Browser } from '../../../../testing/cookies.ts'
import { loginAs, send, useTestApp } from '../../../../testing/test-app.ts'
import { buildOffer, buildProduct, buildWarehouse } from '../../../catalog/products/catalog.factory.ts'
import { buildConsignee } from '../../../companies/consignees/consignees.factory.ts'
import { buildContractor, buildSeller } from '../../../companies/contractors/contractors.factory.ts'
import { buildEmployee, buildUser } from '../../../identity/users/users.factory.ts'

const test_ = useTestApp()
type Headers = { authorization: string }
type User = Awaited<ReturnType<typeof buildUser>>
let sellerId: number
let warehouseId: number
let managerUser: User
let manager: Headers
/** Number of the newest public offer; each test publishes the next one. */
let version = 1

beforeAll(buildSupplier)
beforeEach(async () => {
  test_.clock.set('2026-11-21T09:00:00Z')
  manager = await loginAs(test_, managerUser)
})

const PATH = '/api/v1/legal/offer/acceptance'

test('public offer is accepted only by users who place orders, and only in the version shown', async () => {
  const { id, admin } = await company()
  await publish()
  expect((await accept({})).status).toBe(401)
  expect((await accept(manager)).status).toBe(403)
  expect((await send(test_, { url: PATH, headers: manager })).status).toBe(403)
  const limited = await loginAs(test_, await buildEmployee(test_.database.db, id, { may_place: false }))
  // The factory accepts the newest public offer for the company; here another one comes into force.
  await publish()
  expect(await accept(limited)).toMatchObject({ status: 403, json: { code: 'order.may_not_place' } })
  for (const payload of [{}, { version: 0 }, { version: '1' }, { version, kind: 'offer' }])
    expect((await send(test_, { method: 'POST', url: PATH, headers: admin, payload })).status).toBe(400)
  for (const other of [version - 1, version + 1])
    expect(await accept(admin, other)).toMatchObject({ status: 409, json: { code: 'legal.changed' } })
  const stranger = await company()
  expect((await accept({ ...admin, 'x-contractor-id': String(stranger.id) })).status).toBe(409)
  expect(await acceptancesOf(id)).toEqual([])
})

test('changed public offer blocks orders until accepted, and the acceptance is logged', async () => {
  const { id, user, admin, employee } = await company()
  expect(await toAccept(admin)).toBeNull()
  expect((await place(admin)).status).toBe(201)
  await publish('Новые сроки')
  await publish('Новый порядок возврата')
  const offer = await toAccept(employee)
  expect(offer).toMatchObject({ version, is_changed: true, in_force_from: '2026-11-21' })
  expect(offer?.changes).toEqual([
    { version, in_force_from: '2026-11-21', note: 'Новый порядок возврата' },
    { version: version - 1, in_force_from: '2026-11-21', note: 'Новые сроки' },
  ])
  for (const headers of [admin, employee])
    expect(await place(headers)).toMatchObject({ status: 409, json: { code: 'public_offer.not_accepted' } })

  expect((await accept({ ...admin, 'user-agent': 'Test/1.0' })).status).toBe(200)
  expect((await accept(employee)).status, 'a colleague has done it').toBe(200)
  const { db } = test_.database
  const text = await db
    .selectFrom('legal_texts')
    .select('hash')
    .where('kind', '=', 'offer')
    .where('version', '=', version)
    .executeTakeFirstOrThrow()
  expect(await acceptancesOf(id)).toMatchObject([
    { user_id: user.id, kind: 'offer', version, text_hash: text.hash, user_agent: 'Test/1.0' },
  ])
  const [{ address, given_at } = { address: '', given_at: null }] = await acceptancesOf(id)
  expect(address).toMatch(/^(10\.|127\.0\.0\.1)/)
  expect(given_at).toEqual(test_.clock.now())
  expect(await toAccept(employee)).toBeNull()
  expect((await place(employee)).status).toBe(201)
})

test('first order requires acceptance; future and withdrawn offer versions require none', async () => {
  const [fresh, accepted] = [await company({ hasAccepted: false }), await company()]
  expect(await toAccept(fresh.admin)).toMatchObject({ version, is_changed: false, changes: [{ version }] })
  expect((await place(fresh.admin)).json.code).toBe('public_offer.not_accepted')
  expect((await accept(fresh.employee)).status).toBe(200)
  expect((await place(fresh.admin)).status).toBe(201)
  await publish('', '2026-12-01')
  expect(await toAccept(accepted.admin)).toBeNull()
  await send(test_, {
    ...{ method: 'DELETE', url: `/api/v1/manager/legal/offer/versions/${version}`, headers: manager },
  } as const)
  expect(await toAccept(accepted.admin), 'nor of what was withdrawn').toBeNull()
})

test('manager impersonating a client cannot accept the offer and sees who can', async () => {
  const { user } = await company()
  await publish()
  const browser = new Browser(test_)
  await browser.signIn(managerUser)
  const { headers } = await browser.impersonate(user.id)
  expect(await accept(headers)).toMatchObject({ status: 403, json: { code: 'auth.not_while_impersonating' } })
  const refused = await place(headers)
  expect(refused).toMatchObject({ status: 409, json: { code: 'public_offer.not_accepted' } })
  expect(refused.json.detail).toContain('Админ Анна')
})

test('concurrent acceptances by two employees leave one record', async () => {
  const { id, admin, employee } = await company()
  await publish()
  const replies = await Promise.all([admin, employee, admin, employee].map((headers) => accept(headers)))
  expect(replies.map(({ status }) => status)).toEqual([200, 200, 200, 200])
  expect(await acceptancesOf(id)).toHaveLength(1)
})

test('phone order placed by a manager does not require acceptance of the offer', async () => {
  const { id, admin } = await company()
  await publish()
  const product = await buildProduct(test_.database.db)
  const offer = await buildOffer(test_.database.db, product.id, warehouseId, {})
  const PHONE = '/api/v1/assisted-orders'
  const draft = (await post<{ id: number }>(PHONE, manager, { contractor_id: id })).json.id
  await post(`${PHONE}/lines`, manager, { contractor_id: id, draft_id: draft, offer_id: offer.id, qty: 1 })
  const { lines } = (await send<OrderPreview>(test_, { url: `${PHONE}/${draft}/preview`, headers: manager })).json
  const confirmed_by = { full_name: 'Клиент Кирилл', phone: '+79991234567' }
  expect((await post(`${PHONE}/${draft}/place`, manager, { lines, confirmed_by })).status).toBe(201)
  expect(await toAccept(admin), 'the client is still asked').toMatchObject({ version })
})

async function buildSupplier() {
  const { db } = test_.database
  sellerId = (await buildSeller(db)).id
  warehouseId = (await buildWarehouse(db, sellerId)).id
  managerUser = await buildUser(db, { role: 'ARTIKUL_ORDER_MANAGER' })
}

async function company({ hasAccepted = true } = {}) {
  const { db } = test_.database
  const { id } = await buildContractor(db, { sellerIds: [sellerId] })
  await buildConsignee(db, id, { name: 'Ленина', is_default: true })
  const user = await buildUser(db, {
    ...{ role: 'CONTRACTOR_ADMIN', name: 'Админ Анна', contractorIds: [id], hasAccepted },
  } as const)
  const employee = await buildUser(db, { role: 'CONTRACTOR_USER', contractorIds: [id], hasAccepted })
  return { id, user, admin: await loginAs(test_, user), employee: await loginAs(test_, employee) }
}

const post = <T = object>(url: string, headers: object, payload: object) =>
  send<T & Problem>(test_, {
    method: 'POST',
    url,
    headers: { ...headers, 'idempotency-key': crypto.randomUUID() },
    payload,
  })

const publish = async (note = '', in_force_from = '2026-11-21') => {
  const text = { version, body: `Оферта ${version + 1}`, in_force_from, note }
  const { json } = await send<{ version: number }>(test_, {
    ...{ method: 'POST', url: '/api/v1/manager/legal/offer', headers: manager, payload: text },
  } as const)
  expect(json.version).toBe(version + 1)
  version = json.version
}

const accept = (headers: object, acceptedVersion = version) =>
  send<Problem>(test_, { method: 'POST', url: PATH, headers: { ...headers }, payload: { version: acceptedVersion } })

const toAccept = async (headers: Headers) =>
  (await send<{ to_accept: OfferToAccept | null }>(test_, { url: PATH, headers })).json.to_accept

const acceptancesOf = (contractorId: number) =>
  test_.database.db
    .selectFrom('consents')
    .selectAll()
    .where('contractor_id', '=', contractorId)
    .where('form', '=', 'order')
    .execute()

async function fill(headers: Headers) {
  const product = await buildProduct(test_.database.db)
  const { id } = await buildOffer(test_.database.db, product.id, warehouseId, {})
  await send(test_, { method: 'POST', url: '/api/v1/cart/lines', headers, payload: { offer_id: id, qty: 1 } })
}

async function place(headers: Headers) {
  await fill(headers)
  const { lines } = (await send<OrderPreview>(test_, { url: '/api/v1/orders/preview', headers })).json
  return post<{ orders: PlacedOrder[] }>('/api/v1/orders', headers, { lines })
}
