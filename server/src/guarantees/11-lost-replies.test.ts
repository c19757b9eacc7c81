import { beforeAll, expect, test } from 'vitest'
import { Browser } from '../testing/cookies.ts'
import { useTestApp } from '../testing/test-app.ts'
import { reportFigure } from '../testing/figures.ts'
import { buildParties, type Parties } from '../testing/parties.factory.ts'

const test_ = useTestApp()
let parties: Parties
beforeAll(async () => {
  parties = await buildParties(test_.database.db)
})

async function tabOf(cookie: string) {
  const tab = new Browser(test_)
  tab.cookie = cookie
  const { status } = await tab.refresh()
  return { status, cookie: tab.cookie }
}

const livingTokens = () =>
  test_.database.db.selectFrom('refresh_tokens').select('token_hash').where('rotated_at', 'is', null).execute()

test('guarantee 11: twenty tabs that refresh simultaneously get the same new token', async () => {
  const browser = new Browser(test_)
  await browser.signIn(parties.employee)
  const replies = await Promise.all(Array.from({ length: 20 }, () => tabOf(browser.cookie)))
  const successors = new Set(replies.map((reply) => reply.cookie))
  const living = await livingTokens()
  reportFigure(
    11,
    `20 обновлений сразу: ${replies.filter((reply) => reply.status === 200).length}×200, наследников ${successors.size}, живых токенов ${living.length}`,
  )
  expect(replies.map((reply) => reply.status)).toEqual(Array(20).fill(200))
  expect([successors.size, living.length]).toEqual([1, 1])
})

test('guarantee 11: refresh repeated within 30 seconds gets the same reply again', async () => {
  const browser = new Browser(test_)
  await browser.signIn(parties.employee)
  const lost = await tabOf(browser.cookie)
  test_.clock.set(new Date(test_.clock.now().getTime() + 29_000).toISOString())
  expect(await tabOf(browser.cookie)).toEqual(lost)
})

test('guarantee 11: refused refresh does not overwrite the cookie', async () => {
  const browser = new Browser(test_)
  browser.cookie = 'garbage'
  const reply = await browser.post('/api/v1/token/refresh')
  expect(reply.status).toBe(401)
  expect(reply.headers['set-cookie']).toBeUndefined()
})
