import { beforeAll, expect, test } from 'vitest'
import { hashPassword } from '../modules/identity/auth/index.ts'
import { buildUser, TEST_PASSWORD } from '../modules/identity/users/users.factory.ts'
import { loginAs, send, useTestApp } from '../testing/test-app.ts'
import { buildParties, type Parties } from '../testing/parties.factory.ts'

const test_ = useTestApp()
let parties: Parties
beforeAll(async () => {
  parties = await buildParties(test_.database.db)
})

test('guarantee 17: passwords are hashed with Argon2id, 19 MiB, two passes, one lane', async () => {
  expect(await hashPassword(TEST_PASSWORD)).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
})

test('guarantee 17: long Unicode password is neither truncated nor trimmed', async () => {
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
  'guarantee 17: weak password «%s» is refused as a new password',
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
