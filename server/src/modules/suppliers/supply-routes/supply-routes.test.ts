import type { Product } from '@artikul/contract/catalog/catalog'
import type { SupplyRoute, SupplyRouteFields, WarehouseFields } from '@artikul/contract/suppliers/supply-routes'
import { beforeAll, describe, expect, test } from 'vitest'
import { buildParties, type Parties } from '../../../testing/parties.factory.ts'
import { loginAs, send, useTestApp } from '../../../testing/test-app.ts'
import { buildOffer, buildProduct, buildWarehouse } from '../../catalog/products/catalog.factory.ts'
import { createMailer } from '../../../platform/mail/index.ts'
import { buildUser } from '../../identity/users/users.factory.ts'
import { readConfig } from '../../../platform/config.ts'
import { pino } from 'pino'
import { notifyOfStalePrices } from './index.ts'

type Headers = { authorization: string }
const test_ = useTestApp()
let parties: Parties
let manager: Headers
let buyer: Headers

beforeAll(async () => {
  parties = await buildParties(test_.database.db)
  manager = await loginAs(test_, parties.manager)
  buyer = await loginAs(test_, parties.admin)
})
const changeSupplyRoute = ({ id, version }: SupplyRoute, fields: SupplyRouteFields, headers = manager) =>
  patch(`/api/v1/supply-routes/${id}`, { version, ...fields }, headers)
const offerOf = async (code: string) =>
  (await send<Product>(test_, { url: `/api/v1/catalog/${code}`, headers: buyer })).json.offers[0]

describe('refusals', () => {
  test('client cannot read sources, and staff without the right cannot change them', async () => {
    const { db } = test_.database
    const source = await sourceOf((await partner()).id)
    const plain = await loginAs(test_, await buildUser(db, { role: 'ARTIKUL_ORDER_MANAGER', rights: [] }))
    expect((await send(test_, { url: '/api/v1/supply-routes' })).status).toBe(401)
    expect((await send(test_, { url: '/api/v1/supply-routes', headers: buyer })).status).toBe(403)
    expect((await changeSupplyRoute(source, fieldsOf(source), plain)).status).toBe(403)
  })

  test.each([
    [{ fresh_hours: 0 }, 'fresh_hours', 'Не меньше часа'],
    [{ no_return_brand_ids: [2_000_000] }, 'no_return_brand_ids', 'Бренд не найден'],
    [{ markup_hundredths: -1 }, 'markup_hundredths', 'Процент не бывает меньше нуля'],
  ] as [Partial<SupplyRouteFields>, string, string][])(
    'source with %j is rejected',
    async (overrides, path, message) => {
      const source = await sourceOf((await partner()).id)
      expect(await changeSupplyRoute(source, { ...fieldsOf(source), ...overrides })).toMatchObject({
        status: 400,
        json: { errors: [{ path, message }] },
      })
    },
  )

  test.each([
    [{ time_zone: 'Луна/Море' }, 'time_zone', 'Нет такого часового пояса'],
    [{ cutoff: '25:00' }, 'cutoff', 'Время в виде 16:00'],
    [{ term_days: -1 }, 'term_days', 'Не меньше нуля'],
    [{ ships_on: [] }, 'ships_on', 'Выберите дни'],
    [{ ships_on: [1, 1] }, 'ships_on', 'День повторяется'],
    [{ ships_on: [8] }, 'ships_on.0', 'Нет такого дня'],
  ] as [Partial<WarehouseFields>, string, string][])(
    'warehouse with %j is rejected',
    async (overrides, path, message) => {
      const { id } = await partner()
      expect(await patch(`/api/v1/warehouses/${id}`, { version: 1, ...WAREHOUSE, ...overrides })).toMatchObject({
        status: 400,
        json: { errors: [{ path, message }] },
      })
    },
  )

  test('warehouse shown under the name of its supplier is rejected', async () => {
    const { id } = await partner()
    const { name } = await sourceOf(id)
    expect(
      await patch(`/api/v1/warehouses/${id}`, { version: 1, ...WAREHOUSE, shown_as: `${name}, Казань` }),
    ).toMatchObject({
      status: 400,
      json: { errors: [{ path: 'shown_as', message: 'Клиенты узнают поставщика: назовите склад номером' }] },
    })
  })

  test('duplicate source name and stale version are rejected', async () => {
    const [one, other] = [await sourceOf((await partner()).id), await sourceOf((await partner()).id)]
    expect(await changeSupplyRoute(one, { ...fieldsOf(one), name: other.name })).toMatchObject({
      status: 400,
      json: { errors: [{ path: 'name', message: 'Поставщик с таким названием уже есть' }] },
    })
    expect((await changeSupplyRoute(one, fieldsOf(one))).json).toEqual({ version: 1 })
    const changed = { ...fieldsOf(one), fresh_hours: 48 }
    expect((await changeSupplyRoute(one, changed)).json).toEqual({ version: 2 })
    expect((await changeSupplyRoute(one, changed)).status).toBe(409)
  })
})

test('source and warehouse settings change the price and dates shown to clients', async () => {
  const { db } = test_.database
  const { id } = await partner()
  const { code, brandId } = await buildProduct(db, { brand: 'БЕЗ ВОЗВРАТА' })
  const product = await db.selectFrom('products').select('id').where('code', '=', code).executeTakeFirstOrThrow()
  await buildOffer(db, product.id, id, { purchase_kop: 100_000, tracked: false })
  expect(await offerOf(code)).toMatchObject({ return_days: 14, price_kop: 120_000 })
  const source = await sourceOf(id)
  const fields = { ...fieldsOf(source), markup_hundredths: 1000, no_return_brand_ids: [brandId] }
  expect((await changeSupplyRoute(source, fields)).status).toBe(200)
  expect((await patch(`/api/v1/warehouses/${id}`, { version: 1, ...WAREHOUSE })).json).toEqual({ version: 2 })
  expect(await offerOf(code)).toMatchObject({
    warehouse: 'Склад 777',
    return_days: 0,
    price_kop: 132_000,
    term_days: 4,
    expected_date: '2026-11-24',
  })
  expect(await sourceOf(id)).toMatchObject({
    markup_hundredths: 1000,
    no_return_brands: [{ id: brandId, name: 'БЕЗ ВОЗВРАТА' }],
    warehouses: [{ ...WAREHOUSE, freshness: 'fresh' }],
  })
})

test('stale price lists are emailed once a day to staff who maintain prices', async () => {
  const { db } = test_.database
  const log = pino({ level: 'silent' })
  const mailer = createMailer({
    db: test_.appDatabase.db,
    config: readConfig({ NODE_ENV: 'test' }, '.'),
    log,
    clock: test_.clock,
  })
  const notify = () => notifyOfStalePrices(test_.appDatabase.db, { clock: test_.clock, mailer })
  const letters = () =>
    db.selectFrom('emails').select(['recipient', 'subject', 'body']).where('subject', 'like', 'Устаревшие%').execute()
  await db.updateTable('supply_routes').set({ stale_notified_on: '2026-11-17' }).execute()
  const { id } = await partner()
  const { name } = await sourceOf(id)
  await db.updateTable('warehouses').set({ imported_at: '2026-11-12T09:00:00Z' }).where('id', '=', id).execute()
  await notify()
  await notify()
  const emails = await letters()
  expect(new Set(emails.map(({ subject }) => subject))).toEqual(new Set(['Устаревшие прайсы: 1']))
  expect(emails[0]?.body).toContain(`${name} (`)
  expect(emails[0]?.body).toContain('прайс от 12.11.2026, 12:00, цены помечены «уточняется»')
  const recipients = emails.map(({ recipient }) => recipient)
  expect(new Set(recipients).size).toBe(recipients.length)
  const { email } = await db
    .selectFrom('users')
    .select('email')
    .where('id', '=', parties.manager.id)
    .executeTakeFirstOrThrow()
  expect(recipients).toContain(email)
})

const partner = () =>
  buildWarehouse(test_.database.db, parties.seller.id, {
    source: { kind: 'partner', fresh_hours: 72 },
    warehouse: { imported_at: '2026-11-16T09:00:00Z' },
  })

const list = async () =>
  (await send<{ results: SupplyRoute[] }>(test_, { url: '/api/v1/supply-routes', headers: manager })).json.results

const sourceOf = async (warehouseId: number) =>
  (await list()).find(({ warehouses }) => warehouses.some(({ id }) => id === warehouseId)) ?? expect.fail('no source')

const fieldsOf = ({ name, vat_mode, fresh_hours, markup_hundredths }: SupplyRoute): SupplyRouteFields => ({
  name,
  vat_mode,
  fresh_hours,
  markup_hundredths,
  no_return_brand_ids: [],
})

const patch = (url: string, payload: object, headers = manager) =>
  send<{ version: number }>(test_, { method: 'PATCH', url, headers, payload })

const WAREHOUSE: WarehouseFields = {
  shown_as: 'Склад 777',
  region: 'Новосибирск',
  time_zone: 'Asia/Novosibirsk',
  cutoff: '12:30',
  ships_on: [5],
  term_days: 4,
  guarantee_days: 2,
  return_days: 7,
}
