import { reportFigure } from '@artikul/server/figures'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { expectLoaded, follow, signIn, signInByForm, useBrowser, type Visit } from '../../../e2e/src/browser.ts'
import { callAs, callWith, COMPANIES, createPerson, fillCart } from '../../../e2e/src/people.ts'

const visit = useBrowser()

const TABS = 10
const PERIODS = 3
/** Slightly more than the nine minutes after which a page renews its token. */
const PERIOD_MS = 9 * 60_000 + 5_000

const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

async function tokenOf({ page, origin }: Visit): Promise<string> {
  const cookies = await page.context().cookies(origin)
  return cookies.find(({ name }) => name === 'access_token')?.value ?? ''
}

const livingSessions = async (person: Visit) =>
  (await callWith(await tokenOf(person)).get<{ results: { is_current: boolean }[] }>('/user/sessions')).results

test('guarantee 11: ten tabs of one user stay one session through three token renewals', async () => {
  const owner = await createPerson('CONTRACTOR_USER', [COMPANIES.smirnov])
  const person = await visit()
  await signIn(person, owner)
  const seen: string[] = []
  person.page.context().on('response', (reply) => {
    const { pathname } = new URL(reply.url())
    if (pathname.startsWith('/api/v1/')) seen.push(`${reply.status()} ${pathname}`)
  })
  // One clock for all pages of the browser; the server has its own.
  await person.page.clock.install()
  const tabs = await openTabs(person, TABS)
  const count = (what: RegExp) => seen.filter((one) => what.test(one)).length
  const tokens = new Set([await tokenOf(person)])
  for (let period = 1; period <= PERIODS; period += 1) {
    // A token contains its second of creation, so two tokens of one second would be equal.
    await wait(1_100)
    const verified = count(/verify/)
    await person.page.clock.fastForward(PERIOD_MS)
    await expect.poll(() => count(/^200 .*\/token\/verify/) - verified, { timeout: 20_000 }).toBe(TABS)
    tokens.add(await tokenOf(person))
  }
  expect(tokens.size).toBe(PERIODS + 1)
  expect(count(/\/token\/refresh/)).toBe(PERIODS)
  expect(await livingSessions(person)).toEqual([expect.objectContaining({ is_current: true })])
  await Promise.all(
    tabs.map(async (page) => {
      const list = page.waitForResponse(/\/api\/v1\/orders\?/)
      await follow(page, '/orders?sort=total')
      expect((await list).status()).toBe(200)
    }),
  )
  expect(seen.filter((one) => /^[45]/.test(one))).toEqual([])
  expect(person.noise).toEqual([])
  reportFigure(
    11,
    `${TABS} tabs, ${PERIODS} periods, ${count(/\/token\/refresh/)} refreshes: no 401, no sign-out, one session`,
  )
  await person.close()
})

async function signOut(page: Page) {
  await page.bringToFront()
  await page.getByRole('button', { name: /^Профиль: / }).click()
  await page.getByRole('menuitem', { name: 'Выйти' }).click()
}

test('guarantee 11: sign-out and sign-in in one tab take effect in all tabs', async () => {
  const [first, second] = [
    await createPerson('CONTRACTOR_USER', [COMPANIES.smirnov], 'Первый Пётр Петрович'),
    await createPerson('CONTRACTOR_USER', [COMPANIES.garage], 'Вторая Вера Викторовна'),
  ]
  const person = await visit()
  await signIn(person, first)
  const tabs = await openTabs(person, 3)
  const [acting, ...others] = tabs as [Page, ...Page[]]
  await follow(others[0]!, '/cart?x=1')
  await expectLoaded(others[0]!, 'Корзина')
  await signOut(acting)
  await acting.waitForURL(`${person.origin}/login`)
  await others[0]!.waitForURL(`${person.origin}/login?redirect=%2Fcart%3Fx%3D1`)
  await others[1]!.waitForURL(`${person.origin}/login?redirect=%2Forders`)

  await signInByForm({ ...person, page: acting }, second.login, second.password)
  await others[0]!.waitForURL(`${person.origin}/cart?x=1`)
  await others[1]!.waitForURL(`${person.origin}/orders`)
  for (const page of tabs) {
    await expectLoaded(page)
    await page.getByRole('button', { name: `Профиль: ${second.full_name}` }).waitFor()
    await page.getByText('ООО «Гараж-Плюс»').first().waitFor()
  }
  expect(person.noise).toEqual([])
  await person.close()
})

test('guarantee 11: tab not notified of a user change shows no data of the previous user', async () => {
  const [first, second] = [
    await createPerson('CONTRACTOR_USER', [COMPANIES.smirnov], 'Первый Пётр Петрович'),
    await createPerson('CONTRACTOR_USER', [COMPANIES.garage], 'Вторая Вера Викторовна'),
  ]
  const person = await visit()
  await signIn(person, first)
  const [page] = (await openTabs(person, 1)) as [Page]
  const before = await page.getByRole('table').innerText()
  // The cookies change under the page without another tab to notify it.
  await signIn(person, second)
  await follow(page, '/cart')
  await page.getByRole('button', { name: `Профиль: ${second.full_name}` }).waitFor()
  await follow(page, '/orders')
  await expectLoaded(page, 'Заказы')
  expect(await page.getByRole('table').innerText()).not.toBe(before)
  await page.getByText('ООО «Гараж-Плюс»').first().waitFor()
  await person.close()
})

const OIL_FILTER = '26300-35503'
const BRAKE_PADS = '58101-1RA05'

/** Creates a user of two companies with a different part in each cart; the first is current. */
async function personOfTwoCompanies() {
  const owner = await createPerson('CONTRACTOR_ADMIN', [COMPANIES.smirnov, COMPANIES.garage])
  const api = await callAs(owner.login, owner.password)
  await fillCart(api, COMPANIES.garage, [BRAKE_PADS])
  await fillCart(api, COMPANIES.smirnov, [OIL_FILTER])
  const emptyCarts = async () => {
    await fillCart(api, COMPANIES.garage, [])
    await fillCart(api, COMPANIES.smirnov, [])
  }
  return { owner, api, emptyCarts }
}

async function openCart(page: Page, origin: string) {
  await page.goto(`${origin}/cart`, { waitUntil: 'commit' })
  await page.getByRole('link', { name: OIL_FILTER }).waitFor()
}

/** Detects data of the first company under the name of the second, even in a single frame. */
const watchForMixture = (page: Page, ofFirst: string) =>
  page.evaluate((text) => {
    const look = () => {
      const isSecond = document.querySelector('header [aria-label^="Покупатель: ООО «Гараж"]')
      if (isSecond && document.querySelector('main')?.innerText.includes(text))
        throw new Error(`${text} is not its own`)
      requestAnimationFrame(look)
    }
    look()
  }, ofFirst)

test('guarantee 11: company chosen in one tab is applied in all tabs', async () => {
  const { owner, emptyCarts } = await personOfTwoCompanies()
  const person = await visit()
  await signIn(person, owner)
  const [acting, cart, orders] = [person.page, await person.newTab(), await person.newTab()]
  for (const page of [acting, cart]) {
    await openCart(page, person.origin)
    await watchForMixture(page, OIL_FILTER)
  }
  await orders.goto(`${person.origin}/orders`)
  const number = orders.getByRole('link', { name: /26-\d{6}/ }).first()
  const ofFirst = await number.innerText()
  await watchForMixture(orders, ofFirst)
  await acting.bringToFront()
  await acting.getByRole('button', { name: /^Покупатель: / }).click()
  await acting.getByRole('menuitemradio', { name: /Гараж/ }).click()
  for (const page of [acting, cart]) await page.getByRole('link', { name: BRAKE_PADS }).waitFor()
  for (const page of [acting, cart, orders])
    await page.getByRole('button', { name: /^Покупатель: ООО «Гараж/ }).waitFor()
  await expect.poll(() => number.innerText()).not.toBe(ofFirst)
  expect(person.noise).toEqual([])
  await emptyCarts()
  await person.close()
})

test('guarantee 11: tab not notified of a company change orders nothing and switches', async () => {
  const { owner, api, emptyCarts } = await personOfTwoCompanies()
  const person = await visit()
  const { page, origin, noise } = person
  await signIn(person, owner)
  await openCart(page, origin)
  await watchForMixture(page, OIL_FILTER)
  // Changes the cart through the API, because no tab notifies the others.
  await fillCart(api, COMPANIES.garage, [BRAKE_PADS])
  const refused = page.waitForResponse((reply) => reply.status() === 409)
  await page.getByRole('button', { name: 'Оформить заказ' }).click()
  expect(await (await refused).json()).toMatchObject({ code: 'contractor.changed' })
  // Read under the window, which hides the rest of the page from assistive technology.
  const cart = page.locator('main')
  await cart.getByText(BRAKE_PADS, { exact: true }).waitFor()
  await cart.getByText(OIL_FILTER, { exact: true }).waitFor({ state: 'detached' })
  await page.locator('header').getByText('ООО «Гараж-Плюс»').waitFor()
  await page.screenshot({ path: '/tmp/shot-followed.png' })
  expect(noise.filter((text) => !text.includes('409 (Conflict)'))).toEqual([])
  await emptyCarts()
  await person.close()
})

async function openTabs(person: Visit, count: number): Promise<Page[]> {
  const tabs = [person.page]
  while (tabs.length < count) tabs.push(await person.newTab())
  // Opened one after another, as a person does: ten at once would test the machine, not the renewals.
  for (const page of tabs) {
    await page.goto(`${person.origin}/orders`, { waitUntil: 'commit' })
    await expectLoaded(page, 'Заказы')
  }
  return tabs
}
