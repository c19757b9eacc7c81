import type { ClaimableGoods } from '@artikul/contract/fulfilment/claim-goods'
import type { ClaimItem } from '@artikul/contract/fulfilment/claims'
import type { Pagination } from '@artikul/contract/core/fields'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { jpegOf } from '../../../testing/files/photos.ts'
import { loginAs, send, useTestApp } from '../../../testing/test-app.ts'
import { selectContractBalances } from '../../companies/credit/index.ts'
import { buildVehicle } from '../../companies/vehicles/vehicles.factory.ts'
import { buildUser } from '../../identity/users/users.factory.ts'
import { buildClaimShop, buildShipped, claimOf, posting, readClaim, upload, type ClaimShop } from './claims.factory.ts'

const test_ = useTestApp()
const TODAY = '2026-11-17'
let shop: ClaimShop
let foreign: ClaimShop

beforeAll(async () => {
  shop = await buildClaimShop(test_)
  foreign = await buildClaimShop(test_)
})
beforeEach(() => test_.clock.set('2026-11-17T09:00:00Z'))
type Who = { authorization: string }
const act = (who: Who, id: number, path: string, body: object) =>
  send<Reply>(test_, posting(who, `/${id}${path}`, body))
const get = <T>(who: Who, path: string) => send<T>(test_, { url: `/api/v1/claims${path}`, headers: who })
const stockOf = (offerId: number) =>
  test_.database.db.selectFrom('offers').select(['on_hand', 'reserved']).where('id', '=', offerId).executeTakeFirst()

describe('claim', () => {
  test('is read-only for order managers, not decided by clients and hidden from other companies', async () => {
    const { id, claimLineId } = await claimed()
    for (const who of [shop.manager, shop.client]) {
      expect((await act(who, id, '/decision', decision(claimLineId, 1))).status).toBe(403)
      expect((await act(who, id, '/assign', { version: 1 })).status).toBe(403)
    }
    expect((await act(shop.manager, id, '/messages', { text: 'Я', file_ids: [] })).status).toBe(403)
    expect((await act(shop.handler, id, '/withdraw', { version: 1 })).status).toBe(403)
    expect((await readClaim(test_, shop.manager, id)).can).toMatchObject({
      post_message: false,
      decide: false,
      assign: false,
    })
    for (const [path, body] of [
      ['/messages', { text: 'Чужой', file_ids: [] }],
      ['/withdraw', { version: 1 }],
    ] as const)
      expect((await act(foreign.client, id, path, body)).status).toBe(404)
    expect((await get(foreign.client, `/${id}`)).status).toBe(404)
    const [message] = (await readClaim(test_, shop.client, id)).messages
    expect((await get(foreign.client, `/files/${message?.files[0]?.id}`)).status).toBe(404)
    expect((await upload(test_, foreign.client, jpegOf(), `/${id}/files`)).status).toBe(404)
  })

  test('is refused for a shipment or line of another company and for a repeated line', async () => {
    const own = await buildShipped(test_, shop, [2])
    const other = await buildShipped(test_, foreign, [2])
    const { shipmentId, lineId } = own
    expect((await claimOf(test_, shop, { shipmentId: other.shipmentId, lineId: other.lineId })).status).toBe(404)
    expect((await claimOf(test_, shop, { shipmentId, lineId: other.lineId })).status).toBe(404)
    expect((await get(shop.client, `/shipments/${other.shipmentId}`)).status).toBe(404)
    const twice = [1, 2].map(() => ({ shipment_line_id: lineId, qty: 1, asked_kop: null }))
    const reply = await claimOf(test_, shop, { shipmentId, lineId, lines: twice })
    expect([reply.status, reply.json.errors[0]?.path]).toEqual([400, 'lines.1.shipment_line_id'])
  })

  test('is refused for excess quantity, a wrong outcome, missing files and a late date', async () => {
    const { shipmentId, lineId } = await buildShipped(test_, shop, [2])
    const more = await claimOf(test_, shop, { shipmentId, lineId, qty: 3 })
    expect(more.json).toMatchObject({
      code: 'claim.not_eligible',
      detail: expect.stringContaining('Осталось 2 шт') as string,
    })
    const takeBack = await claimOf(test_, shop, { shipmentId, lineId, outcome: 'take_back' })
    expect(takeBack.json.errors[0]?.path).toBe('outcome')
    const bare = await claimOf(test_, shop, { shipmentId, lineId, kind: 'warranty', file_ids: [] })
    expect(bare.json.errors[0]?.path).toBe('file_ids')
    test_.clock.set('2026-12-30T09:00:00Z')
    const client = await loginAs(test_, shop.admin)
    const late = await claimOf(test_, { ...shop, client }, { shipmentId, lineId })
    expect(late.json.detail).toMatch(/Срок прошёл 01\.12\.2026$/)
  })

  test('is refused with a file of another company or an already attached file', async () => {
    const { shipmentId, lineId } = await buildShipped(test_, shop, [3])
    const theirs = (await upload(test_, foreign.client)).json.id
    const reply = await claimOf(test_, shop, { shipmentId, lineId, file_ids: [theirs] })
    expect([reply.status, reply.json.errors[0]?.path]).toEqual([400, 'file_ids'])
    const own = (await upload(test_, shop.client)).json.id
    expect((await claimOf(test_, shop, { shipmentId, lineId, file_ids: [own] })).status).toBe(201)
    expect((await claimOf(test_, shop, { shipmentId, lineId, file_ids: [own] })).status).toBe(400)
  })

  test.each([
    ['a script called a photo', Buffer.from('<svg onload="alert(1)"/>'), 422],
    ['a photo that is cut', jpegOf().subarray(0, 24), 422],
    ['a photo of 30 000 × 30 000 points', jpegOf({ width: 30_000, height: 30_000 }), 422],
    ['nothing at all', Buffer.alloc(0), 422],
  ])('attachment is refused when it is %s', async (_, bytes, status) => {
    expect((await upload(test_, shop.client, bytes)).status).toBe(status)
  })

  test('attachment above ten megabytes is refused', async () => {
    expect((await upload(test_, shop.client, Buffer.alloc(10 * 1024 * 1024 + 1, '%PDF-'))).status).toBe(413)
  })

  test('action is refused for a stale version, a wrong state, excess quantity and a missing reason', async () => {
    const { id, claimLineId } = await claimed(2)
    expect((await act(shop.handler, id, '/decision', decision(claimLineId, 1, 9))).json.code).toBe('stale')
    expect(
      (await act(shop.handler, id, '/receipt', { version: 1, lines: [{ id: claimLineId, qty: 1 }] })).json.code,
    ).toBe('claim.invalid_state')
    const silent = { ...decision(claimLineId, 0), lines: [{ id: claimLineId, qty: 0, price_kop: null, refusal: '' }] }
    expect((await act(shop.handler, id, '/decision', silent)).json.errors?.[0]?.path).toBe('lines.0.refusal')
    expect((await act(shop.handler, id, '/decision', decision(claimLineId, 3))).json.errors?.[0]?.path).toBe(
      'lines.0.qty',
    )
    const nowhere = { ...decision(claimLineId, 1), hand_over_to: '' }
    expect((await act(shop.handler, id, '/decision', nowhere)).json.errors?.[0]?.path).toBe('hand_over_to')
    const past = { ...decision(claimLineId, 1), hand_over_until: '2026-11-16' }
    expect((await act(shop.handler, id, '/decision', past)).json.errors?.[0]?.path).toBe('hand_over_until')
    const twice = { ...decision(claimLineId, 1), lines: [1, 2].map(() => decision(claimLineId, 1).lines[0]) }
    expect((await act(shop.handler, id, '/decision', twice)).json.errors?.[0]?.path).toBe('lines')
    expect((await readClaim(test_, shop.handler, id)).version).toBe(1)
  })
})

test('claim form shows claimable quantities and finds the shipment by article, barcode, number and order', async () => {
  const { shipmentId, order, number, lineId } = await buildShipped(test_, shop, [2])
  await claimOf(test_, shop, { shipmentId, lineId, kind: 'shortage', qty: 1 })
  const goods = (await get<ClaimableGoods>(shop.client, `/shipments/${shipmentId}`)).json
  const [line] = goods.lines
  expect(line).toMatchObject({ shipment_line_id: lineId, shipped_qty: 2, order_number: order.number })
  expect(line?.kinds.find(({ kind }) => kind === 'defect')).toEqual({
    kind: 'defect',
    until: '2026-12-01',
    qty: 1,
    withheld_percent: 0,
    reason: null,
  })
  const barcode = '4011558057916'
  await test_.database.db
    .updateTable('products')
    .set({ barcode })
    .where('article', '=', line?.article ?? '')
    .execute()
  for (const query of [`q=${line?.article}`, `q=${barcode}`, `q=${number.slice(-6)}`, `order_id=${order.id}`]) {
    const found = (await get<{ results: { id: number }[] }>(shop.client, `/shipments?${query}`)).json.results
    expect([query, found.map(({ id }) => id)]).toEqual([query, expect.arrayContaining([shipmentId])])
    expect(
      (await get<{ results: object[] }>(foreign.client, `/shipments?${query}`)).json.results.filter(
        (one) => 'id' in one && one.id === shipmentId,
      ),
    ).toEqual([])
  }
  expect((await get<{ results: object[] }>(shop.client, '/shipments?q=НЕТ')).json.results).toEqual([])
})

test('shipment whose pieces are all claimed is found only by a search', async () => {
  const { shipmentId, lineId, number } = await buildShipped(test_, shop, [1])
  const found = async (query = '') =>
    (await get<{ results: { id: number }[] }>(shop.client, `/shipments${query}`)).json.results.map(({ id }) => id)
  expect(await found()).toContain(shipmentId)
  await claimOf(test_, shop, { shipmentId, lineId, kind: 'shortage', qty: 1 })
  expect(await found()).not.toContain(shipmentId)
  expect(await found(`?q=${number.slice(-6)}`)).toContain(shipmentId)
})

test('claim photo loses its EXIF data, and a PDF stays unchanged and is only downloaded', async () => {
  const photo = (await upload(test_, shop.client, jpegOf({ exif: 'GPS 55.75' }), '/files', '../../где.exe')).json.id
  const shown = await test_.app.inject({ url: `/api/v1/claims/files/${photo}`, headers: shop.client })
  expect(shown.statusCode).toBe(200)
  expect(shown.payload).not.toContain('GPS')
  expect(decodeURIComponent(String(shown.headers['content-disposition']))).toBe(
    "attachment; filename*=UTF-8''.._.._где.jpg",
  )
  const pdf = Buffer.from('%PDF-1.7 <script>alert(1)</script>')
  const paper = (await upload(test_, shop.client, pdf, '/files', 'Акт.html')).json.id
  const saved = await test_.app.inject({ url: `/api/v1/claims/files/${paper}`, headers: shop.client })
  expect(saved.rawPayload).toEqual(pdf)
  expect(saved.headers).toMatchObject({ 'content-type': 'application/pdf', 'x-content-type-options': 'nosniff' })
  expect(String(saved.headers['content-disposition'])).toMatch(/^attachment;/)
  // A pending upload is visible to its author only, not even to staff.
  expect((await get(shop.handler, `/files/${photo}`)).status).toBe(404)
})

test('claim goes through question, answer, approval, receipt, partial credit and restocking', async () => {
  const own = await buildClaimShop(test_)
  const { shipmentId, lineId, order, lines } = await buildShipped(test_, own, [5])
  const price = lines[0]?.price_kop ?? 0
  const before = await debt(own.contractId)
  expect(before).toMatchObject({ debt_kop: price * 5, disputed_kop: 0, counted_kop: price * 5 })
  const made = await claimOf(test_, own, { shipmentId, lineId, qty: 3 })
  const { id } = made.json
  expect(made.json).toMatchObject({ number: expect.stringMatching(/^О-\d{6}$/) as string, answer_by: '2026-12-01' })
  expect(await debt(own.contractId)).toMatchObject({
    debt_kop: price * 5,
    disputed_kop: price * 3,
    counted_kop: price * 2,
  })

  const detailsRequest = await act(own.handler, id, '/request-details', {
    version: 1,
    text: 'Пришлите фото этикетки',
    file_ids: [],
  })
  expect(detailsRequest.status, detailsRequest.text).toBe(200)
  expect(await readClaim(test_, own.client, id)).toMatchObject({ state: 'question', manager: 'Гарантов Илья' })
  const photo = (await upload(test_, own.client, jpegOf(), `/${id}/files`)).json.id
  test_.clock.set('2026-12-01T09:00:00Z')
  const [client, handler] = [await loginAs(test_, own.admin), own.handlerId]
  expect((await act(client, id, '/messages', { text: 'Вот она', file_ids: [photo] })).status).toBe(201)
  const answered = await readClaim(test_, client, id)
  expect(answered).toMatchObject({ state: 'in_review', answer_by: '2026-12-04' })
  expect(answered.messages.map(({ kind, files }) => [kind, files.length])).toEqual([
    ['created', 2],
    ['asked', 0],
    ['message', 1],
  ])
  test_.clock.set('2026-11-17T09:00:00Z')
  expect(handler).toBeGreaterThan(0)

  const line = answered.lines[0]?.id ?? 0
  expect((await act(own.handler, id, '/decision', decision(line, 2, answered.version))).status).toBe(200)
  const approved = await readClaim(test_, own.client, id)
  expect(approved).toMatchObject({
    state: 'approved',
    hand_over_until: '2026-12-01',
    hand_over_to: 'Склад, ворота 3',
    disputed_kop: price * 2,
  })
  expect(await partsOf(order.lineId)).toEqual({ shipped: 3, return_requested: 2 })
  const receipt = { version: approved.version, lines: [{ id: line, qty: 2 }] }
  expect((await act(own.handler, id, '/receipt', receipt)).status).toBe(200)
  const undone = await act(own.handler, id, '/decision', decision(line, 0, approved.version + 1))
  expect(undone.json.code, 'what has come is not decided anew').toBe('claim.invalid_state')
  expect((await act(own.handler, id, '/inspection', { version: approved.version + 1 })).status).toBe(200)
  const settled = {
    version: approved.version + 2,
    lines: [{ id: line, qty: 1, refusal: 'У второй следы масла', to_stock: true }],
    text: 'Одну приняли',
  }
  const done = await act(own.handler, id, '/settlement', settled)
  expect(done.status, done.text).toBe(200)
  const closed = await readClaim(test_, own.client, id)
  expect(closed).toMatchObject({ state: 'closed', disputed_kop: 0, can: { post_message: true, withdraw: false } })
  expect(closed.lines[0]).toMatchObject({ accepted_qty: 2, received_qty: 2, settled_qty: 1, credited_kop: price })
  expect(closed.correction).toMatchObject({
    number: expect.stringMatching(/-К-000001$/) as string,
    made_on: TODAY,
    sum_kop: price,
  })
  expect(await debt(own.contractId)).toMatchObject({ debt_kop: price * 4, disputed_kop: 0, counted_kop: price * 4 })
  expect(await partsOf(order.lineId)).toEqual({ shipped: 3, issued: 1, returned: 1 })
  expect(await stockOf(order.offerId)).toEqual({ on_hand: 96, reserved: 0 })
  const letters = await test_.database.db
    .selectFrom('emails')
    .select('subject')
    .where('subject', 'like', `%${closed.number}%`)
    .orderBy('id')
    .execute()
  expect(new Set(letters.map(({ subject }) => subject.split(/[ :]/)[0]))).toEqual(
    new Set(['Обращение', 'Вопрос', 'Новое']),
  )
  const events = await test_.database.db
    .selectFrom('events')
    .select(['kind', 'notifies_client', 'notifies_staff'])
    .where('about', '=', 'claim')
    .where('label', '=', closed.number)
    .orderBy('position')
    .execute()
  const by = (kind: string, [client, staff]: [boolean, boolean]) => ({
    kind,
    notifies_client: client,
    notifies_staff: staff,
  })
  expect(events[0]).toEqual(by('claim.created', [false, true]))
  expect(events).toContainEqual(by('claim.details_requested', [true, false]))
  expect(events).toContainEqual(by('claim.message', [false, true]))
  expect(events.at(-1)).toEqual(by('claim.decided', [true, false]))
  const may = (await get<ClaimableGoods>(own.client, `/shipments/${shipmentId}`)).json.lines[0]?.kinds
  expect(may?.find(({ kind }) => kind === 'warranty')?.qty).toBe(4)
})

test('shortage claim is credited at once and moves no goods', async () => {
  const { id, claimLineId, order, lines, shipmentId } = await claimed(2, { kind: 'shortage', outcome: 'offset' })
  const granted = await act(shop.handler, id, '/decision', decision(claimLineId, 2))
  expect(granted.status, granted.text).toBe(200)
  const claim = await readClaim(test_, shop.client, id)
  expect(claim).toMatchObject({
    state: 'closed',
    hand_over_until: null,
    correction: { sum_kop: (lines[0]?.price_kop ?? 0) * 2 },
  })
  expect(await partsOf(order.lineId)).toEqual({ shipped: 4 })
  const cancel = {
    ...posting(shop.manager, ''),
    url: `/api/v1/shipments/${shipmentId}/cancel`,
    payload: { reason: 'Ошибка' },
  }
  expect((await send<Reply>(test_, cancel)).json.detail).toBe('По отгрузке есть обращение: отменить её нельзя')
})

test('price claim reduces the price of kept pieces and of later credits', async () => {
  const shipped = await buildShipped(test_, shop, [4])
  const { shipmentId, lineId, lines } = shipped
  const price = lines[0]?.price_kop ?? 0
  const dear = { shipment_line_id: lineId, qty: 4, asked_kop: price }
  expect(
    (await claimOf(test_, shop, { shipmentId, lineId, kind: 'price', outcome: 'offset', lines: [dear] })).json.errors[0]
      ?.path,
  ).toBe('lines.0.asked_kop')
  const fair = { ...dear, asked_kop: price - 100 }
  const { id } = (await claimOf(test_, shop, { shipmentId, lineId, kind: 'price', outcome: 'offset', lines: [fair] }))
    .json
  const line = (await readClaim(test_, shop.handler, id)).lines[0]?.id ?? 0
  const body = decision(line, 4)
  expect((await act(shop.handler, id, '/decision', body)).json.errors?.[0]?.path).toBe('lines.0.price_kop')
  const right = { ...body, lines: [{ id: line, qty: 4, price_kop: price - 100, refusal: '' }] }
  expect((await act(shop.handler, id, '/decision', right)).status).toBe(200)
  expect((await readClaim(test_, shop.client, id)).correction?.sum_kop).toBe(400)
  const short = (await claimOf(test_, shop, { shipmentId, lineId, kind: 'shortage' })).json.id
  const shortLine = (await readClaim(test_, shop.handler, short)).lines[0]?.id ?? 0
  await act(shop.handler, short, '/decision', decision(shortLine, 1))
  expect((await readClaim(test_, shop.client, short)).correction?.sum_kop).toBe(price - 100)
})

test('declined, withdrawn and unreturned goods can be claimed again and stay with the buyer', async () => {
  const { id, claimLineId, order, shipmentId, lineId } = await claimed(3)
  const leftNow = async () =>
    (await get<ClaimableGoods>(shop.client, `/shipments/${shipmentId}`)).json.lines[0]?.kinds.find(
      ({ kind }) => kind === 'defect',
    )?.qty
  expect(await leftNow()).toBe(2)
  expect((await act(shop.handler, id, '/decision', decision(claimLineId, 0))).status).toBe(200)
  expect(await readClaim(test_, shop.client, id)).toMatchObject({
    state: 'declined',
    lines: [{ refusal: 'Следы установки' }],
  })
  expect(await leftNow()).toBe(5)
  const again = (await claimOf(test_, shop, { shipmentId, lineId, qty: 5 })).json.id
  expect((await act(shop.client, again, '/withdraw', { version: 1 })).status).toBe(200)
  expect((await act(shop.client, again, '/withdraw', { version: 2 })).json.code).toBe('claim.invalid_state')
  const third = (await claimOf(test_, shop, { shipmentId, lineId, qty: 5 })).json.id
  const line = (await readClaim(test_, shop.handler, third)).lines[0]?.id ?? 0
  await act(shop.handler, third, '/decision', decision(line, 5))
  expect(await partsOf(order.lineId)).toEqual({ return_requested: 5 })
  expect((await act(shop.handler, third, '/close-as-abandoned', { version: 2 })).status).toBe(200)
  expect(await partsOf(order.lineId)).toEqual({ issued: 5 })
  expect(await leftNow()).toBe(5)
  const cancelled = await send<Reply>(test_, {
    method: 'POST',
    url: `/api/v1/shipments/${shipmentId}/cancel`,
    headers: { ...shop.manager, 'idempotency-key': crypto.randomUUID() },
    payload: { reason: 'Не та машина' },
  })
  expect(cancelled).toMatchObject({ status: 409, json: { code: 'shipment.invalid_state' } })
  expect(cancelled.json.detail).toContain('уже у покупателя')
})

test('correction number is entered by hand for a seller with accounting_mode in 1С', async () => {
  const own = await buildClaimShop(test_)
  const one = await buildShipped(test_, own, [1])
  const other = await buildShipped(test_, own, [1])
  await test_.database.db.updateTable('sellers').set({ accounting_mode: '1c' }).where('id', '=', own.sellerId).execute()
  const grant = async ({ shipmentId, lineId }: typeof one, correction_number?: string) => {
    const { id } = (await claimOf(test_, own, { shipmentId, lineId, kind: 'shortage' })).json
    const { needs_number, lines, version } = await readClaim(test_, own.handler, id)
    expect(needs_number).toBe(true)
    const body = { ...decision(lines[0]?.id ?? 0, 1, version), ...(correction_number && { correction_number }) }
    return { id, ...(await act(own.handler, id, '/decision', body)) }
  }
  const bare = await grant(one)
  expect(bare.json.errors?.[0]?.path).toBe('correction_number')
  await act(own.client, bare.id, '/withdraw', { version: 1 })
  const typed = await grant(one, 'УКД-7')
  expect((await readClaim(test_, own.client, typed.id)).correction?.number).toBe('УКД-7')
  expect((await grant(other, 'УКД-7')).json.code).toBe('claim.number_taken')
})

test('open claim is excluded from overdue debt unless the contract counts disputed sums', async () => {
  const own = await buildClaimShop(test_)
  const { shipmentId, lineId, lines } = await buildShipped(test_, own, [2])
  const price = lines[0]?.price_kop ?? 0
  await claimOf(test_, own, { shipmentId, lineId })
  const { db } = test_.database
  const later = async () => (await selectContractBalances(db, [own.contractId], '2027-06-01')).get(own.contractId)
  expect(await later()).toMatchObject({ debt_kop: price * 2, overdue_kop: price, counted_kop: price })
  await db.updateTable('contracts').set({ disputes_block: true }).where('id', '=', own.contractId).execute()
  expect(await later()).toMatchObject({ debt_kop: price * 2, overdue_kop: price * 2, counted_kop: price * 2 })
})

test('claim list has filters, search and counters limited to the own company', async () => {
  const own = await buildClaimShop(test_)
  const shipped = await buildShipped(test_, own, [9])
  const { shipmentId, lineId } = shipped
  const ids: number[] = []
  for (const kind of ['defect', 'shortage', 'damage'] as const)
    ids.push((await claimOf(test_, own, { shipmentId, lineId, kind })).json.id)
  const [first = 0, second = 0, third = 0] = ids
  await act(own.handler, first, '/assign', { version: 1 })
  await act(own.client, third, '/withdraw', { version: 1 })
  type List = { results: ClaimItem[]; pagination: Pagination }
  const idsOf = async (who: Who, query: string) => (await get<List>(who, `?${query}`)).json.results.map(({ id }) => id)
  expect(await idsOf(own.client, '')).toEqual([third, second, first])
  expect(await idsOf(foreign.client, `contractor_id=${own.companyId}`)).toEqual([])
  expect(await idsOf(own.handler, `contractor_id=${own.companyId}&state=open`)).toEqual([second, first])
  expect(await idsOf(own.handler, 'mine=1')).toEqual([first])
  expect(await idsOf(own.client, 'kind=damage')).toEqual([third])
  const { number, subject } = (await get<List>(own.client, '')).json.results[2] ?? expect.fail('no claim')
  expect(await idsOf(own.handler, `q=${encodeURIComponent(number)}`)).toEqual([first])
  expect(await idsOf(own.handler, `q=${number.slice(-4)}`)).toContain(first)
  expect(await idsOf(own.client, `q=${subject.split(' ').find((word) => /\d/.test(word))}`)).toEqual([
    third,
    second,
    first,
  ])
  expect(await idsOf(own.client, `q=${shipped.number}`)).toEqual([third, second, first])
  const counts = await get<{ results: { state: string; count: number; late: number }[] }>(own.client, '/counts')
  expect(counts.json.results.filter(({ count }) => count > 0)).toEqual([
    { state: 'submitted', count: 1, late: 0 },
    { state: 'in_review', count: 1, late: 0 },
    { state: 'withdrawn', count: 1, late: 0 },
  ])
})

test('claim names the vehicle of its line, and its company and staff find it by the name and numbers of the vehicle', async () => {
  const { db } = test_.database
  const own = await buildClaimShop(test_)
  const shipped = await buildShipped(test_, own, [2, 1])
  const numbers = { vin: 'JTNBV58E70J012345', plate: 'Е555КХ163' }
  const vehicle = await buildVehicle(db, own.companyId, { id: own.handlerId }, { name: 'Камри Иванова', ...numbers })
  const orderLineId = shipped.lines[0]?.order_line_id ?? 0
  await db.updateTable('order_lines').set({ vehicle_id: vehicle.id }).where('id', '=', orderLineId).execute()
  const lines = shipped.lines.map(({ id }) => ({ shipment_line_id: id, qty: 1, asked_kop: null }))
  const { json } = await claimOf(test_, own, {
    shipmentId: shipped.shipmentId,
    lineId: shipped.lineId,
    kind: 'shortage',
    lines,
  })
  for (const who of [own.client, own.handler])
    expect((await readClaim(test_, who, json.id)).lines.map((line) => line.vehicle?.name)).toEqual([
      'Камри Иванова',
      undefined,
    ])
  const found = async (who: Who, q: string) =>
    (await get<{ results: ClaimItem[] }>(who, `?q=${encodeURIComponent(q)}`)).json.results.map(({ id }) => id)
  for (const who of [own.client, own.handler])
    for (const typed of ['камри', 'jtnbv58e70j012345', 'E 555 KX 163', 'е555кх'])
      expect([typed, await found(who, typed)]).toEqual([typed, [json.id]])
  for (const typed of ['%', '555']) expect([typed, await found(own.client, typed)]).toEqual([typed, []])
  expect(await found(own.handler, 'ка')).toEqual([])
  expect(await found(foreign.client, 'камри')).toEqual([])
})

test('employee without price access sees a claim without sums', async () => {
  const { id } = await claimed()
  const employee = await buildUser(test_.database.db, { role: 'CONTRACTOR_USER', contractorIds: [shop.companyId] })
  const { db } = test_.database
  await db.updateTable('user_contractors').set({ sees_prices: false }).where('user_id', '=', employee.id).execute()
  const claim = await readClaim(test_, await loginAs(test_, employee), id)
  expect(claim).toMatchObject({ id, disputed_kop: null, lines: [{ price_kop: null }] })
})

interface Reply {
  code: string
  detail: string
  version: number
  errors?: { path: string; message: string }[]
}

const claimed = async (qty = 1, more: Parameters<typeof claimOf>[2] | object = {}) => {
  const shipped = await buildShipped(test_, shop, [qty + 2])
  const { shipmentId, lineId } = shipped
  const reply = await claimOf(test_, shop, { shipmentId, lineId, qty, ...more })
  if (reply.status !== 201) throw new Error(reply.text)
  const { lines } = await readClaim(test_, shop.handler, reply.json.id)
  return { ...shipped, ...reply.json, claimLineId: lines[0]?.id ?? 0 }
}

const decision = (line: number, qty: number, version = 1) => ({
  version,
  lines: [{ id: line, qty, price_kop: null, refusal: qty === 0 ? 'Следы установки' : '' }],
  text: 'Ждём товар',
  hand_over_until: '2026-12-01',
  hand_over_to: 'Склад, ворота 3',
})

const debt = async (contractId: number) => {
  const standings = await selectContractBalances(test_.database.db, [contractId], TODAY)
  return standings.get(contractId) ?? expect.fail('no standing')
}

const partsOf = async (lineId: number) => {
  const rows = await test_.database.db
    .selectFrom('order_line_allocations')
    .select(['state', 'qty'])
    .where('line_id', '=', lineId)
    .execute()
  return Object.fromEntries(rows.map(({ state, qty }) => [state, qty]))
}
