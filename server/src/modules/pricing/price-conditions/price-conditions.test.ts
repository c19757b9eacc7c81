import { API } from '@artikul/contract/api'
import type { Cart } from '@artikul/contract/ordering/cart'
import type { Product } from '@artikul/contract/catalog/catalog'
import type { PriceConditionTerms, ConditionFields } from '@artikul/contract/pricing/price-condition'
import type { ConditionPreview, ListedConditions, PriceChange } from '@artikul/contract/pricing/price-conditions'
import type { ExplainedOffer } from '@artikul/contract/pricing/price-explanation'
import type { PriceGroup } from '@artikul/contract/pricing/price-groups'
import { isStaff, can, ROLES } from '@artikul/contract/core/roles'
import { read, utils, write } from '@e965/xlsx'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { useParties } from '../../../testing/parties.factory.ts'
import { loginAs, send, useTestApp } from '../../../testing/test-app.ts'
import { buildOffer, buildProduct, buildWarehouse } from '../../catalog/products/catalog.factory.ts'
import { buildConsignee } from '../../companies/consignees/consignees.factory.ts'
import { buildRequest } from '../../ordering/quote-requests/quote-requests.factory.ts'
import { buildUser } from '../../identity/users/users.factory.ts'
import { conditionFields } from './price-conditions.factory.ts'

type Headers = { authorization: string }
const URL = '/api/v1/price-conditions'
const test_ = useTestApp()
const { parties, manager, admin: buyer } = useParties(test_)
let warehouse: { id: number }

beforeAll(async () => {
  const { db } = test_.database
  warehouse = await buildWarehouse(db, parties.seller.id)
  await buildConsignee(db, parties.company.id, { is_default: true })
})
beforeEach(async () => {
  const { db } = test_.database
  for (const table of ['price_change_rows', 'price_changes', 'price_conditions'] as const)
    await db.deleteFrom(table).execute()
})

describe('price condition targets', () => {
  const targets = (query: string, headers: object = manager) =>
    send<{ results: { id: number; name: string }[] }>(test_, {
      url: `${URL}/targets?${query}`,
      headers: { ...headers },
    })

  test('are open to staff only', async () => {
    expect((await targets('kind=brand', {})).status).toBe(401)
    expect((await targets('kind=brand', buyer)).status).toBe(403)
    expect(await targets('kind=month')).toMatchObject({ status: 400 })
  })

  test('are found by prefix and by id', async () => {
    const { id } = await product({ brand: 'Назовём', article: 'ЦЕЛЬ 77-1' })
    const { json } = await targets(`kind=product&q=${encodeURIComponent('цель77')}`)
    expect(json.results.map((one) => one.id)).toEqual([id])
    expect((await targets(`kind=product&q=${encodeURIComponent('-')}`)).json.results).toEqual([])
    const [company] = (await targets(`kind=contractor&id=${parties.company.id}`)).json.results
    expect(company?.id).toBe(parties.company.id)
    const [brand] = (await targets(`kind=brand&q=${encodeURIComponent('назов')}`)).json.results
    expect(brand?.name).toBe('Назовём')
    for (const kind of ['inventory_group', 'source']) expect((await targets(`kind=${kind}`)).status).toBe(200)
  })
})

describe('refusals', () => {
  test('client cannot reach price conditions, and staff without the right cannot change them', async () => {
    const plain = await loginAs(
      test_,
      await buildUser(test_.database.db, { role: 'ARTIKUL_ORDER_MANAGER', rights: [] }),
    )
    const warranty = await loginAs(test_, parties.warranty)
    expect((await send(test_, { url: URL })).status).toBe(401)
    expect((await send(test_, { url: URL, headers: buyer })).status).toBe(403)
    expect((await create({}, buyer)).status).toBe(403)
    expect((await send(test_, { url: URL, headers: warranty })).status).toBe(200)
    expect(await create({}, plain)).toMatchObject({
      status: 403,
      json: { code: 'auth.permission_required', detail: 'Нужно право «Изменение цен»: его даёт администратор портала' },
    })
    expect(await list('state=any')).toEqual([])
  })

  test('no client role has a pricing permission', () => {
    const routes = [...Object.values(API['priceConditions'] ?? {}), ...Object.values(API['priceGroups'] ?? {})]
    for (const { access } of routes)
      for (const role of ROLES)
        if (!isStaff([role])) expect(can([role], access as Parameters<typeof can>[1])).toBe(false)
  })

  test.each([
    [{ contractor_id: 1, price_group_id: 1 }, 'price_group_id', 'Укажите или покупателя, или ценовую группу'],
    [{ effect: { kind: 'discount', hundredths: 10_000 } }, 'effect.hundredths', 'Скидка меньше 100 %'],
    [{ effect: { kind: 'fixed', price_kop: 100 } }, 'product_id', 'Цену назначают для артикула'],
    [{ valid_to: '2026-10-31' }, 'valid_to', 'Последний день раньше первого'],
    [{ purchase_from_kop: 200, purchase_to_kop: 200 }, 'purchase_to_kop', 'Закупка «до» должна быть больше, чем «от»'],
    [{ brand_id: 2_000_000 }, 'brand_id', 'Бренд не найден'],
    [{ effect: { kind: 'column', price_group_id: 2_000_000 } }, 'effect', 'Колонка цен не найдена'],
  ] as [object, string, string][])('%j is rejected with its field named', async (overrides, path, message) => {
    expect(await create(overrides)).toMatchObject({ status: 400, json: { errors: [{ path, message }] } })
    expect(await changes()).toEqual([])
  })

  test('C-63 stale version is refused and an unknown id is not found', async () => {
    const { json } = await create()
    const patch = (id: number, version: number) =>
      send(test_, {
        method: 'PATCH',
        url: `${URL}/${id}`,
        headers: manager,
        payload: { version, fields: conditionFields({ note: 'Другое' }) },
      })
    expect((await patch(json.id, 1)).status).toBe(200)
    expect(await patch(json.id, 1)).toMatchObject({ status: 409, json: { code: 'stale' } })
    expect((await patch(2_000_000, 1)).status).toBe(404)
    expect((await change([2_000_000], { kind: 'end' })).status).toBe(404)
    expect((await undo(2_000_000)).status).toBe(404)
  })
})

describe('price condition', () => {
  test('applies equally in search, cart, preview and order', async () => {
    const { db } = test_.database
    const brand = `БРЕНД ${Math.random()}`
    const { code, brandId, offerId } = await product({ brand })
    expect(await priceOf(code)).toBe(120_000)
    await create({ contractor_id: parties.company.id, brand_id: brandId, effect: { kind: 'markup', hundredths: 1000 } })
    await create({ brand_id: brandId, qty_from: 10, effect: { kind: 'discount', hundredths: 500 } })
    const offer = await offerOf(code)
    expect(offer?.price_kop).toBe(110_000)
    expect(offer).not.toHaveProperty('qty_prices')

    const line = await post<{ line_id: number }>('/api/v1/cart/lines', { offer_id: offerId, qty: 3 }, buyer)
    expect(line.status).toBe(201)
    const cart = await send<Cart>(test_, { url: '/api/v1/cart', headers: buyer })
    expect(cart.json.lines[0]).toMatchObject({ price_kop: 110_000, sum_kop: 330_000 })
    const preview = await send<{ lines: object[]; total_kop: number }>(test_, {
      url: '/api/v1/orders/preview',
      headers: buyer,
    })
    expect(preview.json).toMatchObject({ total_kop: 330_000 })
    const placed = await send(test_, {
      method: 'POST',
      url: '/api/v1/orders',
      headers: { ...buyer, 'idempotency-key': crypto.randomUUID() },
      payload: { lines: preview.json.lines },
    })
    expect(placed.status).toBe(201)
    const ordered = await db.selectFrom('order_lines').select('price_kop').orderBy('id', 'desc').executeTakeFirst()
    expect(ordered?.price_kop).toBe(110_000)
  })

  test('for a larger quantity is shown in advance, and a smaller quantity is no price change', async () => {
    const { code, brandId, offerId } = await product({ brand: `БРЕНД ${Math.random()}` })
    await create({ brand_id: brandId, qty_from: 10, effect: { kind: 'discount', hundredths: 500 } })
    expect(await offerOf(code)).toMatchObject({
      price_kop: 120_000,
      qty_prices: [{ qty_from: 10, price_kop: 114_000 }],
    })
    await test_.database.db.deleteFrom('cart_lines').execute()
    const { json } = await post<{ line_id: number }>('/api/v1/cart/lines', { offer_id: offerId, qty: 10 }, buyer)
    const lineOf = async () => {
      const cart = await send<Cart>(test_, { url: '/api/v1/cart', headers: buyer })
      return cart.json.lines.find(({ id }) => id === json.line_id)
    }
    expect(await lineOf()).toMatchObject({ offer: { price_kop: 114_000 }, sum_kop: 1_140_000, difference: null })
    await send(test_, {
      method: 'PATCH',
      url: `/api/v1/cart/lines/${json.line_id}`,
      headers: buyer,
      payload: { qty: 9 },
    })
    expect(await lineOf()).toMatchObject({ offer: { price_kop: 120_000 }, sum_kop: 1_080_000, difference: null })
  })

  test('that forbids a sale hides the product from the company', async () => {
    const { code, brandId } = await product({ brand: `БРЕНД ${Math.random()}` })
    await create({ contractor_id: parties.company.id, brand_id: brandId, effect: { kind: 'not_sold' } })
    expect(await offerOf(code)).toBeUndefined()
    await change([(await list())[0]?.id ?? 0], { kind: 'end' })
    expect(await priceOf(code)).toBe(120_000)
  })

  test('never lowers the price below cost plus the minimum markup', async () => {
    const { code, brandId } = await product({ brand: `БРЕНД ${Math.random()}` })
    await create({ brand_id: brandId, effect: { kind: 'discount', hundredths: 9_000 } })
    expect(await priceOf(code)).toBe(100_000)
    const { json } = await send<{ version: number }>(test_, { url: '/api/v1/price-settings', headers: manager })
    const setTo = (min_markup_hundredths: number, version: number) =>
      send<{ version: number }>(test_, {
        method: 'PATCH',
        url: '/api/v1/price-settings',
        headers: manager,
        payload: { version, min_markup_hundredths },
      })
    const saved = await setTo(700, json.version)
    expect(await priceOf(code)).toBe(107_000)
    expect(await setTo(0, json.version)).toMatchObject({ status: 409, json: { code: 'stale' } })
    await setTo(0, saved.json.version)
  })
})

describe('list of price conditions', () => {
  test('shows the target and the state of each, including overlapped ones', async () => {
    const { brandId, id: productId, article } = await product({ brand: 'BOSCH' })
    const first = await create({ brand_id: brandId, note: 'Акция «Осень»' })
    const second = await create({ brand_id: brandId, valid_from: '2026-11-10' })
    await create({
      contractor_id: parties.company.id,
      product_id: productId,
      effect: { kind: 'fixed', price_kop: 99_900 },
    })
    await create({ valid_from: '2026-12-01', effect: { kind: 'not_sold' } })
    await create({ valid_from: '2026-10-01', valid_to: '2026-10-31' })
    expect((await list()).map(({ state }) => state)).toEqual(['coming', 'in_force', 'in_force', 'in_force'])
    expect(await list('state=overlapped')).toMatchObject([
      { id: first.json.id, overlapped: { by: second.json.id, since: '2026-11-10' } },
    ])
    expect(await list('state=ended')).toHaveLength(1)
    expect(await list('scope=company')).toMatchObject([
      { contractor: { id: parties.company.id }, product: { article }, effect: { kind: 'fixed', price_kop: 99_900 } },
    ])
    expect(await list('q=bosch')).toHaveLength(2)
    expect(await list(`q=${encodeURIComponent('осень')}`)).toMatchObject([{ id: first.json.id }])
    expect(await list(`q=${encodeURIComponent(article)}`)).toHaveLength(1)
    expect(await list('effect=not_sold')).toHaveLength(1)
  })
})

describe('bulk change of conditions', () => {
  test('ends, extends and raises them, and counts skipped ones', async () => {
    const ids: number[] = []
    for (const given of [
      { purchase_to_kop: 100 },
      { purchase_to_kop: 200, effect: { kind: 'discount', hundredths: 9_900 } },
      { purchase_to_kop: 300, effect: { kind: 'not_sold' } },
      { purchase_to_kop: 400, valid_from: '2026-12-01' },
    ] satisfies Partial<ConditionFields>[])
      ids.push((await create(given)).json.id)
    expect((await change(ids, { kind: 'shift', hundredths: 200 })).json).toMatchObject({ changed: 2, skipped: 2 })
    expect((await change(ids, { kind: 'percent', hundredths: 600 })).json).toMatchObject({ changed: 3, skipped: 1 })
    expect((await change(ids, { kind: 'valid_to', day: '2026-11-30' })).json).toMatchObject({ changed: 3, skipped: 1 })
    expect((await change(ids, { kind: 'end' })).json).toMatchObject({ changed: 4, skipped: 0 })
    expect(await list()).toEqual([])
    expect((await list('state=any')).map(({ valid_to }) => valid_to)).toEqual([
      '2026-11-16',
      '2026-11-16',
      '2026-11-16',
    ])
  })

  test('is undone as a whole unless a condition has changed since', async () => {
    const { json: one } = await create({ purchase_to_kop: 100 })
    const { json: other } = await create({ purchase_to_kop: 200, valid_from: '2026-12-01' })
    const before = await list('state=any')
    await change([one.id, other.id], { kind: 'end' })
    const [ending] = await changes()
    expect(ending).toMatchObject({ kind: 'ended', count: 2, is_undone: false })
    expect((await undo(ending?.id ?? 0)).json).toEqual({ count: 2 })
    expect((await list('state=any')).map(({ version: _, changed_at: __, ...rest }) => rest)).toEqual(
      before.map(({ version: _, changed_at: __, ...rest }) => rest),
    )
    expect(await undo(ending?.id ?? 0)).toMatchObject({ status: 409, json: { code: 'price_change.superseded' } })

    await change([one.id], { kind: 'percent', hundredths: 700 })
    const [first] = await changes()
    await change([one.id], { kind: 'percent', hundredths: 800 })
    expect((await undo(first?.id ?? 0)).status).toBe(409)
    expect(first?.text).toBe(
      'все покупатели, закупка до 1,00 ₽: Скидка 3\u00a0%, с 01.11.2026 → все покупатели, закупка до 1,00 ₽: Скидка 7\u00a0%, с 01.11.2026',
    )
  })
})

describe('price condition file', () => {
  const upload = <T>(url: string, bytes: Buffer) =>
    send<T>(test_, {
      method: 'POST',
      url,
      headers: { ...manager, 'content-type': 'application/octet-stream' },
      payload: bytes,
    })
  const sheet = (rows: unknown[][]) =>
    write(
      { Sheets: { Лист: utils.aoa_to_sheet(rows) }, SheetNames: ['Лист'] },
      { type: 'buffer', bookType: 'xlsx' },
    ) as Buffer
  const HEADER = ['ИНН', 'Ценовая группа', 'Бренд', 'Артикул', 'Количество от', 'Условие', 'Значение', 'С', 'По']
  const readList = (bytes: Buffer) => upload<ListedConditions>(`${URL}/read-list`, bytes)

  test('is previewed row by row, applied as previewed, and changes nothing when repeated', async () => {
    const { article } = await product({ brand: 'MANN' })
    const { db } = test_.database
    const { inn } = await db
      .selectFrom('contractors')
      .select('inn')
      .where('id', '=', parties.company.id)
      .executeTakeFirstOrThrow()
    const bytes = sheet([
      HEADER,
      [inn, '', 'MANN', '', '', 'Скидка', '3,5 %', '01.12.2026', ''],
      ['', '', 'MANN', article, 4, 'Цена', 1180.5, '01.12.2026', '31.12.2026'],
      ['7700000000', '', '', '', '', 'Скидка', 3, '01.12.2026', ''],
      ['', '', 'НЕТ ТАКОГО', '', '', 'Наценка', 'много', '01.12.2026', ''],
      [inn, '', 'MANN', '', '', 'Скидка', 4, '01.12.2026', ''],
    ])
    const shown = await readList(bytes)
    expect(shown.json).toMatchObject({ counts: { new: 2, changed: 0, same: 0, refused: 3 } })
    expect(shown.json.rows.flatMap(({ row, error }) => (error === null ? [] : [[row, error]]))).toEqual([
      [4, 'Покупателя с таким ИНН нет: «7700000000»'],
      [5, 'Такого бренда нет: «НЕТ ТАКОГО»'],
      [6, 'То же условие, что в строке 2'],
    ])
    expect(await list('state=any')).toEqual([])
    const load = (digest: string) => upload<{ count: number }>(`${URL}/import?digest=${digest}`, bytes)
    expect(await load('0'.repeat(64))).toMatchObject({ status: 409, json: { code: 'stale' } })
    expect((await load(shown.json.digest)).json).toEqual({ count: 2 })
    expect(await list()).toMatchObject([
      { product: { article }, qty_from: 4, effect: { kind: 'fixed', price_kop: 118_050 }, valid_to: '2026-12-31' },
      { contractor: { id: parties.company.id }, effect: { kind: 'discount', hundredths: 350 } },
    ])
    expect((await readList(bytes)).json.counts).toEqual({ new: 0, changed: 0, same: 2, refused: 3 })
    expect((await changes())[0]).toMatchObject({ kind: 'imported', count: 2 })
  })

  test('from the export reads back unchanged, and an edited value changes its condition', async () => {
    const { brandId, id: productId } = await product({ brand: 'MAHLE' })
    await create({ contractor_id: parties.company.id, brand_id: brandId, purchase_from_kop: 100, qty_from: 2.5 })
    await create({ product_id: productId, effect: { kind: 'fixed', price_kop: 99_999 }, note: '=1+1' })
    const [group] = (await send<{ results: PriceGroup[] }>(test_, { url: '/api/v1/price-groups', headers: manager }))
      .json.results
    await create({ price_group_id: group?.id ?? 0, effect: { kind: 'column', price_group_id: group?.id ?? 0 } })
    const { app } = test_
    const exported = await app.inject({ url: `${URL}/export`, headers: manager })
    expect(exported.statusCode).toBe(200)
    expect((await readList(exported.rawPayload)).json).toMatchObject({
      counts: { new: 0, changed: 0, same: 3, refused: 0 },
    })
    const book = read(exported.rawPayload)
    const rows = utils.sheet_to_json<unknown[]>(book.Sheets['Ценовые условия'] ?? {}, { header: 1, raw: false })
    const value = (rows[0] ?? []).indexOf('Значение')
    const edited = rows.map((row, at) => (at === 3 ? row.map((cell, place) => (place === value ? '7' : cell)) : row))
    const shown = await readList(sheet(edited))
    expect(shown.json.counts).toEqual({ new: 0, changed: 1, same: 2, refused: 0 })
  })

  test('without the required columns is rejected with a reason', async () => {
    expect(await readList(sheet([['Артикул'], ['1']]))).toMatchObject({
      status: 422,
      json: { detail: 'В файле не найдены столбцы «Условие» и «С»' },
    })
  })
})

describe('price explanation', () => {
  const explain = (query: string, headers = manager) =>
    send<{ offers: ExplainedOffer[] }>(test_, { url: `${URL}/explain?${query}`, headers })

  test('lists every step, and the last one is the price the buyer sees', async () => {
    const { code, id, brandId } = await product({ brand: `БРЕНД ${Math.random()}` })
    const { json } = await create({ contractor_id: parties.company.id, brand_id: brandId })
    const reply = await explain(`product_id=${id}&contractor_id=${parties.company.id}&qty=1`)
    expect(reply.json.offers).toMatchObject([
      {
        price_kop: 116_400,
        net_markup_hundredths: 1640,
        steps: [
          { kind: 'purchase', kop: 100_000 },
          { kind: 'source_markup', hundredths: 0, kop: 100_000 },
          { kind: 'column', hundredths: 2000, kop: 120_000 },
          { kind: 'condition', condition: { id: json.id }, kop: 116_400 },
        ],
      },
    ])
    expect(await priceOf(code)).toBe(116_400)
  })

  test('works for a future day and for a product that is not sold', async () => {
    const { id, brandId } = await product({ brand: `БРЕНД ${Math.random()}` })
    await create({ brand_id: brandId, effect: { kind: 'not_sold' }, valid_from: '2026-12-01' })
    expect((await explain(`product_id=${id}`)).json.offers).toHaveLength(1)
    expect((await explain(`product_id=${id}&day=2026-12-01`)).json.offers).toMatchObject([
      { price_kop: null, net_markup_hundredths: null },
    ])
    expect(await explain(`product_id=${id}&day=2026-11-16`)).toMatchObject({
      status: 400,
      json: { errors: [{ path: 'day', message: 'Этот день уже прошёл' }] },
    })
    expect((await explain('product_id=2000000')).status).toBe(404)
  })
})

describe('condition preview', () => {
  const preview = (fields: ConditionFields, id: number | null = null) =>
    post<ConditionPreview>(`${URL}/preview`, { id, fields })

  test('compares prices of sold products before and after, without saving', async () => {
    const { code, id, brandId, offerId } = await product({ brand: `БРЕНД ${Math.random()}` })
    await test_.database.db.deleteFrom('cart_lines').execute()
    await post('/api/v1/cart/lines', { offer_id: offerId, qty: 3 }, buyer)
    const shown = await send<{ lines: object[] }>(test_, { url: '/api/v1/orders/preview', headers: buyer })
    await send(test_, {
      method: 'POST',
      url: '/api/v1/orders',
      headers: { ...buyer, 'idempotency-key': crypto.randomUUID() },
      payload: { lines: shown.json.lines },
    })
    const fields = conditionFields({ brand_id: brandId, effect: { kind: 'discount', hundredths: 1000 } })
    expect((await preview(fields)).json).toMatchObject({
      concerned: { offers: 1 },
      compared: 1,
      results: [{ product: { id }, contractor: { id: parties.company.id }, before_kop: 120_000, after_kop: 108_000 }],
    })
    expect(await list('state=any')).toEqual([])
    const { json } = await create({ brand_id: brandId, effect: { kind: 'discount', hundredths: 1000 } })
    expect((await preview(fields, json.id)).json).toMatchObject({ compared: 1, results: [] })
    const later = conditionFields({ brand_id: brandId, effect: { kind: 'not_sold' }, valid_from: '2026-12-01' })
    expect((await preview(later)).json.results).toMatchObject([{ before_kop: 108_000, after_kop: null }])
    expect(await priceOf(code)).toBe(108_000)
  })
})

describe('sale below the floor price', () => {
  test('needs a right and is reported with the manager who promised it', async () => {
    const { db } = test_.database
    const { id, offerId } = await product({ brand: `БРЕНД ${Math.random()}` })
    const group = await db
      .insertInto('inventory_groups')
      .values({ name: `Группа ${Math.random()}`, min_markup_hundredths: 1500 })
      .returning('id')
      .executeTakeFirstOrThrow()
    await db.updateTable('products').set({ group_id: group.id }).where('id', '=', id).execute()
    const request = await buildRequest(db, { contractorId: parties.company.id, userId: parties.admin.id })
    const answer = (headers: Headers) =>
      send(test_, {
        method: 'POST',
        url: `/api/v1/quote-requests/${request.id}/answer`,
        headers: { ...headers, 'idempotency-key': crypto.randomUUID() },
        payload: {
          lines: [
            { row_id: null, offer_id: offerId, qty: 2, special_kop: 105_000, valid_until: '2026-11-20', comment: '' },
          ],
          refusals: [],
          withdrawn: [],
          text: '',
        },
      })
    const plain = await loginAs(test_, await buildUser(db, { role: 'ARTIKUL_ORDER_MANAGER', rights: ['prices'] }))
    expect(await answer(plain)).toMatchObject({
      status: 409,
      json: {
        code: 'quote_request.below_floor',
        errors: [{ path: 'lines.0.special_kop', message: 'Ниже наименьшей цены: 1\u00a0150,00 ₽' }],
      },
    })
    expect((await answer(manager)).status).toBe(201)
    const promised = await db
      .selectFrom('quote_request_answers')
      .select('id')
      .where('request_id', '=', request.id)
      .executeTakeFirstOrThrow()
    await test_.database.db.deleteFrom('cart_lines').execute()
    await post(`/api/v1/quote-requests/${request.id}/cart`, { answer_ids: [promised.id] }, buyer)
    const shown = await send<{ lines: object[] }>(test_, { url: '/api/v1/orders/preview', headers: buyer })
    const placed = await send(test_, {
      method: 'POST',
      url: '/api/v1/orders',
      headers: { ...buyer, 'idempotency-key': crypto.randomUUID() },
      payload: { lines: shown.json.lines },
    })
    expect(placed.status).toBe(201)
    const under = await send(test_, { url: `${URL}/under-floor`, headers: manager })
    expect(under.json).toMatchObject({
      results: [
        { price_kop: 105_000, floor_kop: 115_000, purchase_kop: 100_000, qty: 2, promised_by: 'Иванова Мария' },
      ],
      pagination: { total_count: 1 },
    })
  })
})

describe('price groups', () => {
  const GROUPS = '/api/v1/price-groups'
  const fields = (name: string, more: object = {}) => ({
    name,
    markup_hundredths: 1500,
    rounds_to_ruble: true,
    ...more,
  })

  test('are created, changed, and deleted only when unused', async () => {
    const { json } = await post(GROUPS, fields('Опт 7'))
    expect(await post(GROUPS, fields('Опт 7'))).toMatchObject({
      status: 409,
      json: { code: 'price_group.exists', errors: [{ path: 'name' }] },
    })
    const patch = (version: number) =>
      send(test_, {
        method: 'PATCH',
        url: `${GROUPS}/${json.id}`,
        headers: manager,
        payload: { version, ...fields('Опт 7', { markup_hundredths: 1600 }) },
      })
    expect((await patch(1)).json).toEqual({ version: 2 })
    expect((await patch(1)).status).toBe(409)
    const remove = (id: number) => send(test_, { method: 'DELETE', url: `${GROUPS}/${id}`, headers: manager })
    const { json: all } = await send<{ results: PriceGroup[] }>(test_, { url: GROUPS, headers: manager })
    const used = all.results.find(({ contractors_count: count }) => count > 0)
    expect(await remove(used?.id ?? 0)).toMatchObject({ status: 409, json: { code: 'price_group.in_use' } })
    expect((await remove(json.id)).status).toBe(200)
    expect((await remove(json.id)).status).toBe(404)
  })
})

/** Creates a product at a purchase price of 1 000 ₽; the company’s column adds 20 %. */
async function product(overrides: { brand?: string; article?: string } = {}) {
  const made = await buildProduct(test_.database.db, overrides)
  const offer = await buildOffer(test_.database.db, made.id, warehouse.id, { purchase_kop: 100_000, on_hand: 100 })
  return { ...made, offerId: offer.id }
}

const post = <T = { id: number }>(url: string, payload: object, headers = manager) =>
  send<T>(test_, { method: 'POST', url, headers, payload })

const create = (overrides: Partial<ConditionFields> = {}, headers = manager) =>
  post(URL, conditionFields(overrides), headers)

const list = async (query = '') =>
  (await send<{ results: PriceConditionTerms[] }>(test_, { url: `${URL}?${query}`, headers: manager })).json.results

const change = (ids: number[], overrides: object) =>
  post<{ changed: number; skipped: number }>(`${URL}/change`, { ids, change: overrides })

const changes = async () =>
  (await send<{ results: PriceChange[] }>(test_, { url: `${URL}/changes`, headers: manager })).json.results

const undo = (id: number) => post<{ count: number }>(`${URL}/changes/${id}/undo`, {})

const offerOf = async (code: string) =>
  (await send<Product>(test_, { url: `/api/v1/catalog/${code}`, headers: buyer })).json.offers[0]

const priceOf = async (code: string) => (await offerOf(code))?.price_kop
