import { beforeAll, expect, test } from 'vitest'
import { Browser } from '../testing/cookies.ts'
import { send, useTestApp } from '../testing/test-app.ts'
import { IS_VERIFY, reportFigure } from '../testing/figures.ts'
import { buildParties, type Parties } from '../testing/parties.factory.ts'

const test_ = useTestApp()
let parties: Parties
const home = new Browser(test_)
beforeAll(async () => {
  parties = await buildParties(test_.database.db)
  await home.signIn(parties.employee)
})

const guess = (login: string, headers: Record<string, string> = {}) =>
  send(test_, { method: 'POST', url: '/api/v1/token/pair', payload: { login, password: 'a wrong one' }, headers })

const GUESSES = IS_VERIFY ? 1000 : 100
const OWNER_EVERY = GUESSES / 10
const SPRAYED = IS_VERIFY ? 500 : 50

test(`guarantee 19: most of ${GUESSES} guesses get 429 while the owner signs in from the same address`, async () => {
  const statuses: number[] = []
  let welcome = 0
  for (let count = 0; count < GUESSES; count += 1) {
    statuses.push((await guess(parties.employee.login)).status)
    if (count % OWNER_EVERY === OWNER_EVERY / 2 && (await home.signIn(parties.employee)).status === 200) welcome += 1
  }
  const refused = statuses.filter((status) => status === 429).length
  reportFigure(19, `429 на ${(100 * refused) / GUESSES} % из ${GUESSES} попыток; владелец вошёл ${welcome} из 10 раз`)
  expect(refused).toBeGreaterThanOrEqual(GUESSES - 50)
  expect(welcome).toBe(10)
}, 60_000)

test('guarantee 19: address that guesses for many accounts is limited, whatever X-Forwarded-For says', async () => {
  test_.clock.set(new Date(test_.clock.now().getTime() + 3_600_000).toISOString())
  const statuses: number[] = []
  for (let account = 0; account < SPRAYED; account += 1)
    for (let tries = 3; tries > 0; tries -= 1)
      statuses.push((await guess(`sprayed-${account}`, { 'x-forwarded-for': `10.0.0.${account % 256}` })).status)
  const passed = statuses.filter((status) => status === 401).length
  reportFigure(19, `перебор ${SPRAYED} учётных записей по 3 раза: проверено ${passed} из ${statuses.length}`)
  expect(passed).toBeLessThanOrEqual(100)
}, 60_000)

test('guarantee 19: ten reset requests for one account send three emails', async () => {
  test_.clock.set(new Date(test_.clock.now().getTime() + 3_600_000).toISOString())
  for (let left = 10; left > 0; left -= 1)
    await send(test_, {
      method: 'POST',
      url: '/api/v1/password/request_reset',
      payload: { login: parties.admin.login },
    })
  const letters = () =>
    test_.database.db.selectFrom('emails').select('id').where('subject', '=', 'Новый пароль').execute()
  await expect.poll(async () => (await letters()).length).toBe(3)
  expect(await letters()).toHaveLength(3)
})
