import { expect, test } from 'vitest'
import { ACCOUNTS, expectLoaded, expectSoundInBothThemes, field, SCREENS, signIn, useBrowser } from '../src/browser.ts'
import { useServer } from '../src/own-server.ts'
import { callAs } from '../src/people.ts'

useServer()
const visit = useBrowser()

const CODE = 'hyundaikia-2630035503'
const ARTICLE = '26300-35503'

interface Offered {
  offers: { price_kop: number; qty_prices?: { qty_from: number; price_kop: number }[] }[]
}
const offered = async () => {
  const client = await callAs(ACCOUNTS.ContractorAdmin)
  return (await client.get<Offered>(`/catalog/${CODE}`)).offers
}

const prices = async () => (await offered()).map(({ price_kop, qty_prices }) => [price_kop, qty_prices])

test('manager sets a price for an article, sees its explanation and reverts it for the client', async () => {
  const before = await prices()
  const person = await open('/price-conditions?q=нет-такого')
  const { page } = person
  await page.getByText('Под эти фильтры условий нет').waitFor()
  await expectSoundInBothThemes(person, 'no conditions')
  await page.getByRole('button', { name: 'Сбросить' }).click()
  await page.getByRole('button', { name: 'MANN-FILTER, от 10', exact: true }).waitFor()

  await page.getByRole('button', { name: 'Добавить условие' }).click()
  const dialog = page.getByRole('dialog', { name: 'Новое ценовое условие' })
  await dialog.getByRole('radio', { name: 'На один артикул' }).check()
  await dialog.getByRole('button', { name: 'Добавить', exact: true }).click()
  await dialog.getByText('Выберите, для кого условие').waitFor()
  await dialog.getByText('Выберите артикул').waitFor()
  await dialog.getByText('Укажите процент').waitFor()
  await expectSoundInBothThemes(person, 'refused condition')
  await dialog.getByRole('radio', { name: 'Для всех покупателей' }).check()
  await field(dialog, 'Артикул').fill(ARTICLE)
  await dialog.getByRole('option', { name: /26300-35503/ }).click()
  await field(dialog, 'Какая цена').selectOption({ label: 'Цена' })
  await field(dialog, 'Цена с НДС').fill('450')
  await field(dialog, 'Количество от').fill('4')
  await dialog.getByRole('button', { name: 'Что изменится' }).click()
  await dialog.getByText(/^Из них проверено \d+, изменится \d/).waitFor()
  await expectSoundInBothThemes(person, 'what would change')
  await dialog.getByRole('button', { name: 'Добавить', exact: true }).click()
  await dialog.waitFor({ state: 'detached' })
  await page.getByRole('table', { name: 'Ценовые условия' }).getByText('450,00').waitFor()
  await expectSoundInBothThemes(person, 'list of conditions')
  // The server checks for changed rules at most once a second.
  await expect
    .poll(async () => (await offered())[0]?.qty_prices, { timeout: 5000 })
    .toEqual([{ qty_from: 4, price_kop: 45_000 }])

  await page.getByRole('tab', { name: 'Какая цена и почему' }).click()
  await page.getByText('Покажем, какую цену увидит покупатель').waitFor()
  await expectSoundInBothThemes(person, 'empty calculator')
  await field(page, 'Артикул').fill(ARTICLE)
  await page.getByRole('option', { name: /26300-35503/ }).click()
  await field(page, 'Количество').fill('4')
  await page
    .getByText(/^Условие №/)
    .first()
    .waitFor()
  await expectSoundInBothThemes(person, 'explained price')

  await page.getByRole('tab', { name: 'Ниже минимума' }).click()
  await page.getByText('Ниже наименьшей цены не продавали').waitFor()
  await expectSoundInBothThemes(person, 'nothing under the lowest price')

  await page.getByRole('tab', { name: 'Изменения' }).click()
  const changes = page.getByRole('table', { name: 'Изменения ценовых условий' })
  await changes.getByRole('button', { name: 'Отменить' }).click()
  await page.getByRole('button', { name: 'Да', exact: true }).click()
  await page.getByText('Отменено', { exact: true }).waitFor()
  await expectSoundInBothThemes(person, 'changes')
  await expect.poll(prices, { timeout: 5000 }).toEqual(before)
  await person.close()
})

test('price columns are added and deleted, and the minimum markup is saved', { tags: 'detail' }, async () => {
  const person = await open('/price-conditions?tab=groups')
  const { page } = person
  await page.getByRole('button', { name: 'Добавить колонку' }).click()
  const dialog = page.getByRole('dialog', { name: 'Новая колонка цен' })
  await field(dialog, 'Название').fill('Розница')
  await field(dialog, 'Наценка, %').fill('12,5')
  await dialog.getByRole('button', { name: 'Добавить' }).click()
  await dialog.getByText('Такая ценовая группа уже есть').waitFor()
  await expectSoundInBothThemes(person, 'refused column', /409/)
  await field(dialog, 'Название').fill('Парки')
  await dialog.getByRole('button', { name: 'Добавить' }).click()
  await page.getByRole('button', { name: 'Парки', exact: true }).waitFor()
  await field(page, 'Не продавать дешевле себестоимости с наценкой, %').fill('2')
  await page.getByRole('button', { name: 'Сохранить' }).click()
  await page.getByText('Наименьшая наценка сохранена').waitFor()
  await expectSoundInBothThemes(person, 'columns', /409/)
  await page.getByRole('button', { name: 'Удалить колонку «Парки»' }).click()
  await page.getByRole('button', { name: 'Да', exact: true }).click()
  await page.getByRole('button', { name: 'Парки', exact: true }).waitFor({ state: 'detached' })
  await person.close()
})

test('warranty manager on a phone sees price conditions but cannot change them', { tags: 'detail' }, async () => {
  const manager = await callAs(ACCOUNTS.ArtikulOrderManager)
  await manager.post('/price-conditions', {
    ...{ contractor_id: null, price_group_id: null, product_id: null, brand_id: null, inventory_group_id: null },
    ...{ supply_route_id: null, purchase_from_kop: null, purchase_to_kop: null, qty_from: 0, note: '' },
    ...{ effect: { kind: 'discount', hundredths: 150 }, valid_from: '2026-11-01', valid_to: null },
  })
  const person = await visit(SCREENS[2])
  await signIn(person, 'ArtikulWarrantyManager')
  await person.page.goto(`${person.origin}/price-conditions`)
  await person.page.getByText('Все товары').waitFor()
  expect(await person.page.getByRole('button', { name: 'Добавить условие' }).count()).toBe(0)
  expect(await person.page.getByRole('checkbox').count()).toBe(0)
  await expectSoundInBothThemes(person, 'conditions on a phone')
  await person.close()
})

async function open(path: string, screen = SCREENS[0] as (typeof SCREENS)[number]) {
  const person = await visit(screen)
  await signIn(person, 'ArtikulOrderManager')
  await person.page.goto(person.origin + path)
  await expectLoaded(person.page, 'Ценовые условия')
  return person
}
