import { unlimited, type UserDetails, type UserItem } from '@artikul/contract/identity/accounts'
import type { Problem } from '@artikul/contract/core/errors'
import { beforeAll, describe, expect, test } from 'vitest'
import { Browser } from '../../../testing/cookies.ts'
import { loginAs, send, useTestApp } from '../../../testing/test-app.ts'
import { buildContractor, buildSeller } from '../../companies/contractors/contractors.factory.ts'
import { buildUser } from './users.factory.ts'

const test_ = useTestApp()
type Headers = { authorization: string }
const EMPLOYEES = '/api/v1/user/admin/user'
const USERS = '/api/v1/manager/user/admin/user'
let sellerId: number
let elsewhere: number
let manager: Headers

beforeAll(async () => {
  const { db } = test_.database
  sellerId = (await buildSeller(db)).id
  elsewhere = await newCompany('ООО «Другая»')
  manager = await loginAs(test_, await buildUser(db, { role: 'ARTIKUL_ORDER_MANAGER' }))
})

let serial = 0
const hourLater = () => test_.clock.set(new Date(test_.clock.now().getTime() + 3_700_000).toISOString())

describe('invitation privacy', () => {
  test('C-57 invited person looks the same until acceptance, with or without an account', async () => {
    // One admin invites all of them, an hour apart.
    const admin = await host(2)
    const fresh = await wholeStory(admin, freeAddress())
    expect(fresh.length).toBeGreaterThan(30)
    const blocked = await stranger()
    await test_.database.db.updateTable('users').set({ is_active: false }).where('id', '=', blocked.id).execute()
    const known = {
      employee: addressOf(await stranger()),
      admin: addressOf(await stranger('CONTRACTOR_ADMIN')),
      staff: addressOf(await stranger('ARTIKUL_WARRANTY_MANAGER')),
      blocked: addressOf(blocked),
    }
    for (const [who, email] of Object.entries(known)) {
      hourLater()
      admin.headers = await loginAs(test_, admin.user)
      expect(await wholeStory(admin, email), who).toEqual(fresh)
    }
    manager = await loginAs(test_, await buildUser(test_.database.db, { role: 'ARTIKUL_ORDER_MANAGER' }))
  })

  test('invitation shows the typed data, and only to admins of the company', async () => {
    const [admin, other] = [await host(), await host()]
    const person = await stranger()
    await invite(admin, addressOf(person))
    const [row] = await listed(admin, addressOf(person))
    expect(row).toMatchObject({ full_name: 'Пётр Набранный', login: addressOf(person), is_invited: true })
    expect(row?.id).not.toBe(person.id)
    expect(await listed(other, addressOf(person))).toEqual([])
    const url = `${EMPLOYEES}/${row?.id ?? 0}`
    for (const [method, at, payload] of [
      ['GET', url, undefined],
      ['PATCH', url, { version: 1, full_name: 'Чужой' }],
      ['POST', `${url}/reset_password`, undefined],
    ] as const)
      expect(await call(method, at, other.headers, payload)).toMatchObject({ status: 404, json: { code: 'not_found' } })
    expect(await call('GET', `${USERS}/${row?.id ?? 0}`, manager)).toMatchObject({ status: 404 })
    const all = await call<{ results: UserItem[] }>('GET', `${USERS}?username=${addressOf(person)}`, manager)
    expect(all.json.results.map((one) => one.id)).toEqual([person.id])
  })

  test('impersonating manager cannot change the access of an invitation', async () => {
    const admin = await host()
    const email = addressOf(await stranger())
    await invite(admin, email)
    const browser = new Browser(test_)
    await browser.signIn(await buildUser(test_.database.db, { role: 'ARTIKUL_ORDER_MANAGER' }))
    const { headers } = await browser.impersonate(admin.user.id)
    const [row] = await listed({ ...admin, headers }, email)
    for (const changes of [{ memberships: [] }, { is_active: false }, { roles: ['CONTRACTOR_ADMIN'] }])
      expect(await call('PATCH', `${EMPLOYEES}/${row?.id ?? 0}`, headers, { version: 1, ...changes })).toMatchObject({
        status: 403,
        json: { code: 'auth.not_while_impersonating' },
      })
  })
})

describe('invitation of an existing user', () => {
  test('grants the limits valid at acceptance and then disappears', async () => {
    const admin = await host()
    const person = await stranger()
    const email = addressOf(person)
    await invite(admin, email)
    const [row] = await listed(admin, email)
    const memberships = [{ ...unlimited(admin.id), may_place: false }]
    await call('PATCH', `${EMPLOYEES}/${row?.id ?? 0}`, admin.headers, { version: 1, memberships })
    const [token = ''] = await tokensTo(email)
    expect(await accept(person, token)).toMatchObject({ status: 200 })
    expect(await membershipsOf(person.id)).toEqual([{ contractor_id: admin.id, may_place: false }])
    expect((await listed(admin, email)).map((one) => one.id)).toEqual([person.id])
    expect(await call('GET', `${EMPLOYEES}/${row?.id ?? 0}`, admin.headers)).toMatchObject({ status: 404 })
  })

  test('is replaced by a newer one', async () => {
    const admin = await host()
    const person = await stranger()
    const email = addressOf(person)
    await invite(admin, email)
    await invite(admin, email, { memberships: [{ ...unlimited(admin.id), may_place: false }] })
    const [first = '', newer = ''] = await tokensTo(email)
    expect(await accept(person, first)).toMatchObject({ status: 410, json: { code: 'auth.link_expired' } })
    expect(await accept(person, newer)).toMatchObject({ status: 200 })
    expect(await membershipsOf(person.id)).toMatchObject([{ may_place: false }])
    expect(await listed(admin, email)).toHaveLength(1)
  })

  test('is dead after it is withdrawn', async () => {
    const admin = await host()
    const person = await stranger()
    await invite(admin, addressOf(person))
    const [row] = await listed(admin, addressOf(person))
    const revoked = { version: 1, memberships: [] }
    expect(await call('PATCH', `${EMPLOYEES}/${row?.id ?? 0}`, admin.headers, revoked)).toMatchObject({ status: 200 })
    const [token = ''] = await tokensTo(addressOf(person))
    expect(await accept(person, token)).toMatchObject({ status: 410 })
  })

  test.each([
    ['blocked', { is_active: false }],
    ['asked as an employee again though he has become an admin', { roles: ['CONTRACTOR_USER'] }],
  ])('gives no access to a user who is %s', async (name, changes) => {
    const admin = await host()
    const person = await stranger()
    await invite(admin, addressOf(person), { roles: ['CONTRACTOR_ADMIN'] })
    const [row] = await listed(admin, addressOf(person))
    if (name.startsWith('asked'))
      await test_.database.db
        .updateTable('users')
        .set({ roles: ['CONTRACTOR_ADMIN'] })
        .where('id', '=', person.id)
        .execute()
    await call('PATCH', `${EMPLOYEES}/${row?.id ?? 0}`, admin.headers, { version: 1, ...changes })
    const [token = ''] = await tokensTo(addressOf(person))
    expect(await accept(person, token)).toMatchObject({ status: 410 })
    expect(await membershipsOf(person.id)).toEqual([])
  })

  test('ends when the user is removed from the company', async () => {
    const admin = await host(2)
    const [one = 0, two = 0] = admin.ids
    const person = await stranger()
    const email = addressOf(person)
    await invite(admin, email, { memberships: [unlimited(one), unlimited(two)] })
    const [, second = ''] = await tokensTo(email)
    const users = `${USERS}/${person.id}`
    const patch = (version: number, ids: number[]) =>
      call('PATCH', users, manager, { version, memberships: ids.map(unlimited) })
    expect(await patch(1, [elsewhere, two])).toMatchObject({ status: 200 })
    // Memberships set by staff are no open question any more.
    expect((await listed(admin, email)).map((row) => row.contractors.map((company) => company.id))).toEqual(
      expect.arrayContaining([[one], [two]]),
    )
    expect(await patch(2, [elsewhere])).toMatchObject({ status: 200 })
    expect(await accept(person, second)).toMatchObject({ status: 410 })
    expect(await membershipsOf(person.id)).toEqual([])
    const left = await listed(admin, email)
    expect(left.map((row) => row.contractors.map((company) => company.id))).toEqual([[one]])
  })

  test('is accepted at most once per company', async () => {
    const [one, other] = [await host(), await host()]
    const person = await stranger()
    const email = addressOf(person)
    await invite(one, email)
    await invite(other, email)
    const [first = '', second = ''] = await tokensTo(email)
    expect(await accept(person, first)).toMatchObject({ status: 200 })
    // The invitation of another company stays valid.
    expect(await accept(person, second)).toMatchObject({ status: 200 })
    expect(await accept(person, second)).toMatchObject({ status: 410 })
    expect(await membershipsOf(person.id)).toHaveLength(2)
  })

  test('sends at most three emails per hour from all companies without revealing it', async () => {
    const person = await stranger()
    const email = addressOf(person)
    for (let left = 5; left > 0; left -= 1) {
      const admin = await host()
      expect(await invite(admin, email)).toMatchObject({ status: 201 })
      expect(await listed(admin, email)).toHaveLength(1)
    }
    expect(await lettersTo(email)).toHaveLength(3)
  })

  test('sends at most three refusals per hour for an admin of another company', async () => {
    const email = addressOf(await stranger('CONTRACTOR_ADMIN'))
    for (let left = 5; left > 0; left -= 1) await invite(await host(), email)
    expect(await lettersTo(email)).toHaveLength(3)
    expect((await tokensTo(email)).join('')).toBe('')
  })
})

async function newCompany(name = 'ООО «Зовущая»') {
  return (await buildContractor(test_.database.db, { sellerIds: [sellerId], name })).id
}

/** Creates a company with an inviting admin of its own. */
async function host(companies = 1) {
  const ids: number[] = []
  for (let left = companies; left > 0; left -= 1) ids.push(await newCompany(`ООО «Зовущая ${left}»`))
  const user = await buildUser(test_.database.db, { role: 'CONTRACTOR_ADMIN', contractorIds: ids })
  return { ids, id: ids[0] ?? 0, user, headers: await loginAs(test_, user) }
}

type Host = Awaited<ReturnType<typeof host>>

const call = <T = object>(method: 'GET' | 'POST' | 'PATCH', url: string, headers: Headers, payload?: object) =>
  send<T & Problem>(test_, { method, url, headers, ...(payload && { payload }) })

const freeAddress = () => `invited-${(serial += 1)}@example.test`

const addressOf = ({ login }: { login: string }) => `${login}@example.test`

const stranger = (role: Parameters<typeof buildUser>[1]['role'] = 'CONTRACTOR_USER') =>
  buildUser(test_.database.db, { role, ...(role.startsWith('CONTRACTOR') && { contractorIds: [elsewhere] }) })

const invite = ({ headers, id }: Host, email: string, more: object = {}) =>
  call('POST', EMPLOYEES, headers, {
    full_name: 'Пётр Набранный',
    email,
    phone: '+79990000000',
    roles: ['CONTRACTOR_USER'],
    memberships: [unlimited(id)],
    ...more,
  })

const listed = async ({ headers }: Host, email: string) =>
  (await call<{ results: UserItem[] }>('GET', `${EMPLOYEES}?username=${email}`, headers)).json.results

const lettersTo = (email: string) =>
  test_.database.db.selectFrom('emails').selectAll().where('recipient', '=', email).orderBy('id').execute()

const tokensTo = async (email: string) =>
  (await lettersTo(email)).map((letter) => /invitation=([\w-]{43})/.exec(letter.body)?.[1] ?? '')

const accept = async (user: { login: string; password: string }, token: string) =>
  call('POST', '/api/v1/user/accept_invitation', await loginAs(test_, user), { token })

const membershipsOf = (userId: number) =>
  test_.database.db
    .selectFrom('user_contractors')
    .select(['contractor_id', 'may_place'])
    .where('user_id', '=', userId)
    .where('contractor_id', '!=', elsewhere)
    .execute()

/** Runs every action that an admin can take on an unanswered invitation and collects the answers. */
async function wholeStory(admin: Host, email: string) {
  const answers: unknown[] = []
  const recordAnswer = ({ status, text }: { status: number; text: string }) =>
    answers.push([status, text.replaceAll(email, 'E').replace(/"(request_id|created_at)":"[^"]+"/g, '')])
  recordAnswer(await invite(admin, email))
  const [person] = await listed(admin, email)
  const id = person?.id ?? 0
  const url = `${EMPLOYEES}/${id}`
  const show = async (at = url) => {
    const reply = await call<UserDetails>('GET', at, admin.headers)
    recordAnswer({ ...reply, text: reply.text.replace(`"id":${id},`, '"id":0,') })
    return reply.json.version
  }
  const change = async (changes: object) => {
    recordAnswer(await call('PATCH', url, admin.headers, { version: await show(), ...changes }))
    await show()
  }
  await show(`${EMPLOYEES}?username=${email}`)
  await change({ full_name: 'Пётр Исправленный', phone: null })
  await change({ memberships: [{ ...unlimited(admin.id), may_place: false, order_limit_kop: 100 }] })
  await change({ roles: ['CONTRACTOR_ADMIN'] })
  await change({ memberships: admin.ids.map(unlimited) })
  await change({ is_active: false })
  recordAnswer(await call('POST', `${url}/reset_password`, admin.headers))
  await change({ is_active: true })
  for (const address of [freeAddress(), addressOf(admin.user)]) await change({ email: address })
  recordAnswer(await call('PATCH', url, admin.headers, { version: 1, full_name: 'Вчерашний' }))
  recordAnswer(await invite(admin, email, { full_name: 'Пётр Снова' }))
  await show()
  for (let left = 3; left > 0; left -= 1) recordAnswer(await call('POST', `${url}/reset_password`, admin.headers))
  await change({ memberships: [] })
  recordAnswer(await call('POST', `${url}/reset_password`, admin.headers))
  await show(`${EMPLOYEES}?username=${email}`)
  recordAnswer(await invite(admin, email))
  const [back] = await listed(admin, email)
  answers.push(back?.id === id)
  await show()
  return answers
}
