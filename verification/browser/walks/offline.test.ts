import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import {
  ACCOUNTS,
  expectLoaded,
  expectSoundInBothThemes,
  SCREENS,
  signIn,
  useBrowser,
  WIDTHS,
  type Visit,
} from '../../../e2e/src/browser.ts'
import { openDoor, type Door } from '../../../e2e/src/next-build.ts'
import { callAs, chooseCompany, COMPANIES } from '../../../e2e/src/people.ts'

let door: Door
beforeAll(async () => {
  door = await openDoor(inject('origin'))
})
afterAll(() => door.shut())
const visit = useBrowser(() => door.origin)

const PATIENCE_MS = 90_000
const AWAY = 'Нет соединения с сервером'
/** Browser messages about a missing network. */
const NO_NETWORK =
  /ERR_INTERNET_DISCONNECTED|ERR_CONNECTION_(REFUSED|RESET|CLOSED)|ERR_EMPTY_RESPONSE|ERR_FAILED|ERR_NETWORK_CHANGED|ERR_INCOMPLETE_CHUNKED_ENCODING/
const expectControlled = (page: Page) => expect.poll(() => isControlled(page), { timeout: 30_000 }).toBe(true)
const expectAway = (page: Page) => page.getByRole('heading', { level: 1, name: AWAY }).waitFor()
const orders = (page: Page) => page.getByRole('region', { name: 'Последние заказы' })

const noiseOf = ({ noise }: Visit) => noise.filter((text) => !NO_NETWORK.test(text))

test.each(WIDTHS)(
  '$width: last orders are readable offline, and the portal returns with the network',
  async ({ screen }) => {
    const client = await callAs(ACCOUNTS.ContractorAdmin)
    const company = await chooseCompany(client, COMPANIES.volga)
    const { results } = await client.get<{ results: { number: string; total_kop: number }[] }>('/orders')
    const [newest] = results
    const person = await open('ContractorAdmin', screen)
    const { page } = person
    await expectKept(page)
    expect(person.noise).toEqual([])

    await page.context().setOffline(true)
    await page.goto(`${door.origin}/catalog?q=OC%20500`)
    await expectAway(page)
    expect(await page.title()).toBe(`${AWAY} | Артикул`)
    const list = orders(page)
    await list
      .getByText(new RegExp(`^${company.name}\\. По состоянию на \\d\\d\\.\\d\\d\\.\\d{4}, \\d\\d:\\d\\d$`))
      .waitFor()
    expect(await list.getByRole('listitem').count()).toBe(Math.min(results.length, 20))
    const first = list.getByRole('listitem').first()
    await first.getByText(`№ ${newest?.number ?? ''}`, { exact: true }).waitFor()
    // By keyboard, like everything else.
    await first.locator('summary').press('Enter')
    await first.getByRole('cell').first().waitFor()
    await page.getByRole('button', { name: 'Повторить' }).click()
    await page.getByText('Соединения пока нет').waitFor()
    await page.reload()
    await expectAway(page)
    await expectSoundInBothThemes(person, `offline ${screen.name}`, NO_NETWORK)

    await page.context().setOffline(false)
    await expectLoaded(page, /OC 500/)
    expect(page.url()).toBe(`${door.origin}/catalog?q=OC%20500`)
    expect(noiseOf(person)).toEqual([])
    await person.close()
  },
)

test('offline page loads the portal once when the server returns', async () => {
  const person = await open('ContractorUser')
  const { page } = person
  await door.shut()
  await page.goto(`${door.origin}/`)
  await expectAway(page)
  let loads = 0
  page.on('domcontentloaded', () => (loads += 1))
  await page.waitForTimeout(7000)
  expect(loads).toBe(0)
  await door.open()
  await page.getByRole('heading', { level: 1, name: AWAY }).waitFor({ state: 'detached', timeout: 40_000 })
  await expectLoaded(page)
  expect(loads).toBe(1)
  expect(noiseOf(person)).toEqual([])
  await person.close()
})

test('offline page shows no orders to a manager or after sign-out', async () => {
  const manager = await open('ArtikulOrderManager')
  await manager.page.context().setOffline(true)
  await manager.page.reload()
  await expectAway(manager.page)
  expect(await orders(manager.page).count()).toBe(0)
  expect(await boxes(manager.page)).not.toContain('last-orders')
  await manager.close()

  const client = await open('ContractorAdmin')
  const { page } = client
  await expectKept(page)
  await page.getByRole('button', { name: /^Профиль: / }).click()
  await page.getByRole('menuitem', { name: 'Выйти' }).click()
  await page.waitForURL('**/login*')
  await expect.poll(() => boxes(page)).not.toContain('last-orders')
  await page.context().setOffline(true)
  await page.reload()
  await expectAway(page)
  expect(await orders(page).count()).toBe(0)
  await client.close()
})

test('new build is served on the next load, and its service worker replaces the old one', async () => {
  const person = await open('ContractorUser')
  const { page } = person
  const before = (await boxes(page)).filter((name) => name.startsWith('offline-'))
  expect(before).toHaveLength(1)
  door.deploy()
  await page.goto(`${door.origin}/orders`)
  await expectLoaded(page)
  expect(await page.locator('meta[name=build]').getAttribute('content')).toBe('next')
  await expect
    .poll(async () => (await boxes(page)).filter((name) => name.startsWith('offline-')), { timeout: 30_000 })
    .toEqual(['offline-nextbuild001'])
  expect(person.noise).toEqual([])
  await page.context().setOffline(true)
  await page.reload()
  await expectAway(page)
  expect(await page.locator('meta[name=build]').getAttribute('content')).toBe('next')
  await person.close()
})

const isKept = (page: Page) => page.evaluate(async () => (await caches.match('/last-orders.json')) !== undefined)

const boxes = (page: Page) => page.evaluate(() => caches.keys())

const expectKept = (page: Page) => expect.poll(() => isKept(page), { timeout: PATIENCE_MS, interval: 250 }).toBe(true)

const isControlled = (page: Page) => page.evaluate(() => navigator.serviceWorker.controller !== null)

/** Opens the portal as a client whose orders are already stored on the device. */
async function open(
  who: Parameters<typeof signIn>[1],
  screen: (typeof SCREENS)[number] = SCREENS[0],
  path = '/orders',
) {
  const person = await visit(screen)
  await signIn(person, who)
  await person.page.goto(`${door.origin}${path}`)
  await expectLoaded(person.page)
  await expectControlled(person.page)
  return person
}
