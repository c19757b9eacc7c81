import { beforeAll, expect, test } from 'vitest'
import { hashPassword } from '../../server/src/modules/identity/auth/index.ts'
import { reportFigure, reportMeasured } from '../../server/src/testing/figures.ts'
import { buildParties, type Parties } from '../../server/src/testing/parties.factory.ts'
import { loginAs, send, useTestApp } from '../../server/src/testing/test-app.ts'

const MAX_P99_MS = 300
const test_ = useTestApp()
let parties: Parties
beforeAll(async () => {
  const { db } = test_.database
  parties = await buildParties(db)
  // The factory uses a cheap hash; here the cost of production is the subject.
  const password_hash = await hashPassword(parties.admin.password)
  await db.updateTable('users').set({ password_hash }).where('id', '=', parties.admin.id).execute()
})

test('guarantee 17: fifty simultaneous sign-ins do not slow other calls down', async () => {
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
  reportFigure(
    17,
    `50 входов сразу: ${statuses.filter((status) => status === 200).length} успешны, прочие вызовы p99 ${percentile(times, 0.99).toFixed(0)} мс (${times.length} вызовов)`,
  )
  reportMeasured(17, { measured: 'p99 of other calls', value: percentile(times, 0.99), limit: MAX_P99_MS, unit: 'ms' })
  expect(statuses).toEqual(Array(50).fill(200))
  expect(times.length).toBeGreaterThan(10)
})

const percentile = (values: number[], share: number) =>
  values.toSorted((a, b) => a - b)[Math.min(values.length - 1, Math.floor(values.length * share))] ?? 0
