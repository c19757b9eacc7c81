import { beforeAll, expect, test } from 'vitest'
import { Browser } from '../testing/cookies.ts'
import { useTestApp } from '../testing/test-app.ts'
import { IS_VERIFY, reportFigure } from '../testing/figures.ts'
import { buildParties, type Parties } from '../testing/parties.factory.ts'

const TRIALS = IS_VERIFY ? 200 : 20
const test_ = useTestApp()
let parties: Parties
beforeAll(async () => {
  parties = await buildParties(test_.database.db)
})

async function signedIn() {
  const browser = new Browser(test_)
  expect((await browser.signIn(parties.employee)).status).toBe(200)
  return browser
}

test('guarantee 10: stolen refresh token is detected at its second use, every time', async () => {
  const other = await signedIn()
  const browsers: Browser[] = []
  for (let left = TRIALS; left > 0; left -= 1) browsers.push(await signedIn())
  const stolen = browsers.map((browser) => browser.cookie)
  for (const browser of browsers) await browser.refresh()
  test_.clock.set(new Date(test_.clock.now().getTime() + 31_000).toISOString())

  let detected = 0
  for (const cookie of stolen) {
    const thief = new Browser(test_)
    thief.cookie = cookie
    if ((await thief.refresh()).status === 401) detected += 1
  }
  const findOpen = async () => {
    const replies = await Promise.all(browsers.map((browser) => browser.get('/api/v1/user')))
    return replies.filter(({ status }) => status !== 401)
  }
  await expect.poll(findOpen).toEqual([])
  const refreshed = await Promise.all(browsers.map(async (browser) => (await browser.refresh()).status))
  const { db } = test_.database
  const rows = await db.selectFrom('audit_log').select('id').where('event', '=', 'refresh.reused').execute()
  const letters = await db.selectFrom('emails').select('id').where('subject', 'like', 'Мы завершили%').execute()

  reportFigure(10, `${detected} из ${TRIALS} повторов замечены, строк журнала ${rows.length}, писем ${letters.length}`)
  expect(detected).toBe(TRIALS)
  expect(refreshed).toEqual(Array(TRIALS).fill(401))
  expect([rows.length, letters.length]).toEqual([TRIALS, TRIALS])
  expect((await other.get('/api/v1/user')).status).toBe(200)
  expect((await other.refresh()).status).toBe(200)
}, 60_000)
