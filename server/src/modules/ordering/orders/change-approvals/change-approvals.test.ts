import type { ChangeApproval } from '@artikul/contract/ordering/orders/change-approvals'
import type { LineCounts, OrderLineItem } from '@artikul/contract/ordering/orders/order-lists'
import type { LineState, Order, OrderPreview, PlacedOrder } from '@artikul/contract/ordering/orders/orders'
import { sql } from 'kysely'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { buildParties, type Parties } from '../../../../testing/parties.factory.ts'
import { historyOf } from '../../../../testing/line-history.ts'
import { loginAs, send, useTestApp } from '../../../../testing/test-app.ts'
import { buildOffer, buildProduct, buildWarehouse } from '../../../catalog/products/catalog.factory.ts'
import { buildConsignee } from '../../../companies/consignees/consignees.factory.ts'
import { buildContractor } from '../../../companies/contractors/contractors.factory.ts'
import { buildUser } from '../../../identity/users/users.factory.ts'
import { dueAfter } from './expire-pending.ts'
import { emailQuestions } from './approval-links.ts'
import { endUnanswered } from './change-approvals.ts'
import { moveLines } from '../lines/line-transitions.ts'

const test_ = useTestApp()
type Headers = { authorization: string }
let parties: Parties
let client: Headers
let manager: Headers
let ownId: number
let partnerId: number
let consigneeId: number

beforeAll(buildWarehouses)
let began: string
beforeAll(() => {
  began = test_.clock.now().toISOString()
})
beforeEach(() => turnTo(began))

describe('refusals', () => {
  test('invalid terms are rejected: no change, past date, larger quantity, other product for own stock', async () => {
    const { line } = await ordered()
    const own = await ordered(2, ownId)
    const other = await buildProduct(test_.database.db)
    for (const [lineId, terms, code] of [
      [line.id, { price_kop: line.price_kop }, 'line.terms_refused'],
      [line.id, { expected_date: '2020-01-01' }, 'line.terms_refused'],
      [line.id, { expected_date: '2027-02-02', guaranteed_date: '2027-02-01' }, 'line.terms_refused'],
      [line.id, { qty: 5 }, 'line.terms_refused'],
      [line.id, { product_id: 2_147_483_000 }, 'not_found'],
      [own.line.id, { product_id: other.id }, 'line.terms_refused'],
      [2_147_483_000, { price_kop: 1 }, 'not_found'],
      [line.id, {}, 'input.invalid'],
      [line.id, { price_kop: 0 }, 'input.invalid'],
      [line.id, { price_kop: 1, answer_hours: 0 }, 'input.invalid'],
      [line.id, { price_kop: 1, reason: ' ' }, 'input.invalid'],
    ] as const)
      expect((await change(lineId, terms)).json.code).toBe(code)
    expect((await read(own.id)).decisions).toEqual([])
  })

  test('price of a partly ready line cannot be changed', async () => {
    const order = await ordered(4, ownId)
    await staffMove(order.line.id, order.state, 'ready', 1)
    expect((await change(order.line.id, dearer(order))).json.detail).toContain('цена и номер не меняются')
    await staffMove(order.line.id, order.state, 'ready', 3)
    expect((await change(order.line.id, { expected_date: '2027-01-15' })).json.detail).toContain('больше не меняются')
  })

  test('change approval is refused to other companies and consignees, users without the right and staff', async () => {
    const order = await ordered()
    await change(order.line.id, dearer(order))
    const { id } = await openApprovalOf(order.id)
    const { db } = test_.database
    const elsewhere = await buildContractor(db, { sellerIds: [parties.seller.id] })
    const stranger = await loginAs(
      test_,
      await buildUser(db, { role: 'CONTRACTOR_ADMIN', contractorIds: [elsewhere.id] }),
    )
    const narrow = await buildUser(db, { role: 'CONTRACTOR_USER', contractorIds: [parties.company.id] })
    await db.updateTable('user_contractors').set({ all_consignees: false }).where('user_id', '=', narrow.id).execute()
    const looker = await buildUser(db, { role: 'CONTRACTOR_USER', contractorIds: [parties.company.id] })
    await db.updateTable('user_contractors').set({ may_place: false }).where('user_id', '=', looker.id).execute()
    expect((await answer(id, 'agree', stranger)).status).toBe(404)
    expect((await answer(id, 'agree', await loginAs(test_, narrow))).status).toBe(404)
    expect((await answer(id, 'agree', await loginAs(test_, looker))).json.code).toBe('order.may_not_place')
    expect((await answer(id, 'agree', manager)).status).toBe(403)
    expect(
      (await get<{ results: ChangeApproval[] }>('change-approvals', await loginAs(test_, narrow))).results,
    ).toEqual([])
    expect((await get<{ results: ChangeApproval[] }>('change-approvals', stranger)).results).toEqual([])
    expect((await change(order.line.id, dearer(order), client)).status).toBe(403)
    expect((await openApprovalOf(order.id)).state).toBe('open')
  })
})

describe('change of terms by a manager', () => {
  test('for the better applies at once and notifies the client', async () => {
    const order = await ordered()
    const price = (order.line.price_kop ?? 0) - 100
    const reply = await change(order.line.id, { price_kop: price })
    expect(reply).toMatchObject({ status: 200, json: { is_asked: false } })
    const after = await read(order.id)
    expect(after).toMatchObject({ total_kop: price * 4, decisions: [], status: (await read(order.id)).status })
    expect(after.lines[0]).toMatchObject({ price_kop: price, sum_kop: price * 4, parts: order.line.parts })
    expect((await historyOf(test_, after.lines[0])).at(-1)).toMatchObject({
      reason: 'цена ниже. Поставщик перенёс отгрузку',
    })
    expect(await toldOf(order.id)).toMatchObject({
      kind: 'order.improved',
      notifies_client: true,
      counts: { improved: 1 },
    })
  })

  test('for the worse waits for approval with old and new terms, deadline and default', async () => {
    const order = await ordered()
    const day = later(order.line.guaranteed_date, 3)
    expect((await change(order.line.id, { expected_date: day, on_timeout: 'drop' })).json).toEqual({
      is_asked: true,
    })
    const after = await read(order.id)
    expect(after.lines[0]).toMatchObject({
      expected_date: order.line.expected_date,
      parts: [{ state: 'needs_confirm', qty: 4 }],
    })
    expect(after.decisions).toMatchObject([
      {
        line_id: order.line.id,
        before: { expected_date: order.line.expected_date, qty: 4 },
        after: { expected_date: day, guaranteed_date: day, qty: 4 },
        state: 'open',
        on_timeout: 'drop',
      },
    ])
    expect(await toldOf(order.id)).toMatchObject({ kind: 'order.asked', notifies_client: true, counts: { asked: 1 } })
    const { results } = await get<{ results: ChangeApproval[] }>('change-approvals')
    expect(results.map(({ order_id }) => order_id)).toContain(order.id)
    const lines = await get<{ results: OrderLineItem[] }>('order-lines?decision=open', manager)
    expect(lines.results.map(({ id }) => id)).toContain(order.line.id)
  })

  test('replaces an open approval, and an answer to the old one is refused with a reason', async () => {
    const order = await ordered(2, ownId)
    await change(order.line.id, dearer(order))
    const first = await openApprovalOf(order.id)
    await change(order.line.id, { price_kop: (order.line.price_kop ?? 0) + 500 })
    const second = await openApprovalOf(order.id)
    expect(second.id).not.toBe(first.id)
    expect((await read(order.id)).decisions).toHaveLength(1)
    const late = await answer(first.id, 'agree')
    expect(late).toMatchObject({ status: 409, json: { code: 'change_approval.invalid_state' } })
    expect(late.json.detail).toContain('изменились ещё раз')
    await answer(second.id, 'agree')
    expect(await parts(order.id)).toEqual([{ state: order.state, qty: 2 }])
    expect((await read(order.id)).lines[0]?.price_kop).toBe((order.line.price_kop ?? 0) + 500)
  })

  test('that improves the terms closes the open approval and the line continues', async () => {
    const order = await ordered(2, ownId)
    await change(order.line.id, dearer(order))
    expect((await change(order.line.id, { price_kop: (order.line.price_kop ?? 0) - 1 })).json).toEqual({
      is_asked: false,
    })
    expect(await parts(order.id)).toEqual([{ state: order.state, qty: 2 }])
    expect((await read(order.id)).decisions).toEqual([])
  })
})

describe('line awaiting manager confirmation', () => {
  /** Places an order of goods with an outdated price list, which a manager has to confirm with the supplier first. */
  async function doubtful() {
    const imported_at = new Date(test_.clock.now().getTime() - 100 * 3_600_000)
    const given = { source: { kind: 'partner' as const }, warehouse: { imported_at } }
    const order = await ordered(2, (await buildWarehouse(test_.database.db, parties.seller.id, given)).id)
    expect(order.state).toBe('needs_confirm')
    return order
  }

  test.each([
    ['awaiting_payment', { reserved_until: new Date('2027-01-01T00:00:00Z') }],
    ['on_hold', { hold_reason: 'Просрочено 10 ₽' }],
    ['in_work', {}],
  ] as const)('moves after approval to the state its order requires: %s', async (state, holdFields) => {
    const order = await doubtful()
    await test_.database.db
      .updateTable('orders')
      .set({ version: sql`version`, ...holdFields })
      .where('id', '=', order.id)
      .execute()
    await change(order.line.id, dearer(order))
    expect((await answer((await openApprovalOf(order.id)).id, 'agree')).status).toBe(200)
    expect(await parts(order.id)).toEqual([{ state, qty: 2 }])
  })

  test('cannot be confirmed by the client when its terms improve', async () => {
    const order = await doubtful()
    await change(order.line.id, { price_kop: (order.line.price_kop ?? 0) - 1 })
    const move = { line_id: order.line.id, from: 'needs_confirm', to: 'in_work', qty: 2 }
    const { json } = await post(`orders/${order.id}/transitions`, { moves: [move] })
    expect(json).toMatchObject({
      code: 'order.transition_refused',
      detail: expect.stringContaining('уточняет менеджер') as string,
    })
  })
})

describe('change approval', () => {
  test('when accepted continues the line at the new terms from its previous state', async () => {
    const order = await ordered(4, ownId)
    const before = await test_.database.db
      .selectFrom('offers')
      .select('reserved')
      .where('id', '=', order.offerId)
      .execute()
    const { price_kop: price } = dearer(order)
    await change(order.line.id, { price_kop: price, expected_date: later(order.line.expected_date, 1) })
    expect((await answer((await openApprovalOf(order.id)).id, 'agree')).status).toBe(200)
    const after = await read(order.id)
    expect(after).toMatchObject({
      total_kop: price * 4,
      decisions: [],
      expected_date: later(order.line.expected_date, 1),
    })
    expect(after.lines[0]?.parts).toEqual([{ state: order.state, qty: 4 }])
    expect(
      await test_.database.db.selectFrom('offers').select('reserved').where('id', '=', order.offerId).execute(),
    ).toEqual(before)
    expect(await toldOf(order.id)).toMatchObject({
      kind: 'order.answered',
      notifies_client: false,
      notifies_staff: true,
    })
  })

  test('when declined removes the line and releases its stock', async () => {
    const order = await ordered(3, ownId)
    await change(order.line.id, dearer(order))
    await answer((await openApprovalOf(order.id)).id, 'decline')
    expect(await read(order.id)).toMatchObject({ status: 'cancelled', total_kop: 0 })
    expect(await parts(order.id)).toEqual([{ state: 'cancelled_client', qty: 3 }])
    const offer = test_.database.db.selectFrom('offers').select('reserved').where('id', '=', order.offerId)
    expect(await offer.execute()).toEqual([{ reserved: 0 }])
  })

  test('for a smaller quantity under another article is applied when accepted', async () => {
    const order = await ordered(5)
    const other = await buildProduct(test_.database.db)
    await change(order.line.id, { qty: 3, product_id: other.id })
    await answer((await openApprovalOf(order.id)).id, 'agree')
    const [line] = (await read(order.id)).lines
    expect(line).toMatchObject({ product_code: other.code, qty: 5 })
    expect(new Map(line?.parts.map(({ state, qty }) => [state, qty]))).toEqual(
      new Map([
        [order.state, 3],
        ['removed', 2],
      ]),
    )
  })

  test('answered concurrently is settled once, and late answers say how', async () => {
    const order = await ordered()
    await change(order.line.id, dearer(order))
    const { id } = await openApprovalOf(order.id)
    const replies = await Promise.all([answer(id, 'agree'), answer(id, 'decline'), answer(id, 'agree')])
    expect(replies.map(({ status }) => status).toSorted()).toEqual([200, 409, 409])
    const late = replies.find(({ status }) => status === 409)
    expect(late?.json.code).toBe('change_approval.invalid_state')
    expect(late?.json.detail).toMatch(/^(Уже согласились|Строка уже снята): /)
  })

  test('cannot be bypassed by a direct move and ends when a manager moves the line', async () => {
    const order = await ordered()
    await change(order.line.id, dearer(order))
    const { id } = await openApprovalOf(order.id)
    const move = { line_id: order.line.id, from: 'needs_confirm', to: 'in_work', qty: 4 }
    expect((await post(`orders/${order.id}/transitions`, { moves: [move] })).json.code).toBe('order.transition_refused')
    await staffMove(order.line.id, 'needs_confirm', 'in_work', 4)
    expect((await answer(id, 'agree')).json.detail).toContain('Строку перевёл менеджер')
    expect((await read(order.id)).lines[0]?.price_kop).toBe(order.line.price_kop)
  })
})

describe('unanswered change approval', () => {
  test.each([
    ['keep', 'kept'],
    ['drop', 'dropped'],
  ] as const)(
    'applies «%s» once at the deadline, notifies both sides and stays listed until closed',
    async (withoutAnswer, state) => {
      const order = await ordered(2, ownId)
      await change(order.line.id, { ...dearer(order), on_timeout: withoutAnswer })
      const { id, due_at: due } = await openApprovalOf(order.id)
      await expire()
      expect((await openApprovalOf(order.id)).state).toBe('open')
      await turnTo(due)
      expect((await answer(id, 'agree')).json.detail).toContain('Срок ответа истёк')
      await Promise.all([expire(), expire()])
      const after = await read(order.id)
      expect(after.decisions).toMatchObject([{ id, state }])
      expect(await parts(order.id)).toEqual([{ state: withoutAnswer === 'keep' ? order.state : 'removed', qty: 2 }])
      const unanswered = (await historyOf(test_, after.lines[0])).filter(
        ({ reason }) => reason === 'Ответа в срок не было',
      )
      expect(unanswered).toHaveLength(1)
      expect(await toldOf(order.id)).toMatchObject({
        kind: 'order.unanswered',
        notifies_client: true,
        notifies_staff: true,
      })
      const counts = async () => (await get<LineCounts>('order-lines/counts', manager)).decisions.unanswered
      const before = await counts()
      const { results } = await get<{ results: OrderLineItem[] }>('order-lines?decision=unanswered', manager)
      expect(results.map((line) => line.id)).toContain(order.line.id)
      expect((await post(`change-approvals/${id}/close`, undefined, manager)).status).toBe(200)
      expect((await post(`change-approvals/${id}/close`, undefined, manager)).status).toBe(404)
      expect(await counts()).toBe(before - 1)
    },
  )

  test('that fails to expire does not block the others', async () => {
    const [broken, sound] = [await ordered(2, ownId), await ordered(2, ownId)]
    for (const order of [broken, sound]) await change(order.line.id, dearer(order))
    const { id } = await openApprovalOf(broken.id)
    const { db } = test_.database
    await db
      .updateTable('order_line_allocations')
      .set({ state: 'in_work' })
      .where('line_id', '=', broken.line.id)
      .execute()
    await turnTo((await openApprovalOf(sound.id)).due_at)
    await expect(expire()).rejects.toMatchObject({ code: 'order.line_changed' })
    expect((await openApprovalOf(sound.id)).state).toBe('kept')
    const ended = { state: 'settled', ended_at: test_.clock.now() }
    await db.updateTable('change_approvals').set(ended).where('id', '=', id).execute()
  })

  test('has a deadline that skips days off', () => {
    const weekend = new Set(['2026-11-21', '2026-11-22'])
    const due = (from: string, hours: number) => dueAfter(new Date(from), hours, weekend).toISOString()
    expect(due('2026-11-17T09:00:00Z', 24)).toBe('2026-11-18T09:00:00.000Z')
    expect(due('2026-11-20T12:00:00Z', 24)).toBe('2026-11-23T12:00:00.000Z')
    expect(due('2026-11-21T12:00:00Z', 4)).toBe('2026-11-23T01:00:00.000Z')
  })
})

describe('approval link in an email', () => {
  const tokenFor = async (userId: number, orderId: number) => {
    const all = await test_.database.db
      .transaction()
      .execute((tx) => emailQuestions(tx, userId, orderId, test_.clock.now()))
    return all[0]?.path.split('/').at(-1) ?? ''
  }
  const open = (token: string) => post<ChangeApproval & { code: string }>('change-approval-links/read', { token }, {})
  const use = (token: string, word = 'agree') => post('change-approval-links/answer', { token, answer: word }, {})

  test('is refused when unknown, when its user is deactivated and after too many guesses', async () => {
    expect((await open('a'.repeat(43))).json.code).toBe('change_approval.link_expired')
    expect((await use('a'.repeat(43))).status).toBe(410)
    expect((await open('short')).status).toBe(400)
    const order = await ordered()
    await change(order.line.id, dearer(order))
    const { db } = test_.database
    const leaver = await buildUser(db, { role: 'CONTRACTOR_USER', contractorIds: [parties.company.id] })
    const token = await tokenFor(leaver.id, order.id)
    expect((await open(token)).status).toBe(200)
    await db.updateTable('users').set({ is_active: false }).where('id', '=', leaver.id).execute()
    expect((await use(token)).status).toBe(410)
    expect((await openApprovalOf(order.id)).state).toBe('open')
    const guesses = await Promise.all(Array.from({ length: 30 }, () => open('b'.repeat(43))))
    expect(guesses.map(({ status }) => status)).toContain(410)
    expect((await open(token)).status).toBe(429)
    await db.deleteFrom('sign_in_failures').execute()
  })

  test('hides prices from users without price access and needs the right to place orders', async () => {
    const order = await ordered()
    await change(order.line.id, dearer(order))
    const { db } = test_.database
    const blind = await buildUser(db, { role: 'CONTRACTOR_USER', contractorIds: [parties.company.id] })
    await db.updateTable('user_contractors').set({ sees_prices: false }).where('user_id', '=', blind.id).execute()
    const { json } = await open(await tokenFor(blind.id, order.id))
    expect(json).toMatchObject({
      before: { price_kop: null },
      after: { price_kop: null },
      price_goes: 'up',
      state: 'open',
    })
    await db.updateTable('user_contractors').set({ may_place: false }).where('user_id', '=', blind.id).execute()
    expect(await tokenFor(blind.id, order.id)).toBe('')
  })

  test('answers once without sign-in, changes nothing when opened and is stored as a hash', async () => {
    const order = await ordered()
    await change(order.line.id, dearer(order))
    const token = await tokenFor(parties.employee.id, order.id)
    expect((await open(token)).json).toMatchObject({ line_id: order.line.id, state: 'open' })
    expect((await open(token)).json.state).toBe('open')
    const links = await test_.database.db.selectFrom('change_approval_links').select('token_hash').execute()
    expect(links.some(({ token_hash: hash }) => hash.toString().includes(token))).toBe(false)
    expect((await use(token, 'decline')).status).toBe(200)
    const again = await use(token)
    expect(again).toMatchObject({ status: 409, json: { code: 'change_approval.invalid_state' } })
    expect(again.json.detail).toContain('Строка уже снята')
    expect((await open(token)).json).toMatchObject({ state: 'declined' })
    const [line] = (await read(order.id)).lines
    expect((await historyOf(test_, line)).at(-1)).toMatchObject({ reason: 'Клиент не согласился, по ссылке из письма' })
  })

  test('expires with its change approval', async () => {
    const order = await ordered()
    await change(order.line.id, dearer(order))
    const token = await tokenFor(parties.admin.id, order.id)
    await turnTo((await openApprovalOf(order.id)).due_at)
    expect((await use(token)).json.detail).toContain('Срок ответа истёк')
  })
})

async function buildWarehouses() {
  const { db } = test_.database
  parties = await buildParties(db)
  client = await loginAs(test_, parties.admin)
  manager = await loginAs(test_, parties.manager)
  ownId = (await buildWarehouse(db, parties.seller.id)).id
  const partner = { source: { kind: 'partner' as const }, warehouse: { imported_at: test_.clock.now() } }
  partnerId = (await buildWarehouse(db, parties.seller.id, partner)).id
  consigneeId = (await buildConsignee(db, parties.company.id)).id
}

/** Moves the clock and signs in again, because sessions expire before approvals do. */
async function turnTo(moment: string) {
  test_.clock.set(moment)
  client = await loginAs(test_, parties.admin)
  manager = await loginAs(test_, parties.manager)
}

const get = async <T>(url: string, headers: Headers = client) =>
  (await send<T>(test_, { url: `/api/v1/${url}`, headers })).json

const post = <T = { code: string; detail: string }>(
  url: string,
  payload?: object,
  headers: Headers | object = client,
) =>
  send<T>(test_, {
    method: 'POST',
    url: `/api/v1/${url}`,
    headers: { ...headers, 'idempotency-key': crypto.randomUUID() },
    ...(payload && { payload }),
  })

/** Places an order of goods from the own warehouse or a partner's. */
async function ordered(qty = 4, warehouseId = partnerId) {
  const { db } = test_.database
  const product = await buildProduct(db)
  const offer = await buildOffer(db, product.id, warehouseId, {
    on_hand: 100,
    qty_text: '100',
    tracked: warehouseId === ownId,
  })
  await post('cart/lines', { offer_id: offer.id, qty, consignee_id: consigneeId })
  const { lines } = await get<OrderPreview>('orders/preview')
  const { orders } = (await post<{ orders: PlacedOrder[] }>('orders', { lines })).json
  const id = orders[0]?.id ?? expect.fail('nothing is placed')
  const order = await read(id)
  const line = order.lines[0] ?? expect.fail('no line')
  return { id, line, product, offerId: offer.id, state: line.parts[0]?.state ?? 'new', total: order.total_kop ?? 0 }
}

const read = (id: number, headers = client) => get<Order>(`orders/${id}`, headers)

const change = (lineId: number, terms: object, headers = manager) =>
  post<{ is_asked: boolean; code: string; detail: string }>(
    `order-lines/${lineId}/terms`,
    { reason: 'Поставщик перенёс отгрузку', answer_hours: 24, on_timeout: 'keep', ...terms },
    headers,
  )

const openApprovalOf = async (id: number) => (await read(id)).decisions[0] ?? expect.fail('nobody is asked')

const answer = (id: number, word: string, headers = client) =>
  post(`change-approvals/${id}/answer`, { answer: word }, headers)

const later = (day: string, days: number) =>
  new Date(Date.parse(`${day}T00:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10)

const parts = async (id: number) => (await read(id)).lines[0]?.parts.map(({ state, qty }) => ({ state, qty }))

const dearer = ({ line }: { line: { price_kop: number | null } }) => ({ price_kop: (line.price_kop ?? 0) + 1000 })

const staffMove = (lineId: number, from: LineState, to: LineState, qty: number) =>
  test_.database.db
    .transaction()
    .execute((tx) =>
      moveLines(
        tx,
        { mover: 'staff', author: { actorId: parties.manager.id, subjectId: parties.manager.id } },
        [{ lineId, from, to, qty, reason: 'Проверка' }],
        test_.clock.now(),
      ),
    )

const expire = () => endUnanswered(test_.appDatabase.forTenant('any'), { clock: test_.clock })

const toldOf = async (orderId: number) =>
  (
    await test_.database.db
      .selectFrom('events')
      .select(['kind', 'notifies_client', 'notifies_staff', 'counts'])
      .where('about', '=', 'order')
      .where('about_id', '=', orderId)
      .orderBy('id', 'desc')
      .limit(1)
      .execute()
  )[0]
