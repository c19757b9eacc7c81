import type { Cart } from '@artikul/contract/ordering/cart'
import type { ContractorDetails } from '@artikul/contract/companies/contractors'
import type { Problem } from '@artikul/contract/core/errors'
import type { Order, OrderPreview, PlacedOrder } from '@artikul/contract/ordering/orders/orders'
import { NO_TOLERANCE, isPriceWithin, type Tolerance } from '@artikul/contract/companies/tolerance'
import fc from 'fast-check'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { historyOf } from '../../../../testing/line-history.ts'
import { loginAs, send, useTestApp } from '../../../../testing/test-app.ts'
import { buildOffer, buildProduct, buildWarehouse } from '../../../catalog/products/catalog.factory.ts'
import { buildConsignee } from '../../../companies/consignees/consignees.factory.ts'
import { buildContractor, buildSeller } from '../../../companies/contractors/contractors.factory.ts'
import { buildUser } from '../../../identity/users/users.factory.ts'

const test_ = useTestApp()
type Headers = { authorization: string }
let admin: Headers
let employee: Headers
let blind: Headers
let manager: Headers
let companyId: number
let foreignId: number
let warehouseId: number
let key = 0

const SOME: Tolerance = { rise_share: 200, rise_kop: 5_000, delay_days: 1 }

beforeAll(buildPeople)

beforeEach(resetTolerance)

describe('tolerance change is refused', () => {
  test('to anonymous callers, to employees and for another company', async () => {
    expect(await set(SOME, {})).toMatchObject({ status: 401, json: { code: 'auth.required' } })
    expect(await set(SOME, employee)).toMatchObject({ status: 403, json: { code: 'auth.forbidden' } })
    expect(await set(SOME, admin, foreignId)).toMatchObject({ status: 404, json: { code: 'not_found' } })
  })

  test.each([
    [{ rise_share: -1 }, 'rise_share', 'Процент не бывает меньше нуля'],
    [{ rise_share: 10_100 }, 'rise_share', 'Не больше 100 %'],
    [{ rise_share: 1.5 }, 'rise_share', 'Укажите процент'],
    [{ rise_kop: -1 }, 'rise_kop', 'Не меньше нуля'],
    [{ rise_kop: 0.5 }, 'rise_kop', 'Укажите сумму до копеек'],
    [{ rise_kop: 10_000_001 }, 'rise_kop', 'Не больше 100 000 ₽'],
    [{ delay_days: -1 }, 'delay_days', 'Не меньше нуля'],
    [{ delay_days: 1.5 }, 'delay_days', 'Укажите целое число дней'],
    [{ delay_days: 61 }, 'delay_days', 'Не больше 60 дней'],
  ])('with %o', async (fields, path, message) => {
    const reply = await set({ ...SOME, ...fields })
    expect(reply).toMatchObject({ status: 400, json: { code: 'input.invalid' } })
    expect(reply.json.errors).toEqual([{ path: `tolerance.${path}`, message }])
  })

  test('without one of its limits or with a stale version', async () => {
    expect((await set({ rise_share: 200 })).status).toBe(400)
    const { version } = await get<ContractorDetails>(`contractors/${companyId}`)
    expect((await set(SOME)).status).toBe(200)
    expect(await set({ ...SOME, delay_days: 2 }, manager, companyId, version)).toMatchObject({
      status: 409,
      json: { code: 'stale' },
    })
    expect((await get<ContractorDetails>(`contractors/${companyId}`)).tolerance).toEqual(SOME)
  })
})

test('tolerance set by an administrator or manager is logged, and an unchanged one is not', async () => {
  expect((await set(SOME)).status).toBe(200)
  const { version } = await get<ContractorDetails>(`contractors/${companyId}`)
  expect((await set(SOME)).json.version).toBe(version)
  expect((await set({ ...SOME, rise_kop: 0 }, manager)).status).toBe(200)
  const { results } = await get<{ results: { event: string; changes: object[] }[] }>(
    `contractors/${companyId}/history?page=1&page_size=50`,
  )
  expect(results.slice(0, 2)).toMatchObject([
    {
      event: 'company.tolerance_changed',
      changes: [{ field: 'Рост цены за единицу, ₽', before: '50,00', after: null }],
    },
    {
      changes: [
        { field: 'Рост цены, %', before: null, after: '2\u00a0%' },
        { field: 'Рост цены за единицу, ₽', before: null, after: '50,00' },
        { field: 'Задержка, дней', before: null, after: '1' },
      ],
    },
  ])
})

describe('order placement', () => {
  test('accepts no price rise and no delay by default', async () => {
    const { offerId, lines } = await shown()
    await reprice(offerId, 10_001)
    expect(await place(lines)).toMatchObject({ status: 409, json: { code: 'order.changed' } })
  })

  test('accepts a rise within tolerance and shows it in the reply, the line and the history', async () => {
    await set(SOME)
    const { offerId, lines } = await shown()
    await reprice(offerId, 10_200)
    const cart = await get<Cart>('cart')
    expect(cart.lines).toMatchObject([{ difference: { kind: 'price' }, within_tolerance: true }])
    const placed = await place(lines)
    expect(placed.json.orders).toMatchObject([
      { total_kop: 24_480, taken: { lines_count: 1, sum_kop: 480, delay_days: 0 } },
    ])
    const order = await get<Order>(`orders/${placed.json.orders[0]!.id}`)
    expect(order.lines).toMatchObject([{ price_kop: 12_240, taken: { rise_kop: 240, delay_days: 0 } }])
    expect((await historyOf(test_, order.lines[0]))[0]?.reason).toBe('Принято в пределах допуска: цена выше')
    const hidden = await get<Order>(`orders/${placed.json.orders[0]!.id}`, blind)
    expect(hidden.lines).toMatchObject([{ price_kop: null, taken: { rise_kop: null, delay_days: 0 } }])
  })

  test('accepts a delay up to the tolerance and reports it with the price rise', async () => {
    await set(SOME)
    const { offerId, lines } = await shown()
    await reprice(offerId, 10_200)
    const asShown = (days: number) =>
      lines.map((line) => ({ ...line, expected_date: dayBefore(line.expected_date, days) }))
    const refused = await place(asShown(2))
    expect(refused.json.differences).toMatchObject([{ kind: 'date' }])
    const placed = await place(asShown(1))
    expect(placed.json.orders[0]?.taken).toEqual({ lines_count: 1, sum_kop: 480, delay_days: 1 })
    const order = await get<Order>(`orders/${placed.json.orders[0]!.id}`)
    expect((await historyOf(test_, order.lines[0]))[0]?.reason).toBe(
      'Принято в пределах допуска: цена выше, срок позже на 1\u00a0день',
    )
  })

  test('accepts a lower price and an earlier date silently', async () => {
    await set(SOME)
    const { offerId, lines } = await shown()
    await reprice(offerId, 9_000)
    const placed = await place(lines.map((line) => ({ ...line, expected_date: dayBefore(line.expected_date, -3) })))
    expect(placed.json.orders).toMatchObject([{ total_kop: 21_600, taken: null }])
  })

  test('is refused for missing stock even when other lines are within tolerance', async () => {
    await set({ rise_share: 10_000, rise_kop: 0, delay_days: 60 })
    const first = await shown()
    const { offerId, lines } = await shown()
    await reprice(first.offerId, 10_100)
    await test_.database.db.updateTable('offers').set({ on_hand: 1 }).where('id', '=', offerId).execute()
    const refused = await place(lines)
    expect(refused.json.differences).toMatchObject([{ kind: 'stock' }])
    expect((await get<Cart>('cart')).lines.map((line) => line.within_tolerance).toSorted()).toEqual([false, true])
  })

  test('within tolerance works for users without price access and shows no sums', async () => {
    await set(SOME)
    const { offerId, lines } = await shown(blind)
    await reprice(offerId, 10_200)
    const placed = await place(lines, blind)
    expect(placed.json.orders).toMatchObject([{ taken: { lines_count: 1, sum_kop: null, delay_days: 0 } }])
  })

  test('succeeds if and only if every limit of the tolerance holds', { timeout: 60_000 }, async () => {
    const limits = fc.record({
      rise_share: fc.constantFrom(0, 100, 250),
      rise_kop: fc.constantFrom(0, 120, 400),
      delay_days: fc.constantFrom(0, 2),
    })
    const worse = fc.tuple(fc.constantFrom(0, 99, 100, 101, 208, 209, 400), fc.constantFrom(0, 1, 2, 3))
    await fc.assert(
      fc.asyncProperty(limits, worse, async (tolerance, [purchaseRise, days]) => {
        await set(tolerance)
        const { offerId, lines } = await shown()
        await reprice(offerId, 10_000 + purchaseRise)
        const now = (await get<OrderPreview>('orders/preview')).lines[0]?.price_kop ?? 0
        const shownLines = lines.map((line) => ({ ...line, expected_date: dayBefore(line.expected_date, days) }))
        const isWithin = isPriceWithin(tolerance, lines[0]?.price_kop ?? 0, now) && days <= tolerance.delay_days
        expect((await place(shownLines)).status).toBe(isWithin ? 201 : 409)
        await test_.database.db.deleteFrom('cart_lines').where('contractor_id', '=', companyId).execute()
      }),
      { numRuns: 12 },
    )
  })

  test('during a tolerance change uses the old or the new one, and afterwards only the new one', async () => {
    for (let round = 0; round < 8; round += 1) {
      await set(SOME)
      const { offerId, lines } = await shown()
      await reprice(offerId, 10_200)
      const [changed, placed] = await Promise.all([set(NO_TOLERANCE), place(lines)])
      expect(changed.status).toBe(200)
      if (placed.status === 201) expect(placed.json.orders[0]?.taken).toMatchObject({ sum_kop: 480 })
      else expect(placed.json.code).toBe('order.changed')
      const after = await shown()
      await reprice(after.offerId, 10_200)
      const later = await place(
        after.lines.filter((line) => !lines.some((one) => one.cart_line_id === line.cart_line_id)),
      )
      expect(later.json.code).toBe('order.changed')
      await test_.database.db.deleteFrom('cart_lines').where('contractor_id', '=', companyId).execute()
    }
  })
})

async function buildPeople() {
  const { db } = test_.database
  const seller = await buildSeller(db)
  companyId = (await buildContractor(db, { sellerIds: [seller.id] })).id
  foreignId = (await buildContractor(db, { sellerIds: [seller.id] })).id
  await buildConsignee(db, companyId, { is_default: true })
  warehouseId = (await buildWarehouse(db, seller.id)).id
  const contractorIds = [companyId]
  admin = await loginAs(test_, await buildUser(db, { role: 'CONTRACTOR_ADMIN', contractorIds }))
  employee = await loginAs(test_, await buildUser(db, { role: 'CONTRACTOR_USER', contractorIds }))
  const unpriced = await buildUser(db, { role: 'CONTRACTOR_USER', contractorIds })
  await db.updateTable('user_contractors').set({ sees_prices: false }).where('user_id', '=', unpriced.id).execute()
  blind = await loginAs(test_, unpriced)
  manager = await loginAs(test_, await buildUser(db, { role: 'ARTIKUL_ORDER_MANAGER' }))
}

async function resetTolerance() {
  const { db } = test_.database
  await db.deleteFrom('cart_lines').where('contractor_id', '=', companyId).execute()
  await db
    .updateTable('contractors')
    .set({ tolerance_hundredths: 0, tolerance_kop: 0, tolerance_days: 0 })
    .where('id', '=', companyId)
    .execute()
}

const get = async <T>(path: string, headers: Headers = admin) =>
  (await send<T>(test_, { url: `/api/v1/${path}`, headers })).json

async function set(tolerance: object, headers: object = admin, id = companyId, version?: number) {
  const found = await get<ContractorDetails>(`contractors/${id}`, manager)
  return send<Problem & { version: number }>(test_, {
    method: 'PATCH',
    url: `/api/v1/contractors/${id}`,
    headers: { ...headers },
    payload: { version: version ?? found.version, tolerance },
  })
}

/** Returns a cart of one line as shown to its buyer. */
async function shown(headers: Headers = admin, qty = 2) {
  const { db } = test_.database
  const offer = await buildOffer(db, (await buildProduct(db)).id, warehouseId, { on_hand: 1000, purchase_kop: 10_000 })
  const payload = { offer_id: offer.id, qty }
  await send(test_, { method: 'POST', url: '/api/v1/cart/lines', headers, payload })
  return { offerId: offer.id, lines: (await get<OrderPreview>('orders/preview', headers)).lines }
}

const place = (lines: OrderPreview['lines'], headers: Headers = admin) =>
  send<{ orders: PlacedOrder[] } & Problem>(test_, {
    method: 'POST',
    url: '/api/v1/orders',
    headers: { ...headers, 'idempotency-key': `tolerance-${(key += 1)}` },
    payload: { lines },
  })

/** Updates the purchase price; the selling price of a unit adds one fifth. */
const reprice = (offerId: number, purchase_kop: number) =>
  test_.database.db.updateTable('offers').set({ purchase_kop }).where('id', '=', offerId).execute()

const dayBefore = (day: string, days = 1) => new Date(Date.parse(day) - days * 86_400_000).toISOString().slice(0, 10)
