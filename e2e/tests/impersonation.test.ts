import { IS_VERIFY } from '@artikul/server/figures'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import {
  ACCOUNTS,
  expectAccessible,
  expectLoaded,
  expectNoSidewaysScroll,
  follow,
  PASSWORD,
  SCREENS,
  signIn,
  signInByForm,
  useBrowser,
  type Visit,
} from '../src/browser.ts'
import { callAs, COMPANIES, createPerson, fillCart, type Person } from '../src/people.ts'
import { useServer } from '../src/own-server.ts'

useServer()
const visit = useBrowser()

const MANAGER = 'Иванова Мария Сергеевна'
const OIL_FILTER = '26300-35503'
const BRAKE_PADS = '58101-1RA05'
const ALIEN = 'От имени клиента это недоступно'

const bar = (page: Page) => page.getByRole('complementary', { name: 'Работа от имени клиента' })

test.each(IS_VERIFY ? [SCREENS[0], SCREENS[3]] : [SCREENS[0]])(
  'manager orders on behalf of a client, and the client sees and disputes the order, $name',
  async (screen) => {
    const client = await createPerson('CONTRACTOR_USER', [COMPANIES.smirnov], 'Обращаева Анна Петровна')
    const api = await callAs(client.login, client.password)
    await fillCart(api, COMPANIES.smirnov, [])
    const manager = await visit(screen)
    const number = await workInName(manager, client)
    await expectTrail(manager, client, number)
    expect(manager.noise).toEqual([])
    await manager.close()

    const person = await visit(screen)
    await clientAnswers(person, client, number)
    expect(person.noise).toEqual([])
    await person.close()
    await fillCart(api, COMPANIES.smirnov, [])
  },
)

async function findClient({ page, origin }: Visit, client: Person) {
  await page.goto(`${origin}/login`)
  await signInByForm({ page }, ACCOUNTS.ArtikulOrderManager, PASSWORD)
  await expectLoaded(page, 'Заказы')
  await page.getByRole('link', { name: 'Пользователи' }).click()
  await page.getByLabel('ИНН компании').fill(COMPANIES.smirnov)
  await page.getByLabel('ИНН компании').press('Enter')
  await page.waitForURL(`${origin}/manager?inn=${COMPANIES.smirnov}`)
  await page.getByLabel('Имя, логин или почта').fill(client.login)
  await page.getByLabel('Имя, логин или почта').press('Enter')
  await page.waitForURL((url) => url.searchParams.get('username') === client.login)
  return page.url()
}

async function addToCart(page: Page, article: string) {
  const search = page.getByLabel('Поиск запчастей').first()
  await search.fill(article)
  await search.press('Enter')
  const added = page.waitForResponse((reply) => reply.url().endsWith('/cart/lines'))
  await page
    .getByRole('button', { name: new RegExp(`^В корзину: HYUNDAI/KIA ${article}`) })
    .first()
    .click()
  expect((await added).status()).toBe(201)
}

/** Places the cart as confirmed verbally by a person of the client and returns the order's number. */
async function orderByWord(page: Page): Promise<string> {
  await page.getByRole('button', { name: 'Оформить заказ' }).click()
  const word = page.getByRole('group', { name: 'Со слов клиента' })
  await word.getByLabel('ФИО').fill('Снабженцев Олег Петрович')
  await word.getByLabel('Телефон').fill('8 916 000-00-77')
  await expectAccessible(page, 'checkout by word')
  await page.getByRole('dialog').getByRole('button', { name: 'Оформить', exact: true }).click()
  const link = page.getByRole('dialog', { name: 'Создан 1 заказ' }).getByRole('link', { name: /№ 26-\d{6}/ })
  const number = /26-\d{6}/.exec(await link.innerText())?.[0] ?? ''
  await page.getByRole('dialog').getByRole('button', { name: 'Закрыть' }).first().click()
  return number
}

async function workInName(person: Visit, client: Person): Promise<string> {
  const { page, origin } = person
  const left = await findClient(person, client)
  const row = page.getByRole('row').filter({ hasText: client.login })
  const found = row.getByRole('button', { name: client.full_name, exact: true })
  await found.click()
  await page.getByRole('dialog').getByRole('button', { name: 'Войти от имени' }).click()
  await page.waitForURL(`${origin}/`)
  for (const path of ['/', '/catalog', '/cart', '/orders', '/profile']) {
    await follow(page, path)
    await expectLoaded(page)
    await bar(page).getByText(`Вы работаете от имени ${client.full_name}`).waitFor()
    await expectNoSidewaysScroll(page, path)
    await expectAccessible(page, `${path} in a client's name`)
  }
  await addToCart(page, OIL_FILTER)
  await follow(page, '/cart')
  const number = await orderByWord(page)
  await addToCart(page, BRAKE_PADS)
  await follow(page, '/change-password')
  await page.getByText(ALIEN).waitFor()
  for (const [tab, name] of [
    ['security', 'Безопасность'],
    ['sessions', 'Сессии'],
  ] as const) {
    await follow(page, `/profile?tab=${tab}`)
    await page.getByRole('tabpanel', { name }).getByText(ALIEN).waitFor()
  }
  await follow(page, '/profile')
  expect(await page.getByLabel('Электронная почта').isDisabled()).toBe(true)
  await bar(page).getByRole('button', { name: 'Вернуться в свой аккаунт' }).click()
  await page.waitForURL(left)
  await found.waitFor()
  expect(await bar(page).count()).toBe(0)
  return number
}

async function expectTrail({ page }: Visit, client: Person, number: string) {
  await follow(page, `/settings?tab=journal&user_id=${client.id}`)
  const rows = page.getByRole('table', { name: 'Журнал действий' }).getByRole('row')
  for (const [event, about] of [
    ['Начата работа от имени', client.full_name],
    ['Заказ оформлен от имени клиента', number],
    ['Закончена работа от имени', client.full_name],
  ] as const) {
    await rows.filter({ hasText: event }).filter({ hasText: MANAGER }).filter({ hasText: about }).first().waitFor()
  }
}

async function clientAnswers(person: Visit, client: Person, number: string) {
  const { page, origin } = person
  await signIn(person, client)
  await page.goto(`${origin}/cart`)
  await page.getByRole('link', { name: BRAKE_PADS }).waitFor()
  await page.getByText(new RegExp(`добавил менеджер ${MANAGER}`)).waitFor()
  await follow(page, '/profile?tab=behalf')
  const deeds = page.getByRole('table', { name: 'Действия менеджеров' })
  await deeds.getByRole('row').filter({ hasText: number }).filter({ hasText: MANAGER }).waitFor()
  await expectAccessible(page, 'deeds of managers')
  await expectNoSidewaysScroll(page, 'deeds of managers')
  await follow(page, `/orders?q=${number}`)
  await page
    .getByRole('link', { name: new RegExp(number) })
    .first()
    .click()
  await page.getByText(new RegExp(`Оформил менеджер ${MANAGER} со слов: Снабженцев Олег Петрович`)).waitFor()
  await page.getByRole('button', { name: 'Я этого не подтверждал' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Да' }).click()
  await page.getByText(/Вы не подтвердили этот заказ/).waitFor()
  await expectAccessible(page, 'disputed order')
}
