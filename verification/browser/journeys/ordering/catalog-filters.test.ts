import { expect, test } from 'vitest'
import {
  expectLoaded,
  expectSoundInBothThemes,
  field,
  signIn,
  SCREENS,
  useBrowser,
  type Visit,
} from '../../../../e2e/src/browser.ts'

const visit = useBrowser()

const Q = '26300-35503'

async function open(screen = SCREENS[0] as (typeof SCREENS)[number], extraQuery = '') {
  const person = await visit(screen)
  await signIn(person, 'ContractorUser')
  await person.page.goto(`${person.origin}/catalog?q=${Q}${extraQuery}`)
  await expectLoaded(person.page, /Результаты поиска/)
  return person
}
const filtersOf = ({ page }: Visit) => page.getByRole('complementary', { name: 'Фильтры' })
const paramsOf = ({ page }: Visit) => Object.fromEntries(new URL(page.url()).searchParams)
const offersOf = ({ page }: Visit) => page.getByRole('region', { name: 'Предложения' })
/** Return days of the offers, or that there is no return. */
const returnsOf = (person: Visit) => offersOf(person).getByText(/^(\d+\sдн\.|без возврата)$/)

test('catalog filters are kept in the URL, survive a reload and reset together', async () => {
  const person = await open(SCREENS[0])
  const { page } = person
  const filters = filtersOf(person)
  const all = await page
    .getByText(/^\d+\sпредложени/)
    .first()
    .innerText()

  await filters.getByRole('checkbox', { name: /^С возвратом/ }).check()
  await expect.poll(() => offersOf(person).getByText('без возврата').count()).toBe(0)
  expect(await returnsOf(person).count()).toBeGreaterThan(0)
  await filters.getByRole('checkbox', { name: /^В наличии у нас/ }).check()
  await expect
    .poll(() =>
      offersOf(person)
        .getByText(/^Склад \d+$/)
        .count(),
    )
    .toBe(0)
  await field(filters, 'Цена от').fill('400,50')
  await field(filters, 'Цена от').press('Enter')
  await expect.poll(() => paramsOf(person)).toEqual({ q: Q, returns: 'true', own: 'true', from_kop: '40050' })
  await expectSoundInBothThemes(person, 'filtered')

  await page.reload()
  await expectLoaded(page)
  expect(await filters.getByRole('checkbox', { name: /^С возвратом/ }).isChecked()).toBe(true)
  expect(await field(filters, 'Цена от').inputValue()).toBe('400,50')
  await filters.getByRole('button', { name: 'Сбросить' }).click()
  await expect.poll(() => paramsOf(person)).toEqual({ q: Q })
  await page.getByText(all).first().waitFor()
  await person.close()
})

test('best price is marked among offers with enough stock', async () => {
  const person = await open(SCREENS[0], '&brand=MAHLE')
  const { page } = person
  const marked = () =>
    page
      .getByRole('row')
      .filter({ hasText: /Лучшая цена|Лучший выбор/ })
      .first()
      .innerText()
  const before = await marked()
  // The cheapest of them has a stock of 7 in the demonstration.
  await page.getByRole('spinbutton', { name: 'Нужно, шт.' }).fill('8')
  await page.getByRole('spinbutton', { name: 'Нужно, шт.' }).press('Enter')
  await expect.poll(marked).not.toBe(before)
  expect(before).toMatch(/\b7\sшт\./)
  await person.close()
})

test('catalog on a phone opens filters over the list and sorts the cards', async () => {
  const person = await open(SCREENS[2])
  const { page } = person
  await page.getByRole('button', { name: 'Фильтры' }).click()
  await filtersOf(person)
    .getByRole('checkbox', { name: /^Есть нужное количество/ })
    .check()
  await page.getByRole('button', { name: 'Фильтры: 1' }).waitFor()
  await expectSoundInBothThemes(person, 'filters on the phone')
  await field(page, 'Порядок').selectOption('Сначала быстрые')
  await expect.poll(() => paramsOf(person)).toEqual({ q: Q, enough: 'true', sort: 'date' })
  await person.close()
})
