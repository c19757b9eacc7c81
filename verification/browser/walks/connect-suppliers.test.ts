import { fork, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { reportFigure } from '@artikul/server/figures'
import type { Locator } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  expectLoaded,
  expectSoundInBothThemes,
  field,
  signIn,
  useBrowser,
  type Visit,
} from '../../../e2e/src/browser.ts'
import { useServer } from '../../../e2e/src/own-server.ts'
import { Hand } from './hand.factory.ts'

useServer(() => ({ PRIVATE_URLS: 'on' }))
const visit = useBrowser()

const ARTICLE = 'OC 500'
const BRAND = 'MAHLE'
/** Seconds of a person that a supplier may take. */
const SECONDS_LIMIT = 180

let simulator: ChildProcess
let armtek = ''
let own = ''
beforeAll(async () => {
  const start = new URL('../../../server/src/simulator/start.ts', import.meta.url)
  simulator = fork(start, ['api', '0'], { execArgv: [], stdio: ['ignore', 'ignore', 'inherit', 'ipc'] })
  const [[first = '', second = '']] = (await once(simulator, 'message')) as [string[]]
  armtek = first
  own = second
}, 30_000)
afterAll(() => {
  simulator.kill()
})

async function fill(hand: Hand, form: Locator, fields: Record<string, string>) {
  for (const [label, text] of Object.entries(fields)) {
    await hand.click(field(form, label))
    await hand.press('ControlOrMeta+A')
    await hand.type(text)
  }
}

async function begin(hand: Hand, { page, origin }: Visit, template: string): Promise<Locator> {
  await page.goto(`${origin}/admin/online-suppliers`)
  await expectLoaded(page, 'Поставщики (онлайн)')
  await hand.click(page.getByRole('button', { name: 'Добавить' }).first())
  const form = page.getByRole('dialog', { name: 'Новый онлайн-поставщик' })
  await hand.click(form.getByRole('button', { name: template }))
  return form
}

async function finish(hand: Hand, { page }: Visit, form: Locator) {
  await hand.click(form.getByRole('button', { name: 'Добавить', exact: true }))
  await form.waitFor({ state: 'detached' })
  await page.getByText('Поставщик добавлен').first().waitFor()
}

async function tryOut(hand: Hand, form: Locator) {
  await fill(hand, form, { Артикул: ARTICLE, Бренд: BRAND })
  await hand.click(form.getByRole('button', { name: 'Проверить' }))
}

async function connectArmtek(hand: Hand, person: Visit) {
  const form = await begin(hand, person, 'Armtek')
  await hand.choose(form.getByRole('combobox', { name: 'Продавец' }), 'ООО «АРТИКУЛ»')
  await fill(hand, form, { 'Адрес API': armtek, 'Логин веб-сервисов': 'armtek', Пароль: 'не тот' })
  await fill(hand, form, { 'Код покупателя (KUNNR_RG)': '43000001' })
  await tryOut(hand, form)
  await form.getByText(/Armtek не принял логин или пароль/).waitFor()
  await fill(hand, form, { Пароль: 'simulator' })
  await hand.click(form.getByRole('button', { name: 'Проверить' }))
  await form.getByRole('table', { name: 'Понятые предложения' }).getByText(`${BRAND} ${ARTICLE}`).first().waitFor()
  await expectSoundInBothThemes(person, 'Armtek that was tried')
  await finish(hand, person, form)
}

async function connectOwn(hand: Hand, person: Visit) {
  const form = await begin(hand, person, 'Свой API')
  await hand.choose(form.getByRole('combobox', { name: 'Продавец' }), 'ООО «АРТИКУЛ»')
  await fill(hand, form, {
    Название: 'Запчасти Урала',
    'Адрес запроса': `${own}/v2/search?number={article}&make={brand}`,
    'Ключ или пароль': 'own-api-key',
    Заголовки: 'X-Api-Key: {key}',
  })
  await tryOut(hand, form)
  await form.getByRole('table', { name: 'Понятые предложения' }).getByText(`${BRAND} ${ARTICLE}`).first().waitFor()
  expect(await field(form, 'Список предложений').inputValue()).toBe('result.goods.*.offers')
  await expectSoundInBothThemes(person, 'own API that was tried')
  await finish(hand, person, form)
}

test('Armtek and an own API are connected by what the screen says, and both answer in the search', async () => {
  const person = await visit()
  await signIn(person, 'ArtikulOrderManager')
  const figures: string[] = []
  for (const [name, connect] of [
    ['Armtek', connectArmtek],
    ['свой API', connectOwn],
  ] as const) {
    const hand = new Hand(person.page)
    await connect(hand, person)
    figures.push(`${name}: ${hand.clicks} нажатий, ${hand.keys} знаков, человеку ${hand.seconds} с`)
    expect(hand.seconds).toBeLessThan(SECONDS_LIMIT)
  }
  reportFigure('онлайн-поставщики', figures.join('; '))
  expect(person.noise).toEqual([])
  await person.close()

  const client = await visit()
  await signIn(client, 'ContractorAdmin')
  await client.page.goto(`${client.origin}/catalog?q=${ARTICLE}`)
  await expectLoaded(client.page, /^Результаты поиска/)
  const suppliers = client.page.getByRole('region', { name: 'У поставщиков' })
  await suppliers.getByText('Ответили 2 из 2').waitFor()
  await suppliers
    .getByLabel(/^Количество, /)
    .nth(1)
    .waitFor()
  await client.close()
})
