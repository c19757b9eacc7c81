import { reportMeasured } from '@artikul/server/figures'
import { mkdirSync } from 'node:fs'
import type { FrameLocator, Page } from 'playwright-core'
import { beforeEach, expect, inject, test } from 'vitest'
import {
  expectLoaded,
  expectSound,
  expectSoundInBothThemes,
  field,
  SCREENS,
  signIn,
  useBrowser,
  type Visit,
} from '../../../e2e/src/browser.ts'
import { useMapStub, type MapMood } from '../../../e2e/src/map-stub.ts'
import { useServer } from '../../../e2e/src/own-server.ts'
import { folderOf } from '../../../e2e/src/server.ts'

const stub = useMapStub(3193)
useServer(() => ({ MAP_ORIGIN: stub.origin, MAP_KEY: 'key-of-the-test', DEMO_SUPPLIERS: 'on' }))
const visit = useBrowser()
/** The shared server has no map key. */
const visitWithoutKey = useBrowser(() => inject('origin'))

beforeEach(() => {
  stub.mood = 'loads'
  stub.asked.length = 0
})
const failed = (page: Page) => page.getByText('Не удалось загрузить карту')
const addresses = (page: Page, label = 'Адреса точек') => page.getByRole('list', { name: label })

test('loaded map shows all pins, and a click on one selects its consignee', async () => {
  const person = await visit()
  const { page } = person
  await openPoints(person)
  const map = frameOf(page, 'Точки на карте')
  await pins(map).first().waitFor()
  await expectLoaded(page)
  expect(stub.asked).toEqual(['/v3/?apikey=key-of-the-test&lang=ru_RU'])
  const placed = await page.getByRole('button', { name: /^На карте: / }).count()
  expect(placed).toBeGreaterThan(1)
  expect(await pins(map).count()).toBe(placed)
  for (const pin of await pins(map).all()) expect(await pin.isVisible()).toBe(true)
  const name = (await pins(map).nth(1).getAttribute('aria-label')) ?? ''
  await pins(map).nth(1).click()
  const chosen = page.getByRole('complementary', { name: 'Карта' }).getByRole('status')
  await chosen.getByText(name).waitFor()
  await page.getByRole('button', { name: `На карте: ${name}`, pressed: true }).waitFor()
  await map.getByRole('button', { name, pressed: true }).waitFor()
  await expectSoundInBothThemes(person, 'loaded map')
  await shoot(person, 'loaded')
  await chosen.getByRole('button', { name: 'Открыть' }).click()
  await page.getByRole('dialog', { name }).waitFor()
  expect(person.noise).toEqual([])
  await person.close()
})

test('map on a phone is a separate tab', async () => {
  const person = await visit(SCREENS[2])
  const { page } = person
  await openPoints(person)
  await page.getByRole('tab', { name: 'Карта' }).click()
  await pins(frameOf(page, 'Точки на карте')).first().waitFor()
  await expectSoundInBothThemes(person, 'map on a phone')
  await shoot(person, 'loaded')
  await person.close()
})

test('click on the map in the form sets the coordinates of the consignee', async () => {
  const person = await visit()
  const { page } = person
  await openPoints(person)
  await page.getByRole('button', { name: 'Добавить точку' }).click()
  const window = page.getByRole('dialog', { name: 'Новая точка' })
  await window.getByRole('button', { name: 'Указать на карте' }).click()
  const map = frameOf(page, 'Карта для выбора места')
  await map.locator('#map.is-picking').click({ position: { x: 120, y: 90 } })
  await pins(map).first().waitFor()
  const lng = await field(window, 'Долгота').inputValue()
  const lat = await field(window, 'Широта').inputValue()
  // Within sight of Moscow, where a map without points starts, but not at its centre.
  expect(Math.abs(Number(lng) - 37.617644)).toBeLessThan(0.1)
  expect(Math.abs(Number(lat) - 55.755819)).toBeLessThan(0.1)
  expect(lng).not.toBe('37.617644')
  await map.locator('#map').click({ position: { x: 300, y: 40 } })
  await expect.poll(() => field(window, 'Долгота').inputValue()).not.toBe(lng)
  await expect.poll(() => pins(map).count()).toBe(1)
  await expectSoundInBothThemes(person, 'place on a map')
  await shoot(person, 'picking')
  await person.close()
})

test('slow map appears without an error', async () => {
  stub.mood = 'slow'
  const person = await visit()
  await openPoints(person)
  await person.page.getByRole('status').getByText('Ожидание').first().waitFor({ state: 'attached' })
  await shoot(person, 'slow')
  await pins(frameOf(person.page, 'Точки на карте')).first().waitFor()
  expect(await failed(person.page).count()).toBe(0)
  await expectSound(person, 'slow map')
  await person.close()
})

test.each<[MapMood, least: number, most: number, told: RegExp | undefined]>([
  // Five seconds of the portal's own timeout, plus the time of the page itself.
  ['never ready', 4_500, 8_000, undefined],
  ['absent', 0, 4_000, /404 \(Not Found\)/],
])('map that is %s is replaced by the address list and appears on retry', async (mood, least, most, expectedNoise) => {
  stub.mood = mood
  const person = await visit()
  const { page } = person
  const started = Date.now()
  await openPoints(person)
  await failed(page).waitFor()
  const took = Date.now() - started
  expect(took).toBeGreaterThan(least)
  reportMeasured('screens', { measured: `map gives way, ${mood}`, value: took, limit: most, unit: 'ms' })
  const list = addresses(page)
  await list.getByRole('button').nth(1).click()
  const name = await list.getByRole('button', { pressed: true }).innerText()
  await page.getByRole('button', { name: `На карте: ${name}`, pressed: true }).waitFor()
  await expectLoaded(page)
  await expectSoundInBothThemes(person, mood, expectedNoise)
  await shoot(person, mood.replace(' ', '-'))
  stub.mood = 'loads'
  await page.getByRole('button', { name: 'Повторить' }).click()
  await pins(frameOf(page, 'Точки на карте')).first().waitFor()
  await failed(page).waitFor({ state: 'detached' })
  await person.close()
})

test('address list is shown without a map key, and no map request is sent', async () => {
  const person = await visitWithoutKey()
  const { page, origin } = person
  const strangers: string[] = []
  page.on('request', (request) => {
    const url = new URL(request.url())
    if (url.protocol.startsWith('http') && url.origin !== origin) strangers.push(request.url())
  })
  for (const [screen, width] of [
    ['desk', 1440],
    ['phone', 390],
  ] as const) {
    await page.setViewportSize({ width, height: 844 })
    await openPoints(person)
    if (screen === 'phone') await page.getByRole('tab', { name: 'Карта' }).click()
    await addresses(page).waitFor({ timeout: 2_000 })
    await expectLoaded(page)
    await expectSoundInBothThemes(person, `without a key, ${screen}`)
    await shoot(person, 'no-key')
  }
  await page.goto(`${origin}/contacts`)
  await failed(page).waitFor({ timeout: 2_000 })
  await page.getByText('Адреса офисов — в списке.').waitFor()
  expect(strangers).toEqual([])
  expect(stub.asked).toEqual([])
  await person.close()
})

test('consignee is selected and its coordinates are entered by keyboard without a map', async () => {
  stub.mood = 'absent'
  const person = await visit()
  const { page } = person
  await openPoints(person)
  await failed(page).waitFor()
  await expectLoaded(page)
  const second = addresses(page).getByRole('button').nth(1)
  const name = await second.innerText()
  await second.focus()
  await page.keyboard.press('Enter')
  await page.getByRole('complementary', { name: 'Карта' }).getByRole('status').getByText(name).waitFor()
  await page.getByRole('button', { name: 'Открыть' }).focus()
  await page.keyboard.press('Enter')
  const window = page.getByRole('dialog', { name })
  await window.getByRole('button', { name: 'Указать на карте' }).focus()
  await page.keyboard.press('Enter')
  await window.getByText('Место можно указать числами: долготу и широту впишите выше.').waitFor()
  const longitude = field(window, 'Долгота')
  await longitude.focus()
  await page.keyboard.press('Control+A')
  await page.keyboard.type('200')
  await page.keyboard.press('Enter')
  await window.getByText(/Долгота — число от −180 до 180/).waitFor()
  await page.keyboard.press('Control+A')
  await page.keyboard.type('50,123456')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Control+A')
  await page.keyboard.type('53.2')
  await expectSound(person, 'place in numbers', /404 \(Not Found\)/)
  await page.keyboard.press('Enter')
  await window.waitFor({ state: 'detached' })
  await page.getByRole('button', { name, exact: true }).first().focus()
  await page.keyboard.press('Enter')
  await page.getByRole('dialog', { name }).waitFor()
  expect(await field(page.getByRole('dialog', { name }), 'Долгота').inputValue()).toBe('50.123456')
  await page.keyboard.press('Escape')
  await page.getByRole('dialog', { name }).waitFor({ state: 'detached' })
  await person.close()
})

test.each(SCREENS)('contacts page renders without faults with and without a map, $name', async (screen) => {
  const person = await visit(screen)
  const { page, origin } = person
  await page.goto(`${origin}/contacts`)
  await expectLoaded(page, 'Контакты')
  const map = frameOf(page, 'Офисы на карте')
  await pins(map).first().waitFor()
  expect(await pins(map).count()).toBe(2)
  await map.getByRole('button', { name: /Шушары/ }).click()
  await addresses(page, 'Адреса офисов')
    .getByRole('button', { name: /Шушары/, pressed: true })
    .waitFor()
  await expectSound(person, 'contacts')
  await shoot(person, 'contacts')
  stub.mood = 'absent'
  await page.reload()
  await failed(page).waitFor()
  await page.getByText('Адреса офисов — в списке.').waitFor()
  await expectLoaded(page)
  await expectSound(person, 'contacts without a map', /404 \(Not Found\)/)
  await shoot(person, 'contacts-no-map')
  await person.close()
})

/** Stores the appearance of each state in both themes with `SCREENSHOTS=on`. */
async function shoot({ page }: Visit, name: string) {
  if (process.env['SCREENSHOTS'] === undefined) return
  const folder = folderOf('screenshots')
  mkdirSync(folder, { recursive: true })
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    await page.waitForFunction(
      (theme) => document.documentElement.classList.contains('dark') === (theme === 'dark'),
      colorScheme,
    )
    await page.screenshot({
      path: `${folder}/map-${name}-${page.viewportSize()?.width ?? 0}-${colorScheme}.png`,
      animations: 'disabled',
    })
  }
}

const frameOf = (page: Page, title: string): FrameLocator => page.frameLocator(`iframe[title="${title}"]`)

const pins = (map: FrameLocator) => map.locator('.pin')

async function openPoints(person: Visit) {
  await signIn(person, 'ContractorAdmin')
  await person.page.goto(`${person.origin}/consignees`, { waitUntil: 'commit' })
  await person.page.getByRole('heading', { level: 1, name: 'Грузополучатели' }).waitFor()
}
