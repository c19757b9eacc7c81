import type { AddedLines, AddToCart, Cart } from '@artikul/contract/ordering/cart'
import type { CartBrief } from '@artikul/contract/ordering/carts'
import type { Problem } from '@artikul/contract/core/errors'
import type { OrderPreview, PlacedOrder } from '@artikul/contract/ordering/orders/orders'
import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { untilWaiting } from '../../../testing/locks.ts'
import { loginAs, send, useTestApp } from '../../../testing/test-app.ts'
import { textOfFile } from '../../../testing/files/file-text.ts'
import { buildOffer, buildProduct, buildWarehouse } from '../../catalog/products/catalog.factory.ts'
import { buildConsignee } from '../../companies/consignees/consignees.factory.ts'
import { buildContractor, buildSeller } from '../../companies/contractors/contractors.factory.ts'
import { buildUser } from '../../identity/users/users.factory.ts'

const test_ = useTestApp()
type Headers = { authorization: string }
let sellerId: number
let warehouseId: number

beforeAll(async () => {
  const { db } = test_.database
  sellerId = (await buildSeller(db)).id
  warehouseId = (await buildWarehouse(db, sellerId)).id
})

const get = <T>(url: string, headers: Headers) => send<T & Problem>(test_, { method: 'GET', url, headers })
const cartOf = async (headers: Headers) => (await get<Cart>('/api/v1/cart', headers)).json
const cartsOf = async (headers: Headers) => (await get<{ results: CartBrief[] }>('/api/v1/carts', headers)).json.results
const create = (headers: Headers, name: string) => call<{ id: number }>('POST', '/api/v1/carts', headers, { name })
const remove = (headers: Headers, id: number) => call<{ moved: number }>('DELETE', `/api/v1/carts/${id}`, headers)
const mainOf = async (headers: Headers) => (await cartsOf(headers)).find((cart) => cart.is_main)!.id

describe('company cart', () => {
  test('is open to its buyers only, and a cart of another company is not found', async () => {
    const own = await workshop()
    const foreign = await workshop()
    const line = await addNew(own.anna)
    const foreignLine = await addNew(foreign.anna)
    const foreignCart = (await create(foreign.anna, 'Чужая')).json.id
    const manager = await loginAs(test_, await buildUser(test_.database.db, { role: 'ARTIKUL_ORDER_MANAGER' }))
    expect(await send(test_, { url: '/api/v1/carts' })).toMatchObject({ status: 401 })
    expect(await get('/api/v1/carts', manager)).toMatchObject({ status: 403 })
    expect(await create(manager, 'Моя')).toMatchObject({ status: 403 })
    for (const reply of [
      await call('PATCH', `/api/v1/carts/${foreignCart}`, own.anna, { name: 'Моя' }),
      await choose(own.anna, foreignCart),
      await get(`/api/v1/carts/${foreignCart}/file`, own.anna),
      await take(own.anna, foreignCart, [line]),
      await take(own.anna, await mainOf(own.anna), [foreignLine]),
      await take(own.anna, await mainOf(own.anna), [line, foreignLine]),
      await remove(own.anna, foreignCart),
    ])
      expect(reply).toMatchObject({ status: 404, json: { code: 'not_found' } })
    for (const payload of [{}, { name: '' }, { name: 'я'.repeat(61) }, { name: 'Моя', more: 1 }])
      expect(await call('POST', '/api/v1/carts', own.anna, payload)).toMatchObject({ status: 400 })
    expect(await take(own.anna, await mainOf(own.anna), [])).toMatchObject({ status: 400 })
    expect((await cartsOf(own.anna)).map(({ name }) => name)).toEqual(['Основная'])
    expect(await cartsOf(foreign.anna)).toMatchObject([
      { name: 'Основная', lines_count: 1 },
      { name: 'Чужая', is_current: true },
    ])
  })

  test('has a unique name, and a company has at most fifty', async () => {
    const { anna, semyon, id } = await workshop()
    const { json } = await create(anna, 'Рено Логан')
    expect(await create(semyon, ' рено ЛОГАН ')).toMatchObject({ status: 409, json: { code: 'cart.name_taken' } })
    expect(await create(semyon, 'основная')).toMatchObject({ status: 409, json: { code: 'cart.name_taken' } })
    const duplicate = await call('PATCH', `/api/v1/carts/${json.id}`, anna, { name: 'Основная' })
    expect(duplicate).toMatchObject({ status: 409, json: { code: 'cart.name_taken' } })
    expect(await call('PATCH', `/api/v1/carts/${json.id}`, semyon, { name: 'РЕНО Логан' })).toMatchObject({
      status: 200,
    })
    expect((await cartsOf(anna)).map(({ name }) => name)).toEqual(['Основная', 'РЕНО Логан'])
    const main = await call('PATCH', `/api/v1/carts/${await mainOf(anna)}`, anna, { name: 'Первая' })
    expect(main).toMatchObject({ status: 409, json: { code: 'cart.main_stays' } })
    const created = await Promise.all([create(anna, 'Шины'), create(semyon, 'Шины')])
    expect(created.map(({ status }) => status).toSorted()).toEqual([201, 409])
    const { db } = test_.database
    const rest = Array.from({ length: 46 }, (_, n) => ({ contractor_id: id, is_default: false, name: `К ${n}` }))
    await db.insertInto('carts').values(rest).execute()
    const last = await Promise.all([create(anna, 'Пятидесятая'), create(semyon, 'Лишняя')])
    expect(last.map(({ status }) => status).toSorted()).toEqual([201, 409])
    expect(last.find(({ status }) => status === 409)?.json.code).toBe('cart.limit_reached')
  })

  test('is selected per person, and only its lines are shown and ordered', async () => {
    const { anna, semyon } = await workshop()
    await addNew(anna)
    const { id } = (await create(semyon, 'Семён')).json
    const line = await addNew(semyon)
    expect(await cartOf(semyon)).toMatchObject({ id, name: 'Семён', lines: [{ id: line }] })
    expect(await cartOf(anna)).toMatchObject({ name: 'Основная' })
    expect((await cartOf(anna)).lines).toHaveLength(1)
    expect(await get('/api/v1/user', semyon)).toMatchObject({ json: { cart_lines: 1 } })
    const preview = (await get<OrderPreview>('/api/v1/orders/preview', semyon)).json
    expect(preview).toMatchObject({ cart_id: id, lines: [{ cart_line_id: line }] })
    await addNew(semyon)
    expect(await choose(anna, id)).toMatchObject({ status: 200, json: { cart_lines: 2 } })
    expect(await get('/api/v1/user', anna)).toMatchObject({ json: { cart_lines: 2 } })
    expect(await cartsOf(anna)).toMatchObject([
      { name: 'Основная', is_main: true, is_current: false, lines_count: 1 },
      { name: 'Семён', is_main: false, is_current: true, lines_count: 2 },
    ])
  })

  test('receives moved and copied lines, and quantities of the same goods add up', async () => {
    const { anna, main, other } = await workshop()
    const offer = await newOffer()
    const first = (await add(anna, offer, { qty: 2 })).json.line_id
    const elsewhere = (await add(anna, offer, { qty: 5, consignee_id: other })).json.line_id
    const { id } = (await create(anna, 'Вторая')).json
    await add(anna, offer, { qty: 3, consignee_id: main })
    expect(await take(anna, id, [first, elsewhere])).toMatchObject({ status: 200, json: { taken: 2 } })
    expect((await cartOf(anna)).lines.map(({ qty, consignee_id }) => [qty, consignee_id])).toEqual([
      [5, other],
      [5, main],
    ])
    const mainId = await mainOf(anna)
    const whole = await cartOf(anna)
    const ids = whole.lines.map((line) => line.id)
    expect(await take(anna, mainId, ids, true)).toMatchObject({ json: { taken: 2 } })
    expect(await take(anna, mainId, ids, true)).toMatchObject({ json: { taken: 2 } })
    expect((await cartOf(anna)).lines).toEqual(whole.lines)
    await choose(anna, mainId)
    expect((await cartOf(anna)).lines.map(({ qty }) => qty)).toEqual([10, 10])
    expect(
      await take(
        anna,
        mainId,
        (await cartOf(anna)).lines.map((line) => line.id),
      ),
    ).toMatchObject({
      json: { taken: 0 },
    })
    expect(await take(anna, id, [first])).toMatchObject({ status: 404 })
  })

  test('keeps a moved line with a comment apart from a line of the same goods', async () => {
    const { anna } = await workshop()
    const offer = await newOffer()
    const line = (await add(anna, offer)).json.line_id
    await call('PATCH', `/api/v1/cart/lines/${line}`, anna, { comment: 'Без масла' })
    const { id } = (await create(anna, 'Вторая')).json
    await add(anna, offer)
    await take(anna, id, [line])
    expect((await cartOf(anna)).lines.map(({ comment }) => comment)).toEqual(['Без масла', ''])
  })

  test('leaves its lines in the main cart on removal, including lines the employee cannot see', async () => {
    const { anna, semyon, other } = await workshop({ isLimited: true })
    await addNew(anna)
    const { id } = (await create(anna, 'Разовая')).json
    await addNew(anna)
    await addNew(anna, { consignee_id: other })
    expect(await remove(anna, await mainOf(anna))).toMatchObject({ status: 409, json: { code: 'cart.main_stays' } })
    expect((await cartsOf(semyon)).map(({ lines_count }) => lines_count)).toEqual([1, 1])
    expect(await remove(semyon, id)).toMatchObject({ status: 200, json: { moved: 2 } })
    expect(await remove(semyon, id)).toMatchObject({ status: 404 })
    expect(await cartOf(anna)).toMatchObject({ name: 'Основная' })
    expect((await cartOf(anna)).lines).toHaveLength(3)
    expect((await create(anna, 'Разовая')).status).toBe(201)
  })

  test('does not let an employee move lines of consignees hidden from the employee', async () => {
    const { anna, semyon, other } = await workshop({ isLimited: true })
    const hidden = await addNew(anna, { consignee_id: other })
    const { id } = (await create(semyon, 'Семён')).json
    expect(await take(semyon, id, [hidden])).toMatchObject({ status: 404 })
    expect((await cartOf(anna)).lines).toHaveLength(1)
  })
})

describe('cart file', () => {
  const fileOf = async (headers: Headers, id: number) =>
    (await test_.app.inject({ url: `/api/v1/carts/${id}/file`, headers })).rawPayload

  test('has articles as text and quantities as numbers, and can be uploaded as a list', async () => {
    const { anna, semyon, id, other } = await workshop()
    const { db } = test_.database
    const product = await buildProduct(db, { article: '0012-34500' })
    const offer = (await buildOffer(db, product.id, warehouseId, { on_hand: 1000 })).id
    await add(anna, offer, { qty: 7, consignee_id: other, client_ref: 'ЗН-15' })
    await db.updateTable('user_contractors').set({ sees_prices: false }).where('contractor_id', '=', id).execute()
    const cartId = await mainOf(anna)
    const text = textOfFile(await fileOf(semyon, cartId))
    for (const value of ['0012-34500', 'Мира', 'ЗН-15', '>7<']) expect(text).toContain(value)
    expect(text).not.toContain('Цена')
    const uploaded = await test_.app.inject({
      method: 'POST',
      url: `/api/v1/bulk-orders?name=${encodeURIComponent('Корзина.xlsx')}`,
      headers: { ...semyon, 'content-type': 'application/octet-stream' },
      payload: await fileOf(semyon, cartId),
    })
    expect(uploaded.statusCode, uploaded.body).toBe(201)
    const list = `/api/v1/bulk-orders/${uploaded.json<{ id: number }>().id}`
    await test_.app.inject({ url: `${list}/progress`, headers: semyon })
    const { rows } = (await get<{ rows: object[] }>(list, semyon)).json
    expect(rows).toMatchObject([{ asked: { article: '0012-34500' }, qty: 7, consignee_id: other, client_ref: 'ЗН-15' }])
  })

  test('has prices for an employee who sees prices', async () => {
    const { anna } = await workshop()
    await addNew(anna)
    expect(textOfFile(await fileOf(anna, await mainOf(anna)))).toContain('Цена')
  })
})

describe('shared cart', () => {
  test('shows the colleague who added or changed a line and when', async () => {
    const { anna, semyon } = await workshop()
    const line = await addNew(anna)
    const seen = async (headers: Headers) => (await cartOf(headers)).lines.find(({ id }) => id === line)?.by_colleague
    expect(await seen(anna)).toBeNull()
    expect(await seen(semyon)).toMatch(/^Добавлено: Петрова Анна, .*\d\d:\d\d$/)
    await call('PATCH', `/api/v1/cart/lines/${line}`, semyon, { qty: 3 })
    expect(await seen(anna)).toMatch(/^Изменено: Сидоров Семён, .*\d\d:\d\d$/)
    expect(await seen(semyon)).toMatch(/^Добавлено: Петрова Анна/)
  })

  test('refuses a change over a stale version, but accepts quick changes by the same person', async () => {
    const { anna, semyon } = await workshop()
    const line = await addNew(anna)
    const { version } = (await cartOf(semyon)).lines[0]!
    const patch = (headers: Headers, payload: object) => call('PATCH', `/api/v1/cart/lines/${line}`, headers, payload)
    expect(await patch(anna, { qty: 4, version })).toMatchObject({ status: 200 })
    expect(await patch(anna, { qty: 5, version })).toMatchObject({ status: 200 })
    const refused = await patch(semyon, { qty: 2, version })
    expect(refused).toMatchObject({ status: 409, json: { code: 'cart.line_changed' } })
    expect(refused.json.detail).toMatch(/Петрова Анна.*сейчас 5 шт/)
    // Selecting lines for an order changes nothing in them.
    const now = (await cartOf(semyon)).lines[0]!.version
    await patch(anna, { selected: false })
    expect(await patch(semyon, { qty: 2, version: now })).toMatchObject({ status: 200 })
  })

  test('refuses a stale change also from a person who only selected the line or added to it', async () => {
    const { anna, semyon } = await workshop()
    const offer = await newOffer()
    const line = (await add(anna, offer)).json.line_id
    const patch = (headers: Headers, payload: object) => call('PATCH', `/api/v1/cart/lines/${line}`, headers, payload)
    expect(await patch(anna, { qty: 4, version: 1 })).toMatchObject({ status: 200 })
    await patch(semyon, { selected: false })
    const refused = await patch(semyon, { qty: 2, version: 1 })
    expect(refused).toMatchObject({ status: 409, json: { code: 'cart.line_changed' } })
    expect(refused.json.detail).toMatch(/Петрова Анна.*сейчас 4 шт/)
    // Neither does the other person's selection conflict with a quick change, nor is it reported as a change.
    expect(await patch(anna, { qty: 5, version: 1 })).toMatchObject({ status: 200 })
    await patch(semyon, { selected: true })
    expect((await cartOf(anna)).lines[0]?.by_colleague).toBeNull()
    await add(semyon, offer)
    expect(await patch(semyon, { qty: 2, version: 1 })).toMatchObject({ status: 409 })
    const { version, qty } = (await cartOf(semyon)).lines[0]!
    expect(qty).toBe(6)
    expect(await patch(semyon, { qty: 3, version })).toMatchObject({ status: 200 })
    expect(await patch(semyon, { qty: 2, version })).toMatchObject({ status: 200 })
  })

  test('keeps the creator of a line stored without one', async () => {
    const { anna, semyon } = await workshop()
    const line = await addNew(anna)
    await test_.database.db.updateTable('cart_lines').set({ added_by: null }).where('id', '=', line).execute()
    await call('PATCH', `/api/v1/cart/lines/${line}`, semyon, { qty: 3 })
    expect((await cartOf(anna)).lines[0]?.by_colleague).toMatch(/^Изменено: Сидоров Семён/)
    expect((await cartOf(semyon)).lines[0]?.by_colleague).toMatch(/^Добавлено: Петрова Анна/)
  })

  test('keeps every piece when two people add the same goods at once', async () => {
    const { anna, semyon } = await workshop()
    const offer = await newOffer()
    const others = await Promise.all(Array.from({ length: 5 }, newOffer))
    const replies = await Promise.all([
      ...Array.from({ length: 10 }, (_, n) => add(n % 2 === 0 ? anna : semyon, offer)),
      ...others.map((one, n) => add(n % 2 === 0 ? anna : semyon, one)),
    ])
    for (const reply of replies) expect(reply).toMatchObject({ status: 201 })
    const { lines } = await cartOf(anna)
    expect(lines).toHaveLength(6)
    expect(lines.reduce((sum, { qty }) => sum + qty, 0)).toBe(15)
  })

  test('takes no line while it is being removed', async () => {
    const { db } = test_.database
    const { anna } = await workshop()
    await addNew(anna)
    const { id } = (await create(anna, 'Разовая')).json
    const offer = await newOffer()
    const { adding } = await db.transaction().execute(async (removal) => {
      await removal.updateTable('carts').set({ archived_at: test_.clock.now() }).where('id', '=', id).execute()
      const added = add(anna, offer)
      await untilWaiting(db, 1)
      return { adding: added }
    })
    expect(await adding).toMatchObject({ status: 409, json: { code: 'cart.removed' } })
    expect((await cartsOf(anna)).map(({ lines_count }) => lines_count)).toEqual([1])
  })

  test('loses no line when lines move, a cart is removed and goods are added at once', async () => {
    const { anna, semyon } = await workshop()
    const mainId = await addNew(anna).then(() => mainOf(anna))
    for (let round = 0; round < 5; round += 1) {
      const { id } = (await create(semyon, `Раунд ${round}`)).json
      const there = [await addNew(semyon), await addNew(semyon)]
      const here = [await addNew(anna), await addNew(anna)]
      const offer = await newOffer()
      const before = (await cartsOf(anna)).reduce((sum, cart) => sum + cart.lines_count, 0)
      const replies = await Promise.all([
        take(anna, id, here),
        take(semyon, mainId, there),
        add(semyon, offer),
        remove(anna, id),
      ])
      for (const reply of replies) expect(reply.status, reply.text).toBeLessThan(500)
      const [, , added] = replies
      expect([201, 409]).toContain(added.status)
      const carts = await cartsOf(anna)
      expect(carts.reduce((sum, cart) => sum + cart.lines_count, 0)).toBe(before + (added.status === 201 ? 1 : 0))
      expect(carts).toHaveLength(1)
    }
  })

  test('locks lines in one common order when many are selected', async () => {
    const { anna, semyon, main } = await workshop()
    const lines = [await addNew(anna), await addNew(anna), await addNew(anna)]
    const { db } = test_.database
    for (const change of [{ selected: false }, { consignee_id: main, selected: true }]) {
      // Moves the changed line behind the others.
      await db
        .updateTable('cart_lines')
        .set({ comment: 'Срочно', consignee_id: null })
        .where('id', '=', lines[0]!)
        .execute()
      const choosing = await db.transaction().execute(async (tx) => {
        const hold = (id: number) => tx.selectFrom('cart_lines').select('id').where('id', '=', id).forUpdate().execute()
        await sql`set local lock_timeout = '2s'`.execute(tx)
        await hold(lines[0]!)
        const reply = call('PATCH', '/api/v1/cart', semyon, { line_ids: lines, ...change })
        const waiting = () => test_.database.sql`
          select from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`
        await expect.poll(waiting).toHaveLength(1)
        await hold(lines[1]!)
        await hold(lines[2]!)
        return { reply }
      })
      expect(await choosing.reply).toMatchObject({ status: 200 })
    }
    expect((await cartOf(anna)).lines.every((line) => line.selected)).toBe(true)
  })

  test('becomes one order when two people place it at once, and the other gets a reason', async () => {
    const { anna, semyon } = await workshop()
    await addNew(anna)
    await addNew(semyon)
    const [seenByAnna, seenBySemyon] = await Promise.all(
      [anna, semyon].map(async (headers) => (await get<OrderPreview>('/api/v1/orders/preview', headers)).json),
    )
    const replies = await Promise.all([place(anna, seenByAnna!), place(semyon, seenBySemyon!)])
    expect(replies.map(({ status }) => status).toSorted()).toEqual([201, 404])
    const loser = replies.find(({ status }) => status === 404)
    expect(loser?.json.detail).toMatch(/мог оформить.*другой сотрудник/)
    expect((await cartOf(anna)).lines).toEqual([])
  })

  test('does not order a line that a colleague has moved to another cart', async () => {
    const { anna, semyon } = await workshop()
    const line = await addNew(anna)
    const preview = (await get<OrderPreview>('/api/v1/orders/preview', anna)).json
    const { id } = (await create(semyon, 'Отложено')).json
    await take(semyon, id, [line])
    expect(await place(anna, preview)).toMatchObject({ status: 404 })
    expect((await cartOf(semyon)).lines).toHaveLength(1)
  })

  test('does not order a line after a colleague has changed its consignee', async () => {
    const { anna, semyon, main, other } = await workshop()
    const line = await addNew(anna, { consignee_id: main })
    const previewOf = async () => (await get<OrderPreview>('/api/v1/orders/preview', anna)).json
    const preview = await previewOf()
    await call('PATCH', `/api/v1/cart/lines/${line}`, semyon, { consignee_id: other })
    const refused = await place(anna, preview)
    expect(refused).toMatchObject({ status: 409, json: { code: 'cart.line_changed' } })
    expect(refused.json.detail).toMatch(/Сидоров Семён/)
    // Selecting or deselecting is tested separately.
    const seen = await previewOf()
    await call('PATCH', `/api/v1/cart/lines/${line}`, semyon, { selected: false })
    expect(await place(anna, seen)).toMatchObject({ status: 201, json: { orders: [{ consignee: 'Мира' }] } })
  })

  test('notifies open pages of colleagues, and sends nothing in a company of one', async () => {
    const { db } = test_.database
    const { anna, id } = await workshop()
    const line = await addNew(anna)
    await call('PATCH', `/api/v1/cart/lines/${line}`, anna, { qty: 2 })
    await call('DELETE', `/api/v1/cart/lines/${line}`, anna)
    const readEvents = (contractorId: number) =>
      db
        .selectFrom('events')
        .select(['kind', 'about_id', 'notifies_client', 'position'])
        .where('contractor_id', '=', contractorId)
        .execute()
    const rows = await readEvents(id)
    const cartId = await mainOf(anna)
    expect(rows).toHaveLength(3)
    for (const row of rows) {
      expect(row).toMatchObject({ kind: 'cart.changed', about_id: cartId, notifies_client: false })
      expect(row.position).not.toBeNull()
    }
    const alone = await buildContractor(db, { sellerIds: [sellerId] })
    await buildConsignee(db, alone.id, { is_default: true })
    const one = await buildUser(db, { role: 'CONTRACTOR_USER', contractorIds: [alone.id] })
    await addNew(await loginAs(test_, one))
    expect(await readEvents(alone.id)).toEqual([])
  })
})

describe('many offers added in one call', () => {
  interface Batch {
    lines: { offer_id: number; qty: number; consignee_id?: number; client_ref?: string }[]
  }
  const addMany = (headers: Headers, payload: Batch) =>
    call<AddedLines>('POST', '/api/v1/cart/lines/batch', headers, payload)

  test('become lines at once, and refused ones do not prevent the others', async () => {
    const { anna, main, other } = await workshop()
    const [present, fresh, byFour] = [await newOffer(), await newOffer(), await newOffer({ multiplicity: 4 })]
    await add(anna, present, { qty: 2 })
    const reply = await addMany(anna, {
      lines: [
        { offer_id: present, qty: 3 },
        { offer_id: fresh, qty: 1, consignee_id: other, client_ref: 'ЗН-5' },
        { offer_id: 2_000_000_000, qty: 1 },
        { offer_id: byFour, qty: 3 },
        { offer_id: fresh, qty: 2, consignee_id: other, client_ref: 'ЗН-5' },
        { offer_id: byFour, qty: 2000 },
      ],
    })
    expect(reply).toMatchObject({ status: 201, json: { cart_lines: 3 } })
    expect(reply.json.lines).toEqual([
      { qty: 5, message: null, refusal: null },
      { qty: 1, message: null, refusal: null },
      { qty: null, message: null, refusal: 'Предложение больше не действует' },
      { qty: 4, message: 'Кратно 4, исправлено 3 → 4', refusal: null },
      { qty: 3, message: null, refusal: null },
      { qty: 2004, message: expect.stringMatching(/^В наличии 1\s000/) as string, refusal: null },
    ])
    const { lines } = await cartOf(anna)
    expect(lines.map(({ qty, consignee_id, client_ref }) => [qty, consignee_id, client_ref]).toSorted()).toEqual([
      [2004, main, ''],
      [3, other, 'ЗН-5'],
      [5, main, ''],
    ])
  })

  test('are refused as a whole for a bad request or a point of another company', async () => {
    const { anna } = await workshop()
    const foreign = await workshop()
    const line = { offer_id: await newOffer(), qty: 1 }
    const batches: [Batch, number][] = [
      [{ lines: [] }, 400],
      [{ lines: Array.from({ length: 501 }, () => line) }, 400],
      [{ lines: [line, { ...line, qty: 0 }] }, 400],
      [{ lines: [line, { ...line, consignee_id: foreign.main }] }, 404],
    ]
    for (const [batch, status] of batches) expect(await addMany(anna, batch)).toMatchObject({ status })
    expect(
      await send(test_, { method: 'POST', url: '/api/v1/cart/lines/batch', payload: { lines: [line] } }),
    ).toMatchObject({ status: 401 })
    expect((await cartOf(anna)).lines).toEqual([])
  })
})

describe('cart totals', () => {
  const sums = (headers: Headers) =>
    get<{ results: { id: number; total_sum_kop: number | null }[] }>('/api/v1/carts/sums', headers)

  test('match the cart pages and count only lines visible to the person', async () => {
    const { anna, semyon, main, other } = await workshop({ isLimited: true })
    await addNew(anna, { qty: 3, consignee_id: main })
    await addNew(anna, { consignee_id: other })
    const { id: mainCart, total_sum_kop: inMain } = await cartOf(anna)
    const { id: second } = (await create(anna, 'Рейс 10:00')).json
    await addNew(anna, { qty: 2, consignee_id: other })
    const { total_sum_kop: inSecond } = await cartOf(anna)
    const totals = Object.fromEntries(
      (await sums(anna)).json.results.map(({ id, total_sum_kop }) => [id, total_sum_kop]),
    )
    expect(totals).toEqual({ [mainCart ?? 0]: inMain, [second]: inSecond })
    const his = (await sums(semyon)).json.results.find(({ id }) => id === mainCart)?.total_sum_kop
    expect(his).toBeLessThan(inMain ?? 0)
    expect(his).toBe((await cartOf(semyon)).total_sum_kop)
  })

  test('are hidden from an employee without prices', async () => {
    const { id, anna } = await workshop()
    const { db } = test_.database
    await addNew(anna)
    const blind = await buildUser(db, { role: 'CONTRACTOR_USER', contractorIds: [id] })
    await db.updateTable('user_contractors').set({ sees_prices: false }).where('user_id', '=', blind.id).execute()
    const { status, json } = await sums(await loginAs(test_, blind))
    expect([status, json.results.map(({ total_sum_kop }) => total_sum_kop)]).toEqual([200, [null]])
  })
})

/** Creates a workshop with two buyers, the second one optionally limited to one point. */
async function workshop({ isLimited = false } = {}) {
  const { db } = test_.database
  const { id } = await buildContractor(db, { sellerIds: [sellerId] })
  const main = (await buildConsignee(db, id, { name: 'Ленина', is_default: true })).id
  const other = (await buildConsignee(db, id, { name: 'Мира' })).id
  const anna = await buildUser(db, { role: 'CONTRACTOR_ADMIN', contractorIds: [id], name: 'Петрова Анна' })
  const semyon = await buildUser(db, { role: 'CONTRACTOR_USER', contractorIds: [id], name: 'Сидоров Семён' })
  if (isLimited) {
    await db.updateTable('user_contractors').set({ all_consignees: false }).where('user_id', '=', semyon.id).execute()
    await db
      .insertInto('user_consignees')
      .values({ user_id: semyon.id, contractor_id: id, consignee_id: main })
      .execute()
  }
  return { id, main, other, anna: await loginAs(test_, anna), semyon: await loginAs(test_, semyon) }
}

const call = <T>(method: 'POST' | 'PATCH' | 'DELETE', url: string, headers: Headers, payload?: object) =>
  send<T & Problem>(test_, { method, url, headers, ...(payload && { payload }) })

const newOffer = async (more: { multiplicity?: number } = {}) => {
  const { id } = await buildProduct(test_.database.db)
  return (await buildOffer(test_.database.db, id, warehouseId, { on_hand: 1000, ...more })).id
}

const add = (headers: Headers, offer_id: number, more: Partial<AddToCart> = {}) =>
  call<{ line_id: number; cart_lines: number }>('POST', '/api/v1/cart/lines', headers, { offer_id, qty: 1, ...more })

const addNew = async (headers: Headers, more: Partial<AddToCart> = {}) =>
  (await add(headers, await newOffer(), more)).json.line_id

const choose = (headers: Headers, id: number) =>
  call<{ cart_lines: number }>('POST', `/api/v1/carts/${id}/choose`, headers)

const take = (headers: Headers, id: number, line_ids: number[], copy = false) =>
  call<{ taken: number }>('POST', `/api/v1/carts/${id}/lines`, headers, { line_ids, copy })

const place = (headers: Headers, { lines, cart_id }: Pick<OrderPreview, 'lines' | 'cart_id'>) =>
  send<{ orders: PlacedOrder[] } & Problem>(test_, {
    method: 'POST',
    url: '/api/v1/orders',
    headers: { ...headers, 'idempotency-key': crypto.randomUUID() },
    payload: { lines, cart_id },
  })
