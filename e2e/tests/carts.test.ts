import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { ACCOUNTS, expectLoaded, expectSoundInBothThemes, SCREENS, signIn, useBrowser } from '../src/browser.ts'
import { serverOrigin, useServer } from '../src/own-server.ts'
import { callAs, COMPANIES, fillCart } from '../src/people.ts'

useServer()
const visit = useBrowser()

const switcher = (page: Page) => page.getByRole('button', { name: /^Корзины, сейчас/ })
const rows = (page: Page) => page.getByRole('list', { name: 'Строки корзины' }).getByRole('listitem')

async function goTo(page: Page, cart: RegExp) {
  await switcher(page).click()
  await page.getByRole('menuitemradio', { name: cart }).click()
}

test('two employees share a cart, move a line to a second cart and keep it when that cart is deleted', async () => {
  const origin = serverOrigin()
  const [oleg, second] = [
    await callAs(ACCOUNTS.ContractorAdmin, undefined, origin),
    await callAs(ACCOUNTS.ContractorUser, undefined, origin),
  ]
  await fillCart(second, COMPANIES.volga, [])
  await fillCart(oleg, COMPANIES.volga, ['26300-35503'])
  const [first, other] = [await visit(), await visit(SCREENS.at(-1))]
  await signIn(first, 'ContractorAdmin')
  await signIn(other, 'ContractorUser')
  for (const { page } of [first, other]) {
    await page.goto(`${origin}/cart`)
    await expectLoaded(page, 'Корзина')
    await rows(page).first().waitFor()
  }
  await rows(other.page).first().getByText('Добавлено: ').waitFor()

  // Changes of one person appear at once for the other, and goods of both are preserved.
  const { groups } = await second.get<{ groups: { offers: { id: number; multiplicity: number }[] }[] }>(
    '/search?q=04152-YZZA1',
  )
  const offer = groups[0]?.offers[0]
  await second.post('/cart/lines', { offer_id: offer?.id, qty: offer?.multiplicity })
  await first.page.getByText('2 строки').first().waitFor()
  await rows(first.page).nth(1).getByText('Добавлено: ').waitFor()
  await expectSoundInBothThemes(first, 'the cart of two')

  // A new cart is selected for its author only; the other person stays in the previous one.
  await switcher(first.page).click()
  await first.page.getByRole('menuitem', { name: 'Новая корзина…' }).click()
  await first.page.getByLabel('Название').fill('Рейс 10:00')
  await first.page.getByRole('button', { name: 'Создать' }).click()
  await first.page.getByText('В корзине пусто').waitFor()
  await switcher(other.page).getByText('Основная').waitFor()
  await goTo(first.page, /^Основная: 2/)
  await rows(first.page).nth(1).waitFor()

  // One line is moved aside and leaves the other person's page by itself.
  await rows(first.page).nth(1).getByRole('checkbox').click()
  await first.page.getByText('Выбрать все (1 из 2)').waitFor()
  await first.page.getByRole('button', { name: 'В другую корзину…' }).click()
  await first.page.getByRole('dialog').getByLabel('Корзина').selectOption({ label: 'Рейс 10:00' })
  await first.page.getByRole('dialog').getByRole('button', { name: 'Перенести' }).click()
  await other.page.getByText('1 строка').first().waitFor()
  await goTo(other.page, /^Рейс 10:00: 1/)
  await other.page.getByText('1 строка').first().waitFor()
  await expectSoundInBothThemes(other, 'a cart on a phone')

  // Removal asks for confirmation and loses nothing.
  await switcher(other.page).click()
  await other.page.getByRole('menuitem', { name: 'Удалить эту корзину…' }).click()
  await other.page.getByRole('button', { name: 'Да', exact: true }).click()
  await other.page.getByText('2 строки').first().waitFor()
  await first.page.getByText('2 строки').first().waitFor()
  expect(first.noise).toEqual([])
  expect(other.noise).toEqual([])
  await first.close()
  await other.close()
})
