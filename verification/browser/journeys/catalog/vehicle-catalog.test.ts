import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { expectLoaded, expectSoundInBothThemes, signIn, useBrowser, WIDTHS } from '../../../../e2e/src/browser.ts'
import { useServer } from '../../../../e2e/src/own-server.ts'

const START = join(import.meta.dirname, '../../../../server/src/simulator/start.ts')

let simulator: ChildProcess | undefined
/** Address, login and password of the simulator, which is a process of its own. */
let [origin, login, password] = ['', '', '']

beforeAll(async () => {
  simulator = spawn(process.execPath, [START, 'laximo', '0'], { stdio: ['ignore', 'pipe', 'inherit', 'ipc'] })
  const [line] = (await once(simulator.stdout ?? expect.fail('no output'), 'data')) as [Buffer]
  const [, ...found] = /Laximo: (\S+); логин (\S+), пароль (\S+)/.exec(line.toString()) ?? []
  ;[origin = '', login = '', password = ''] = found
})
afterAll(() => simulator?.disconnect())

useServer(() => ({ LAXIMO_ORIGIN: origin, LAXIMO_LOGIN: login, LAXIMO_PASSWORD: password }))
const visit = useBrowser()

/** Sets the further behaviour of the simulator; without parameters it is sound. */
const control = (query = '') => fetch(`${origin}/control${query}`)

test.each(WIDTHS)('buyer gets from a VIN in the search box to the cart, $width px', async ({ screen }) => {
  await control()
  const person = await visit(screen)
  const { page } = person
  await signIn(person, 'ContractorUser')
  await page.goto(`${person.origin}/catalog`)
  await expectLoaded(page)
  const search = page.getByRole('combobox', { name: 'Поиск запчастей' })
  await search.fill('Z94CB41AAHR123456')
  await search.press('Enter')
  await page.getByRole('link', { name: /^Детали по VIN/ }).click()
  await expectLoaded(page)
  await expectSoundInBothThemes(person, 'several vehicles of a VIN')
  await page.getByRole('link', { name: 'Выбрать: KIA Rio 1.6' }).click()
  await page.getByRole('link', { name: 'Смазка двигателя' }).click()
  await page.getByRole('link', { name: /Масляный насос и фильтр/ }).click()
  await expectLoaded(page)
  // By keyboard, a place of the picture marks its part.
  const place = page.getByRole('button', { name: /^Позиция 1: / })
  await place.press('Enter')
  await expect.poll(() => place.getAttribute('aria-pressed')).toBe('true')
  await expectSoundInBothThemes(person, 'picture of a unit')
  await page.getByRole('link', { name: 'Цены и наличие: 26300-35503' }).click()
  await page
    .getByRole('button', { name: /^В корзину: HYUNDAI\/KIA 26300-35503/ })
    .first()
    .click()
  await page.getByText('Добавлено в корзину').first().waitFor()
  expect(person.noise).toEqual([])
  await person.close()
})

test.each([
  ['used-up quota', '?left=0', 'XW8ZZZ61ZEG061733', /обращения к каталогу по VIN исчерпаны/],
  ['failing provider', '?fault=error', 'XTA210990Y2766389', /не отвечает/],
])('%s is explained beside the request to the manager', async (_, query, vin, text) => {
  await control(query)
  const person = await visit()
  const { page } = person
  await signIn(person, 'ContractorUser')
  await page.goto(`${person.origin}/vehicle-catalog?number=${vin}`)
  await page.getByText(text).first().waitFor()
  await page
    .getByRole('link', { name: /[Зз]апрос/ })
    .first()
    .waitFor()
  await control()
  await person.close()
})
