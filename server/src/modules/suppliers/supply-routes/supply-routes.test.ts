import type { Product } from '@artikul/contract/catalog/catalog'
import type { CartLine } from '@artikul/contract/ordering/cart'
import type { AuditItem } from '@artikul/contract/platform/audit'
import type { ExplainedOffer } from '@artikul/contract/pricing/price-explanation'
import type { ConditionPreview } from '@artikul/contract/pricing/price-conditions'
import type { SearchReply } from '@artikul/contract/ordering/search'
import type { SupplyRoute, SupplyRouteFields, WarehouseFields } from '@artikul/contract/suppliers/supply-routes'
import { afterEach, beforeAll, describe, expect, test } from 'vitest'
import { buildParties, type Parties } from '../../../testing/parties.factory.ts'
import { loginAs, send, useTestApp } from '../../../testing/test-app.ts'
import { buildOffer, buildProduct, buildWarehouse } from '../../catalog/products/catalog.factory.ts'
import { createMailer } from '../../../platform/mail/index.ts'
import { buildConsignee } from '../../companies/consignees/consignees.factory.ts'
import { conditionFields } from '../../pricing/price-conditions/price-conditions.factory.ts'
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
  await buildConsignee(test_.database.db, parties.company.id, { is_default: true })
  manager = await loginAs(test_, parties.manager)
  buyer = await loginAs(test_, parties.admin)
})
afterEach(() => test_.database.db.deleteFrom('cart_lines').execute())

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
    [{ stated_delivery_percent: -1 }, 'stated_delivery_percent', 'Не меньше нуля'],
    [{ stated_delivery_percent: 101 }, 'stated_delivery_percent', 'Не больше 100 %'],
    [{ stated_delivery_percent: 9.5 }, 'stated_delivery_percent', 'Укажите целый процент'],
    [{ kg_markup_kop: -1 }, 'kg_markup_kop', 'Не меньше нуля'],
    [{ kg_markup_kop: 10_000_001 }, 'kg_markup_kop', 'Не больше 100 000 ₽'],
    [{ price_from_kop: 0 }, 'price_from_kop', 'Укажите цену больше нуля'],
    [{ price_to_kop: 0.5 }, 'price_to_kop', 'Укажите цену'],
    [{ price_to_kop: 2_000_000_001 }, 'price_to_kop', 'Слишком большая цена'],
    [{ price_from_kop: 200, price_to_kop: 199 }, 'price_to_kop', 'Не меньше наименьшей цены'],
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
    [{ off_hours_days: -1 }, 'off_hours_days', 'Не меньше нуля'],
    [{ off_hours_days: 31 }, 'off_hours_days', 'Не больше 30 дней'],
    [{ off_hours_days: 1.5 }, 'off_hours_days', 'Укажите число дней'],
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

describe('price bounds of a source', () => {
  test.each([
    ['price at both bounds', { price_from_kop: 120_000, price_to_kop: 120_000 }, true],
    ['price below the lower bound', { price_from_kop: 120_001 }, false],
    ['price above the upper bound', { price_to_kop: 119_999 }, false],
  ])('%s', async (_, bounds, isShown) => {
    const { warehouseId, code, article } = await goods()
    await setRoute(warehouseId, bounds)
    expect(await offerOf(code)).toEqual(isShown ? expect.objectContaining({ price_kop: 120_000 }) : undefined)
    const found = await send<SearchReply>(test_, { url: `/api/v1/search?q=${article}`, headers: buyer })
    expect(found.json.groups[0]?.offers).toHaveLength(isShown ? 1 : 0)
  })

  test('take a hidden offer out of the cart and of placing, and managers are told why', async () => {
    const { warehouseId, code, productId, offerId } = await goods()
    const line = await post<{ id: number }>('/api/v1/cart/lines', { offer_id: offerId, qty: 1 })
    expect(line.status).toBe(201)
    const preview = await send<{ lines: object[] }>(test_, { url: '/api/v1/orders/preview', headers: buyer })
    await setRoute(warehouseId, { price_to_kop: 100_000 })
    const { json } = await send<{ lines: CartLine[] }>(test_, { url: '/api/v1/cart', headers: buyer })
    expect(json.lines).toMatchObject([{ offer: null, difference: { kind: 'gone' } }])
    expect(await post('/api/v1/orders', { lines: preview.json.lines })).toMatchObject({
      status: 409,
      json: { code: 'order.changed', differences: [{ kind: 'gone' }] },
    })
    expect((await post('/api/v1/cart/lines', { offer_id: offerId, qty: 1 })).status).toBe(409)
    const why = await send<{ offers: ExplainedOffer[] }>(test_, {
      url: `/api/v1/price-conditions/explain?product_id=${productId}&contractor_id=${parties.company.id}`,
      headers: manager,
    })
    expect(why.json.offers).toMatchObject([{ price_kop: null }])
    expect(why.json.offers[0]?.steps.at(-1)).toMatchObject({ kind: 'bounds', kop: 120_000 })
    await setRoute(warehouseId, { price_to_kop: null })
    expect(await offerOf(code)).toMatchObject({ price_kop: 120_000 })
  })

  test('do not lose a larger quantity whose price is lower', async () => {
    const { warehouseId, productId, offerId } = await goods()
    await send(test_, {
      method: 'POST',
      url: '/api/v1/price-conditions',
      headers: manager,
      payload: conditionFields({ product_id: productId, qty_from: 5, effect: { kind: 'discount', hundredths: 1000 } }),
    })
    await setRoute(warehouseId, { price_from_kop: 115_000 })
    await post('/api/v1/cart/lines', { offer_id: offerId, qty: 5 })
    const { json } = await send<{ lines: CartLine[] }>(test_, { url: '/api/v1/cart', headers: buyer })
    expect(json.lines).toMatchObject([{ offer: { price_kop: 108_000 }, difference: null }])
  })
})

test('markup per kilogram raises the price in search, cart, order and explanation, never without a weight', async () => {
  const { warehouseId, productId, code, offerId, article } = await goods({ weight_g: 2500 })
  const light = await goods()
  await setRoute(light.warehouseId, { kg_markup_kop: 10_000 })
  expect(await offerOf(light.code)).toMatchObject({ price_kop: 120_000 })
  await post('/api/v1/cart/lines', { offer_id: offerId, qty: 2 })
  await setRoute(warehouseId, { kg_markup_kop: 10_000, markup_hundredths: 1000 })
  // (1 000 ₽ + 2,5 kg × 100 ₽) × 1.1 × 1.2
  expect(await offerOf(code)).toMatchObject({ price_kop: 165_000 })
  const found = await send<SearchReply>(test_, { url: `/api/v1/search?q=${article}`, headers: buyer })
  expect(found.json.groups[0]?.offers).toMatchObject([{ price_kop: 165_000 }])
  const cart = await send<{ lines: CartLine[] }>(test_, { url: '/api/v1/cart', headers: buyer })
  expect(cart.json.lines).toMatchObject([{ sum_kop: 330_000, difference: { kind: 'price' } }])
  const why = await send<{ offers: ExplainedOffer[] }>(test_, {
    url: `/api/v1/price-conditions/explain?product_id=${productId}&contractor_id=${parties.company.id}`,
    headers: manager,
  })
  expect(why.json.offers).toMatchObject([
    {
      price_kop: 165_000,
      net_markup_hundredths: 3200,
      steps: [
        { kind: 'purchase', kop: 100_000 },
        { kind: 'weight', kop: 125_000 },
        { kind: 'source_markup', hundredths: 1000, kop: 137_500 },
        { kind: 'column', hundredths: 2000, kop: 165_000 },
      ],
    },
  ])
  const preview = await send<{ lines: object[] }>(test_, { url: '/api/v1/orders/preview', headers: buyer })
  expect((await post('/api/v1/orders', { lines: preview.json.lines })).status).toBe(201)
  const placed = await test_.database.db
    .selectFrom('order_lines')
    .select(['price_kop', 'purchase_kop'])
    .where('product_id', '=', productId)
    .execute()
  expect(placed).toEqual([{ price_kop: 165_000, purchase_kop: 100_000 }])
  const { json } = await send<ConditionPreview>(test_, {
    method: 'POST',
    url: '/api/v1/price-conditions/preview',
    headers: manager,
    payload: {
      id: null,
      fields: conditionFields({ product_id: productId, effect: { kind: 'discount', hundredths: 1000 } }),
    },
  })
  expect(json.results).toMatchObject([{ before_kop: 165_000, after_kop: 148_500 }])
})

test('stated probability of delivery is shown in search and cart while it is set', async () => {
  const { warehouseId, code, article, offerId } = await goods()
  expect(await offerOf(code)).not.toHaveProperty('stated_delivery_percent')
  await setRoute(warehouseId, { stated_delivery_percent: 0 })
  expect(await offerOf(code)).toMatchObject({ stated_delivery_percent: 0 })
  await setRoute(warehouseId, { stated_delivery_percent: 95 })
  const found = await send<SearchReply>(test_, { url: `/api/v1/search?q=${article}`, headers: buyer })
  expect(found.json.groups[0]?.offers).toMatchObject([{ stated_delivery_percent: 95 }])
  await post('/api/v1/cart/lines', { offer_id: offerId, qty: 1 })
  const cart = await send<{ lines: CartLine[] }>(test_, { url: '/api/v1/cart', headers: buyer })
  expect(cart.json.lines).toMatchObject([{ offer: { stated_delivery_percent: 95 } }])
})

test('days outside working hours move the dates of search, cart and order after the cutoff', async () => {
  const { warehouseId, code, offerId } = await goods()
  const warehouse = { ...WAREHOUSE, time_zone: 'Europe/Moscow', ships_on: null, term_days: 1 }
  await patch(`/api/v1/warehouses/${warehouseId}`, { version: 1, ...warehouse, cutoff: '23:59', off_hours_days: 5 })
  expect(await offerOf(code)).toMatchObject({ term_days: 1, expected_date: '2026-11-18' })
  await post('/api/v1/cart/lines', { offer_id: offerId, qty: 1 })
  const before = await send<{ lines: object[] }>(test_, { url: '/api/v1/orders/preview', headers: buyer })
  await patch(`/api/v1/warehouses/${warehouseId}`, { version: 2, ...warehouse, cutoff: '00:01', off_hours_days: 5 })
  expect(await offerOf(code)).toMatchObject({ term_days: 6, expected_date: '2026-11-24' })
  const cart = await send<{ lines: CartLine[] }>(test_, { url: '/api/v1/cart', headers: buyer })
  expect(cart.json.lines).toMatchObject([{ offer: { expected_date: '2026-11-24' }, difference: { kind: 'date' } }])
  expect((await post('/api/v1/orders', { lines: before.json.lines })).json).toMatchObject({
    code: 'order.changed',
    differences: [{ kind: 'date', new_date: '2026-11-24' }],
  })
})

test('audit log names the additional settings of a source and a warehouse', async () => {
  const { warehouseId } = await goods()
  await setRoute(warehouseId, {
    kg_markup_kop: 1500,
    price_from_kop: 10_000,
    price_to_kop: 500_000,
    stated_delivery_percent: 95,
  })
  await patch(`/api/v1/warehouses/${warehouseId}`, { version: 1, ...WAREHOUSE, off_hours_days: 2 })
  const { json } = await send<{ results: AuditItem[] }>(test_, {
    url: '/api/v1/audit?event=supply_route.changed',
    headers: manager,
  })
  expect(json.results.slice(0, 2).flatMap(({ changes }) => changes)).toEqual(
    expect.arrayContaining([
      { field: 'Наценка за килограмм', before: '0,00 ₽', after: '15,00 ₽' },
      { field: 'Показывать от цены', before: null, after: '100,00 ₽' },
      { field: 'Показывать до цены', before: null, after: '5\u00a0000,00 ₽' },
      { field: 'Вероятность выдачи', before: null, after: '95\u00a0%' },
      { field: 'Вне рабочего времени, дней', before: '0', after: '2' },
    ]),
  )
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

/** Goods of a partner's price list that cost the buyer 1 200 ₽. */
async function goods(weight: { weight_g?: number } = {}) {
  const { db } = test_.database
  const { id: warehouseId } = await partner()
  const { id: productId, code, article } = await buildProduct(db, weight)
  const { id: offerId } = await buildOffer(db, productId, warehouseId, { purchase_kop: 100_000, tracked: false })
  return { warehouseId, productId, code, article, offerId }
}

async function setRoute(warehouseId: number, fields: Partial<SupplyRouteFields>) {
  const source = await sourceOf(warehouseId)
  expect((await changeSupplyRoute(source, { ...fieldsOf(source), ...fields })).status).toBe(200)
}

const post = <T>(url: string, payload: object) =>
  send<T>(test_, {
    method: 'POST',
    url,
    headers: { ...buyer, 'idempotency-key': crypto.randomUUID() },
    payload,
  })

const list = async () =>
  (await send<{ results: SupplyRoute[] }>(test_, { url: '/api/v1/supply-routes', headers: manager })).json.results

const sourceOf = async (warehouseId: number) =>
  (await list()).find(({ warehouses }) => warehouses.some(({ id }) => id === warehouseId)) ?? expect.fail('no source')

const fieldsOf = ({
  name,
  vat_mode,
  fresh_hours,
  markup_hundredths,
  kg_markup_kop,
  price_from_kop,
  price_to_kop,
  stated_delivery_percent,
}: SupplyRoute): SupplyRouteFields => ({
  name,
  vat_mode,
  fresh_hours,
  markup_hundredths,
  kg_markup_kop,
  price_from_kop,
  price_to_kop,
  stated_delivery_percent,
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
  off_hours_days: 0,
  guarantee_days: 2,
  return_days: 7,
}
