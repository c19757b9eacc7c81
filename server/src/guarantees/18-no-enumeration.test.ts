import { beforeAll, expect, test } from 'vitest'
import { buildContractor } from '../modules/companies/contractors/contractors.factory.ts'
import { buildUser } from '../modules/identity/users/users.factory.ts'
import { newInn } from '../testing/companies.ts'
import { buildParties, type Parties } from '../testing/parties.factory.ts'
import { loginAs, send, useTestApp } from '../testing/test-app.ts'
import { anonymousCalls, REGISTERED_EMAIL } from './anonymous-calls.factory.ts'

const test_ = useTestApp({ TRUST_PROXY: 'on' })
const { post, signIn, reset, register } = anonymousCalls(test_)
let parties: Parties
let admin: { authorization: string }
let stranger: { id: number; login: string }
beforeAll(async () => {
  const { db } = test_.database
  parties = await buildParties(db)
  admin = await loginAs(test_, parties.admin)
  const other = await buildContractor(db, { sellerIds: [parties.seller.id] })
  stranger = await buildUser(db, { role: 'CONTRACTOR_USER', contractorIds: [other.id] })
})

test('guarantee 18: registration of a known company or person gets the same reply as a new one', async () => {
  const { db } = test_.database
  await db.updateTable('users').set({ email: REGISTERED_EMAIL }).where('id', '=', stranger.id).execute()
  const inn = newInn()
  await db.updateTable('contractors').set({ inn }).where('id', '=', parties.company.id).execute()
  const fresh = shapeOf(await register('nobody@example.test', newInn()))
  expect(fresh.status).toBe(201)
  expect(shapeOf(await register(REGISTERED_EMAIL, newInn()))).toEqual(fresh)
  expect(shapeOf(await register('nobody-else@example.test', inn))).toEqual(fresh)
})

function shapeOf({ status, headers, json }: Awaited<ReturnType<typeof post>>) {
  const { 'x-request-id': _, date, ...rest } = headers
  return { status, headers: rest, json: { ...json, request_id: undefined }, hasDate: date !== undefined }
}

test.each([
  ['sign-in', signIn],
  ['reset', reset],
] as const)('guarantee 18: %s replies the same to known and unknown accounts', async (_, call) => {
  const known = shapeOf(await call(parties.employee.login))
  const unknown = shapeOf(await call('user-nobody-00000'))
  expect(unknown).toEqual(known)
})

test('guarantee 18: invitation of a user of another company is the same as any other', async () => {
  const { email } = await test_.database.db
    .selectFrom('users')
    .select('email')
    .where('id', '=', stranger.id)
    .executeTakeFirstOrThrow()
  const invite = (address: string) =>
    post(
      '/api/v1/user/admin/user',
      {
        full_name: 'Новый Сотрудник',
        email: address,
        phone: null,
        roles: ['CONTRACTOR_USER'],
        memberships: [
          {
            contractor_id: parties.company.id,
            sees_prices: true,
            sees_settlements: true,
            may_place: true,
            order_limit_kop: null,
            month_limit_kop: null,
            consignee_ids: null,
          },
        ],
      },
      admin,
    )
  const fresh = shapeOf(await invite('fresh@example.test'))
  expect(fresh.status).toBe(201)
  expect(shapeOf(await invite(email))).toEqual(fresh)
  const shown = async (address: string) => {
    const headers = { ...admin, 'x-forwarded-for': '10.200.0.1' }
    const list = await send<{ results: { id: number; created_at: string }[] }>(test_, {
      url: `/api/v1/user/admin/user?username=${address}`,
      headers,
    })
    const [person] = list.json.results
    const details = await send(test_, { url: `/api/v1/user/admin/user/${person?.id ?? 0}`, headers })
    expect([list.json.results.length, details.status]).toEqual([1, 200])
    const hidden = { id: 0, login: '', email: '', created_at: '' }
    return [
      { ...person, ...hidden },
      { ...details.json, ...hidden },
    ]
  }
  expect(await shown(email)).toEqual(await shown('fresh@example.test'))
})
