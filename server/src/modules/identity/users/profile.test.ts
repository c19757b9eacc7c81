import { unlimited } from '@artikul/contract/identity/accounts'
import type { Problem } from '@artikul/contract/core/errors'
import type { CurrentUser } from '@artikul/contract/identity/users'
import { beforeAll, describe, expect, test } from 'vitest'
import { Browser } from '../../../testing/cookies.ts'
import { loginAs, send, useTestApp } from '../../../testing/test-app.ts'
import { buildContractor, buildSeller } from '../../companies/contractors/contractors.factory.ts'
import { buildUser, TEST_PASSWORD } from './users.factory.ts'

const test_ = useTestApp()
type Headers = { authorization: string }
let ours: number
let inviting: number

beforeAll(async () => {
  const { db } = test_.database
  const seller = await buildSeller(db)
  ours = (await buildContractor(db, { sellerIds: [seller.id] })).id
  inviting = (await buildContractor(db, { sellerIds: [seller.id], name: 'ООО «Зовущая»' })).id
})
const tokenTo = async (email: string) => /=([\w-]{43})/.exec((await lettersTo(email)).at(-1)?.body ?? '')?.[1] ?? ''
const rowOf = (id: number) =>
  test_.database.db.selectFrom('users').selectAll().where('id', '=', id).executeTakeFirstOrThrow()

let serial = 0
const newAddress = () => `fresh-${(serial += 1)}@example.test`

describe('own profile', () => {
  test('refuses the manager route to a client and refuses unknown fields', async () => {
    const { headers, id } = await person()
    const manager = await send(test_, { method: 'PATCH', url: '/api/v1/manager/user', headers, payload: {} })
    expect(manager).toMatchObject({ status: 403, json: { code: 'auth.forbidden' } })
    for (const extra of [{ roles: ['ARTIKUL_ORDER_MANAGER'] }, { login: 'root' }, { is_active: true }])
      expect(await change(headers, extra)).toMatchObject({ status: 400, json: { code: 'input.invalid' } })
    expect(await rowOf(id)).toMatchObject({ version: 1, roles: ['CONTRACTOR_USER'] })
  })

  test('saves name and phone and logs the change', async () => {
    const { headers, id } = await person()
    const saved = await change(headers, { full_name: 'Новое Имя', phone: '8 999 123-45-67' })
    expect(saved).toMatchObject({ status: 200, json: { email_pending: null } })
    expect(await rowOf(id)).toMatchObject({ full_name: 'Новое Имя', phone: '+79991234567' })
    const row = await test_.database.db
      .selectFrom('audit_log')
      .selectAll()
      .where('event', '=', 'user.changed')
      .where('subject_id', '=', id)
      .executeTakeFirst()
    expect(row?.changes).toEqual([
      { field: 'Имя', before: 'Любой Пользователь', after: 'Новое Имя' },
      { field: 'Телефон', before: null, after: '+79991234567' },
    ])
  })
})

describe('manager', () => {
  test('changes own name and is refused the client route', async () => {
    const user = await buildUser(test_.database.db, { role: 'ARTIKUL_ORDER_MANAGER' })
    const headers = await loginAs(test_, user)
    const payload = { full_name: 'Управляева Нина' }
    expect(await change(headers, payload)).toMatchObject({ status: 403, json: { code: 'auth.forbidden' } })
    const url = '/api/v1/manager/user'
    expect(await send(test_, { method: 'PATCH', url, headers, payload })).toMatchObject({
      status: 200,
      json: { email_pending: null },
    })
    expect(await rowOf(user.id)).toMatchObject(payload)
  })
})

describe('portal tour', () => {
  const finish = (headers?: Headers) =>
    send<Problem>(test_, { method: 'POST', url: '/api/v1/user/tour', ...(headers && { headers }) })
  const isNewcomer = async (headers: Headers) =>
    (await send<CurrentUser>(test_, { method: 'GET', url: '/api/v1/user', headers })).json.is_newcomer

  test('is due for a new user and cannot be finished by an impersonating manager', async () => {
    expect(await finish()).toMatchObject({ status: 401 })
    const { headers, id } = await person()
    const browser = new Browser(test_)
    await browser.signIn(await buildUser(test_.database.db, { role: 'ARTIKUL_ORDER_MANAGER' }))
    const onBehalf = await browser.impersonate(id)
    expect(await finish(onBehalf.headers)).toMatchObject({
      status: 403,
      json: { code: 'auth.not_while_impersonating' },
    })
    expect(await isNewcomer(headers)).toBe(true)
    expect(await finish(headers)).toMatchObject({ status: 200 })
    expect(await isNewcomer(headers)).toBe(false)
  })
})

describe('new email', () => {
  test('is refused without the password and by an impersonating manager', async () => {
    const { headers, id } = await person()
    const email = newAddress()
    expect(await change(headers, { email })).toMatchObject({ status: 400, json: { errors: [{ path: 'password' }] } })
    expect(await change(headers, { email, password: 'wrong' })).toMatchObject({
      status: 400,
      json: { code: 'auth.wrong_password' },
    })
    const browser = new Browser(test_)
    await browser.signIn(await buildUser(test_.database.db, { role: 'ARTIKUL_ORDER_MANAGER' }))
    const onBehalf = await browser.impersonate(id)
    expect(await change(onBehalf.headers, { email, password: TEST_PASSWORD })).toMatchObject({
      status: 403,
      json: { code: 'auth.not_while_impersonating' },
    })
    expect(await lettersTo(email)).toEqual([])
  })

  test('waits for its link, which works once and only for its owner', async () => {
    const { headers, id, email: old, login } = await person()
    const email = newAddress()
    expect(await change(headers, { email, password: TEST_PASSWORD })).toMatchObject({ json: { email_pending: email } })
    const token = await tokenTo(email)
    expect(await open('confirm_email', token, (await person()).headers)).toMatchObject({
      status: 410,
      json: { code: 'auth.link_expired' },
    })
    expect(await rowOf(id)).toMatchObject({ email: old, pending_email: email })
    expect(await open('confirm_email', token, headers)).toMatchObject({ status: 200, json: { email } })
    expect(await rowOf(id)).toMatchObject({ email, login, pending_email: null })
    expect(await open('confirm_email', token, headers)).toMatchObject({ status: 410 })
    expect((await lettersTo(old)).map((letter) => letter.subject)).toEqual(['Почта учётной записи изменена'])
  })

  test('that is taken gets the same reply and no link', async () => {
    const { headers, id } = await person()
    const { email } = await person()
    const answer = await change(headers, { email, password: TEST_PASSWORD })
    expect(answer).toMatchObject({ status: 200, json: { email_pending: email } })
    const letters = await lettersTo(email)
    expect(letters.map((letter) => letter.subject)).toEqual(['Кто-то указал вашу почту'])
    expect(await tokenTo(email)).toBe('')
    expect((await rowOf(id)).email).not.toBe(email)
  })

  test('is replaced by a later one and lost if the address was taken meanwhile', async () => {
    const { headers } = await person()
    const [first, second] = [newAddress(), newAddress()]
    await change(headers, { email: first, password: TEST_PASSWORD })
    const token = await tokenTo(first)
    await change(headers, { email: second, password: TEST_PASSWORD })
    expect(await open('confirm_email', token, headers)).toMatchObject({ status: 410 })
    const rival = await person()
    await test_.database.db.updateTable('users').set({ login: second }).where('id', '=', rival.id).execute()
    expect(await open('confirm_email', await tokenTo(second), headers)).toMatchObject({ status: 410 })
  })

  test('replaces the login when the login was the old email', async () => {
    const { headers, id, email: old } = await person()
    await test_.database.db.updateTable('users').set({ login: old }).where('id', '=', id).execute()
    const email = newAddress()
    await change(headers, { email, password: TEST_PASSWORD })
    await open('confirm_email', await tokenTo(email), headers)
    expect(await rowOf(id)).toMatchObject({ email, login: email })
  })
})

describe('invitation to another company', () => {
  async function invite(email: string) {
    const admin = await loginAs(
      test_,
      await buildUser(test_.database.db, { role: 'CONTRACTOR_ADMIN', contractorIds: [inviting] }),
    )
    const reply = await send(test_, {
      method: 'POST',
      url: '/api/v1/user/admin/user',
      headers: admin,
      payload: {
        full_name: 'Приглашённый',
        email,
        phone: null,
        roles: ['CONTRACTOR_USER'],
        memberships: [unlimited(inviting)],
      },
    })
    expect(reply.status).toBe(201)
    return tokenTo(email)
  }

  const companiesOf = async (id: number) =>
    (
      await test_.database.db
        .selectFrom('user_contractors')
        .select('contractor_id')
        .where('user_id', '=', id)
        .orderBy('contractor_id')
        .execute()
    ).map((row) => row.contractor_id)

  test('is accepted once and only by the invited user', async () => {
    const { email, headers, id } = await person()
    const token = await invite(email)
    const other = await person()
    expect(await open('accept_invitation', token, other.headers)).toMatchObject({ status: 410 })
    expect(await companiesOf(other.id)).toEqual([ours])
    expect(await open('accept_invitation', token, headers)).toMatchObject({
      status: 200,
      json: { contractor: 'ООО «Зовущая»' },
    })
    expect(await companiesOf(id)).toEqual([ours, inviting])
    expect(await open('accept_invitation', token, headers)).toMatchObject({ status: 410 })
    const row = await test_.database.db
      .selectFrom('audit_log')
      .selectAll()
      .where('event', '=', 'user.companies_changed')
      .where('subject_id', '=', id)
      .executeTakeFirst()
    expect(row).toMatchObject({ contractor_id: inviting, actor_id: id })
  })

  test('is dead once the user becomes an admin', async () => {
    const { email, id, ...user } = await person()
    const token = await invite(email)
    const admin = await loginAs(
      test_,
      await buildUser(test_.database.db, { role: 'CONTRACTOR_ADMIN', contractorIds: [ours] }),
    )
    const raised = await send(test_, {
      method: 'PATCH',
      url: `/api/v1/user/admin/user/${id}`,
      headers: admin,
      payload: { version: 1, roles: ['CONTRACTOR_ADMIN'] },
    })
    expect(raised.status).toBe(200)
    const headers = await loginAs(test_, user)
    expect(await open('accept_invitation', token, headers)).toMatchObject({ status: 410 })
    expect(await companiesOf(id)).toEqual([ours])
  })
})

async function person() {
  const user = await buildUser(test_.database.db, { role: 'CONTRACTOR_USER', contractorIds: [ours] })
  return { ...user, email: `${user.login}@example.test`, headers: await loginAs(test_, user) }
}

const change = (headers: Headers, payload: object) =>
  send<{ email_pending: string | null } & Problem>(test_, { method: 'PATCH', url: '/api/v1/user', headers, payload })

const open = (path: 'confirm_email' | 'accept_invitation', token: string, headers: Headers) =>
  send<Problem>(test_, { method: 'POST', url: `/api/v1/user/${path}`, headers, payload: { token } })

const lettersTo = (email: string) =>
  test_.database.db.selectFrom('emails').selectAll().where('recipient', '=', email).orderBy('id').execute()
