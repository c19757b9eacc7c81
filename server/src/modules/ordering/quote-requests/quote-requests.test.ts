import type { Cart } from '@artikul/contract/ordering/cart'
import type { Request, RequestItem } from '@artikul/contract/ordering/quote-requests'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { useParties } from '../../../testing/parties.factory.ts'
import { Browser } from '../../../testing/cookies.ts'
import { loginAs, send, useTestApp } from '../../../testing/test-app.ts'
import { buildOffer, buildProduct, buildWarehouse } from '../../catalog/products/catalog.factory.ts'
import { buildConsignee } from '../../companies/consignees/consignees.factory.ts'
import { buildContractor } from '../../companies/contractors/contractors.factory.ts'
import { buildUser } from '../../identity/users/users.factory.ts'
import { anyPhoto, buildAnswer, buildPhoto, buildRequest, rowOf } from './quote-requests.factory.ts'

type Headers = { authorization: string }
const URL = '/api/v1/quote-requests'
const test_ = useTestApp()
const { parties, employee, admin, manager } = useParties(test_)
let stranger: Headers
let warehouse: { id: number }

beforeAll(buildCompanies)
beforeEach(async () => {
  await test_.database.db.deleteFrom('emails').execute()
  test_.clock.set('2026-11-17T09:00:00Z')
})

describe('refusals', () => {
  test('warranty manager has no requests, staff cannot create them and clients cannot answer them', async () => {
    const warranty = await loginAs(test_, parties.warranty)
    const { id } = await build()
    expect((await send(test_, { url: URL })).status).toBe(401)
    expect((await send(test_, { url: URL, headers: warranty })).status).toBe(403)
    expect((await create(requestBody(), manager)).status).toBe(403)
    expect((await take(id, employee)).status).toBe(403)
    expect((await answer(id, { withdrawn: [1] }, admin)).status).toBe(403)
    expect((await send(test_, { url: `${URL}/${id}/offers?q=00`, headers: employee })).status).toBe(403)
  })

  test('request and photo of another company are not found', async () => {
    const { db } = test_.database
    const { id } = await build()
    const place = { requestId: id, contractorId: parties.company.id, userId: parties.employee.id }
    const photo = await buildPhoto(db, place)
    const refused = { status: 404, json: { code: 'not_found', detail: 'Запрос не найден' } }
    expect(await send(test_, { url: `${URL}/${id}`, headers: stranger })).toMatchObject(refused)
    expect(await say(id, 'Ответьте', stranger)).toMatchObject(refused)
    expect(await close(id, stranger)).toMatchObject(refused)
    expect(await addPhoto(id, anyPhoto(), stranger)).toMatchObject(refused)
    expect((await toCart(id, [1], stranger)).status).toBe(404)
    expect(await send(test_, { url: `${URL}/photos/${photo.id}`, headers: stranger })).toMatchObject({
      status: 404,
      json: { detail: 'Фотография не найдена' },
    })
    expect(await list('', stranger)).toEqual([])
  })

  test.each([
    [{ rows: [] }, 'text', 'Напишите, что нужно: детали, VIN или несколько слов'],
    [{ rows: [row({ article: '', name: '' })] }, 'rows.0.article', 'Укажите артикул или название'],
    [{ rows: [row({ qty: 0 })] }, 'rows.0.qty', 'Укажите количество'],
    [{ rows: [row({ product_id: 2_147_483_000 })] }, 'rows.0.product_id', 'Такого товара нет'],
    [{ vin: 'XW8ZZZ61ZEGO61733' }, 'vin', 'В VIN не бывает букв I, O и Q: проверьте, не цифры ли это 1 и 0'],
    [{ rows: Array.from({ length: 201 }, () => row()) }, 'rows', 'Не больше 200 строк'],
  ])('%o is rejected with its field named', async (fields, path, message) => {
    expect(await create(requestBody(fields))).toMatchObject({
      status: 400,
      json: { code: 'input.invalid', errors: [{ path, message }] },
    })
  })

  test('file that is not a photo, an oversized one and a sixth photo are refused', async () => {
    const { id } = await build()
    expect(await addPhoto(id, Buffer.from('<svg onload=alert(1)>'))).toMatchObject({
      status: 422,
      json: { detail: 'Нужна фотография JPEG, PNG или WebP' },
    })
    expect((await addPhoto(id, Buffer.alloc(5 * 1024 * 1024 + 1, 0xff))).status).toBe(413)
    for (let count = 0; count < 5; count += 1) expect((await addPhoto(id, anyPhoto())).status).toBe(201)
    expect(await addPhoto(id, anyPhoto())).toMatchObject({
      status: 409,
      json: { code: 'quote_request.photo_limit_reached' },
    })
  })

  test('answer with an unknown row, missing goods, a price below purchase or a past date is refused', async () => {
    const { id } = await build()
    const { id: offerId } = await offer()
    const special = (special_kop: number, valid_until: string) => [line(offerId, { special_kop, valid_until })]
    expect(await answer(id, { lines: [line(offerId, { row_id: 2_147_483_000 })] })).toMatchObject({
      status: 400,
      json: { errors: [{ path: 'lines.0.row_id', message: 'Такой строки в запросе нет' }] },
    })
    expect(await answer(id, { lines: [line(2_147_483_000)] })).toMatchObject({
      status: 409,
      json: { code: 'offer.gone' },
    })
    expect((await answer(id, { lines: special(9_999, '2026-11-20') })).json).toMatchObject({
      code: 'quote_request.below_purchase',
      errors: [{ path: 'lines.0.special_kop' }],
    })
    expect((await answer(id, { lines: special(11_000, '2026-11-16') })).json).toMatchObject({
      errors: [{ path: 'lines.0.valid_until', message: 'Этот день уже прошёл' }],
    })
    expect((await answer(id, {})).json).toMatchObject({
      errors: [{ path: 'lines', message: 'Добавьте предложение или откажите в строке' }],
    })
    expect(await mails()).toEqual([])
  })
})

describe('request', () => {
  test('gets a number and an answer time, and one email goes to the company manager', async () => {
    const { db } = test_.database
    const { json, status } = await create(requestBody({ vin: ' xw8zzz61zeg061733 ', car: 'Polo', text: 'Срочно' }))
    expect(status).toBe(201)
    expect(json).toMatchObject({ number: expect.stringMatching(/^З-\d{6}$/) as string })
    expect(json.answer_by).toBe('2026-11-17T11:00:00.000Z')
    expect((await mails()).map((mail) => mail.subject)).toEqual([`Запрос ${json.number}: ООО «Любой покупатель»`])
    expect(await read(json.id)).toMatchObject({
      state: 'waiting',
      vin: 'XW8ZZZ61ZEG061733',
      rows: [{ article: '0 986 494 000', qty: 2, client_ref: 'А123ВС', refusal: '' }],
      manager: null,
      messages: [{ kind: 'created', from_staff: false }],
    })
    const deputy = await buildUser(db, { role: 'ARTIKUL_ORDER_MANAGER' })
    const own = db.updateTable('contractors').where('id', '=', parties.company.id)
    await own.set({ manager_id: deputy.id }).execute()
    await db.deleteFrom('emails').execute()
    await create()
    expect((await mails()).map((mail) => mail.recipient)).toEqual([`${deputy.login}@example.test`])
    await own.set({ manager_id: null }).execute()
  })

  test('is created once per idempotency key', async () => {
    const headers = { ...employee, 'idempotency-key': crypto.randomUUID() }
    const press = () => send<{ id: number }>(test_, { method: 'POST', url: URL, headers, payload: requestBody() })
    expect((await press()).json.id).toBe((await press()).json.id)
  })

  test('is found by the end of its number, article, VIN and words', async () => {
    const { json } = await create(requestBody({ vin: 'WVWZZZ1KZ6W000001', text: 'Передняя подвеска в сборе' }))
    for (const q of [json.number.slice(-4), '0986494000', 'wvwzzz1kz6', 'подвеска'])
      expect((await list(`?q=${encodeURIComponent(q)}`)).map(({ id }) => id)).toContain(json.id)
    expect(await list('?q=100%25')).toEqual([])
  })

  test('waits in the queue by promised time and is assigned to one manager', async () => {
    const { db } = test_.database
    const later = await create()
    await db
      .updateTable('quote_requests')
      .set({ answer_by: new Date('2026-11-18T09:00:00Z') })
      .where('id', '=', later.json.id)
      .execute()
    const sooner = await create()
    const open = (await list('?state=open', manager)).map(({ id }) => id)
    expect(open.indexOf(sooner.json.id)).toBeLessThan(open.indexOf(later.json.id))
    expect((await take(sooner.json.id)).status).toBe(200)
    expect(await list('?mine=1', manager)).toMatchObject([
      { id: sooner.json.id, state: 'in_work', is_mine: true, manager: 'Иванова Мария' },
    ])
    expect(await list('?state=closed', manager)).toEqual([])
    const other = (await list('', stranger)).length
    expect(other).toBe(0)
  })

  test('is discussed by both sides, and a client message after the answer reopens it', async () => {
    const { id } = (await create()).json
    await test_.database.db.deleteFrom('emails').execute()
    await say(id, 'Передние или задние?', manager)
    expect(await read(id)).toMatchObject({ state: 'in_work', manager: 'Иванова Мария' })
    await say(id, 'Передние')
    await answer(id, { refusals: [{ row_id: await rowOf(test_.database.db, id), reason: 'Снято с производства' }] })
    expect(await read(id)).toMatchObject({ state: 'answered', rows: [{ refusal: 'Снято с производства' }] })
    expect((await mails()).map((mail) => mail.subject.replace(/З-\d+/, '№'))).toEqual([
      'Новое сообщение в запросе №',
      'Новое сообщение в запросе №',
      'Ответ на запрос №',
    ])
    test_.clock.set('2026-11-17T14:30:00Z')
    const evening = await loginAs(test_, parties.employee)
    await say(id, 'А задние есть?', evening)
    expect(await read(id, evening)).toMatchObject({ state: 'waiting', answer_by: '2026-11-18T07:30:00.000Z' })
    test_.clock.set('2026-11-17T09:00:00Z')
    await close(id, manager)
    await close(id)
    expect((await read(id)).messages.map(({ kind }) => kind)).toEqual([
      'created',
      'message',
      'message',
      'answered',
      'message',
      'closed',
    ])
    await say(id, 'Открываем снова', manager)
    expect(await read(id)).toMatchObject({ state: 'in_work' })
  })

  test('shows photos to its readers and names the manager who wrote for the client', async () => {
    const browser = new Browser(test_)
    await browser.signIn(parties.manager)
    const { headers } = await browser.impersonate(parties.employee.id)
    const { json } = await create(requestBody(), headers)
    const photo = (await addPhoto(json.id, anyPhoto(), headers)).json
    const request = await read(json.id, admin)
    expect(request.photos).toEqual([photo])
    expect(request.added_by).toMatch(/^добавил менеджер Иванова Мария, \d\d:\d\d$/)
    expect(request.messages[0]).toMatchObject({ from_staff: false, by: expect.stringContaining('от имени') as string })
    for (const reader of [employee, manager]) {
      const reply = await send(test_, { url: `${URL}/photos/${photo.id}`, headers: reader })
      expect(reply).toMatchObject({ status: 200 })
      expect(reply.headers).toMatchObject({ 'content-type': 'image/jpeg', 'x-content-type-options': 'nosniff' })
    }
  })
})

describe('request answer', () => {
  async function promise(overrides: object = {}, goods: Parameters<typeof buildOffer>[3] = {}) {
    const { id } = (await create()).json
    const chosen = await offer(goods)
    const special = { special_kop: 11_000, valid_until: '2026-11-20', qty: 4 }
    const reply = await answer(id, { lines: [line(chosen.id, { ...special, ...overrides })] })
    expect(reply.status, reply.text).toBe(201)
    const [first] = (await read(id)).answers
    return { id, answerId: first?.id ?? 0, offer: chosen }
  }
  const cart = async (headers = employee) => (await send<Cart>(test_, { url: '/api/v1/cart', headers })).json
  const lineOf = async (offerCode: string) => (await cart()).lines.find(({ product }) => product.code === offerCode)
  async function place(headers = employee) {
    const preview = await send<{ lines: object[]; total_kop: number }>(test_, {
      url: '/api/v1/orders/preview',
      headers,
    })
    const placed = await post<{ orders: { total_kop: number }[] }>('/api/v1/orders', headers, {
      lines: preview.json.lines,
    })
    return { preview: preview.json, placed }
  }
  const setQty = (id: number, qty: number) =>
    send(test_, { method: 'PATCH', url: `/api/v1/cart/lines/${id}`, headers: employee, payload: { qty } })
  beforeEach(async () => {
    await test_.database.db.deleteFrom('cart_lines').execute()
  })

  test('is chosen by article at the prices of the company', async () => {
    const { id } = await build()
    const { product } = await offer()
    const found = await send<{ groups: { offers: { price_kop: number }[] }[] }>(test_, {
      url: `${URL}/${id}/offers?q=${product.article}`,
      headers: manager,
    })
    expect(found.json.groups[0]?.offers[0]?.price_kop).toBe(12_000)
  })

  test('keeps the promised price in cart, preview and order', async () => {
    const { id, answerId, offer: chosen } = await promise()
    expect((await read(id)).answers[0]).toMatchObject({
      price_kop: 11_000,
      ordinary_kop: 12_000,
      is_special: true,
      in_cart: false,
    })
    expect(await toCart(id, [answerId])).toMatchObject({ status: 200, json: { added: 1, messages: [] } })
    expect(await lineOf(chosen.product.code)).toMatchObject({
      qty: 4,
      sum_kop: 44_000,
      special_until: '2026-11-20',
      difference: null,
    })
    const { preview, placed } = await place()
    expect(preview.total_kop).toBe(44_000)
    expect(placed.json.orders).toMatchObject([{ total_kop: 44_000 }])
    expect((await read(id)).answers[0]).toMatchObject({ ordered_qty: 4, is_special: false, price_kop: 12_000 })
  })

  test('goes into the cart once under repeated clicks', async () => {
    const { id, answerId, offer: chosen } = await promise()
    await Promise.all([toCart(id, [answerId]), toCart(id, [answerId])])
    expect(await lineOf(chosen.product.code)).toMatchObject({ qty: 4 })
    expect((await toCart(id, [answerId])).json).toMatchObject({
      added: 0,
      messages: [expect.stringContaining('уже в корзине') as string],
    })
  })

  test('keeps the promised price through its last day, then shows a price difference', async () => {
    const { id, answerId } = await promise()
    await toCart(id, [answerId])
    const lineAt = async (moment: string) => {
      test_.clock.set(moment)
      return (await cart(await loginAs(test_, parties.employee))).lines[0]
    }
    expect(await lineAt('2026-11-20T20:59:00Z')).toMatchObject({ special_until: '2026-11-20', sum_kop: 44_000 })
    expect(await lineAt('2026-11-20T21:00:00Z')).toMatchObject({
      special_until: null,
      sum_kop: 48_000,
      difference: {
        kind: 'price',
        message: expect.stringMatching(/^Специальная цена действовала до 20\.11\.2026: 110,00/) as string,
      },
    })
    const { preview } = await place(await loginAs(test_, parties.employee))
    expect(preview.total_kop).toBe(48_000)
  })

  test('keeps the promised price up to the offered quantity', async () => {
    const { id, answerId, offer: chosen } = await promise()
    await toCart(id, [answerId])
    const added = (await lineOf(chosen.product.code))?.id ?? 0
    await setQty(added, 5)
    expect(await lineOf(chosen.product.code)).toMatchObject({
      sum_kop: 60_000,
      difference: { message: expect.stringMatching(/^По специальной цене не больше 4: /) as string },
    })
    await setQty(added, 3)
    expect(await lineOf(chosen.product.code)).toMatchObject({ sum_kop: 33_000, difference: null })
    await place()
    await toCart(id, [answerId])
    expect(await lineOf(chosen.product.code), 'what is left').toMatchObject({ qty: 1, sum_kop: 11_000 })
  })

  test('is not ordered twice by concurrent orders', async () => {
    const { db } = test_.database
    const { id, answerId } = await promise()
    await toCart(id, [answerId])
    const line = await db.selectFrom('cart_lines').selectAll().executeTakeFirstOrThrow()
    const { id: _, no_return: __, ...copy } = line
    const twin = await db
      .insertInto('cart_lines')
      .values({ ...copy, client_ref: 'Ещё раз' })
      .returning('id')
      .executeTakeFirstOrThrow()
    const order = (cart_line_id: number) =>
      post<{ code?: string }>('/api/v1/orders', employee, {
        lines: [{ cart_line_id, qty: 4, price_kop: 11_000, expected_date: line.expected_date }],
      })
    const replies = await Promise.all([order(line.id), order(twin.id)])
    expect(replies.map(({ status }) => status).toSorted()).toEqual([201, 409])
    expect(replies.find(({ status }) => status === 409)?.text).toContain('По специальной цене всё уже заказано')
  })

  test('never costs more than the ordinary price and can be withdrawn', async () => {
    const dear = await promise({ special_kop: 15_000 })
    expect((await read(dear.id)).answers[0]).toMatchObject({ price_kop: 12_000, is_special: false })
    const { id, answerId, offer: chosen } = await promise()
    await toCart(id, [answerId])
    expect((await answer(id, { withdrawn: [answerId] })).status).toBe(201)
    expect((await mails()).at(-1)).toMatchObject({
      subject: expect.stringMatching(/^Ответ на запрос З-/) as string,
      body: expect.stringMatching(/Отозвано: 1\sстрока\./) as string,
    })
    expect((await answer(id, { withdrawn: [answerId] })).json).toMatchObject({ code: 'stale' })
    expect(await lineOf(chosen.product.code)).toMatchObject({
      difference: { message: expect.stringMatching(/^Специальная цена отозвана: /) as string },
    })
    expect((await read(id)).answers[0]).toMatchObject({ is_withdrawn: true })
  })

  test('is rounded up to the multiplicity', async () => {
    const { id } = await promise({ qty: 3 }, { multiplicity: 2 })
    expect((await read(id)).answers[0]).toMatchObject({ qty: 4 })
  })

  test('reports missing goods and adds the rest to the cart', async () => {
    const { db } = test_.database
    const { id, answerId, offer: chosen } = await promise()
    const place = { requestId: id, contractorId: parties.company.id, userId: parties.manager.id }
    const unavailable = await buildProduct(db)
    const pair = { product_id: unavailable.id, warehouse_id: warehouse.id }
    const absent = await buildAnswer(db, place, pair)
    expect((await toCart(id, [answerId, absent.id])).json).toMatchObject({
      added: 1,
      messages: [expect.stringContaining('сейчас нет в наличии') as string],
    })
    expect(await lineOf(chosen.product.code)).toBeDefined()
    expect((await toCart(id, [2_147_483_000])).status).toBe(404)
  })

  test('is a separate cart line beside the same product from the catalogue', async () => {
    const { id, answerId, offer: chosen } = await promise()
    await toCart(id, [answerId])
    await send(test_, {
      method: 'POST',
      url: '/api/v1/cart/lines',
      headers: employee,
      payload: { offer_id: chosen.id, qty: 1, client_ref: 'А123ВС' },
    })
    const sums = (await cart()).lines.map((one) => one.sum_kop)
    expect(sums).toEqual([44_000, 12_000])
  })

  test('hides prices from users without price access and purchase prices from all clients', async () => {
    const { db } = test_.database
    const { id } = await promise()
    const person = await buildUser(db, { role: 'CONTRACTOR_USER', contractorIds: [parties.company.id] })
    await db.updateTable('user_contractors').set({ sees_prices: false }).where('user_id', '=', person.id).execute()
    const [hidden] = (await read(id, await loginAs(test_, person))).answers
    expect(hidden).toMatchObject({ price_kop: null, ordinary_kop: null, special_kop: null, is_special: true })
    const { text } = await send(test_, { url: `${URL}/${id}`, headers: employee })
    expect(text).not.toMatch(/purchase|10000|Источник/)
  })
})

async function buildCompanies() {
  const { db } = test_.database
  warehouse = await buildWarehouse(db, parties.seller.id)
  await buildConsignee(db, parties.company.id, { is_default: true })
  const other = await buildContractor(db, { sellerIds: [parties.seller.id] })
  stranger = await loginAs(test_, await buildUser(db, { role: 'CONTRACTOR_ADMIN', contractorIds: [other.id] }))
}

const row = (more: object = {}) => ({
  product_id: null,
  brand: 'BOSCH',
  article: '0 986 494 000',
  name: '',
  qty: 2,
  client_ref: 'А123ВС',
  ...more,
})

const requestBody = (more: object = {}) => ({ text: '', vin: '', car: '', rows: [row()], ...more })

const post = <T = Record<string, unknown>>(url: string, headers: Headers, payload: object = {}) =>
  send<T>(test_, {
    method: 'POST',
    url,
    headers: { ...headers, 'idempotency-key': crypto.randomUUID() },
    payload,
  })

const create = (payload: object = requestBody(), headers = employee) =>
  post<{ id: number; number: string; answer_by: string }>(URL, headers, payload)

const read = async (id: number, headers = employee) =>
  (await send<Request>(test_, { url: `${URL}/${id}`, headers })).json

const list = async (query = '', headers = employee) =>
  (await send<{ results: RequestItem[] }>(test_, { url: `${URL}${query}`, headers })).json.results

const say = (id: number, text: string, headers = employee) => post(`${URL}/${id}/messages`, headers, { text })

const close = (id: number, headers = employee) =>
  send(test_, { method: 'POST', url: `${URL}/${id}/close`, headers: { ...headers } })

const take = (id: number, headers = manager) =>
  send(test_, { method: 'POST', url: `${URL}/${id}/assign`, headers: { ...headers } })

const answer = (id: number, overrides: object, headers = manager) =>
  post(`${URL}/${id}/answer`, headers, { lines: [], refusals: [], withdrawn: [], text: '', ...overrides })

const toCart = (id: number, answer_ids: number[], headers = employee) =>
  send<{ added: number; cart_lines: number | null; messages: string[] }>(test_, {
    method: 'POST',
    url: `${URL}/${id}/cart`,
    headers: { ...headers },
    payload: { answer_ids },
  })

const addPhoto = (id: number, bytes: Buffer, headers = employee) =>
  send<{ id: number }>(test_, {
    method: 'POST',
    url: `${URL}/${id}/photos`,
    headers: { ...headers, 'content-type': 'application/octet-stream' },
    payload: bytes,
  })

const mails = () =>
  test_.database.db.selectFrom('emails').select(['recipient', 'subject', 'body']).orderBy('id').execute()

const offer = async (overrides: Parameters<typeof buildOffer>[3] = {}) => {
  const { db } = test_.database
  const product = await buildProduct(db)
  return { id: (await buildOffer(db, product.id, warehouse.id, overrides)).id, product }
}

const line = (offer_id: number, more: object = {}) => ({
  row_id: null,
  offer_id,
  qty: 2,
  special_kop: null,
  valid_until: null,
  comment: '',
  ...more,
})

const build = () => buildRequest(test_.database.db, { contractorId: parties.company.id, userId: parties.employee.id })
