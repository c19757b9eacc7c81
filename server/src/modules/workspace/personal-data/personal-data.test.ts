import type { AuditItem } from '@artikul/contract/platform/audit'
import type { UserDetails } from '@artikul/contract/identity/accounts'
import { read } from '@e965/xlsx'
import { unzipSync } from 'fflate'
import { beforeAll, describe, expect, test } from 'vitest'
import { loginAs, send, useTestApp } from '../../../testing/test-app.ts'
import { buildProduct } from '../../catalog/products/catalog.factory.ts'
import { buildContractor } from '../../companies/contractors/contractors.factory.ts'
import { buildRecipient } from '../../companies/email-recipients/email-recipients.factory.ts'
import { buildReserved, buildShop, type Shop } from '../../fulfilment/shipments/shipments.factory.ts'
import { buildUser } from '../../identity/users/users.factory.ts'
import { buildProductAlert } from '../../ordering/product-alerts/product-alerts.factory.ts'

const test_ = useTestApp()
const OWN = '/api/v1/user/personal_data'
const cardOf = (id: number) => `/api/v1/manager/user/admin/user/${id}`

let shop: Shop
let order: { id: number; number: string }
const db = () => test_.database.db

beforeAll(async () => {
  shop = await buildShop(test_)
  order = await buildReserved(test_, shop, [1])
})

const take = (url: string, headers: object) => test_.app.inject({ url, headers: { ...headers } })

let count = 0
type Person = Awaited<ReturnType<typeof buildPerson>>
const block = (id: number) => patch(id, { is_active: false })
const erase = async ({ id }: { id: number }) => askErase(id, (await detailsOf(id)).version)

describe('personal data export', () => {
  test('is refused to anonymous callers, to clients about others and for unknown users', async () => {
    expect((await take(OWN, {})).statusCode).toBe(401)
    expect((await take(`${cardOf(shop.admin.id)}/personal_data`, {})).statusCode).toBe(401)
    expect((await take(`${cardOf(shop.admin.id)}/personal_data`, shop.client)).statusCode).toBe(403)
    const warranty = await loginAs(test_, await buildUser(db(), { role: 'ARTIKUL_WARRANTY_MANAGER' }))
    expect((await take(`${cardOf(shop.admin.id)}/personal_data`, warranty)).statusCode).toBe(403)
    expect((await take(`${cardOf(2_000_000_000)}/personal_data`, shop.manager)).statusCode).toBe(404)
    expect((await take(`${cardOf(0)}/personal_data`, shop.manager)).statusCode).toBe(400)
  })

  test('holds all data of the person and nothing of others', async () => {
    const other = await buildPerson()
    const person = await buildPerson()
    const tables = await tablesOf(OWN, person.headers)
    expect(tables['Учётная запись']?.[0]).toEqual(
      expect.arrayContaining([
        person.name,
        person.login,
        person.email,
        '+79991112233',
        'Сотрудник компании',
        'да',
        'нет',
      ]),
    )
    expect(tables['Компании и права']).toHaveLength(1)
    expect(tables['Согласия']?.[0]).toEqual(expect.arrayContaining(['Оферта', 'Регистрация']))
    expect(tables['Сессии']).toHaveLength(1)
    expect(tables['Письма']?.[0]).toContain('Ваш заказ')
    expect(tables['Подписки на товар']).toHaveLength(1)
    expect(tables['Настройки']?.[0]).toEqual(expect.arrayContaining(['Письма без учётной записи', person.email]))
    expect(tables['Сообщения, запросы и обращения']).toEqual([
      [expect.any(String), `Заказ № ${order.number}`, `Привезите к обеду ${count}`],
    ])
    expect(tables['Журнал действий']?.map((row) => row[1])).toContain('Вход')
    const all = JSON.stringify(tables)
    for (const foreign of [other.name, other.email, `обеду ${count - 1}`]) expect(all).not.toContain(foreign)
    const orders = (await tablesOf(OWN, shop.client))['Заказы']
    expect(orders?.[0]).toContain(order.number)
  })

  test('covers every company of the person', async () => {
    const person = await buildPerson()
    const second = await buildContractor(db(), { sellerIds: [shop.sellerId] })
    await db().insertInto('user_contractors').values({ user_id: person.id, contractor_id: second.id }).execute()
    const product = await buildProduct(db())
    await buildProductAlert(db(), { contractorId: second.id, userId: person.id, productId: product.id })
    const tables = await tablesOf(OWN, person.headers)
    expect(tables['Компании и права']).toHaveLength(2)
    expect(tables['Подписки на товар']).toHaveLength(2)
  })

  test('continues beyond one page of rows', async () => {
    const person = await buildPerson()
    const rows = Array.from({ length: 2100 }, (_, at) => ({
      event: 'sign_in.succeeded',
      actor_id: person.id,
      subject_id: person.id,
      object: `Строка ${at}`,
    }))
    await db().insertInto('audit_log').values(rows).execute()
    const journal = (await tablesOf(OWN, person.headers))['Журнал действий'] ?? []
    expect(journal.filter((row) => row.some((text) => text.startsWith('Строка ')))).toHaveLength(2100)
  })

  test('hides data of another person that the exporting admin changed', async () => {
    const admin = await buildPerson('CONTRACTOR_ADMIN')
    const target = await buildPerson()
    const url = `/api/v1/user/admin/user/${target.id}`
    const payload = { version: 1, full_name: 'Секретова Анна' }
    expect((await send(test_, { method: 'PATCH', url, headers: admin.headers, payload })).status).toBe(200)
    const journal = (await tablesOf(OWN, admin.headers))['Журнал действий'] ?? []
    const row = journal.find((texts) => texts[1] === 'Данные пользователя изменены')
    expect(row?.filter((text) => text === 'Данные другого человека')).toHaveLength(2)
    const his = (await tablesOf(OWN, target.headers))['Журнал действий'] ?? []
    expect(JSON.stringify(his)).toContain('Секретова Анна')
  })

  test('by a manager is recorded in the audit log and in the next export of the person', async () => {
    const person = await buildPerson()
    const reply = await take(`${cardOf(person.id)}/personal_data`, shop.manager)
    expect(reply.statusCode).toBe(200)
    expect(decodeURIComponent(String(reply.headers['content-disposition']))).toContain(person.name)
    const [row] = await journalOf(person.id)
    expect(row).toMatchObject({ event: 'personal_data.exported', subject: { id: person.id } })
    expect(row?.actor?.name).toBe('Иванова Мария')
    const journal = (await tablesOf(OWN, person.headers))['Журнал действий'] ?? []
    expect(journal.some((texts) => texts.includes('Иванова Мария'))).toBe(true)
  })
})

/** Collects all traces of the person in the database except consents, which are evidence, and the immutable journal. */
async function tracesOf(words: readonly string[]): Promise<string[]> {
  const { rows } = await test_.database.db
    .selectFrom('information_schema.tables' as never)
    .select('table_name' as never)
    .where('table_schema' as never, '=', 'public' as never)
    .where('table_type' as never, '=', 'BASE TABLE' as never)
    .execute()
    .then((found) => ({ rows: found as { table_name: string }[] }))
  const found: string[] = []
  for (const { table_name: table } of rows) {
    const texts = await test_.database.sql.query(`select own::text as text from ${table} own`)
    if (texts.some((row) => words.some((word) => String(row['text']).includes(word)))) found.push(table)
  }
  return found.toSorted()
}

describe('erasure', () => {
  test('is refused to anonymous callers and clients, for unknown users and with an invalid body', async () => {
    const person = await buildPerson()
    await block(person.id)
    expect((await askErase(person.id, 2, {})).status).toBe(401)
    expect((await askErase(person.id, 2, shop.client)).status).toBe(403)
    expect((await askErase(2_000_000_000, 1)).status).toBe(404)
    const url = `${cardOf(person.id)}/erase`
    const bad = await send(test_, { method: 'POST', url, headers: shop.manager, payload: { version: 2, force: true } })
    expect(bad.status).toBe(400)
  })

  test('is refused for oneself, for an active user and with a stale version', async () => {
    const me = await buildUser(db(), { role: 'ARTIKUL_ORDER_MANAGER' })
    expect((await askErase(me.id, 1, await loginAs(test_, me))).json).toMatchObject({ code: 'user.own_role' })
    const person = await buildPerson()
    expect((await erase(person)).json.code).toBe('user.not_blocked')
    expect((await detailsOf(person.id)).can.erase).toBe(false)
    await block(person.id)
    expect((await detailsOf(person.id)).can.erase).toBe(true)
    expect((await askErase(person.id, 1)).json.code).toBe('stale')
  })

  test('is refused for the last administrator of a company with open orders', async () => {
    const far = await buildShop(test_)
    const placed = await buildReserved(test_, far, [1])
    await block(far.admin.id)
    const refused = await erase(far.admin)
    expect(refused).toMatchObject({ status: 409, json: { code: 'user.last_admin' } })
    expect(refused.json.detail).toContain('незавершённые заказы')
    await db().updateTable('orders').set({ status: 'done' }).where('id', '=', placed.id).execute()
    expect((await erase(far.admin)).status).toBe(200)
  })

  async function erased(): Promise<Person> {
    const person = await buildPerson()
    await block(person.id)
    expect((await erase(person)).status).toBe(200)
    return person
  }

  test('leaves no identifying data except what must be kept', async () => {
    const person = await erased()
    expect(await tracesOf([person.name, person.email, person.login])).toEqual(['audit_log'])
    const details = await detailsOf(person.id)
    expect(details).toMatchObject({
      full_name: `Удалённый пользователь № ${person.id}`,
      email: `erased-${person.id}@erased.invalid`,
      phone: null,
      contractors: [],
      is_erased: true,
      can: { edit_person: false, edit_email: false, edit_roles: false, block: false, erase: false },
    })
    const session = db().selectFrom('sessions').select(['address', 'user_agent']).where('user_id', '=', person.id)
    expect(await session.execute()).toEqual([{ address: '', user_agent: '' }])
    const mail = db().selectFrom('emails').select(['body', 'state']).where('recipient', '=', details.email)
    expect(await mail.execute()).toEqual([{ body: '', state: 'kept' }])
    const message = db().selectFrom('order_messages').select('text').where('actor_id', '=', person.id)
    expect(await message.execute()).toHaveLength(1)
  })

  test('anonymises the person in the audit log', async () => {
    const person = await buildPerson()
    await patch(person.id, { phone: '+79994445566', is_active: false })
    expect(JSON.stringify(await journalOf(person.id))).toContain('+79994445566')
    await erase(person)
    const rows = await journalOf(person.id)
    expect(rows[0]).toMatchObject({ event: 'personal_data.erased', object: `Удалённый пользователь № ${person.id}` })
    const text = JSON.stringify(rows)
    for (const word of [person.name, person.email, '+7999']) expect(text).not.toContain(word)
    expect(rows.find((row) => row.event === 'user.changed')?.changes[0]).toMatchObject({ after: 'обезличено' })
    expect(rows.find((row) => row.event === 'sign_in.succeeded')?.address).toBe('')
  })

  test('is irreversible, and repeating it changes nothing', async () => {
    const person = await erased()
    const { version } = await detailsOf(person.id)
    expect((await take(`${cardOf(person.id)}/personal_data`, shop.manager)).statusCode).toBe(409)
    expect((await patch(person.id, { is_active: true })).json.code).toBe('user.erased')
    expect(await askErase(person.id, 1)).toMatchObject({ status: 200, json: { version } })
    const events = (await journalOf(person.id)).filter((row) => row.event === 'personal_data.erased')
    expect(events).toHaveLength(1)
    const login = { login: person.login, password: person.password }
    const reply = await send(test_, { method: 'POST', url: '/api/v1/token/pair', payload: login })
    expect(reply.status).toBe(401)
  })

  test('frees the email address for a new account', async () => {
    const person = await erased()
    const payload = {
      full_name: 'Другой Человек',
      email: person.email,
      phone: null,
      roles: ['ARTIKUL_WARRANTY_MANAGER'],
      memberships: [],
    }
    const url = '/api/v1/user/admin/user'
    expect((await send(test_, { method: 'POST', url, headers: shop.manager, payload })).status).toBe(201)
  })

  test('concurrent with creditHoldOverride applies only one of the two', async () => {
    const person = await buildPerson()
    await block(person.id)
    const { version } = await detailsOf(person.id)
    const unblock = () =>
      send(test_, {
        method: 'PATCH',
        url: cardOf(person.id),
        headers: shop.manager,
        payload: { version, is_active: true },
      })
    const statuses = (await Promise.all([askErase(person.id, version), unblock(), askErase(person.id, version)])).map(
      (reply) => reply.status,
    )
    const { is_active: isActive, is_erased: isErased } = await detailsOf(person.id)
    expect(isActive).not.toBe(isErased)
    expect(statuses).toEqual(isErased ? [200, 409, 200] : [409, 200, 409])
  })

  test('of a manager removes them from their companies', async () => {
    const manager = await buildUser(db(), { role: 'ARTIKUL_ORDER_MANAGER', name: 'Бывшая Ольга' })
    await db().updateTable('contractors').set({ manager_id: manager.id }).where('id', '=', shop.companyId).execute()
    await block(manager.id)
    expect((await erase(manager)).status).toBe(200)
    const company = db().selectFrom('contractors').select('manager_id').where('id', '=', shop.companyId)
    expect(await company.executeTakeFirst()).toEqual({ manager_id: null })
  })
})

/** Reads the tables of the file by name, each as rows of texts. */
async function tablesOf(url: string, headers: object): Promise<Record<string, string[][]>> {
  const reply = await take(url, headers)
  expect(reply.statusCode, reply.body.slice(0, 300)).toBe(200)
  return Object.fromEntries(
    Object.entries(unzipSync(reply.rawPayload)).map(([path, bytes]) => {
      const book = read(bytes)
      const rows = Object.entries<{ w?: string; v?: string | number }>(book.Sheets[book.SheetNames[0] ?? ''] ?? {})
        .filter(([place]) => !place.startsWith('!'))
        .map(([place, cell]): [number, string] => [Number(place.replace(/\D/g, '')), String(cell.w ?? cell.v ?? '')])
      return [
        path.slice(3, -5),
        [...Map.groupBy(rows, ([row]) => row).values()].slice(1).map((row) => row.map(([, text]) => text)),
      ]
    }),
  )
}

/** Creates a person of the company with personal data of every kind. */
async function buildPerson(role: 'CONTRACTOR_ADMIN' | 'CONTRACTOR_USER' = 'CONTRACTOR_USER') {
  count += 1
  const name = `Петров Пётр ${count}`
  const user = await buildUser(db(), { role, contractorIds: [shop.companyId], name })
  const email = `${user.login}@example.test`
  await db().updateTable('users').set({ phone: '+79991112233' }).where('id', '=', user.id).execute()
  const headers = await loginAs(test_, user)
  const { id: productId } = await buildProduct(db())
  await buildProductAlert(db(), { contractorId: shop.companyId, userId: user.id, productId })
  await buildRecipient(db(), { contractorId: shop.companyId, userId: user.id }, { email })
  await db()
    .insertInto('emails')
    .values({ recipient: email, subject: 'Ваш заказ', body: 'Здравствуйте!', message_id: `<${count}@test>` })
    .execute()
  await db()
    .insertInto('order_messages')
    .values({
      order_id: order.id,
      contractor_id: shop.companyId,
      text: `Привезите к обеду ${count}`,
      from_staff: false,
      actor_id: user.id,
      subject_id: user.id,
      created_at: test_.clock.now(),
    })
    .execute()
  return { ...user, name, email, headers }
}

const detailsOf = async (id: number) =>
  (await send<UserDetails>(test_, { url: cardOf(id), headers: shop.manager })).json

const patch = async (id: number, fields: object) => {
  const { version } = await detailsOf(id)
  const payload = { version, ...fields }
  return send<{ code: string }>(test_, { method: 'PATCH', url: cardOf(id), headers: shop.manager, payload })
}

const askErase = (id: number, version: number, headers: object = shop.manager) =>
  send<{ code: string; detail: string; version: number }>(test_, {
    method: 'POST',
    url: `${cardOf(id)}/erase`,
    headers: { ...headers },
    payload: { version },
  })

const journalOf = async (id: number) =>
  (await send<{ results: AuditItem[] }>(test_, { url: `/api/v1/audit?user_id=${id}`, headers: shop.manager })).json
    .results
