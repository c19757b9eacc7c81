import type { CurrentUser } from '@artikul/contract/identity/users'
import { beforeAll, expect, test } from 'vitest'
import { Browser } from '../../../testing/cookies.ts'
import { loginAs, send, useTestApp } from '../../../testing/test-app.ts'
import { buildContractor, buildSeller } from '../../companies/contractors/contractors.factory.ts'
import { buildUser } from './users.factory.ts'
import { readCurrentUser } from './users.ts'

const test_ = useTestApp()
type Headers = { authorization: string }
const companies: number[] = []
let foreign: number
let clientUser: Awaited<ReturnType<typeof buildUser>>
let client: Headers

beforeAll(async () => {
  const { db } = test_.database
  const seller = await buildSeller(db)
  const build = async () => (await buildContractor(db, { sellerIds: [seller.id] })).id
  companies.push(await build(), await build())
  foreign = await build()
  clientUser = await buildUser(db, { role: 'CONTRACTOR_USER', contractorIds: companies })
  client = await loginAs(test_, clientUser)
})

test('client switches only between own companies', async () => {
  expect(await turnTo(foreign, client)).toMatchObject({ status: 404, json: { code: 'not_found' } })
  expect(await turnTo(2_147_483_000, client)).toMatchObject({ status: 404 })
  expect((await current(client)).current_contractor_id).toBe(companies[0])
  expect((await turnTo(companies[1]!, client)).status).toBe(200)
  expect((await current(client)).current_contractor_id).toBe(companies[1])
  await turnTo(companies[0]!, client)
})

test('company switch by an impersonating manager does not change the choice of the client', async () => {
  const browser = new Browser(test_)
  await browser.signIn(await buildUser(test_.database.db, { role: 'ARTIKUL_ORDER_MANAGER', name: 'Менеджер Мария' }))
  const { headers } = await browser.impersonate(clientUser.id)
  expect(await turnTo(foreign, headers)).toMatchObject({ status: 404 })
  expect((await turnTo(companies[1]!, headers)).status).toBe(200)
  expect(await current(headers)).toMatchObject({
    id: clientUser.id,
    current_contractor_id: companies[1],
    impersonated_by: { full_name: 'Менеджер Мария' },
  })
  expect(await current(client)).toMatchObject({ current_contractor_id: companies[0], impersonated_by: null })
})

test('current user shows the rights of an employee and no limits for an admin', async () => {
  const { db } = test_.database
  const everything = { see_prices: true, see_settlements: true, place_orders: true, change_points: true }
  await db
    .updateTable('user_contractors')
    .set({ sees_prices: false, may_place: false, all_consignees: false })
    .where('user_id', '=', clientUser.id)
    .where('contractor_id', '=', companies[1]!)
    .execute()
  expect((await current(client)).may).toEqual(everything)
  await turnTo(companies[1]!, client)
  expect((await current(client)).may).toEqual({
    see_prices: false,
    see_settlements: true,
    place_orders: false,
    change_points: false,
  })
  await db
    .updateTable('users')
    .set({ roles: ['CONTRACTOR_ADMIN'] })
    .where('id', '=', clientUser.id)
    .execute()
  const admin = await loginAs(test_, clientUser)
  expect((await current(admin)).may).toEqual(everything)
})

test('current user is read in one SQL statement with the row access of the company', async () => {
  let statements = 0
  const db = test_.appDatabase.forTenant(companies[0]!).withPlugin({
    transformQuery: ({ node }) => {
      statements += 1
      return node
    },
    transformResult: async ({ result }) => result,
  })
  const actor = {
    userId: clientUser.id,
    subjectId: clientUser.id,
    sessionId: 1,
    impersonationId: null,
    roles: ['CONTRACTOR_USER'] as const,
    rights: [],
    contractorId: companies[0]!,
    limits: null,
    mustSetSecondFactor: false,
  }
  const user = await readCurrentUser(db, test_, actor)
  expect(user.contractors.map((company) => company.id).toSorted()).toEqual(companies.toSorted())
  expect(statements).toBe(1)
})

test('current manager shows own staff rights', async () => {
  const user = await buildUser(test_.database.db, { role: 'ARTIKUL_ORDER_MANAGER' })
  await test_.database.db
    .updateTable('users')
    .set({ rights: ['prices'] })
    .where('id', '=', user.id)
    .execute()
  const manager = await loginAs(test_, user)
  expect(await current(manager, 'manager/user')).toMatchObject({
    rights: ['prices'],
    has_second_factor: false,
    must_set_second_factor: false,
    email_pending: null,
    current_contractor_id: null,
  })
})

const current = async (headers: Headers, path = 'user') =>
  (await send<CurrentUser>(test_, { url: `/api/v1/${path}`, headers })).json

const turnTo = (id: number, headers: Headers) =>
  send(test_, { method: 'PATCH', url: `/api/v1/user/change_current_contractor/${id}`, headers })
