import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { json } from 'node:stream/consumers'
import { isContractorUser, type Role } from '@artikul/contract/core/roles'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { buildUser } from '../../server/src/modules/identity/users/users.factory.ts'
import { useTestApp } from '../../server/src/testing/test-app.ts'
import { reportFigure } from '../../server/src/testing/figures.ts'
import { serverOn } from './support/order-load.factory.ts'
import { repeat } from '../../server/src/testing/repeat.ts'
import { attacksOnAll, createAttacker, HEADER_ATTACKS, type Attack } from './support/sql-attack.factory.ts'
import { buildUploadPlaces } from '../../server/src/testing/files/upload-places.factory.ts'

const MAX_MS = 45 * 60_000

const folder = mkdtempSync(join(tmpdir(), 'injection-'))
const test_ = useTestApp()
const server = serverOn(3622, { DATA_DIR: join(folder, 'data') })
let companyId: number

beforeAll(startServer, 120_000)
afterAll(async () => {
  await server.kill()
  rmSync(folder, { recursive: true, force: true })
})

describe('guarantee 22: sqlmap', () => {
  test('finds the injection in a JSON body of a vulnerable test route', async () => {
    leaking.listen(0, '127.0.0.1')
    await once(leaking, 'listening')
    const attack = createAttacker(folder, `http://127.0.0.1:${(leaking.address() as AddressInfo).port}`, [
      '--technique',
      'B',
    ])
    const { found, output } = await attack(LEAKING, 'Accept: application/json')
    leaking.close()
    expect(found, output).toBe(true)
  }, 60_000)

  test(
    'finds no injection in paths, queries, bodies or headers',
    async () => {
      expect(await runAttacks(attacksOfToday())).toEqual([])
      const { deep, light } = seen.parameters
      reportFigure(
        'sql-injection',
        `sqlmap: ${seen.routes.size} маршрутов, ${deep} параметров уровнем 3 и ${light} уровнем 1, находок 0; сам запрос ` +
          `исполнили ${seen.taken.size}, прочие отказали ему раньше`,
      )
    },
    MAX_MS,
  )
})

async function startServer() {
  const { db } = test_.database
  await buildUploadPlaces(test_)
  companyId = (await db.selectFrom('contractors').select('id').orderBy('id').limit(1).executeTakeFirstOrThrow()).id
  server.start(test_.databaseUrl)
  await server.untilReady()
}

/**
 * The full set takes half an hour: each day attacks its share, `ATTACKS=.` runs all, `ATTACKS=claims` those of that
 * name.
 */
const ATTACKS = process.env['ATTACKS'] === undefined ? undefined : new RegExp(process.env['ATTACKS'])
const SHARES = 32
const TODAY = Math.floor(Date.now() / 86_400_000)
/** Attacks of every run: a search, a sort and a write. */
const ALWAYS = ['find.find deep', 'orders.list light', 'carts.create deep']
/** sqlmap and the server use a core each. */
const AT_ONCE = 2

const seen = { parameters: { deep: 0, light: 0 }, routes: new Set<string>(), taken: new Set<string>() }

/** Server that puts typed text into SQL. */
const leaking = createServer((request, reply) => {
  void (async () => {
    try {
      const { name } = (await json(request)) as { name: string }
      const rows = await test_.database.sql.query(`select id, login from users where login <> '${name}' limit 3`)
      reply.end(JSON.stringify(rows))
    } catch {
      reply.writeHead(500).end()
    }
  })()
})

function attacksOfToday(): Attack[] {
  return [...HEADER_ATTACKS, ...attacksOnAll()].filter(
    ({ name }, at) => ATTACKS?.test(name) ?? (ALWAYS.includes(name) || at % SHARES === TODAY % SHARES),
  )
}

/** Vulnerable route, unlike any route of the portal. */
const LEAKING: Attack = {
  name: 'leaking deep',
  route: 'leaking',
  role: 'CONTRACTOR_ADMIN',
  depth: 'deep',
  method: 'POST',
  lines: ['POST /leaking HTTP/1.1', 'Content-Type: application/json'],
  body: '{"name":"HU-1*","qty":1}',
  marks: 1,
}

/** Signs in a fresh user: an attack may end the user's sessions or change the password. */
async function signIn(role: Role): Promise<string> {
  const contractorIds = isContractorUser([role]) ? [companyId] : []
  const { login, password } = await buildUser(test_.database.db, { role, contractorIds })
  const reply = await fetch(`${server.origin}/api/v1/token/pair`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ login, password }),
  })
  expect(reply.status, await reply.clone().text()).toBe(200)
  return `Authorization: Bearer ${((await reply.json()) as { access_token: string }).access_token}`
}

/** Clears the throttling of guesses, so that the attack measures the routes themselves. */
const forgetGuesses = () => repeat(() => test_.database.db.deleteFrom('sign_in_failures').execute(), 20)

/** Checks whether the original request succeeds, so that attacked values reach as far as possible. */
async function isTaken({ method, lines, body, freshKey }: Attack, session: string): Promise<boolean> {
  const [first = '', ...headers] = [...lines, session, ...(freshKey ? [`Idempotency-Key: ${crypto.randomUUID()}`] : [])]
  const reply = await fetch(server.origin + (first.split(' ')[1] ?? '').replaceAll('*', ''), {
    method,
    headers: headers.map((line): [string, string] => [line.replace(/: .*/, ''), line.replace(/^.*?: /, '')]),
    ...(body !== undefined && { body: body.replaceAll('*', '') }),
  })
  await reply.arrayBuffer()
  return reply.ok
}

async function runAttacks(attacks: readonly Attack[]) {
  const attack = createAttacker(folder, server.origin)
  const queue = [...attacks]
  const wrong: string[] = []
  const work = async () => {
    for (let next = queue.shift(); next; next = queue.shift()) {
      const session = await signIn(next.role)
      if (await isTaken(next, session)) seen.taken.add(next.route)
      const { attacked, found, refusals, output } = await attack(next, session)
      const failures = [...refusals].filter(([status]) => status >= 500)
      seen.parameters[next.depth] += next.marks
      seen.routes.add(next.route)
      if (found || failures.length > 0) wrong.push(`${next.name}: ${JSON.stringify(failures)}\n${output}`)
      else if (attacked < next.marks) wrong.push(`${next.name}: ${attacked} of ${next.marks} were attacked\n${output}`)
    }
  }
  const stop = forgetGuesses()
  await Promise.all(Array.from({ length: AT_ONCE }, work))
  await stop()
  return wrong
}
