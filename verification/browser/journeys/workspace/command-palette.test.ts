import { expect, test } from 'vitest'
import {
  ACCOUNTS,
  expectLoaded,
  expectSoundInBothThemes,
  PASSWORD,
  SCREENS,
  signIn,
  useBrowser,
  type Visit,
} from '../../../../e2e/src/browser.ts'
import { callAs, COMPANIES, fillCart } from '../../../../e2e/src/people.ts'
import { useServer } from '../../../../e2e/src/own-server.ts'

useServer()
const visit = useBrowser()

async function openPalette({ page }: Visit) {
  await page.keyboard.press('Control+k')
  const field = page.getByRole('combobox', { name: 'Быстрый переход' })
  await field.waitFor()
  // Letters without a key of their own arrive as text, wherever the cursor is.
  await expect.poll(() => field.evaluate((element) => element === document.activeElement)).toBe(true)
  return field
}

test('palette opens an order by digits of its number and lists it as recent, by keyboard only', async () => {
  const order = await placeOrder()
  const client = await visit()
  await signIn(client, 'ContractorAdmin')
  await client.page.goto(`${client.origin}/catalog`)
  await expectLoaded(client.page)

  await openPalette(client)
  await client.page.getByRole('option', { name: /Сменить тему/ }).waitFor()
  await expectSoundInBothThemes(client, 'the empty palette')
  await client.page.keyboard.type(order.number.slice(-5))
  // Enter before the answer arrives waits for it.
  await client.page.keyboard.press('Enter')
  await client.page.waitForURL(`**/orders/${order.id}`)
  await expectLoaded(client.page, new RegExp(order.number))

  const field = await openPalette(client)
  await client.page.getByRole('group', { name: 'Недавнее' }).getByRole('option', { name: order.number }).waitFor()
  await field.fill('зн-44')
  await client.page.getByRole('group', { name: 'Заказы' }).getByRole('option').first().waitFor()
  await expectSoundInBothThemes(client, 'orders by the own number')
  await client.page.keyboard.press('Escape')
  await expect.poll(() => field.count()).toBe(0)

  // Pages are found by their names, parts by their articles.
  await openPalette(client)
  await client.page.keyboard.type('корз')
  await client.page.keyboard.press('Enter')
  await client.page.waitForURL('**/cart')
  await openPalette(client)
  await client.page.keyboard.type('26300-3550')
  await client.page.getByRole('group', { name: 'Детали' }).getByRole('option').first().waitFor()
  await client.page.keyboard.press('ArrowDown')
  await client.page.keyboard.press('ArrowUp')
  await client.page.keyboard.press('Enter')
  await client.page.waitForURL('**/catalog/hyundaikia-2630035503')
})

test('palette offers the catalog when nothing is found and a retry when the server fails', async () => {
  const client = await visit()
  await signIn(client, 'ContractorUser')
  await client.page.goto(`${client.origin}/orders`)
  await expectLoaded(client.page)
  const field = await openPalette(client)
  await field.fill('ъъъ-нет')
  await client.page.getByText('Ничего не найдено.').waitFor()
  await expectSoundInBothThemes(client, 'nothing found')
  await client.page.route('**/api/v1/global-search*', (route) => route.abort())
  await field.fill('77777')
  await client.page.getByRole('button', { name: 'Повторить' }).waitFor()
  await expectSoundInBothThemes(client, 'a failing server', /ERR_FAILED|Failed to load/)
  await client.page.unroute('**/api/v1/global-search*')
  await client.page.getByRole('button', { name: 'Повторить' }).click()
  await client.page.getByText('Ничего не найдено.').waitFor()
  await client.page.getByRole('option', { name: 'Искать «77777» в каталоге' }).click()
  await client.page.waitForURL(/\/catalog\?q=77777$/)
})

test('manager finds companies in the palette and opens the list of keyboard shortcuts', async () => {
  const manager = await visit()
  await signIn(manager, 'ArtikulOrderManager')
  await manager.page.goto(`${manager.origin}/orders`)
  await expectLoaded(manager.page)
  await openPalette(manager)
  await manager.page.keyboard.type(COMPANIES.volga.slice(-6))
  await manager.page.getByRole('group', { name: 'Покупатели' }).getByRole('option', { name: /Волга/ }).waitFor()
  await expectSoundInBothThemes(manager, 'companies')
  await manager.page.keyboard.press('Escape')

  // In a text field a question mark is typed as text.
  await manager.page.getByRole('combobox', { name: 'Поиск запчастей' }).fill('')
  await manager.page.keyboard.press('?')
  expect(await manager.page.getByRole('dialog', { name: 'Клавиши' }).count()).toBe(0)
  await manager.page.locator('#main').focus()
  await manager.page.keyboard.press('?')
  const keys = manager.page.getByRole('dialog', { name: 'Клавиши' })
  await keys.getByText('поиск запчастей').waitFor()
  await expectSoundInBothThemes(manager, 'the keys')
  // No other window opens above an open one.
  await manager.page.keyboard.press('Control+k')
  expect(await manager.page.getByRole('combobox', { name: 'Быстрый переход' }).count()).toBe(0)
  await manager.page.keyboard.press('Escape')
  await manager.page.getByRole('button', { name: /^Профиль/ }).click()
  await manager.page.getByRole('menuitem', { name: 'Клавиши' }).click()
  await keys.waitFor()
})

test('palette on a phone opens from the menu of the profile', async () => {
  const phone = await visit(SCREENS[2])
  await signIn(phone, 'ContractorAdmin')
  await phone.page.goto(`${phone.origin}/orders`)
  await expectLoaded(phone.page)
  await phone.page.getByRole('button', { name: /^Профиль/ }).click()
  await phone.page.getByRole('menuitem', { name: 'Быстрый переход' }).click()
  await phone.page.getByRole('option', { name: 'Заказ по списку' }).waitFor()
  await expectSoundInBothThemes(phone, 'the palette on a phone')
  await phone.page.getByRole('combobox', { name: 'Быстрый переход' }).fill('Ленин')
  await phone.page.getByRole('option', { name: /^Искать/ }).waitFor()
  await phone.page.getByRole('button', { name: 'Закрыть' }).click()
  await expect.poll(() => phone.page.getByRole('dialog').count()).toBe(0)
})

async function placeOrder() {
  const client = await callAs(ACCOUNTS.ContractorAdmin, PASSWORD)
  await fillCart(client, COMPANIES.volga, ['26300-35503'])
  const { lines } = await client.get<{ lines: object[] }>('/orders/preview')
  const placed = await client.post<{ orders: { id: number; number: string }[] }>(
    '/orders',
    { lines, client_number: 'ЗН-4417' },
    crypto.randomUUID(),
  )
  return placed.orders[0] ?? expect.fail('nothing was placed')
}
