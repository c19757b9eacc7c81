import type { Problem } from '@artikul/contract/core/errors'
import type { Seller } from '@artikul/contract/companies/sellers'
import { beforeAll, expect, test } from 'vitest'
import { BANK, newInn, sellerFields } from '../../../testing/companies.ts'
import { buildParties, type Parties } from '../../../testing/parties.factory.ts'
import { jpegOf } from '../../../testing/files/photos.ts'
import { loginAs, send, useTestApp } from '../../../testing/test-app.ts'
import { selectPicturesAt } from './seller-pictures.queries.ts'
import { buildUser } from '../../identity/users/users.factory.ts'
import { buildOffer, buildProduct, buildWarehouse } from '../../catalog/products/catalog.factory.ts'

const test_ = useTestApp()
let parties: Parties
let manager: { authorization: string }

beforeAll(async () => {
  parties = await buildParties(test_.database.db)
  manager = await loginAs(test_, parties.manager)
})

const call = <T>(method: 'POST' | 'PATCH', path: string, payload: object, headers = manager) =>
  send<T & Problem>(test_, { method, url: `/api/v1/sellers${path}`, headers, payload })
const read = async (id: number) =>
  (await send<{ results: Seller[] }>(test_, { url: '/api/v1/sellers', headers: manager })).json.results.find(
    (seller) => seller.id === id,
  )
const create = async (fields = sellerFields()) => (await call<{ id: number }>('POST', '', fields)).json.id

test('sellers are closed to clients, and managers without the right only read them', async () => {
  const client = await loginAs(test_, parties.admin)
  const plain = await loginAs(
    test_,
    await buildUser(test_.database.db, { role: 'ARTIKUL_ORDER_MANAGER', rights: ['prices'] }),
  )
  expect((await send(test_, { url: '/api/v1/sellers' })).status).toBe(401)
  expect((await send(test_, { url: '/api/v1/sellers', headers: client })).status).toBe(403)
  expect((await send(test_, { url: '/api/v1/sellers', headers: plain })).status).toBe(200)
  expect((await call('POST', '', sellerFields(), plain)).status).toBe(403)
  expect((await call('POST', '/1/close', { version: 1 }, plain)).status).toBe(403)
})

test.each([
  [{ inn: '7707083894' }, 'inn'],
  [{ kpp: null }, 'kpp'],
  [{ ogrn: '304500116000157' }, 'ogrn'],
  [{ tax_regime: 'none' as never }, 'tax_regime'],
  [{ invoice_prefix: 'П/Р' }, 'invoice_prefix'],
  [{ accounts: [] }, 'accounts'],
  [{ accounts: [{ ...BANK, account: '40702810138250123018' }] }, 'accounts.0.account'],
  [{ accounts: [{ ...BANK, is_default: false }] }, 'accounts'],
])('seller with %j is rejected', async (overrides, path) => {
  const refused = await call('POST', '', sellerFields(overrides))
  expect(refused).toMatchObject({ status: 400, json: { errors: [{ path }] } })
})

test('seller is created, changed and offered for contracts until it is closed', async () => {
  const fields = sellerFields()
  const id = await create(fields)
  expect(await read(id)).toMatchObject({ ...fields, version: 1, closed_at: null, contracts_count: 0 })
  expect((await call('POST', '', sellerFields({ inn: fields.inn }))).json.code).toBe('seller.exists')
  const second = { ...BANK, account: '40702810138250123017', bic: '044525225', is_default: true }
  const change = { ...fields, phone: '+74951234567', accounts: [second] }
  expect((await call('PATCH', `/${id}`, { version: 1, ...change })).json).toEqual({ version: 2 })
  expect((await call('PATCH', `/${id}`, { version: 1, ...fields })).json.code).toBe('stale')
  expect((await call('PATCH', '/999999', { version: 1, ...fields, inn: newInn() })).status).toBe(404)
  const offered = async () =>
    (
      await send<{ sellers: { id: number }[] }>(test_, { url: '/api/v1/contractors/options', headers: manager })
    ).json.sellers.some((seller) => seller.id === id)
  expect(await offered()).toBe(true)
  expect((await call('POST', `/${id}/close`, { version: 2 })).status).toBe(200)
  expect(await offered()).toBe(false)
  expect((await call('POST', `/${id}/reopen`, { version: 3 })).status).toBe(200)
  expect(await offered()).toBe(true)
})

test('seller whose goods are on sale is not closed', async () => {
  const { db } = test_.database
  const id = await create()
  const warehouse = await buildWarehouse(db, id)
  await buildOffer(db, (await buildProduct(db)).id, warehouse.id)
  expect((await call('POST', `/${id}/close`, { version: 1 })).json.code).toBe('seller.in_use')
})

test('pictures of the company are re-encoded as PNG, replaced and removed; earlier invoices keep theirs', async () => {
  const { db } = test_.database
  const fields = sellerFields()
  const id = await create(fields)
  const upload = (kind: string, payload: Buffer, headers = manager) =>
    send<{ id: number } & Problem>(test_, {
      method: 'POST',
      url: `/api/v1/sellers/${id}/pictures?kind=${kind}`,
      headers: { ...headers, 'content-type': 'application/octet-stream' },
      payload,
    })
  const client = await loginAs(test_, parties.admin)
  expect((await upload('stamp', jpegOf(), client)).status).toBe(403)
  expect((await upload('seal', jpegOf())).status).toBe(400)
  expect((await upload('stamp', Buffer.from('%PDF-1.7'))).json.code).toBe('file.refused')
  const first = (await upload('stamp', jpegOf())).json.id
  const before = test_.clock.now()
  test_.clock.set(new Date(before.getTime() + 60_000).toISOString())
  const second = (await upload('stamp', jpegOf())).json.id
  expect((await read(id))?.pictures).toEqual([{ id: second, kind: 'stamp' }])
  const picture = await send<never>(test_, { url: `/api/v1/seller-pictures/${second}`, headers: manager })
  expect(picture.headers['content-type']).toBe('image/png')
  const stampAt = async (at: Date) => (await selectPicturesAt(db, fields.inn, at)).stamp
  const { bytes } = await db
    .selectFrom('seller_pictures')
    .select('bytes')
    .where('id', '=', first)
    .executeTakeFirstOrThrow()
  expect(await stampAt(before)).toEqual(bytes)
  const remove = (headers = manager) =>
    send(test_, { method: 'DELETE', url: `/api/v1/seller-pictures/${second}`, headers })
  expect((await remove(client)).status).toBe(403)
  expect((await remove()).status).toBe(200)
  expect((await remove()).status).toBe(404)
  expect(await stampAt(new Date(test_.clock.now().getTime() + 1))).toBeUndefined()
})
