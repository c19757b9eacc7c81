import type { ProductAlert } from '@artikul/contract/ordering/product-alerts'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createMailer } from '../../../platform/mail/index.ts'
import { createPricing } from '../../pricing/prices/index.ts'
import { useParties } from '../../../testing/parties.factory.ts'
import { loginAs, send, useTestApp } from '../../../testing/test-app.ts'
import { buildOffer, buildProduct, buildWarehouse } from '../../catalog/products/catalog.factory.ts'
import { createDirectory } from '../../catalog/products/index.ts'
import { buildContractor } from '../../companies/contractors/contractors.factory.ts'
import { buildUser } from '../../identity/users/users.factory.ts'
import { buildProductAlert } from './product-alerts.factory.ts'
import { notifyOfArrivals } from './notify-of-arrivals.ts'

const URL = '/api/v1/product-alerts'
const test_ = useTestApp()
const { parties, employee, admin } = useParties(test_)
let warehouse: { id: number }

beforeAll(async () => {
  const { db } = test_.database
  warehouse = await buildWarehouse(db, parties.seller.id)
})
beforeEach(async () => {
  const { db } = test_.database
  await db.deleteFrom('product_alerts').execute()
  await db.deleteFrom('emails').execute()
})

describe('refusals', () => {
  test('anonymous callers and staff cannot use product alerts', async () => {
    const { id } = await product()
    expect((await send(test_, { url: URL })).status).toBe(401)
    for (const person of [parties.manager, parties.warranty]) {
      const headers = await loginAs(test_, person)
      expect((await create(stock(id), headers)).status).toBe(403)
      expect((await send(test_, { url: URL, headers })).status).toBe(403)
    }
  })

  test('product alert of another user or company is not found', async () => {
    const { db } = test_.database
    const { id: productId } = await product()
    const { json } = await create(stock(productId), admin)
    const other = await buildContractor(db, { sellerIds: [parties.seller.id] })
    const stranger = await buildUser(db, { role: 'CONTRACTOR_ADMIN', contractorIds: [other.id] })
    const strange = await loginAs(test_, stranger)
    expect(await list()).toEqual([])
    expect(await list(strange)).toEqual([])
    const refused = { status: 404, json: { code: 'not_found', detail: 'Такого ожидания нет' } }
    expect(await remove(json.id)).toMatchObject(refused)
    expect(await remove(json.id, strange)).toMatchObject(refused)
    expect(await list(admin)).toHaveLength(1)
  })

  test.each([
    [{ qty: 0 }, 'qty', 'Укажите количество'],
    [{ kind: 'price' }, 'price_kop', 'Укажите цену'],
    [{ kind: 'price', price_kop: 0 }, 'price_kop', 'Укажите цену больше нуля'],
    [{ kind: 'price', price_kop: 1.5 }, 'price_kop', 'Укажите цену'],
    [{ kind: 'price', price_kop: 100, qty: 2 }, 'qty', 'Количество указывают, когда ждут поступления'],
    [{ price_kop: 100 }, 'price_kop', 'Цену указывают, когда ждут снижения цены'],
  ])('%o is rejected with its field named', async (fields, path, message) => {
    const { id } = await product()
    const reply = await create(stock(id, fields))
    expect(reply).toMatchObject({ status: 400, json: { code: 'input.invalid', errors: [{ path, message }] } })
  })

  test('alert for an unknown product is not found', async () => {
    expect(await create(stock(2_147_483_000))).toMatchObject({ status: 404, json: { detail: 'Товар не найден' } })
  })

  test('price alert is refused to a user without price access', async () => {
    const { db } = test_.database
    const person = await buildUser(db, { role: 'CONTRACTOR_USER', contractorIds: [parties.company.id] })
    await setMembership(person.id, false)
    const headers = await loginAs(test_, person)
    const { id } = await product()
    expect(await create(stock(id, { kind: 'price', price_kop: 100 }), headers)).toMatchObject({
      status: 403,
      json: { code: 'product_alert.prices_hidden', title: 'Цены вам не видны, следить за ними нельзя' },
    })
    expect((await create(stock(id), headers)).status).toBe(201)
    // Prices were hidden later: the price threshold of the person is hidden as well.
    await buildProductAlert(
      db,
      { contractorId: parties.company.id, userId: person.id, productId: id },
      { kind: 'price', price_kop: 500 },
    )
    expect((await list(headers)).map((watch) => watch.price_kop)).toEqual([null, null])
  })

  test('201st product alert is refused, and existing ones can still change', async () => {
    const { db } = test_.database
    const ids: number[] = []
    for (let count = 0; count < 200; count += 1) ids.push((await product()).id)
    const owner = { contractor_id: parties.company.id, subject_id: parties.employee.id, actor_id: parties.employee.id }
    await db
      .insertInto('product_alerts')
      .values(ids.map((product_id) => ({ ...owner, product_id, kind: 'stock', created_at: test_.clock.now() })))
      .execute()
    const { id } = await product()
    expect(await create(stock(id))).toMatchObject({
      status: 409,
      json: {
        code: 'product_alert.limit_reached',
        title: 'Следить можно не больше чем за 200 товарами: уберите лишние',
      },
    })
    expect(await list()).toHaveLength(200)
    expect((await create(stock(ids[0] ?? 0, { qty: 2 }))).status).toBe(201)
    expect((await create(stock(id), admin)).status).toBe(201)
  })
})

describe('product alert list', () => {
  test('updates the threshold of a repeated alert and shows the newest first', async () => {
    const filter = await product({ brand: 'HYUNDAI/KIA', article: '26300-35503' })
    const first = await create(stock(filter.id))
    expect(first.status).toBe(201)
    await create(stock((await product()).id))
    const again = await create(stock(filter.id, { qty: 4 }))
    expect(again.json.id).toBe(first.json.id)
    const priced = await create(stock(filter.id, { kind: 'price', price_kop: 35_000 }))
    expect(priced.json.id).not.toBe(first.json.id)
    const [newest, ...rest] = await list()
    expect(newest).toMatchObject({ kind: 'price', price_kop: 35_000, qty: null, notified_at: null })
    expect(newest?.product).toMatchObject({ brand: 'HYUNDAI/KIA', article: '26300-35503', code: filter.code })
    expect(rest).toHaveLength(2)
    expect(rest.find(({ id }) => id === first.json.id)).toMatchObject({ kind: 'stock', qty: 4, price_kop: null })
    expect((await remove(first.json.id)).status).toBe(200)
    expect((await remove(first.json.id)).status).toBe(404)
    expect(await list()).toHaveLength(2)
  })

  test('keeps one alert for concurrent requests', async () => {
    const { id } = await product()
    const replies = await Promise.all([1, 2, 3].map((qty) => create(stock(id, { qty }))))
    expect(new Set(replies.map((reply) => reply.json.id)).size).toBe(1)
    expect(await list()).toHaveLength(1)
  })
})

const CONFIG = {
  MAIL_FROM: 'x',
  PRODUCT_NAME: 'Артикул',
  PUBLIC_ORIGIN: 'https://portal.test',
  PORT: 1,
  SMTP_URL: undefined,
}

const readPrices = () => createPricing(test_.appDatabase, test_.clock, createDirectory(test_.appDatabase.sharedDb, 0))

/** Runs one round of one server. */
function notify(pricing = readPrices()) {
  const { appDatabase, app, clock } = test_
  const mailer = createMailer({ db: appDatabase.db, config: CONFIG, log: app.log as never, clock })
  return notifyOfArrivals(appDatabase.forTenant('any'), { clock, mailer, pricing })
}
const letters = () =>
  test_.database.db.selectFrom('emails').select(['recipient', 'subject', 'body']).orderBy('recipient').execute()
const mailOf = ({ login }: { login: string }) => `${login}@example.test`

describe('product alert email', () => {
  test('is sent once for all products in stock, with the company price and a link', async () => {
    const { db } = test_.database
    const [filter, pads, absent] = [
      await product({ brand: 'HYUNDAI/KIA', article: '26300-35504' }),
      await product({ brand: 'TRW', article: 'GDB1550' }),
      await product(),
    ]
    for (const { id } of [filter, pads, absent]) await create(stock(id))
    await notify()
    expect(await letters()).toEqual([])
    const offer = await buildOffer(db, filter.id, warehouse.id, { on_hand: 3, reserved: 3 })
    await notify()
    expect(await letters(), 'all of it is reserved').toEqual([])
    await db.updateTable('offers').set({ on_hand: 15 }).where('id', '=', offer.id).execute()
    await notify()
    await notify()
    const [letter, ...others] = await letters()
    expect(others).toEqual([])
    expect(letter).toMatchObject({
      recipient: mailOf(parties.employee),
      subject: 'Поступление: HYUNDAI/KIA 26300-35504',
    })
    // Purchase price of 100 ₽ plus 20 % of the price group.
    expect(letter?.body).toContain('В наличии 12 шт., от 120,00 ₽')
    expect(letter?.body).toContain(`https://portal.test/catalog/${filter.code}`)
    expect(letter?.body).not.toMatch(/100,00|Склад|Источник|GDB1550/)
    const notifiedAlert = (await list()).find((watch) => watch.product.id === filter.id)
    expect(notifiedAlert?.notified_at).toBe('2026-11-17T09:00:00.000Z')

    // An alert that is armed again is reported again, together with later arrivals.
    await create(stock(filter.id))
    await buildOffer(db, pads.id, warehouse.id)
    await notify()
    const both = (await letters()).filter(({ subject }) => subject === 'Поступили детали: 2')
    expect(both).toHaveLength(1)
    expect(both[0]?.body).toMatch(/26300-35504[\s\S]*GDB1550|GDB1550[\s\S]*26300-35504/)
    expect((await list()).filter((watch) => watch.notified_at === null).map((watch) => watch.product.id)).toEqual([
      absent.id,
    ])
  })

  test('is sent when the needed quantity is in stock across warehouses', async () => {
    const { db } = test_.database
    const { id } = await product()
    const second = await buildWarehouse(db, parties.seller.id)
    await create(stock(id, { qty: 12 }))
    await buildOffer(db, id, warehouse.id)
    await notify()
    expect(await letters()).toEqual([])
    await buildOffer(db, id, second.id, { on_hand: 2 })
    await notify()
    expect(await letters()).toHaveLength(1)
  })

  test('is not sent while the stock is below the smallest order', async () => {
    const { db } = test_.database
    const { id } = await product()
    await create(stock(id, { qty: 2 }))
    await buildOffer(db, id, warehouse.id, { on_hand: 5, min_qty: 10 })
    await notify()
    expect(await letters()).toEqual([])
  })

  test('is not sent for a stale price list', async () => {
    const { db } = test_.database
    const { id } = await product()
    const partner = await buildWarehouse(db, parties.seller.id, {
      source: { kind: 'partner', fresh_hours: 24 },
      warehouse: { imported_at: '2026-11-10T09:00:00Z' },
    })
    await create(stock(id))
    await buildOffer(db, id, partner.id, { tracked: false })
    await notify()
    expect(await letters()).toEqual([])
  })

  test('is sent for the price of the own company', async () => {
    const { db } = test_.database
    const { id } = await product({ brand: 'MANN', article: 'W 811/80' })
    const offer = await buildOffer(db, id, warehouse.id)
    const dear = await buildContractor(db, { sellerIds: [parties.seller.id], markup: 9000 })
    const other = await buildUser(db, { role: 'CONTRACTOR_ADMIN', contractorIds: [dear.id] })
    const named = stock(id, { kind: 'price', price_kop: 11_999 })
    await create(named)
    await create(named, await loginAs(test_, other))
    await notify()
    expect(await letters()).toEqual([])
    await db.updateTable('offers').set({ purchase_kop: 9999 }).where('id', '=', offer.id).execute()
    await notify()
    const [letter, ...others] = await letters()
    expect(others).toEqual([])
    expect(letter).toMatchObject({ recipient: mailOf(parties.employee), subject: 'Цена снизилась: MANN W 811/80' })
    expect(letter?.body).toContain('от 119,99 ₽')
  })

  test('has no price for a user without price access, but has one for an admin', async () => {
    const { db } = test_.database
    const { id } = await product()
    await buildOffer(db, id, warehouse.id)
    const blind = await buildUser(db, { role: 'CONTRACTOR_USER', contractorIds: [parties.company.id] })
    const owner = { contractorId: parties.company.id, productId: id }
    await buildProductAlert(db, { ...owner, userId: blind.id })
    await buildProductAlert(db, { ...owner, userId: blind.id }, { kind: 'price', price_kop: 99_999 })
    await buildProductAlert(db, { ...owner, userId: parties.admin.id })
    for (const userId of [blind.id, parties.admin.id]) await setMembership(userId, false)
    await notify()
    const emailByRecipient = new Map((await letters()).map((letter) => [letter.recipient, letter]))
    expect(emailByRecipient.size).toBe(2)
    expect(emailByRecipient.get(mailOf(blind))?.body).not.toContain('₽')
    expect(emailByRecipient.get(mailOf(blind))?.subject).toMatch(/^Поступление: /)
    expect(emailByRecipient.get(mailOf(parties.admin))?.body).toContain('от 120,00 ₽')
    const waiting = await db.selectFrom('product_alerts').select('kind').where('notified_at', 'is', null).execute()
    expect(waiting).toEqual([{ kind: 'price' }])
  })

  test('is not sent to a blocked or removed user or to a pending company', async () => {
    const { db } = test_.database
    const { id: productId } = await product()
    await buildOffer(db, productId, warehouse.id)
    const pending = await buildContractor(db, { sellerIds: [parties.seller.id] })
    await db.updateTable('contractors').set({ status: 'pending' }).where('id', '=', pending.id).execute()
    const member = (contractorId: number) => buildUser(db, { role: 'CONTRACTOR_USER', contractorIds: [contractorId] })
    const [blocked, removed, early] = [
      await member(parties.company.id),
      await member(parties.company.id),
      await member(pending.id),
    ]
    for (const { id } of [blocked, removed])
      await buildProductAlert(db, { contractorId: parties.company.id, userId: id, productId })
    await buildProductAlert(db, { contractorId: pending.id, userId: early.id, productId })
    await db.updateTable('users').set({ is_active: false }).where('id', '=', blocked.id).execute()
    await db.deleteFrom('user_contractors').where('user_id', '=', removed.id).execute()
    await notify()
    expect(await letters()).toEqual([])
    await db.updateTable('contractors').set({ status: 'active' }).where('id', '=', pending.id).execute()
    await notify()
    expect((await letters()).map(({ recipient }) => recipient)).toEqual([mailOf(early)])
  })

  test('is not delayed by an alert whose price cannot be computed', async () => {
    const { db } = test_.database
    const { id: productId } = await product()
    await buildOffer(db, productId, warehouse.id)
    const faulty = await buildContractor(db, { sellerIds: [parties.seller.id] })
    const person = await buildUser(db, { role: 'CONTRACTOR_USER', contractorIds: [faulty.id] })
    await buildProductAlert(db, { contractorId: faulty.id, userId: person.id, productId })
    await create(stock(productId))
    const pricing = readPrices()
    const refused = notify(async (contractorId) => {
      if (contractorId === faulty.id) throw new Error('no price group')
      return pricing(contractorId)
    })
    await expect(refused).rejects.toThrow('no price group')
    expect((await letters()).map(({ recipient }) => recipient)).toEqual([mailOf(parties.employee)])
    await notify()
    expect((await letters()).map(({ recipient }) => recipient)).toContain(mailOf(person))
  })

  test('is sent once per person by concurrent servers', async () => {
    const { db } = test_.database
    const products = [await product(), await product(), await product()]
    for (const { id } of products) await buildOffer(db, id, warehouse.id)
    const people = 35
    for (let count = 0; count < people; count += 1) {
      const { id: userId } = await buildUser(db, { role: 'CONTRACTOR_USER', contractorIds: [parties.company.id] })
      for (const { id: productId } of products)
        await buildProductAlert(db, { contractorId: parties.company.id, userId, productId })
    }
    await Promise.all([notify(), notify(), notify()])
    const sent = await letters()
    expect(sent).toHaveLength(people)
    expect(new Set(sent.map(({ recipient }) => recipient)).size).toBe(people)
    expect(new Set(sent.map(({ subject }) => subject))).toEqual(new Set(['Поступили детали: 3']))
    expect(await db.selectFrom('product_alerts').select('id').where('notified_at', 'is', null).execute()).toEqual([])
  }, 20_000)
})

const product = (overrides: { brand?: string; article?: string } = {}) => buildProduct(test_.database.db, overrides)

const stock = (productId: number, more: object = {}) => ({
  product_id: productId,
  kind: 'stock',
  qty: null,
  price_kop: null,
  ...more,
})

const create = (payload: object, headers = employee) =>
  send<{ id: number }>(test_, { method: 'POST', url: URL, headers, payload })

const list = async (headers = employee) =>
  (await send<{ results: ProductAlert[] }>(test_, { url: URL, headers })).json.results

const remove = (id: number, headers = employee) => send(test_, { method: 'DELETE', url: `${URL}/${id}`, headers })

const setMembership = (userId: number, sees_prices: boolean) =>
  test_.database.db.updateTable('user_contractors').set({ sees_prices }).where('user_id', '=', userId).execute()
