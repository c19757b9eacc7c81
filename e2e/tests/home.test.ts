import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import {
  ACCOUNTS,
  APPLICANT,
  expectLoaded,
  expectNoSidewaysScroll,
  expectSoundInBothThemes,
  SCREENS,
  reportShift,
  signIn,
  useBrowser,
  watchShifts,
} from '../src/browser.ts'
import { serverOrigin, useServer } from '../src/own-server.ts'
import { callAs, chooseCompany, COMPANIES, fillCart } from '../src/people.ts'

useServer()
const visit = useBrowser()

const AUTOSERVICE = /Автосервис Волга/
const panel = (page: Page, name: string | RegExp) =>
  page.locator('section').filter({ has: page.getByRole('heading', { level: 2, name }) })

async function openHome(who: Parameters<typeof signIn>[1], screen: (typeof SCREENS)[number] = SCREENS[0]) {
  const person = await visit(screen)
  await signIn(person, who)
  await watchShifts(person.page)
  await person.page.goto(`${serverOrigin()}/`)
  await expectLoaded(person.page)
  return person
}

test('client sees pending approvals, late lines and deliveries on the home page and uses it by keyboard', async () => {
  const caller = await callAs(ACCOUNTS.ContractorAdmin)
  await fillCart(caller, COMPANIES.volga, ['26300-35503'])
  const person = await openHome('ContractorAdmin')
  const { page } = person
  await expectLoaded(page, AUTOSERVICE)
  await reportShift(page, 'journeys', 'home')

  await panel(page, /^Ждут вашего решения/)
    .getByRole('button', { name: 'Согласен' })
    .first()
    .waitFor()
  const late = panel(page, /^Опаздывают\s*\d+$/)
  await late
    .getByText(/^Опаздывает на \d/)
    .first()
    .waitFor()
  await panel(page, 'Придёт сегодня').getByText('Рейс').first().waitFor()
  await panel(page, 'Взаиморасчёты').getByText('Ваша задолженность').waitFor()
  await panel(page, 'Закупки по месяцам').getByRole('table', { name: 'Закупки по месяцам' }).waitFor()
  await panel(page, /^Ожидают оплаты/)
    .getByRole('link', { name: /^Счёт/ })
    .first()
    .waitFor()

  // The cart's total matches that on its own page.
  const cart = panel(page, 'Корзины').getByRole('listitem')
  await cart.getByText('1 строка').waitFor()
  const { total_sum_kop: kop } = await caller.get<{ total_sum_kop: number }>('/cart')
  const sum = new Intl.NumberFormat('ru-RU', { minimumFractionDigits: 2 }).format(kop / 100)
  await cart.getByText(`${sum} ₽`).waitFor()
  await expectSoundInBothThemes(person, 'home at a desk')

  // «Искать» is reachable by keyboard: the search box is the one of every page.
  await page.keyboard.press('/')
  await page.keyboard.type('OC 500')
  await page.keyboard.press('Enter')
  await page.waitForURL((url) => url.pathname === '/catalog' && url.searchParams.get('q') === 'OC 500')
  await page.goBack()
  await panel(page, 'Вы искали').getByRole('link', { name: 'OC 500' }).waitFor()

  await late.getByRole('link', { name: /^Все опаздывающие/ }).press('Enter')
  await page.waitForURL('**/orders?tab=lines&late=true')
  await expectLoaded(page, 'Заказы')
  expect(person.noise).toEqual([])
  await person.close()
})

test('late line on the home page updates when a manager moves it', { tags: 'detail' }, async () => {
  const person = await openHome('ContractorAdmin', SCREENS[2])
  const { page } = person
  const row = panel(page, /^Опаздывают/)
    .getByRole('listitem')
    .first()
  await row.getByText('В пути', { exact: true }).waitFor()
  const manager = await callAs(ACCOUNTS.ArtikulOrderManager)
  const order = Number((await row.getByRole('link', { name: /^Заказ №/ }).getAttribute('href'))?.split('/').at(-1))
  const { lines } = await manager.get<{ lines: { id: number; parts: { state: string; qty: number }[] }[] }>(
    `/orders/${order}`,
  )
  const line = lines.find(({ parts }) => parts[0]?.state === 'in_transit')
  const move = { line_id: line?.id, from: 'in_transit', to: 'arrived', qty: line?.parts[0]?.qty }
  await manager.post(`/orders/${order}/transitions`, { moves: [move] }, crypto.randomUUID())
  await row.getByText('Приход на склад').waitFor()
  await reportShift(page, 'journeys', 'home')
  await expectSoundInBothThemes(person, 'home on a phone')
  await person.close()
})

test('employee without access to prices and settlements sees no sums', { tags: 'detail' }, async () => {
  const origin = serverOrigin()
  const [manager, employee] = [
    await callAs(ACCOUNTS.ArtikulOrderManager, undefined, origin),
    await callAs(ACCOUNTS.ContractorUser, undefined, origin),
  ]
  const { id } = await chooseCompany(employee, COMPANIES.volga)
  const { id: userId } = await employee.get<{ id: number }>('/user')
  const { version } = await manager.get<{ version: number }>(`/manager/user/admin/user/${userId}`)
  const limits = { sees_prices: false, sees_settlements: false, may_place: true, consignee_ids: null }
  await manager.patch(`/manager/user/admin/user/${userId}`, {
    version,
    memberships: [{ contractor_id: id, ...limits, order_limit_kop: null, month_limit_kop: null }],
  })
  const person = await openHome('ContractorUser')
  const { page } = person
  await panel(page, 'Последние заказы').waitFor()
  await panel(page, /^Опаздывают/).waitFor()
  await panel(page, 'Корзины').getByText('1 строка').waitFor()
  expect(await page.locator('main').innerText()).not.toContain('₽')
  for (const hidden of ['Взаиморасчёты', 'Закупки по месяцам'])
    expect(await panel(page, hidden).count(), hidden).toBe(0)
  await expectSoundInBothThemes(person, 'home without sums')
  await person.close()
})

test('company without orders sees first steps, and a manager is redirected to orders', { tags: 'detail' }, async () => {
  const newcomer = await openHome(APPLICANT, SCREENS[2])
  const steps = panel(newcomer.page, 'С чего начать')
  await steps.getByRole('link', { name: 'Загрузить список' }).waitFor()
  expect(await newcomer.page.getByRole('heading', { level: 2 }).allTextContents()).toEqual(['С чего начать', 'Новости'])
  await expectNoSidewaysScroll(newcomer.page, 'a newcomer’s home')
  await expectSoundInBothThemes(newcomer, 'a newcomer’s home')
  await steps.getByRole('link', { name: 'Пригласить сотрудников' }).press('Enter')
  await expectLoaded(newcomer.page, 'Сотрудники')
  await newcomer.close()

  const manager = await openHome('ArtikulOrderManager')
  expect(new URL(manager.page.url()).pathname).toBe('/orders')
  await manager.page.getByRole('tab', { name: 'Мой день' }).click()
  await manager.page.getByText('Опаздывают').first().waitFor()
  expect(manager.noise).toEqual([])
  await manager.close()
})
