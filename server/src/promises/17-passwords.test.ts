import { beforeAll, expect, test } from 'vitest'
import { buildUser, TEST_PASSWORD } from '../modules/users/users.factory.ts'
import { loginAs, send, useTestApp } from '../testing/test-app.ts'
import { tellFigure } from './figure.ts'
import { buildParties, type Parties } from './parties.factory.ts'

const test_ = useTestApp()
let parties: Parties
beforeAll(async () => {
  parties = await buildParties(test_.database.db)
})

const percentile = (values: number[], share: number) =>
  values.toSorted((a, b) => a - b)[Math.min(values.length - 1, Math.floor(values.length * share))] ?? 0

test('promise 17: passwords are Argon2id with 19 MiB, two passes, one lane', async () => {
  const { password_hash: hash } = await test_.database.db
    .selectFrom('users')
    .select('password_hash')
    .where('id', '=', parties.admin.id)
    .executeTakeFirstOrThrow()
  expect(hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
})

test('promise 17: a password is taken whole, whatever it is written with', async () => {
  const user = await buildUser(test_.database.db, { role: 'CONTRACTOR_USER', contractorIds: [parties.company.id] })
  const long = `${'Пароль из слов и 🔧 '.repeat(3)}${'ё'.repeat(20)}`
  expect(Buffer.byteLength(long)).toBeGreaterThan(73)
  const change = async (headers: object, old_password: string, new_password: string) =>
    send(test_, {
      method: 'POST',
      url: '/api/v1/password/change',
      headers: { ...headers },
      payload: { old_password, new_password },
    })
  expect((await change(await loginAs(test_, user), TEST_PASSWORD, long)).status).toBe(200)
  const attempt = (password: string) =>
    send(test_, { method: 'POST', url: '/api/v1/token/pair', payload: { login: user.login, password } })
  expect((await attempt(long)).status).toBe(200)
  expect((await attempt(`${long.slice(0, -1)}е`)).status).toBe(401)
  expect((await attempt(` ${long}`)).status).toBe(401)
})

test.each(['короткий', '1234567890', 'йцукенгшщз', 'ааааааааааааа', 'password123'])(
  'promise 17: «%s» is refused as a new password',
  async (new_password) => {
    const reply = await send(test_, {
      method: 'POST',
      url: '/api/v1/password/change',
      headers: await loginAs(test_, parties.warranty),
      payload: { old_password: TEST_PASSWORD, new_password },
    })
    expect(reply).toMatchObject({ status: 400, json: { errors: [{ path: 'new_password' }] } })
  },
)

test('promise 17: fifty people signing in at once leave the others their pace', async () => {
  const headers = await loginAs(test_, parties.employee)
  const { login, password } = parties.admin
  let left = 50
  const flood = Array.from({ length: 50 }, () =>
    send(test_, { method: 'POST', url: '/api/v1/token/pair', payload: { login, password } }).finally(() => {
      left -= 1
    }),
  )
  const times: number[] = []
  while (left > 0) {
    const started = performance.now()
    const { status } = await send(test_, { url: '/api/v1/user', headers })
    times.push(performance.now() - started)
    expect(status).toBe(200)
  }
  const statuses = (await Promise.all(flood)).map((reply) => reply.status)
  tellFigure(
    17,
    `50 входов сразу: ${statuses.filter((status) => status === 200).length} успешны, прочие вызовы p99 ${percentile(times, 0.99).toFixed(0)} мс (${times.length} вызовов)`,
  )
  expect(statuses).toEqual(Array(50).fill(200))
  expect(times.length).toBeGreaterThan(10)
})
