import { API } from '@artikul/contract/api'
import { ERRORS, Problem } from '@artikul/contract/core/errors'
import { isContractorUser, ROLES, type Role } from '@artikul/contract/core/roles'
import { FILE, type Route } from '@artikul/contract/core/route'
import fc from 'fast-check'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { buildUser } from '../../server/src/modules/identity/users/users.factory.ts'
import { reportFigure } from '../../server/src/testing/figures.ts'
import { buildUploadPlaces } from '../../server/src/testing/files/upload-places.factory.ts'
import { loginAs, runJob, send, useTestApp } from '../../server/src/testing/test-app.ts'
import { callsOf, type AnyCall } from './any-input.factory.ts'

const MAX_MS = 600_000

const test_ = useTestApp()
const sessions = new Map<Role, { authorization: string }>()
const ROUTES = Object.entries(API).flatMap(([group, routes]) =>
  Object.entries(routes).map(([name, route]): [string, Route] => [`${group}.${name}`, route]),
)
let companyId: number

beforeAll(signInAll)
beforeEach(async () => {
  await test_.database.db.deleteFrom('sign_in_failures').execute()
})

const answered = { calls: 0, taken: new Set<string>() }
afterAll(reportAnswers)

// An endless stream never returns a complete reply.
test.each(ROUTES.filter(([, { stream }]) => stream !== 'endless'))(
  '%s answers any input with a valid reply or a known error',
  async (name, route) => {
    // The stream of an import ends with the import, which another test may have queued.
    if (name === 'priceLists.progress') await runJob(test_.app, 'price_imports')
    const property = fc.asyncProperty(callsOf(route), async (call) => {
      const answer = await sendTo(route, call)
      answered.calls += 1
      if (answer.status === 503 && MAY_BE_AWAY.test(name)) return
      expect(answer.status, answer.text).toBeLessThan(500)
      if (answer.status >= 400) expectRefusal(answer)
      else expectReply(route, answer)
      if (answer.status < 300) answered.taken.add(name)
      // A call may have ended the session that made it.
      if (answer.status === 401 || /logout|erase|password|session/.test(call.url)) await signIn(call.role)
    })
    await fc.assert(property, { ...RUNS, endOnFailure: true })
  },
  MAX_MS,
)

async function signInAll() {
  const { db } = test_.database
  await buildUploadPlaces(test_)
  companyId = (await db.selectFrom('contractors').select('id').orderBy('id').limit(1).executeTakeFirstOrThrow()).id
  for (const role of ROLES) await signIn(role)
}

function reportAnswers() {
  reportFigure(
    'any-input',
    `${answered.calls} calls; ${answered.taken.size} of ${ROUTES.length} routes answered with success`,
  )
}

/** Inputs differ between runs; a failure prints the seed that reproduces it. */
const RUNS = { numRuns: Number(process.env['RUNS'] ?? 30) }

/** Routes that reply 503 until their directory of companies and addresses is configured. */
const MAY_BE_AWAY = /^suggestions\./

async function signIn(role: Role) {
  const contractorIds = isContractorUser([role]) ? [companyId] : []
  sessions.set(role, await loginAs(test_, await buildUser(test_.database.db, { role, contractorIds })))
}

function sendTo(route: Route, { role, url, body, key }: AnyCall) {
  const type = route.upload === undefined ? 'application/json' : 'application/octet-stream'
  const payload = route.upload === undefined ? body !== undefined && JSON.stringify(body) : key
  return send<unknown>(test_, {
    method: route.method,
    url,
    headers: {
      ...(route.access === 'public' ? {} : sessions.get(role)),
      ...(route.idempotent && { 'idempotency-key': encodeURIComponent(key) }),
      ...(typeof payload === 'string' && { 'content-type': type }),
    },
    ...(typeof payload === 'string' && { payload }),
  })
}

type Answer = Awaited<ReturnType<typeof sendTo>>

function expectRefusal({ status, headers, json, text }: Answer) {
  expect(headers['content-type'], text).toContain('application/problem+json')
  const problem = Problem.parse(json)
  expect(ERRORS[problem.code].status).toBe(status)
}

function expectReply({ reply, status = 200, stream }: Route, answer: Answer) {
  expect(answer.status).toBe(status)
  if (reply === FILE) return expect(answer.headers['content-disposition']).toMatch(/^attachment; filename\*=UTF-8''/)
  const events = stream
    ? [...answer.text.matchAll(/^data: ?(.*)$/gm)].map(([, data = '']) => JSON.parse(data) as unknown)
    : [answer.json]
  for (const event of events) expect(reply.safeParse(event).error).toBeUndefined()
}
