import { expect, test } from 'vitest'
import { anonymousCalls, REGISTERED_EMAIL } from '../../server/src/guarantees/anonymous-calls.factory.ts'
import { hashPassword } from '../../server/src/modules/identity/auth/index.ts'
import { TEST_PASSWORD } from '../../server/src/modules/identity/users/users.factory.ts'
import { reportFigure, reportMeasured } from '../../server/src/testing/figures.ts'
import { newInn } from '../../server/src/testing/companies.ts'
import { buildParties } from '../../server/src/testing/parties.factory.ts'
import { useTestApp } from '../../server/src/testing/test-app.ts'

const SAMPLES = 200
const MAX_DIFFERENCE_MS = 5
const test_ = useTestApp({ TRUST_PROXY: 'on' })
const calls = anonymousCalls(test_)

test('guarantee 18: response times do not reveal who has an account', { timeout: 180_000 }, async () => {
  const { db } = test_.database
  const { employee, company } = await buildParties(db)
  // The factory uses a cheap hash; an unknown login is compared with a hash of production's cost.
  const password_hash = await hashPassword(TEST_PASSWORD)
  await db.updateTable('users').set({ password_hash, email: REGISTERED_EMAIL }).where('id', '=', employee.id).execute()
  const inn = newInn()
  await db.updateTable('contractors').set({ inn }).where('id', '=', company.id).execute()
  const compared: [string, number, (isKnown: boolean, at: number) => Promise<unknown>][] = [
    ['sign-in', SAMPLES, (isKnown, at) => calls.signIn(isKnown ? employee.login : `unknown-${at}`)],
    ['reset', SAMPLES, (isKnown, at) => calls.reset(isKnown ? employee.login : `unknown-${at}`)],
    [
      'registration',
      SAMPLES / 4,
      (isKnown, at) =>
        calls.register(isKnown ? REGISTERED_EMAIL : `unknown-${at}@example.test`, isKnown ? inn : newInn()),
    ],
  ]
  for (const [name, samples, call] of compared) {
    const [known, unknown] = await timesOf(samples, call)
    expect(unknown).toHaveLength(samples)
    const difference = Math.abs(median(known) - median(unknown))
    reportFigure(18, `${name}: medians ${median(known).toFixed(2)} and ${median(unknown).toFixed(2)} ms`)
    reportMeasured(18, {
      measured: `difference of medians, ${name}`,
      value: difference,
      limit: MAX_DIFFERENCE_MS,
      unit: 'ms',
    })
  }
})

/** Measures calls for a known and an unknown account alternately, ms. */
async function timesOf(samples: number, call: (isKnown: boolean, at: number) => Promise<unknown>) {
  const times: [known: number[], unknown: number[]] = [[], []]
  for (let at = 0; at < samples; at += 1)
    for (const isKnown of [true, false]) {
      const startedAt = performance.now()
      await call(isKnown, at)
      times[isKnown ? 0 : 1].push(performance.now() - startedAt)
    }
  return times
}

const median = (values: number[]) => values.toSorted((a, b) => a - b)[values.length >> 1] ?? 0
