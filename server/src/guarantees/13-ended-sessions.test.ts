import { beforeAll, expect, test } from 'vitest'
import type { FastifyInstance } from 'fastify'
import { buildUser, TEST_PASSWORD } from '../modules/identity/users/users.factory.ts'
import { Browser } from '../testing/cookies.ts'
import { loginAs, send, useTestApp } from '../testing/test-app.ts'
import { reportMeasured } from '../testing/figures.ts'
import { buildParties, type Parties } from '../testing/parties.factory.ts'

const test_ = useTestApp()
let parties: Parties
let secondNode: FastifyInstance
let manager: { authorization: string }
beforeAll(async () => {
  parties = await buildParties(test_.database.db)
  secondNode = await test_.startNode()
  manager = await loginAs(test_, parties.manager)
})

test.each(['logout', 'block', 'role change', 'password change', 'end of all other sessions'] as const)(
  'guarantee 13: %s ends the session on both nodes',
  async (name) => {
    const victim = await buildUser(test_.database.db, {
      role: 'CONTRACTOR_USER',
      contractorIds: [parties.company.id],
    })
    const browser = new Browser(test_)
    await browser.signIn(victim)
    const onNodes = () =>
      Promise.all([test_.app, secondNode].map((app) => app.inject({ url: '/api/v1/user', headers: browser.headers })))
    expect((await onNodes()).map((reply) => reply.statusCode)).toEqual([200, 200])

    const stolen = new Browser(test_)
    stolen.cookie = browser.cookie
    await EVENTS[name](victim, browser)
    expect((await stolen.refresh()).status).toBe(401)
    expect((await test_.app.inject({ url: '/api/v1/user', headers: browser.headers })).statusCode).toBe(401)
    const endedAt = performance.now()
    await expect.poll(async () => (await onNodes()).map((reply) => reply.statusCode)).toEqual([401, 401])
    const value = performance.now() - endedAt
    reportMeasured(13, { measured: `${name}: access token on both nodes`, value, limit: 1000, unit: 'ms' })
  },
)

type Victim = Awaited<ReturnType<typeof buildUser>>

async function patchUser(victim: Victim, patch: object) {
  const url = `/api/v1/manager/user/admin/user/${victim.id}`
  const { json } = await send<{ version: number }>(test_, { url, headers: manager })
  const payload = { version: json.version, ...patch }
  const reply = await send(test_, { method: 'PATCH', url, headers: manager, payload })
  expect(reply.status).toBe(200)
}

const another = async (victim: Victim) => loginAs(test_, victim)

const EVENTS = {
  logout: (_: Victim, browser: Browser) => browser.post('/api/v1/token/logout'),
  block: (victim: Victim) => patchUser(victim, { is_active: false }),
  'role change': (victim: Victim) => patchUser(victim, { roles: ['CONTRACTOR_ADMIN'] }),
  'password change': async (victim: Victim) =>
    send(test_, {
      method: 'POST',
      url: '/api/v1/password/change',
      headers: await another(victim),
      payload: { old_password: TEST_PASSWORD, new_password: 'Совсем новый пароль 7' },
    }),
  'end of all other sessions': async (victim: Victim) =>
    send(test_, { method: 'POST', url: '/api/v1/user/sessions/end_others', headers: await another(victim) }),
}
