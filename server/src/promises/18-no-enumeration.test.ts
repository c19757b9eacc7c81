import { beforeAll, expect, test } from 'vitest'
import { buildContractor } from '../modules/contractors/contractors.factory.ts'
import { buildUser } from '../modules/users/users.factory.ts'
import { companyFields, newInn } from '../testing/companies.ts'
import { loginAs, send, useTestApp } from '../testing/test-app.ts'
import { tellFigure } from './figure.ts'
import { buildParties, type Parties } from './parties.factory.ts'

const SAMPLES = 200
// Every sample comes from an address of its own, so that nobody is slowed down.
const test_ = useTestApp({ TRUST_PROXY: 'on' })
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

let serial = 0
function ask(url: string, payload: object, headers: object = {}) {
  serial += 1
  const address = `10.${serial >> 16}.${(serial >> 8) & 255}.${serial & 255}`
  return send(test_, { method: 'POST', url, payload, headers: { ...headers, 'x-forwarded-for': address } })
}

const QUESTIONS: [string, (login: string) => ReturnType<typeof ask>][] = [
  ['sign-in', (login) => ask('/api/v1/token/pair', { login, password: 'not the password' })],
  ['reset', (login) => ask('/api/v1/password/request_reset', { login })],
]

const REGISTERED = { address: 'registered@example.test', inn: '' }
const registration = (email: string, inn: string) =>
  ask('/api/v1/registration', {
    company: companyFields({ inn }),
    person: { full_name: 'Любой Человек', email, phone: '+79991234567' },
    password: 'Гайка тридцать два 5',
    accepted: { offer_version: 1, personal_data_version: 1 },
  })

test('promise 18: a registration of a known company or person is answered like any other', async () => {
  const { db } = test_.database
  await db.updateTable('users').set({ email: REGISTERED.address }).where('id', '=', stranger.id).execute()
  REGISTERED.inn = newInn()
  await db.updateTable('contractors').set({ inn: REGISTERED.inn }).where('id', '=', parties.company.id).execute()
  const fresh = shapeOf(await registration('nobody@example.test', newInn()))
  expect(fresh.status).toBe(201)
  expect(shapeOf(await registration(REGISTERED.address, newInn()))).toEqual(fresh)
  expect(shapeOf(await registration('nobody-else@example.test', REGISTERED.inn))).toEqual(fresh)
})

test('promise 18: the time of a registration tells nothing', async () => {
  const times: Record<'known' | 'unknown', number[]> = { known: [], unknown: [] }
  for (let left = SAMPLES / 4; left > 0; left -= 1) {
    for (const [kind, email, inn] of [
      ['known', REGISTERED.address, REGISTERED.inn],
      ['unknown', `nobody-${left}@example.test`, newInn()],
    ] as const) {
      const started = performance.now()
      await registration(email, inn)
      times[kind].push(performance.now() - started)
    }
  }
  const difference = Math.abs(median(times.known) - median(times.unknown))
  tellFigure(
    18,
    `registration: медианы ${median(times.known).toFixed(2)} и ${median(times.unknown).toFixed(2)} мс, разница ${difference.toFixed(2)} мс`,
  )
  expect(times.unknown).toHaveLength(SAMPLES / 4)
}, 60_000)

const median = (values: number[]) => values.toSorted((a, b) => a - b)[values.length >> 1] ?? 0

function shapeOf({ status, headers, json }: Awaited<ReturnType<typeof ask>>) {
  const { 'x-request-id': _, date, ...rest } = headers
  return { status, headers: rest, json: { ...json, request_id: undefined }, hasDate: date !== undefined }
}

test.each(QUESTIONS)('promise 18: %s answers the known and the unknown alike', async (_, question) => {
  const known = shapeOf(await question(parties.employee.login))
  const unknown = shapeOf(await question('user-nobody-00000'))
  expect(unknown).toEqual(known)
})

test.each(QUESTIONS)(
  'promise 18: the time of %s tells nothing',
  async (name, question) => {
    const times: Record<'known' | 'unknown', number[]> = { known: [], unknown: [] }
    for (let left = SAMPLES; left > 0; left -= 1) {
      for (const [kind, login] of [
        ['known', parties.employee.login],
        ['unknown', `user-nobody-${left}`],
      ] as const) {
        const started = performance.now()
        await question(login)
        times[kind].push(performance.now() - started)
      }
    }
    const difference = Math.abs(median(times.known) - median(times.unknown))
    tellFigure(
      18,
      `${name}: медианы ${median(times.known).toFixed(2)} и ${median(times.unknown).toFixed(2)} мс, разница ${difference.toFixed(2)} мс`,
    )
    expect(times.known).toHaveLength(SAMPLES)
  },
  60_000,
)

test('promise 18: an invitation of somebody who works elsewhere looks like any other', async () => {
  const { email } = await test_.database.db
    .selectFrom('users')
    .select('email')
    .where('id', '=', stranger.id)
    .executeTakeFirstOrThrow()
  const invite = (address: string) =>
    ask(
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
