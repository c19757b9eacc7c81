import { reportMeasured } from '@artikul/server/figures'
import { expect, test } from 'vitest'
import {
  ACCOUNTS,
  expectLoaded,
  expectSoundInBothThemes,
  signIn,
  SCREENS,
  useBrowser,
  type Visit,
} from '../../../../e2e/src/browser.ts'
import { useServer } from '../../../../e2e/src/own-server.ts'
import { callAs } from '../../../../e2e/src/people.ts'
import { useSuppliers } from '../../../../e2e/src/suppliers.ts'

useServer(() => ({ DEMO_SUPPLIERS: 'on' }))
useSuppliers()
const visit = useBrowser()

/** Two suppliers answer at once, one late; a query of one screen is cached, so the other screen makes its own. */
const PLACES = [
  { screen: SCREENS[0], name: SCREENS[0].name, article: 'OC 500' },
  { screen: SCREENS[2], name: SCREENS[2].name, article: 'PF4147' },
]
const QUANTITY = /^Количество, /

interface Shifting {
  shifted: number
}
const shifted = ({ page }: Visit) => page.evaluate(() => (globalThis as unknown as Shifting).shifted)
const suppliersOf = ({ page }: Visit) => page.getByRole('region', { name: 'У поставщиков' })

test.each(PLACES)('offers of online suppliers load beside own offers without shifts: $name', async (place) => {
  const person = await open(place)
  const { page } = person
  const before = await shifted(person)
  const own = page.getByRole('region', { name: 'Предложения' }).getByLabel(QUANTITY).first()
  await own.focus()
  await page.keyboard.press('ControlOrMeta+A')
  await page.keyboard.type('4')

  const suppliers = suppliersOf(person)
  await suppliers.getByText('Ответили 3 из 3').waitFor()
  await suppliers.getByLabel(QUANTITY).first().waitFor()
  expect(await own.evaluate((input) => document.activeElement === input)).toBe(true)
  expect(await own.inputValue()).toBe('4')
  const shift = (await shifted(person)) - before
  reportMeasured('screens', {
    measured: 'layout shift, offers of suppliers',
    value: shift * 1000,
    limit: 20,
    unit: '/1000',
  })
  await expectLoaded(page, /Результаты поиска/)
  await expectSoundInBothThemes(person, 'offers of suppliers')

  const first = suppliers.getByLabel(QUANTITY).first()
  await first.fill('2')
  await first.blur()
  await suppliers.getByRole('button', { name: /^Показать ещё 1\sпредложение$/ }).click()
  const quantities = await Promise.all((await suppliers.getByLabel(QUANTITY).all()).map((input) => input.inputValue()))
  expect(quantities.toSorted()).toEqual(['1', '1', '1', '2'])
  const count = (await fromSuppliers()).length
  await suppliers
    .getByRole('button', { name: /^В корзину: / })
    .first()
    .click()
  await page.getByText('Добавлено в корзину').first().waitFor()
  await expect.poll(async () => (await fromSuppliers()).length).toBe(count + 1)

  await suppliers.getByRole('button', { name: /^Ответили / }).click()
  await page
    .getByText(/^(ответил за|из памяти)/)
    .first()
    .waitFor()
  await expectSoundInBothThemes(person, 'how suppliers have answered')
  await person.close()
})

/** Measures how much of the visible content shifts by itself. */
const watchShifts = ({ page }: Visit) =>
  page.addInitScript(() => {
    const target = globalThis as unknown as Shifting
    target.shifted = 0
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as (PerformanceEntry & { value: number; hadRecentInput: boolean })[])
        if (!entry.hadRecentInput) target.shifted += entry.value
    }).observe({ type: 'layout-shift', buffered: true })
  })

async function open({ screen, article }: (typeof PLACES)[number]) {
  const person = await visit(screen)
  await watchShifts(person)
  await signIn(person, 'ContractorUser')
  await person.page.goto(`${person.origin}/catalog?q=${encodeURIComponent(article)}`)
  await person.page.getByRole('region', { name: 'Предложения' }).getByLabel(QUANTITY).first().waitFor()
  return person
}

interface Line {
  product: { article: string }
  qty: number
  offer: { warehouse: string } | null
}

async function fromSuppliers(): Promise<number[]> {
  const { lines } = await (await callAs(ACCOUNTS.ContractorUser)).get<{ lines: Line[] }>('/cart')
  return lines.filter(({ offer }) => /^Склад \d+-\d+$/.test(offer?.warehouse ?? '')).map(({ qty }) => qty)
}
