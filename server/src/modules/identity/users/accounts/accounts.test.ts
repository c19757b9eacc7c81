import { unlimited, type Membership, type UserDetails, type UserItem } from '@artikul/contract/identity/accounts'
import type { Problem } from '@artikul/contract/core/errors'
import { beforeAll, describe, expect, test } from 'vitest'
import yauzl from 'yauzl'
import { Browser } from '../../../../testing/cookies.ts'
import { untilWaiting } from '../../../../testing/locks.ts'
import { loginAs, send, useTestApp } from '../../../../testing/test-app.ts'
import { buildConsignee } from '../../../companies/consignees/consignees.factory.ts'
import { buildContractor, buildSeller } from '../../../companies/contractors/contractors.factory.ts'
import { buildUser, TEST_PASSWORD } from '../users.factory.ts'

const test_ = useTestApp()
type Headers = { authorization: string }
const EMPLOYEES = '/api/v1/user/admin/user'
const USERS = '/api/v1/manager/user/admin/user'
let sellerId: number
let ours: number
let second: number
let foreign: number
let point: number
let foreignPoint: number
let adminUser: Awaited<ReturnType<typeof buildUser>>
let managerUser: Awaited<ReturnType<typeof buildUser>>
let admin: Headers
let manager: Headers

beforeAll(buildPeople)

describe('refusals', () => {
  test('C-60 manager routes refuse clients and client routes refuse managers, for every method', async () => {
    const { id } = await employee()
    for (const [base, headers] of [
      [USERS, admin],
      [EMPLOYEES, manager],
    ] as const) {
      expect(await get(base, headers)).toMatchObject({ status: 403, json: { code: 'auth.forbidden' } })
      expect(await get(`${base}/${id}`, headers)).toMatchObject({ status: 403 })
      expect(await get(`${base}.xlsx`, headers)).toMatchObject({ status: 403 })
      expect(await patch(id, { is_active: false }, headers, base)).toMatchObject({ status: 403 })
      expect(await post(`${base}/${id}/reset_password`, undefined, headers)).toMatchObject({ status: 403 })
    }
    expect(await post(`${USERS}/${id}/remove_second_factor`, undefined, admin)).toMatchObject({ status: 403 })
    const plain = await loginAs(test_, await employee())
    expect(await get(EMPLOYEES, plain)).toMatchObject({ status: 403 })
    expect(await post(EMPLOYEES, newcomer(), plain)).toMatchObject({ status: 403 })
    const warranty = await loginAs(test_, await buildUser(test_.database.db, { role: 'ARTIKUL_WARRANTY_MANAGER' }))
    expect(await get(USERS, warranty)).toMatchObject({ status: 403 })
    expect(await get(USERS, {} as Headers)).toMatchObject({ status: 401 })
  })

  test('C-61 admin cannot change own role, access, companies and email', async () => {
    for (const changes of [
      { roles: ['CONTRACTOR_USER'] },
      { is_active: false },
      { memberships: [unlimited(ours)] },
      { email: 'moved@example.test' },
    ])
      expect(await patch(adminUser.id, changes)).toMatchObject({ status: 403, json: { code: 'user.own_role' } })
    expect(await patch(managerUser.id, { rights: ['prices'] }, manager, USERS)).toMatchObject({ status: 403 })
    expect(await patch(adminUser.id, { phone: '+79990000000' })).toMatchObject({ status: 200 })
  })

  test('manager without the administrator right cannot create, change, reset or erase staff', async () => {
    const chief = await buildUser(test_.database.db, { role: 'ARTIKUL_ORDER_MANAGER' })
    const clerk = await buildUser(test_.database.db, { role: 'ARTIKUL_ORDER_MANAGER', rights: ['prices'] })
    const headers = await loginAs(test_, clerk)
    const { id: client } = await employee()
    const staff = newcomer({ roles: ['ARTIKUL_ORDER_MANAGER'], memberships: [] })
    const of = async (id: number) => (await get<UserDetails>(`${USERS}/${id}`, headers)).json
    const before = await of(chief.id)
    const refused = [
      await post(EMPLOYEES, staff, headers),
      await patch(client, { roles: ['ARTIKUL_WARRANTY_MANAGER'], memberships: [] }, headers, USERS),
      await patch(chief.id, { email: 'thief@example.test' }, headers, USERS),
      await patch(chief.id, { full_name: 'Другой' }, headers, USERS),
      await patch(chief.id, { rights: [] }, headers, USERS),
      await patch(chief.id, { is_active: false }, headers, USERS),
      await post(`${USERS}/${chief.id}/reset_password`, undefined, headers),
      await post(`${USERS}/${chief.id}/remove_second_factor`, undefined, headers),
      await get(`${USERS}/${chief.id}/personal_data`, headers),
      await post(`${USERS}/${chief.id}/erase`, { version: 1 }, headers),
    ]
    expect(refused.map(({ status, json }) => [status, (json as { code: string }).code])).toEqual(
      refused.map(() => [403, 'auth.permission_required']),
    )
    expect(await of(chief.id)).toEqual(before)
    expect(before.can).toMatchObject({ edit_person: false, edit_email: false, block: false, reset_access: false })
    expect(await patch(client, { full_name: 'Клиент Иной' }, headers, USERS)).toMatchObject({ status: 200 })
  })

  test('administrator grants only own rights and cannot change staff with more', async () => {
    const plain = await buildUser(test_.database.db, { role: 'ARTIKUL_ORDER_MANAGER', rights: ['administrator'] })
    const headers = await loginAs(test_, plain)
    const clerk = await buildUser(test_.database.db, { role: 'ARTIKUL_ORDER_MANAGER', rights: [] })
    expect(await patch(clerk.id, { rights: ['prices'] }, headers, USERS)).toMatchObject({ status: 403 })
    expect(await patch(clerk.id, { rights: ['administrator'] }, headers, USERS)).toMatchObject({ status: 200 })
    expect(await patch(managerUser.id, { is_active: false }, headers, USERS)).toMatchObject({ status: 403 })
  })

  test('accounts of staff are changed only after the password was typed within ten minutes', async () => {
    const { db } = test_.database
    const chief = await buildUser(db, { role: 'ARTIKUL_ORDER_MANAGER' })
    const headers = await loginAs(test_, chief)
    const clerk = await buildUser(db, { role: 'ARTIKUL_ORDER_MANAGER', rights: [] })
    await db.updateTable('sessions').set({ confirmed_at: null }).where('user_id', '=', chief.id).execute()
    const staff = newcomer({ roles: ['ARTIKUL_ORDER_MANAGER'], memberships: [] })
    const refused = [
      await post(EMPLOYEES, staff, headers),
      await patch(clerk.id, { rights: ['prices'] }, headers, USERS),
      await post(`${USERS}/${clerk.id}/reset_password`, undefined, headers),
      await post(`${USERS}/${clerk.id}/remove_second_factor`, undefined, headers),
    ]
    expect(refused.map(({ status, json }) => [status, json.code])).toEqual(
      refused.map(() => [403, 'auth.confirm_password']),
    )
    const confirm = (password: string) => post('/api/v1/user/confirm_password', { password }, headers)
    expect(await confirm('not the password')).toMatchObject({ status: 400, json: { code: 'auth.wrong_password' } })
    expect(await confirm(TEST_PASSWORD)).toMatchObject({ status: 200 })
    expect(await patch(clerk.id, { rights: ['prices'] }, headers, USERS)).toMatchObject({ status: 200 })
  })

  test('a company invites at most 100 people a day', async () => {
    await test_.database.db
      .insertInto('sign_in_failures')
      .values(
        Array.from({ length: 99 }, () => ({
          subject: `invitations of company ${second}`,
          failed_at: test_.clock.now(),
        })),
      )
      .execute()
    const invite = () => post(EMPLOYEES, newcomer({ memberships: [unlimited(second)] }))
    expect(await invite()).toMatchObject({ status: 201 })
    expect(await invite()).toMatchObject({
      status: 429,
      json: { detail: 'Сегодня приглашено уже достаточно людей: продолжите завтра' },
    })
    await test_.database.db.deleteFrom('sign_in_failures').execute()
  })

  test('new email of staff waits for its owner', async () => {
    const clerk = await buildUser(test_.database.db, { role: 'ARTIKUL_ORDER_MANAGER', rights: [] })
    expect(await patch(clerk.id, { email: 'clerk.new@example.test' }, manager, USERS)).toMatchObject({ status: 200 })
    const { json } = await get<UserDetails>(`${USERS}/${clerk.id}`, manager)
    expect(json).toMatchObject({ email: `${clerk.login}@example.test`, email_pending: 'clerk.new@example.test' })
  })

  test('of two administrators who block each other at once one stays', async () => {
    const rights = ['administrator'] as const
    const two = await Promise.all(
      [1, 2].map(() => buildUser(test_.database.db, { role: 'ARTIKUL_ORDER_MANAGER', rights: [...rights] })),
    )
    const all = await test_.database.db.selectFrom('users').select(['id', 'rights']).execute()
    const others = all.filter(
      ({ id, rights: had }) => had.includes('administrator') && !two.some((one) => one.id === id),
    )
    const setRights = (id: number, to: string[]) =>
      test_.database.db.updateTable('users').set({ rights: to }).where('id', '=', id).execute()
    for (const { id } of others) await setRights(id, [])
    const [one, other] = two as [(typeof two)[0], (typeof two)[0]]
    const [byOne, byOther] = [await loginAs(test_, one), await loginAs(test_, other)]
    const ends = await Promise.all([
      patch(other.id, { is_active: false }, byOne, USERS),
      patch(one.id, { is_active: false }, byOther, USERS),
    ])
    expect(ends.filter(({ status }) => status === 200)).toHaveLength(1)
    for (const { id, rights: had } of others) await setRights(id, had)
  })

  test('C-61 admin cannot give or create a staff role', async () => {
    const { id } = await employee()
    expect(await patch(id, { roles: ['ARTIKUL_ORDER_MANAGER'] })).toMatchObject({ status: 400 })
    expect(await patch(id, { rights: ['prices'] })).toMatchObject({ status: 400 })
    const payload = newcomer({ roles: ['ARTIKUL_ORDER_MANAGER'], memberships: [] })
    expect(await post(EMPLOYEES, payload)).toMatchObject({ status: 400, json: { errors: [{ path: 'roles' }] } })
    expect(await accountOf(payload.email)).toBeUndefined()
  })

  test('C-61 employees of other companies and staff are not found by an admin', async () => {
    const stranger = await employee([foreign])
    for (const id of [stranger.id, managerUser.id]) {
      expect(await get(`${EMPLOYEES}/${id}`)).toMatchObject({ status: 404, json: { code: 'not_found' } })
      expect(await patch(id, { full_name: 'Чужой' })).toMatchObject({ status: 404 })
      expect(await post(`${EMPLOYEES}/${id}/reset_password`, undefined)).toMatchObject({ status: 404 })
    }
  })

  test('C-61 staff can stop the only admin of a company and see a warning before', async () => {
    const company = await newCompany('ООО «С одним»')
    const last = await buildUser(test_.database.db, { role: 'CONTRACTOR_ADMIN', contractorIds: [ours, company.id] })
    const details = () => get<UserDetails>(`${USERS}/${last.id}`, manager)
    expect((await details()).json.last_admin_of).toEqual(['ООО «С одним»'])
    const all = [unlimited(ours), unlimited(company.id)]
    for (const [changes, back] of [
      [{ roles: ['CONTRACTOR_USER'] }, { roles: ['CONTRACTOR_ADMIN'] }],
      [{ memberships: [unlimited(ours)] }, { memberships: all }],
      [{ is_active: false }, { is_active: true }],
    ] as const) {
      expect(await patch(last.id, changes, manager, USERS)).toMatchObject({ status: 200 })
      expect((await details()).json.last_admin_of).toEqual([])
      await patch(last.id, back, manager, USERS)
    }
    const another = await buildUser(test_.database.db, { role: 'CONTRACTOR_ADMIN', contractorIds: [company.id] })
    expect((await details()).json.last_admin_of).toEqual([])
    await patch(another.id, { is_active: false }, manager, USERS)
    expect((await details()).json.last_admin_of).toEqual(['ООО «С одним»'])
  })

  test('companies and consignees of others cannot be assigned', async () => {
    const { id } = await employee()
    const withPoint = (contractor_id: number, consignee: number) => ({
      memberships: [{ ...unlimited(contractor_id), consignee_ids: [consignee] }],
    })
    for (const changes of [
      { memberships: [unlimited(foreign)] },
      { memberships: [unlimited(2_147_483_000)] },
      withPoint(ours, foreignPoint),
      withPoint(ours, point),
    ])
      expect(await patch(id, changes)).toMatchObject({ status: 404, json: { code: 'not_found' } })
    expect(await patch(id, withPoint(ours, foreignPoint), manager, USERS)).toMatchObject({ status: 404 })
    expect(await post(EMPLOYEES, newcomer({ memberships: [unlimited(foreign)] }))).toMatchObject({ status: 404 })
    const nobody = await test_.database.db.selectFrom('user_consignees').selectAll().execute()
    expect(nobody).toEqual([])
  })

  test('user shared with another company cannot be changed except for limits in the own company', async () => {
    const shared = await employee([ours, foreign])
    for (const changes of [{ full_name: 'Другое Имя' }, { email: 'other@example.test' }, { is_active: false }])
      expect(await patch(shared.id, changes)).toMatchObject({ status: 403, json: { code: 'user.shared' } })
    const limited = { ...unlimited(ours), sees_prices: false }
    expect(await patch(shared.id, { memberships: [limited] })).toMatchObject({ status: 200 })
    const all = await get<UserDetails>(`${USERS}/${shared.id}`, manager)
    expect(all.json.memberships.map((one) => [one.contractor_id, one.sees_prices])).toEqual([
      [ours, false],
      [foreign, true],
    ])
    const seen = await get<UserDetails>(`${EMPLOYEES}/${shared.id}`)
    expect(seen.json.contractors.map((company) => company.id)).toEqual([ours])
    expect(seen.json.memberships.map((one) => one.contractor_id)).toEqual([ours])
    expect(seen.json.can).toEqual({
      edit_person: false,
      edit_email: false,
      edit_roles: false,
      block: false,
      reset_access: true,
      impersonate: false,
      revoke: false,
      take_data: false,
      erase: false,
    })
  })

  test('stale version and invalid role combinations are refused', async () => {
    const { id } = await employee()
    expect(await patch(id, { version: 7, phone: '+79990000001' })).toMatchObject({
      status: 409,
      json: { code: 'stale' },
    })
    expect(await patch(id, { roles: ['ARTIKUL_ORDER_MANAGER'] }, manager, USERS)).toMatchObject({ status: 400 })
    expect(await patch(id, { memberships: [unlimited(ours), unlimited(ours)] })).toMatchObject({ status: 400 })
    expect(await post(EMPLOYEES, newcomer({ memberships: [] }), manager)).toMatchObject({ status: 400 })
  })

  test.each(['a@b', '"a b"@c.ru', 'a@b.ru\nBcc: x@y.ru', `${'a'.repeat(320)}@b.ru`])(
    'C-25 email %.30j is rejected',
    async (email) => {
      expect(await post(EMPLOYEES, newcomer({ email }))).toMatchObject({
        status: 400,
        json: { code: 'input.invalid', errors: [{ path: 'email' }] },
      })
    },
  )

  test('C-25 email is stored in one form whatever the spelling of its domain', async () => {
    const kept = 'почта@xn--e1afmkfd.xn--p1ai'
    await post(EMPLOYEES, newcomer({ email: ' Почта@Пример.РФ ' }), manager)
    expect(await accountOf(kept)).toMatchObject({ email: kept, login: kept })
    for (const email of ['ПОЧТА@пример.рф', kept])
      expect(await post(EMPLOYEES, newcomer({ email }), manager)).toMatchObject({
        status: 400,
        json: { errors: [{ path: 'email', message: 'Такая почта уже есть' }] },
      })
    const user = await employee([ours])
    await test_.database.db
      .updateTable('users')
      .set({ email: `${user.login}@xn--e1afmkfd.xn--p1ai` })
      .where('id', '=', user.id)
      .execute()
    for (const domain of ['пример.рф', 'XN--E1AFMKFD.xn--p1ai']) {
      const payload = { login: `${user.login}@${domain}`, password: user.password }
      expect(await post('/api/v1/token/pair', payload)).toMatchObject({ status: 200 })
    }
  })

  test('C-27 phone number is stored in one form or rejected', async () => {
    for (const [typed, kept] of [
      ['+7 (999) 123-45-67', '+79991234567'],
      ['8 999 123 45 67', '+79991234567'],
    ]) {
      const payload = newcomer({ phone: typed })
      await post(EMPLOYEES, payload)
      expect(await accountOf(payload.email)).toMatchObject({ phone: kept })
    }
    for (const phone of ['tel:javascript:alert(1)', '1234567890123456', '12'])
      expect(await post(EMPLOYEES, newcomer({ phone }))).toMatchObject({
        status: 400,
        json: { errors: [{ path: 'phone' }] },
      })
  })

  test('C-28 unknown and protected fields are rejected and change nothing', async () => {
    const { id } = await employee()
    for (const extra of [{ password_hash: 'x' }, { login: 'root' }, { is_staff: true }, { current_contractor_id: 1 }]) {
      expect(await patch(id, extra)).toMatchObject({ status: 400, json: { code: 'input.invalid' } })
      expect(await post(EMPLOYEES, newcomer(extra))).toMatchObject({ status: 400 })
    }
    const row = await test_.database.db.selectFrom('users').selectAll().where('id', '=', id).executeTakeFirst()
    expect(row).toMatchObject({ version: 1, roles: ['CONTRACTOR_USER'] })
  })

  test('C-57 reply to an invitation does not reveal an existing account elsewhere', async () => {
    const free = newcomer()
    const created = await post(EMPLOYEES, free)
    const known = await employee([foreign])
    const email = `${known.login}@example.test`
    const existing = await post(EMPLOYEES, newcomer({ email, memberships: [unlimited(ours), unlimited(second)] }))
    expect(created).toMatchObject({ status: 201, json: {} })
    expect([existing.status, existing.text]).toEqual([created.status, created.text])
    const letters = await lettersTo(email)
    expect(letters.map((letter) => letter.body.match(/profile\?invitation=[\w-]{43}/g)?.length)).toEqual([1, 1])
    const seen = await get<UserDetails>(`${USERS}/${known.id}`, manager)
    expect(seen.json.contractors.map((company) => company.id)).toEqual([foreign])
    const rows = await test_.database.db
      .selectFrom('audit_log')
      .select(['event', 'contractor_id', 'object'])
      .where('subject_id', '=', known.id)
      .orderBy('id')
      .execute()
    const object = expect.stringMatching(/^Приглашение: Пользователь Новый Сотрудник/) as string
    expect(rows).toEqual([
      { event: 'user.invited', contractor_id: ours, object },
      { event: 'user.invited', contractor_id: second, object },
    ])
  })

  test('C-57 invitation of staff, blocked users and colleagues sends no email', async () => {
    const blocked = await employee([foreign])
    await patch(blocked.id, { is_active: false }, manager, USERS)
    for (const { login } of [managerUser, blocked, await employee([ours])]) {
      const email = `${login}@example.test`
      expect(await post(EMPLOYEES, newcomer({ email }))).toMatchObject({ status: 201, json: {} })
      expect(await lettersTo(email)).toEqual([])
    }
  })

  test('admin of another company cannot be invited as an employee', async () => {
    const other = await buildUser(test_.database.db, { role: 'CONTRACTOR_ADMIN', contractorIds: [foreign] })
    const email = `${other.login}@example.test`
    await post(EMPLOYEES, newcomer({ email }))
    const letters = await lettersTo(email)
    expect(letters).toHaveLength(1)
    expect(letters[0]!.body).not.toContain('invitation=')
  })
})

describe('user list', () => {
  test('shows an admin only users and companies of own companies, a manager all of them', async () => {
    const mine = await employee([second], 'Яна Моя')
    const stranger = await employee([foreign], 'Яна Чужая')
    const own = await get<{ results: UserItem[] }>(`${EMPLOYEES}?username=яна`)
    expect(own.json.results.map((user) => user.id)).toEqual([mine.id])
    const all = await get<{ results: UserItem[] }>(`${USERS}?username=яна`, manager)
    expect(all.json.results.map((user) => user.id)).toEqual([mine.id, stranger.id])
    expect(all.json.results[0]?.contractors).toMatchObject([{ id: second, name: 'ООО «Вторая наша»' }])
    const nobodys = await get<{ results: UserItem[] }>(`${EMPLOYEES}?contractor_id=${foreign}`)
    expect(nobodys.json.results).toEqual([])
    expect(own.text).not.toMatch(/password|totp/)
  })

  test('is filtered by INN and treats pattern characters literally', async () => {
    const { inn } = await test_.database.db
      .selectFrom('contractors')
      .select('inn')
      .where('id', '=', foreign)
      .executeTakeFirstOrThrow()
    const found = await get<{ results: UserItem[] }>(`${USERS}?inn=${inn}`, manager)
    expect(found.json.results.length).toBeGreaterThan(0)
    expect(found.json.results.every((user) => user.contractors.some((company) => company.id === foreign))).toBe(true)
    for (const query of ['username=%25', 'username=_', 'inn=%25'])
      expect((await get<{ results: UserItem[] }>(`${USERS}?${query}`, manager)).json.results).toEqual([])
  })

  test('is sorted by Russian name order and paginated', async () => {
    await employee([second], 'Ёлкин Пётр')
    await employee([second], 'Жуков Пётр')
    await employee([second], 'Егоров Пётр')
    const found = await get<{ results: UserItem[]; pagination: object }>(`${EMPLOYEES}?username=пётр&page_size=50`)
    expect(found.json.results.map((user) => user.full_name)).toEqual(['Егоров Пётр', 'Ёлкин Пётр', 'Жуков Пётр'])
    expect(found.json.pagination).toEqual({ total_count: 3, per_page: 50, page: 1 })
  })

  test('is exported to XLSX with text cells and an audit log entry', async () => {
    await employee([ours], '=HYPERLINK("http://evil")')
    const reply = await test_.app.inject({ url: `${EMPLOYEES}.xlsx?username=HYPERLINK`, headers: admin })
    expect(reply.statusCode).toBe(200)
    const files = await unzip(reply.rawPayload)
    expect(files.get('xl/worksheets/sheet1.xml')).not.toContain('<f>')
    expect(files.get('xl/sharedStrings.xml')).toContain('=HYPERLINK')
    const row = await test_.database.db
      .selectFrom('audit_log')
      .selectAll()
      .where('event', '=', 'users.exported')
      .executeTakeFirst()
    expect(row).toMatchObject({ actor_id: adminUser.id, object: 'Строк: 1', contractor_id: ours })
  })

  test('of all companies is exported by a manager with an audit log entry', async () => {
    await employee([ours], 'Выгрузкина Анна')
    const reply = await test_.app.inject({ url: `${USERS}.xlsx?username=Выгрузкина`, headers: manager })
    expect(reply.statusCode).toBe(200)
    expect((await unzip(reply.rawPayload)).get('xl/sharedStrings.xml')).toContain('Выгрузкина Анна')
    const row = await test_.database.db
      .selectFrom('audit_log')
      .selectAll()
      .where('event', '=', 'users.exported')
      .orderBy('id', 'desc')
      .executeTakeFirst()
    expect(row).toMatchObject({ object: 'Строк: 1', contractor_id: null })
  })
})

describe('account management', () => {
  test('invites a new employee with limits', async () => {
    const limits: Membership = {
      ...unlimited(second),
      sees_prices: false,
      order_limit_kop: 1_000_000,
      consignee_ids: [point],
    }
    const payload = newcomer({ memberships: [limits] })
    expect(await post(EMPLOYEES, payload)).toMatchObject({ status: 201 })
    const { id, ...account } = (await accountOf(payload.email))!
    expect(account).toMatchObject({ login: payload.email, password_hash: null, current_contractor_id: second })
    const details = await get<UserDetails>(`${EMPLOYEES}/${id}`)
    expect(details.json).toMatchObject({ is_invited: true, memberships: [limits], version: 1 })
    const [letter] = await lettersTo(payload.email)
    expect(letter).toMatchObject({ is_secret: true })
    expect(letter!.body).toMatch(/\/reset-password\/[\w-]{43}/)
    expect(await rowsAbout(id)).toMatchObject([{ event: 'user.created', actor_id: adminUser.id }])
  })

  test('lets a manager create staff with rights', async () => {
    const payload = newcomer({ roles: ['ARTIKUL_ORDER_MANAGER'], memberships: [], rights: ['accountant'] })
    expect(await post(EMPLOYEES, payload, manager)).toMatchObject({ status: 201 })
    expect(await accountOf(payload.email)).toMatchObject({ rights: ['accountant'], current_contractor_id: null })
  })

  test('writes every change to the audit log once', async () => {
    const { id } = await employee([ours])
    const limited = { ...unlimited(second), consignee_ids: [point], month_limit_kop: 500_000 }
    await patch(id, { full_name: 'Новое Имя', memberships: [unlimited(ours), limited] })
    await patch(id, {
      memberships: [
        { ...unlimited(ours), may_place: false },
        { ...limited, consignee_ids: null },
      ],
    })
    await patch(id, { roles: ['CONTRACTOR_ADMIN'] })
    const rows = await rowsAbout(id)
    expect(rows).toMatchObject([
      { event: 'user.changed', changes: [{ field: 'Имя', before: 'Сотрудник Любой', after: 'Новое Имя' }] },
      {
        event: 'user.companies_changed',
        contractor_id: second,
        changes: [
          { field: 'Компания', before: null, after: 'ООО «Вторая наша»' },
          { field: 'сумма за месяц', before: 'без предела', after: '5\u00a0000,00 ₽' },
          { field: 'точки', before: 'все', after: 'Ленина' },
        ],
      },
      {
        event: 'user.limits_changed',
        contractor_id: ours,
        changes: [{ field: 'может оформлять', before: 'да', after: 'нет' }],
      },
      {
        event: 'user.limits_changed',
        contractor_id: second,
        changes: [{ field: 'точки', before: 'Ленина', after: 'все' }],
      },
      { event: 'user.roles_changed' },
    ])
    const same = await get<UserDetails>(`${EMPLOYEES}/${id}`)
    expect(await patch(id, { full_name: 'Новое Имя' })).toMatchObject({ json: { version: same.json.version } })
  })

  test('ends the sessions of a blocked user at once', async () => {
    const user = await employee([ours])
    const headers = await loginAs(test_, user)
    expect(await get('/api/v1/user', headers)).toMatchObject({ status: 200 })
    expect(await patch(user.id, { is_active: false })).toMatchObject({ status: 200 })
    expect(await get('/api/v1/user', headers)).toMatchObject({ status: 401 })
    expect((await rowsAbout(user.id)).map((row) => row.event)).toEqual(['user.blocked'])
  })

  test('switches an employee removed from the current company to another one', async () => {
    const user = await employee([ours, second])
    const headers = await loginAs(test_, user)
    await patch(user.id, { memberships: [unlimited(second)] })
    expect(await get('/api/v1/user', headers)).toMatchObject({ json: { current_contractor_id: second } })
  })

  test('C-57 keeps an email proposed by an admin pending, taken or free', async () => {
    const usedEmail = `${(await employee([foreign])).login}@example.test`
    const answers: unknown[] = []
    const shown: unknown[] = []
    for (const email of [`free-${(serial += 1)}@example.test`, usedEmail]) {
      const user = await employee([ours])
      const reply = await patch(user.id, { email })
      answers.push([reply.status, reply.text])
      const { json } = await get<UserDetails>(`${EMPLOYEES}/${user.id}`)
      expect(json).toMatchObject({ email: `${user.login}@example.test`, email_pending: email })
      shown.push({ ...json, id: 0, login: '', email: '', email_pending: '', created_at: '' })
    }
    expect(answers[0]).toEqual([200, '{"version":2}'])
    expect(answers[1]).toEqual(answers[0])
    expect(shown[1]).toEqual(shown[0])
    expect((await lettersTo(usedEmail)).map((letter) => letter.subject)).toEqual(['Кто-то указал вашу почту'])
  })

  test('applies an email proposed by an admin after the employee confirms it', async () => {
    const user = await employee([ours])
    const email = `proposed-${(serial += 1)}@example.test`
    await patch(user.id, { email })
    expect(await accountOf(email)).toBeUndefined()
    const token = /email_token=([\w-]{43})/.exec((await lettersTo(email))[0]!.body)![1]
    const own = await loginAs(test_, user)
    expect(await post('/api/v1/user/confirm_email', { token }, own)).toMatchObject({ status: 200 })
    expect(await accountOf(email)).toMatchObject({ id: user.id, pending_email: null })
    expect((await rowsAbout(user.id))[0]?.changes).toEqual([
      { field: 'Почта, ждёт подтверждения', before: null, after: email },
    ])
    for (const left of [3, 2, 1, 0]) {
      const reply = await patch(user.id, { email: `other-${left}-${email}` })
      // The first of four counts among the emails of this hour.
      expect(reply.status).toBe(left > 1 ? 200 : 429)
    }
  })

  test('lets staff change an email at once, notifying the old address and killing its links', async () => {
    const payload = newcomer()
    await post(EMPLOYEES, payload)
    const { id } = (await accountOf(payload.email))!
    const token = /[\w-]{43}/.exec((await lettersTo(payload.email))[0]!.body)![0]
    const email = `moved-${payload.email}`
    expect(await patch(id, { email: `${adminUser.login}@example.test` }, manager, USERS)).toMatchObject({
      status: 400,
      json: { errors: [{ path: 'email', message: 'Такая почта уже есть' }] },
    })
    expect(await patch(id, { email }, manager, USERS)).toMatchObject({ status: 200 })
    expect((await lettersTo(payload.email)).map((letter) => letter.subject)).toContain('Почта учётной записи изменена')
    expect(await post('/api/v1/password/check_link', { token })).toMatchObject({ status: 410 })
    const again = /[\w-]{43}/.exec((await lettersTo(email))[0]!.body)![0]
    expect(await post('/api/v1/password/check_link', { token: again })).toMatchObject({ status: 200 })
  })

  test('limits password emails to three per hour for any sender', async () => {
    const user = await employee([ours])
    const reset = (base: string, headers: Headers) => post(`${base}/${user.id}/reset_password`, undefined, headers)
    for (const [base, headers] of [
      [EMPLOYEES, admin],
      [USERS, manager],
      [EMPLOYEES, admin],
    ] as const)
      expect(await reset(base, headers)).toMatchObject({ status: 200 })
    for (const [base, headers] of [
      [EMPLOYEES, admin],
      [USERS, manager],
    ] as const)
      expect(await reset(base, headers)).toMatchObject({
        status: 429,
        json: {
          code: 'auth.too_many_attempts',
          detail: 'Писем этому человеку уже достаточно, повторите через час',
        },
      })
    expect(await lettersTo(`${user.login}@example.test`)).toHaveLength(3)
  })

  test('logs consignees of one name distinctly and long lists in full', async () => {
    const { db } = test_.database
    const twins = [
      (await buildConsignee(db, ours, { name: 'Склад' })).id,
      (await buildConsignee(db, ours, { name: 'Склад' })).id,
    ]
    const many: number[] = []
    for (let left = 60; left > 0; left -= 1)
      many.push((await buildConsignee(db, ours, { name: `Очень длинное название точки номер ${left}` })).id)
    const { id } = await employee([ours])
    const withPoints = (ids: number[]) => patch(id, { memberships: [{ ...unlimited(ours), consignee_ids: ids }] })
    await withPoints([twins[0]!])
    await withPoints([twins[1]!])
    await withPoints([...many, twins[1]!])
    await withPoints([...many.slice(1), twins[1]!])
    const rows = await rowsAbout(id)
    expect(rows).toHaveLength(4)
    expect(rows[1]?.changes).toEqual([
      { field: 'точки убраны', before: `Склад (№ ${twins[0]})`, after: null },
      { field: 'точки добавлены', before: null, after: `Склад (№ ${twins[1]})` },
    ])
    const added = rows[2]!.changes.map((change) => change.after).join(', ')
    for (let left = 60; left > 0; left -= 1) expect(added).toContain(`Очень длинное название точки номер ${left}`)
    expect(rows[3]?.changes).toEqual([
      { field: 'точки убраны', before: 'Очень длинное название точки номер 60', after: null },
    ])
  })

  test('logs companies of one name distinctly', async () => {
    const [one, other] = [await newCompany('ООО «Тёзка»'), await newCompany('ООО «Тёзка»')]
    const { id } = await employee([one.id])
    await patch(id, { memberships: [unlimited(other.id)] }, manager, USERS)
    const rows = await rowsAbout(id)
    expect(rows.map((row) => row.contractor_id)).toEqual([other.id, one.id])
    expect(rows[0]?.changes[0]?.after).toMatch(/^ООО «Тёзка» \(ИНН \d+, КПП \d+\)$/)
    expect(rows[1]?.changes[0]?.before).toMatch(/^ООО «Тёзка» \(ИНН \d+, КПП \d+\)$/)
    expect(rows[0]?.changes[0]?.after).not.toBe(rows[1]?.changes[0]?.before)
  })

  test('logs a new account in each of its companies with its limits', async () => {
    const payload = newcomer({ memberships: [{ ...unlimited(ours), may_place: false }, unlimited(second)] })
    await post(EMPLOYEES, payload)
    const rows = await rowsAbout((await accountOf(payload.email))!.id)
    expect(rows).toMatchObject([
      {
        event: 'user.created',
        contractor_id: ours,
        changes: [{ field: 'Роль' }, { after: 'ООО «Наша»' }, { field: 'может оформлять', after: 'нет' }],
      },
      { event: 'user.created', contractor_id: second, changes: [{ field: 'Роль' }, { after: 'ООО «Вторая наша»' }] },
    ])
  })

  test('sends a password link, or the invitation again when no password is set', async () => {
    const user = await employee([ours])
    await post(`${EMPLOYEES}/${user.id}/reset_password`, undefined)
    expect((await lettersTo(`${user.login}@example.test`)).map((letter) => letter.subject)).toEqual(['Новый пароль'])
    expect((await rowsAbout(user.id)).map((row) => row.event)).toEqual(['password.reset_requested'])
    const payload = newcomer()
    await post(EMPLOYEES, payload)
    await post(`${EMPLOYEES}/${(await accountOf(payload.email))!.id}/reset_password`, undefined)
    expect((await lettersTo(payload.email)).map((letter) => letter.subject)).toEqual(
      Array(2).fill('Приглашение на портал'),
    )
  })

  test('removes a lost second factor and ends the sessions', async () => {
    const user = await employee([ours])
    const headers = await loginAs(test_, user)
    await test_.database.db
      .updateTable('users')
      .set({ totp_secret: Buffer.from('sealed'), totp_enabled_at: new Date() })
      .where('id', '=', user.id)
      .execute()
    expect(await post(`${USERS}/${user.id}/remove_second_factor`, undefined, manager)).toMatchObject({ status: 200 })
    expect(await accountOf(`${user.login}@example.test`)).toMatchObject({ totp_secret: null, totp_enabled_at: null })
    expect(await get('/api/v1/user', headers)).toMatchObject({ status: 401 })
    expect(await post(`${USERS}/${managerUser.id}/remove_second_factor`, undefined, manager)).toMatchObject({
      status: 403,
      json: { code: 'user.own_role' },
    })
  })

  test('lets exactly one of two last admins demote the other', async () => {
    for (let round = 0; round < 5; round += 1) {
      const company = await newCompany(`ООО «Двое ${round}»`)
      const build = () => buildUser(test_.database.db, { role: 'CONTRACTOR_ADMIN', contractorIds: [company.id] })
      const [one, two] = [await build(), await build()]
      const [first, other] = [await loginAs(test_, one), await loginAs(test_, two)]
      // Both calls are authorised before either is executed: otherwise the second would come from an ended session.
      const { pendingReplies } = await test_.database.db.transaction().execute(async (tx) => {
        await tx.selectFrom('contractors').select('id').where('id', '=', company.id).forUpdate().execute()
        const calls = [patch(two.id, { roles: ['CONTRACTOR_USER'] }, first), patch(one.id, { is_active: false }, other)]
        await untilWaiting(test_.database.db, calls.length)
        return { pendingReplies: Promise.all(calls) }
      })
      const replies = await pendingReplies
      expect(replies.map((reply) => reply.status).sort()).toEqual([200, 409])
      expect(replies.find((reply) => reply.status === 409)?.json.code).toBe('user.last_admin')
    }
  })
})

describe('manager impersonating a client', () => {
  test('adds employees but cannot change access, email or limits', async () => {
    const browser = new Browser(test_)
    await browser.signIn(managerUser)
    const { headers } = await browser.impersonate(adminUser.id)
    const { id } = await employee([ours])
    for (const changes of [
      { email: 'taken-over@example.test' },
      { is_active: false },
      { roles: ['CONTRACTOR_ADMIN'] },
      { memberships: [{ ...unlimited(ours), sees_prices: false }] },
      { memberships: [] },
      { memberships: [unlimited(ours), { ...unlimited(second), order_limit_kop: 1 }] },
    ])
      expect(await patch(id, changes, headers)).toMatchObject({
        status: 403,
        json: { code: 'auth.not_while_impersonating' },
      })
    expect(await post(`${EMPLOYEES}/${id}/reset_password`, undefined, headers)).toMatchObject({ status: 403 })
    const limited = newcomer({ memberships: [{ ...unlimited(ours), may_place: false }] })
    expect(await post(EMPLOYEES, limited, headers)).toMatchObject({ status: 403 })
    const plain = newcomer()
    expect(await post(EMPLOYEES, plain, headers)).toMatchObject({ status: 201 })
    expect(await rowsAbout((await accountOf(plain.email))!.id)).toMatchObject([{ actor_id: managerUser.id }])
    expect(await patch(id, { phone: '+79991112233' }, headers)).toMatchObject({ status: 200 })
  })
})

let serial = 0

async function buildPeople() {
  const { db } = test_.database
  sellerId = (await buildSeller(db)).id
  ours = (await newCompany('ООО «Наша»')).id
  second = (await newCompany('ООО «Вторая наша»')).id
  foreign = (await newCompany('ООО «Чужая»')).id
  point = (await buildConsignee(db, second, { name: 'Ленина' })).id
  foreignPoint = (await buildConsignee(db, foreign)).id
  adminUser = await buildUser(db, { role: 'CONTRACTOR_ADMIN', contractorIds: [ours, second], name: 'Админ Наш' })
  managerUser = await buildUser(db, { role: 'ARTIKUL_ORDER_MANAGER', name: 'Менеджер Мария' })
  admin = await loginAs(test_, adminUser)
  manager = await loginAs(test_, managerUser)
}

const newCompany = (name: string) => buildContractor(test_.database.db, { sellerIds: [sellerId], name })

const get = <T>(url: string, headers: Headers = admin) => send<T & Problem>(test_, { method: 'GET', url, headers })

const post = (url: string, payload: object | undefined, headers: Headers = admin) =>
  send<Problem>(test_, { method: 'POST', url, headers, ...(payload && { payload }) })

/** Changes the account with its current version. */
async function patch(id: number, changes: object, headers: Headers = admin, base = EMPLOYEES) {
  const { version } = await test_.database.db
    .selectFrom('users')
    .select('version')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  return send<Problem & { version: number }>(test_, {
    method: 'PATCH',
    url: `${base}/${id}`,
    headers,
    payload: { version, ...changes },
  })
}

const employee = (contractorIds = [ours], name = 'Сотрудник Любой') =>
  buildUser(test_.database.db, { role: 'CONTRACTOR_USER', contractorIds, name })

const newcomer = (overrides: object = {}) => ({
  full_name: 'Новый Сотрудник',
  email: `new-${(serial += 1)}@example.test`,
  phone: null,
  roles: ['CONTRACTOR_USER'],
  memberships: [unlimited(ours)],
  ...overrides,
})

const lettersTo = (email: string) =>
  test_.database.db.selectFrom('emails').selectAll().where('recipient', '=', email).orderBy('id').execute()

const accountOf = (email: string) =>
  test_.database.db.selectFrom('users').selectAll().where('email', '=', email).executeTakeFirst()

async function unzip(archive: Buffer): Promise<Map<string, string>> {
  const files = new Map<string, string>()
  const zip = await yauzl.fromBufferPromise(archive, { lazyEntries: true })
  for await (const entry of zip.eachEntry()) {
    const chunks: Buffer[] = []
    for await (const chunk of await zip.openReadStreamPromise(entry)) chunks.push(chunk as Buffer)
    files.set(entry.fileName, Buffer.concat(chunks).toString())
  }
  return files
}

const rowsAbout = async (subjectId: number) =>
  (
    await test_.database.db
      .selectFrom('audit_log')
      .select(['event', 'changes', 'actor_id', 'contractor_id'])
      .where('subject_id', '=', subjectId)
      .where('actor_id', '!=', subjectId)
      .orderBy('id')
      .execute()
  ).map((row) => ({ ...row, changes: row.changes as { field: string; before: string | null; after: string | null }[] }))
