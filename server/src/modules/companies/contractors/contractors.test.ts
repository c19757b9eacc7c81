import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { BANK, companyFields, contractFields, newInn } from '../../../testing/companies.ts'
import { jpegOf } from '../../../testing/files/photos.ts'
import { loginAs, send, useTestApp } from '../../../testing/test-app.ts'
import { buildConsignee } from '../consignees/consignees.factory.ts'
import { buildUser } from '../../identity/users/users.factory.ts'
import { createMailer } from '../../../platform/mail/index.ts'
import { buildContractor, buildSeller } from './contractors.factory.ts'
import { notifyOfEndingContracts } from './index.ts'

const test_ = useTestApp()
let seller: { id: number }
let company: { id: number; contractIds: number[] }
let second: { id: number; contractIds: number[] }
let foreign: { id: number; contractIds: number[] }
let staff: { authorization: string }
let admin: { authorization: string }
let managerId: number

beforeAll(buildCompanies)

test('contractor card options are for managers only', async () => {
  expect((await send(test_, { url: '/api/v1/contractors/options' })).status).toBe(401)
  expect((await get('/contractors/options', admin)).status).toBe(403)
  const { json } = await get<Record<'managers' | 'price_groups' | 'sellers', { id: number }[]>>('/contractors/options')
  expect(json.managers).toContainEqual({ id: managerId, full_name: 'Иванова Мария' })
  expect(json.sellers.map(({ id }) => id)).toContain(seller.id)
  expect(json.price_groups).toBeInstanceOf(Array)
})

describe('contractor list', () => {
  test('shows clients their own companies without internal fields', async () => {
    const { json } = await get<{ results: Body[] }>('/contractors?page=1&page_size=150', admin)
    expect(json.results.map((one) => one['id'])).toEqual([second.id, company.id])
    expect(json.results[0]).toMatchObject({ price_group: null, users_count: null, status: 'active' })
  })

  test('is filtered by name, ИНН, status, stop list and manager', async () => {
    const { inn } = (await card(foreign.id)) as { inn: string } & { version: number }
    expect(await idsOf(`q=${encodeURIComponent('чуж')}`)).toEqual([foreign.id])
    expect(await idsOf(`q=${inn.slice(0, 10)}`)).toEqual([foreign.id])
    expect(await idsOf('q=%25')).toEqual([])
    await patch(foreign.id, { manager_id: managerId, stopped_reason: 'Долг', kpp: '781301001', ...validIdentity() })
    expect(await idsOf('stopped=true')).toEqual([foreign.id])
    expect(await idsOf(`manager_id=${managerId}`)).toEqual([foreign.id])
    expect(await idsOf('status=declined')).toEqual([])
    expect((await get('/contractors?status=unknown')).status).toBe(400)
  })

  test('is searched by phone of the company, its people or its consignees, in any format', async () => {
    const { db } = test_.database
    await db.updateTable('contractors').set({ phone: '+78460000001' }).where('id', '=', company.id).execute()
    const person = await buildUser(db, { role: 'CONTRACTOR_USER', contractorIds: [second.id] })
    await db.updateTable('users').set({ phone: '+79990000002' }).where('id', '=', person.id).execute()
    const point = await buildConsignee(db, foreign.id)
    await db.updateTable('consignees').set({ phone: '+78120000003' }).where('id', '=', point.id).execute()
    const by = (phone: string, headers: object = staff) => idsOf(`phone=${encodeURIComponent(phone)}`, headers)
    expect(await by('8 (846) 000-00-01')).toEqual([company.id])
    expect(await by('79990000002')).toEqual([second.id])
    expect(await by('+7 812 000-00-03')).toEqual([foreign.id])
    expect(await by('89990000009')).toEqual([])
    expect(await by('абонент')).toEqual([])
    expect(await by('+7 812 000-00-03', admin), 'another company is not there').toEqual([])
  })
})

const validIdentity = () => ({ inn: newInn(), ogrn: null })

describe('contractor card', () => {
  test('is open to its own people, and closed to other companies and warranty managers', async () => {
    expect((await get(`/contractors/${second.id}`, admin)).status).toBe(200)
    expect((await get(`/contractors/${foreign.id}`, admin)).status).toBe(404)
    expect((await get(`/contractors/${foreign.id}/contracts`, admin)).status).toBe(404)
    const warranty = await loginAs(test_, await buildUser(test_.database.db, { role: 'ARTIKUL_WARRANTY_MANAGER' }))
    expect((await get(`/contractors/${company.id}`, warranty)).status).toBe(403)
  })

  test('of another own company is read by its admin, with contracts and accounts', async () => {
    await patch(second.id, { ...validIdentity(), accounts: [BANK] })
    const json = await card(second.id, admin)
    expect(json).toMatchObject({ accounts: [BANK], price_group_id: null, can: { manage: false, edit_identity: false } })
    const contracts = await get<{ results: Body[] }>(`/contractors/${second.id}/contracts`, admin)
    expect(contracts.json.results).toHaveLength(1)
  })

  test('lets a client change contacts and accounts, but not identity or staff fields', async () => {
    await patch(company.id, validIdentity())
    expect((await patch(company.id, { phone: '8 846 111-22-33', actual_address: 'Склад' }, admin)).status).toBe(200)
    expect(await card(company.id, admin)).toMatchObject({ phone: '+78461112233', actual_address: 'Склад' })
    for (const fields of [{ name: 'Иначе' }, { inn: newInn() }, { kpp: '771401001' }])
      expect((await patch(company.id, fields, admin)).json['code']).toBe('contractor.identity')
    for (const fields of [{ manager_id: null }, { price_group_id: null }, { stopped_reason: null }])
      expect((await patch(company.id, fields, admin)).json['code']).toBe('auth.forbidden')
    expect((await patch(company.id, { status: 'active' }, admin)).status).toBe(400)
    expect((await patch(foreign.id, { phone: '' }, staff)).status).toBe(200)
  })

  test.each([
    ['accounts.0.account', { ...BANK, account: '40702810138250123018' }, 'Расчётный счёт не соответствует БИК'],
    ['accounts.0.account', { ...BANK, account: '4070281080140001651' }, 'Счёт содержит 20 цифр'],
    [
      'accounts.0.account',
      { ...BANK, account: '40817810400000000225' },
      'Это счёт физического лица: укажите счёт организации',
    ],
    ['accounts.0.bic', { ...BANK, bic: '04452522' }, 'БИК содержит 9 цифр'],
    [
      'accounts.0.correspondent_account',
      { ...BANK, correspondent_account: '30101810200000000593' },
      'Корр. счёт не соответствует БИК',
    ],
    ['accounts', [BANK, { ...BANK, account: '40702810200000012345' }], 'Основной счёт один'],
    ['accounts', [BANK, { ...BANK, is_default: false }], 'Счёт повторяется'],
  ])('refuses a wrong bank account with an error on %s', async (path, accounts, message) => {
    const reply = await patch(company.id, { accounts: Array.isArray(accounts) ? accounts : [accounts] }, admin)
    expect(reply.status).toBe(400)
    expect(reply.json.errors).toContainEqual({ path, message })
  })

  test('has a history of changes, and a client does not see the internal ones', async () => {
    const groups = await test_.database.db.selectFrom('price_groups').select('id').orderBy('id').execute()
    await patch(company.id, { director: 'Новиков Н. Н.', price_group_id: groups.at(-1)?.id })
    const history = async (headers: object) =>
      (await get<{ results: { changes: object[]; address: string }[] }>(`/contractors/${company.id}/history`, headers))
        .json.results[0]
    expect((await history(staff))?.changes).toMatchObject([
      { field: 'Руководитель', before: null, after: 'Новиков Н. Н.' },
      { field: 'Ценовая группа' },
    ])
    expect(await history(admin)).toMatchObject({ changes: [{ field: 'Руководитель' }], address: '' })
  })

  test('C-63 edit by two managers at once saves one and refuses the other as stale', async () => {
    const { version } = await card(company.id)
    const replies = await Promise.all(
      ['Один', 'Другой'].map((director) => write('PATCH', `/contractors/${company.id}`, { version, director })),
    )
    expect(replies.map((reply) => reply.status).toSorted()).toEqual([200, 409])
    expect(replies.find((reply) => reply.status === 409)?.json['code']).toBe('stale')
  })

  test('of a stopped company shows the client the reason and the manager', async () => {
    await patch(company.id, { manager_id: managerId, stopped_reason: 'Нет акта сверки за октябрь' })
    const { json } = await get<{ results: Body[] }>('/contractors', admin)
    expect(json.results.find((one) => one['id'] === company.id)).toMatchObject({
      stopped_reason: 'Нет акта сверки за октябрь',
      manager: { full_name: 'Иванова Мария' },
    })
    await patch(company.id, { stopped_reason: null })
  })
})

describe('contractor created by a manager', () => {
  test('is active at once, unique by ИНН and КПП, and invites its first admin', async () => {
    const groups = await test_.database.db.selectFrom('price_groups').select('id').orderBy('id').execute()
    const body = { ...companyFields(), manager_id: managerId, price_group_id: groups[0]?.id }
    const made = await write('POST', '/contractors', body)
    expect(made.status).toBe(201)
    expect(await card(made.json.id)).toMatchObject({ status: 'active', users_count: 0 })
    expect((await write('POST', '/contractors', { ...body, name: 'Двойник' })).json).toMatchObject({
      code: 'contractor.exists',
      errors: [{ path: 'inn' }],
    })
    expect((await write('POST', '/contractors', { ...body, kpp: '771401001', name: 'Филиал' })).status).toBe(201)
    const invited = await write('POST', '/user/admin/user', {
      full_name: 'Первый Администратор',
      email: 'first@workshop.test',
      phone: null,
      roles: ['CONTRACTOR_ADMIN'],
      memberships: [
        {
          contractor_id: made.json.id,
          sees_prices: true,
          sees_settlements: true,
          may_place: true,
          order_limit_kop: null,
          month_limit_kop: null,
          consignee_ids: null,
        },
      ],
    })
    expect(invited.status).toBe(201)
    expect(await card(made.json.id)).toMatchObject({ users_count: 1 })
    expect((await write('POST', '/contractors', { ...body, manager_id: 999_999 })).json.errors).toMatchObject([
      { path: 'manager_id' },
    ])
  })
})

describe('contracts', () => {
  const path = () => `/contractors/${company.id}/contracts`
  const list = async (headers: object = staff) =>
    (await get<{ results: (Body & { id: number; version: number })[] }>(path(), headers)).json.results

  test('have one default per seller and unique numbers', async () => {
    const made = await write('POST', path(), contractFields(seller.id, { number: 'Д-100', deferment_days: 30 }))
    expect(made.status).toBe(201)
    const mains = (await list()).filter((one) => one['is_default'])
    expect(mains.map((one) => one.id)).toEqual([made.json.id])
    const twin = await write('POST', path(), contractFields(seller.id, { number: 'Д-100' }))
    expect(twin).toMatchObject({ status: 409, json: { code: 'contract.exists', errors: [{ path: 'number' }] } })
    const wrong = await write('POST', path(), contractFields(seller.id, { valid_to: '2025-12-31' }))
    expect(wrong.json.errors).toEqual([{ path: 'valid_to', message: 'Раньше даты договора' }])
    expect((await write('POST', path(), contractFields(seller.id), admin)).status).toBe(403)
  })

  test('keep former terms in the history, and a stale edit is refused', async () => {
    const { json } = await write('POST', path(), contractFields(seller.id, { number: 'Д-101' }))
    const edit = (fields: object) => write('PATCH', `/contracts/${json.id}`, fields)
    expect((await edit({ version: 1, deferment_days: 21, prepayment_percent: 0 })).json).toEqual({ version: 2 })
    expect((await edit({ version: 1, deferment_days: 30 })).json['code']).toBe('stale')
    expect((await edit({ version: 2, valid_to: '2025-01-01' })).json.errors).toMatchObject([{ path: 'valid_to' }])
    const history = await get<{ results: { object: string; changes: object[] }[] }>(
      `/contractors/${company.id}/history`,
    )
    expect(history.json.results[0]).toMatchObject({
      object: 'Договор № Д-101 от 12.01.2026',
      changes: [
        { field: 'Предоплата, %', before: '100', after: '0' },
        { field: 'Отсрочка, дн.', before: '0', after: '21' },
      ],
    })
  })

  test('are copied for a new year with the same terms', async () => {
    const terms = { number: 'Д-102', deferment_days: 14, limit_kop: 5_000_000, valid_to: '2026-12-31' }
    const { json } = await write('POST', path(), contractFields(seller.id, terms))
    const copy = await write('POST', `/contracts/${json.id}/copy`, {
      version: 1,
      number: 'Д-102/27',
      signed_on: '2027-01-01',
      valid_to: '2027-12-31',
    })
    expect(copy.status).toBe(201)
    expect((await list()).find((one) => one.id === copy.json.id)).toMatchObject({
      deferment_days: 14,
      limit_kop: 5_000_000,
      is_default: true,
      signed_on: '2027-01-01',
    })
  })

  test('store a scan readable only by their company, and refuse unsafe files', async () => {
    const id = second.contractIds[0] ?? 0
    const upload = (bytes: Buffer, name = 'Договор "№ 1".pdf') =>
      send<Body>(test_, {
        method: 'POST',
        url: `/api/v1/contracts/${id}/file?name=${encodeURIComponent(name)}`,
        headers: { ...staff, 'content-type': 'application/octet-stream' },
        payload: bytes,
      })
    expect((await upload(Buffer.from('MZ any program'))).json).toMatchObject({ code: 'file.refused' })
    expect((await upload(Buffer.from('<svg onload="x"/>'), 'scan.png')).status).toBe(422)
    expect((await upload(Buffer.alloc(0))).status).toBe(422)
    expect((await upload(jpegOf({ width: 60_000, height: 60_000 }), 'scan.jpg')).status).toBe(422)
    expect((await upload(jpegOf({ exif: 'GPS 55.7558' }), 'scan.jpg')).status).toBe(200)
    expect((await get(`/contracts/${id}/file`, admin)).text).not.toContain('GPS')
    const bytes = Buffer.from('%PDF-1.7 something')
    expect((await upload(bytes)).status).toBe(200)
    const file = await get(`/contracts/${id}/file`, admin)
    expect([file.status, file.text]).toEqual([200, bytes.toString()])
    expect(file.headers['content-type']).toBe('application/pdf')
    expect(file.headers['content-disposition']).toMatch(/^attachment; filename\*=UTF-8''%D0%94/)
    const stranger = await loginAs(
      test_,
      await buildUser(test_.database.db, { role: 'CONTRACTOR_ADMIN', contractorIds: [foreign.id] }),
    )
    expect((await get(`/contracts/${id}/file`, stranger)).status).toBe(404)
    expect((await get(`/contracts/${foreign.contractIds[0]}/file`, admin)).status).toBe(404)
  })

  test('notify their manager once, 30 days before the end date', async () => {
    const { json } = await write('POST', path(), contractFields(seller.id, { number: 'Д-103', valid_to: '2026-12-10' }))
    await patch(company.id, { manager_id: managerId })
    expect((await list(admin)).find((one) => one.id === json.id)).toMatchObject({ ends_in_days: 23, is_expired: false })
    const config = {
      MAIL_FROM: 'x',
      PRODUCT_NAME: 'Артикул',
      PUBLIC_ORIGIN: 'https://portal.test',
      PORT: 1,
      SMTP_URL: undefined,
    }
    const { appDatabase, app, clock, database } = test_
    const mailer = createMailer({ db: appDatabase.db, config, log: app.log as never, clock })
    for (let time = 0; time < 2; time += 1)
      await notifyOfEndingContracts(appDatabase.forTenant('any'), { clock, mailer })
    const letters = () => database.db.selectFrom('emails').select('body').where('subject', 'like', '%Д-103%').execute()
    expect(await letters()).toHaveLength(1)
    expect((await letters())[0]?.body).toContain('действует до 10.12.2026')
    await write('PATCH', `/contracts/${json.id}`, { version: 1, valid_to: '2026-12-12' })
    await notifyOfEndingContracts(appDatabase.forTenant('any'), { clock, mailer })
    expect(await letters()).toHaveLength(2)
  })

  test('notify every manager when the company has none', async () => {
    const { appDatabase, app, clock, database } = test_
    const config = {
      MAIL_FROM: 'x',
      PRODUCT_NAME: 'Артикул',
      PUBLIC_ORIGIN: 'https://p.test',
      PORT: 1,
      SMTP_URL: undefined,
    }
    const mailer = createMailer({ db: appDatabase.db, config, log: app.log as never, clock })
    const own = await buildContractor(database.db, {
      sellerIds: [seller.id],
      contract: { number: 'Д-ничей', valid_to: '2026-12-10' },
    })
    await notifyOfEndingContracts(appDatabase.forTenant('any'), { clock, mailer })
    const letters = await database.db
      .selectFrom('emails')
      .select('recipient')
      .where('subject', 'like', '%Д-ничей%')
      .execute()
    const managers = await database.db
      .selectFrom('users')
      .select('email')
      .where(sql<boolean>`roles @> array['ARTIKUL_ORDER_MANAGER'] and is_active`)
      .execute()
    expect(own.contractIds).toHaveLength(1)
    expect(letters.map((letter) => letter.recipient).toSorted()).toEqual(managers.map(({ email }) => email).toSorted())
  })

  test('have one default per seller after simultaneous creation', async () => {
    const made = await Promise.all(
      [1, 2, 3, 4].map((serial) =>
        write('POST', path(), contractFields(seller.id, { number: `Главный-${serial}`, is_default: true })),
      ),
    )
    expect(made.map((reply) => reply.status)).toEqual([201, 201, 201, 201])
    expect((await list(admin)).filter((one) => one.is_default && one.seller_id === seller.id)).toHaveLength(1)
  })

  test('show all terms to an admin who also has a pending company', async () => {
    const { db } = test_.database
    const waiting = await buildContractor(db, { sellerIds: [] })
    await db.updateTable('contractors').set({ status: 'pending' }).where('id', '=', waiting.id).execute()
    const owner = await buildUser(db, { role: 'CONTRACTOR_ADMIN', contractorIds: [waiting.id, second.id] })
    const headers = await loginAs(test_, owner)
    const standings = await get<{ results: Body[] }>(`/contractors/${second.id}/standings`, headers)
    expect(standings.json.results).toMatchObject([{ available_kop: 1_000_000_000 }])
    const contracts = await get<{ results: Body[] }>(`/contractors/${second.id}/contracts`, headers)
    expect(contracts.json.results).toMatchObject([{ limit_kop: 1_000_000_000 }])
  })

  test('show debt, overdue sum and available limit', async () => {
    const { json } = await get<{ results: Body[] }>(`/contractors/${second.id}/standings`, admin)
    expect(json.results).toMatchObject([{ debt_kop: 0, overdue_kop: 0, in_work_kop: 0, available_kop: 1_000_000_000 }])
  })
})

async function buildCompanies() {
  const { db } = test_.database
  seller = await buildSeller(db)
  company = await buildContractor(db, { sellerIds: [seller.id], name: 'ООО «Первая»' })
  second = await buildContractor(db, { sellerIds: [seller.id], name: 'ООО «Вторая»' })
  foreign = await buildContractor(db, { sellerIds: [seller.id], name: 'АО «Чужая»' })
  const manager = await buildUser(db, { role: 'ARTIKUL_ORDER_MANAGER', name: 'Иванова Мария' })
  managerId = manager.id
  staff = await loginAs(test_, manager)
  const client = await buildUser(db, { role: 'CONTRACTOR_ADMIN', contractorIds: [company.id, second.id] })
  admin = await loginAs(test_, client)
}

type Body = Record<string, unknown>

const get = <T = Body>(path: string, headers: object = staff) =>
  send<T>(test_, { url: `/api/v1${path}`, headers: { ...headers } })

const write = (method: 'POST' | 'PATCH', path: string, payload: object, headers: object = staff) =>
  send<Body & { version: number; id: number; errors: { path: string; message: string }[] }>(test_, {
    method,
    url: `/api/v1${path}`,
    headers: { ...headers },
    payload,
  })

const card = async (id: number, headers: object = staff) =>
  (await get<Body & { version: number }>(`/contractors/${id}`, headers)).json

async function patch(id: number, fields: object, headers: object = staff) {
  const { version } = await card(id, headers)
  return write('PATCH', `/contractors/${id}`, { version, ...fields }, headers)
}

const idsOf = async (query: string, headers: object = staff) =>
  (await get<{ results: { id: number }[] }>(`/contractors?${query}`, headers)).json.results.map((one) => one.id)
