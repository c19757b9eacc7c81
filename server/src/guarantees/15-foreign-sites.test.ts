import { beforeAll, expect, test } from 'vitest'
import { Browser } from '../testing/cookies.ts'
import { send, useTestApp } from '../testing/test-app.ts'
import { reportFigure } from '../testing/figures.ts'
import { buildParties, type Parties } from '../testing/parties.factory.ts'

const test_ = useTestApp()
let parties: Parties
const browser = new Browser(test_)
beforeAll(async () => {
  parties = await buildParties(test_.database.db)
  await browser.signIn(parties.manager)
})

const CALLS = ['refresh', 'logout', 'impersonate/refresh', 'impersonate/logout', 'impersonate/USER/pair']

test('guarantee 15: another site cannot use the session of a signed-in user', async () => {
  const outcomes: string[] = []
  for (const call of CALLS) {
    for (const [sender, options] of SENDERS) {
      const { headers, ...rest } = options as { headers?: object }
      const reply = await send(test_, {
        ...rest,
        url: `/api/v1/token/${call.replace('USER', String(parties.employee.id))}`,
        headers: { cookie: `artikul_refresh=${browser.cookie}`, ...headers },
      })
      const isRefused = [403, 404, 405, 415].includes(reply.status) && reply.headers['set-cookie'] === undefined
      if (!isRefused) outcomes.push(`${call} from ${sender}: ${reply.status}`)
    }
  }
  const total = CALLS.length * SENDERS.length
  reportFigure(15, `${total - outcomes.length} из ${total} чужих вызовов отвергнуты без cookie`)
  expect(outcomes).toEqual([])
  expect((await browser.refresh()).status).toBe(200)
})

const SENDERS: [string, object][] = [
  ['an evil origin', { method: 'POST', headers: { origin: 'https://evil.example' } }],
  ['an opaque origin', { method: 'POST', headers: { origin: 'null' } }],
  ['another site', { method: 'POST', headers: { 'sec-fetch-site': 'cross-site' } }],
  ['a sister site', { method: 'POST', headers: { 'sec-fetch-site': 'same-site' } }],
  ['a form', { method: 'POST', payload: 'a=1', headers: { 'content-type': 'application/x-www-form-urlencoded' } }],
  ['a plain form', { method: 'POST', payload: 'a=1', headers: { 'content-type': 'text/plain' } }],
  ['a link', { method: 'GET' }],
]
