import { expect, test } from 'vitest'
import {
  ACCOUNTS,
  expectLoaded,
  expectSound,
  expectSoundInBothThemes,
  field,
  signIn,
  SCREENS,
  useBrowser,
  type Visit,
} from '../../../../e2e/src/browser.ts'
import { useServer } from '../../../../e2e/src/own-server.ts'
import { callAs } from '../../../../e2e/src/people.ts'

useServer(() => ({ DEMO_SUPPLIERS: 'on' }))
const visit = useBrowser()

/** Unavailable in every warehouse of the demonstration, while other makers offer analogues. */
const ABSENT = { article: '00.P034.42', code: 'brembo-00p03442', name: /^BREMBO 00\.P034\.42/ }
const PRESENT = { code: 'hyundaikia-2630035503', name: /26300-35503/ }
const PAGE = 'Подписки на товар'

const asEmployee = () => callAs(ACCOUNTS.ContractorUser)
async function stored(): Promise<Watch[]> {
  return (await (await asEmployee()).get<{ results: Watch[] }>('/product-alerts')).results
}
const kept = ({ product, kind, qty, price_kop }: Watch) => ({ code: product.code, kind, qty, price_kop })
const windowOf = ({ page }: Visit) => page.getByRole('dialog', { name: /^Сообщить о / })

test('product alert for an absent part is created in search and changed on the product page', async () => {
  const person = await open(`/catalog?q=${ABSENT.article}`, /Результаты поиска/)
  const { page } = person
  const absent = page.getByRole('list', { name: 'Сейчас нет в наличии' })
  await absent.getByText('Предложений этого номера сейчас нет').waitFor()
  await expectSoundInBothThemes(person, 'search without the asked')
  await absent.getByRole('button', { name: 'Сообщить о поступлении' }).click()
  await absent.getByText('Вы узнаете о поступлении', { exact: true }).waitFor()
  expect((await stored()).map(kept)).toEqual([{ code: ABSENT.code, kind: 'stock', qty: null, price_kop: null }])
  await expectSoundInBothThemes(person, 'waited for')

  await absent.getByRole('link', { name: ABSENT.article }).click()
  await expectLoaded(page, ABSENT.name)
  await page.getByText('Вы узнаете о поступлении', { exact: true }).waitFor()
  await page.getByRole('button', { name: 'Условие' }).click()
  const window = windowOf(person)
  await field(window, 'Не меньше, шт.').fill('0')
  await window.getByRole('button', { name: 'Сообщить' }).click()
  await window.getByText('Укажите количество').waitFor()
  await expectSoundInBothThemes(person, 'refused quantity')
  await field(window, 'Не меньше, шт.').fill('4')
  await window.getByRole('button', { name: 'Сообщить' }).click()
  await window.waitFor({ state: 'detached' })
  await page.getByText('Вы узнаете о поступлении от 4 шт.').waitFor()
  expect((await stored()).map(kept)).toEqual([{ code: ABSENT.code, kind: 'stock', qty: 4, price_kop: null }])

  await page.getByRole('button', { name: 'Не сообщать' }).click()
  await page.getByRole('button', { name: 'Сообщить о поступлении' }).waitFor()
  expect(await stored()).toEqual([])
  await page.getByRole('button', { name: 'Сообщить о поступлении' }).click()
  await page.getByText('Вы узнаете о поступлении', { exact: true }).waitFor()
  expect(await stored()).toHaveLength(1)
  await expectSoundInBothThemes(person, 'card')
  await person.close()
})

test('price alert is created on a phone, and one without a price is refused at its field', async () => {
  const person = await open(`/catalog/${PRESENT.code}`, PRESENT.name, SCREENS[2])
  const { page } = person
  await page.getByRole('button', { name: 'Сообщить о цене' }).click()
  const window = windowOf(person)
  expect(await window.getByRole('radio', { name: 'Когда подешевеет' }).isChecked()).toBe(true)
  await window.getByRole('button', { name: 'Сообщить' }).click()
  await window.getByText('Укажите цену').waitFor()
  const price = field(window, 'Цена не выше')
  expect(await price.getAttribute('aria-invalid')).toBe('true')
  await expectSoundInBothThemes(person, 'refused price')
  await price.fill('1,50')
  await window.getByRole('button', { name: 'Сообщить' }).click()
  await window.waitFor({ state: 'detached' })
  await page.getByText(/^Вы узнаете о цене до 1,50\s₽$/).waitFor()
  expect((await stored()).map(kept)).toContainEqual({ code: PRESENT.code, kind: 'price', qty: null, price_kop: 150 })
  await expectSoundInBothThemes(person, 'card on the phone')
  await person.close()
})

test.each([SCREENS[0], SCREENS[2]])('product alerts are listed and deleted on a page: $name', async (screen) => {
  const api = await asEmployee()
  const { id } = await api.get<{ id: number }>(`/catalog/${ABSENT.code}`)
  await api.post('/product-alerts', { product_id: id, kind: 'stock', qty: 2, price_kop: null })
  const person = await open('/', /./, screen)
  const { page } = person
  await page.getByRole('button', { name: /^Профиль: / }).click()
  await page.getByRole('menuitem', { name: PAGE }).click()
  await expectLoaded(page, PAGE)
  const rows = page.getByRole('table', { name: PAGE }).getByRole('row')
  await rows.filter({ hasText: ABSENT.article }).getByText('в наличии от 2 шт.').waitFor()
  await rows.filter({ hasText: ABSENT.article }).getByText('ждём').waitFor()
  await expectSoundInBothThemes(person, 'list')
  for (let left = (await stored()).length; left > 0; left -= 1) {
    await page
      .getByRole('button', { name: /^Больше не следить/ })
      .first()
      .click()
    await expect.poll(async () => (await stored()).length).toBe(left - 1)
    await expect.poll(() => page.getByRole('button', { name: /^Больше не следить/ }).count()).toBe(left - 1)
  }
  await page.getByText('Вы пока ничего не ждёте').waitFor()
  await expectSoundInBothThemes(person, 'empty list')
  await person.close()
})

test('alerts that fail to load offer a retry, and a reached limit shows a message', async () => {
  const person = await open('/', /./)
  const { page } = person
  const busy = { status: 503, contentType: 'application/problem+json' }
  const problem = { type: 'about:blank', request_id: 'any' }
  await page.route('**/api/v1/product-alerts', (route) =>
    route.fulfill({
      ...busy,
      body: JSON.stringify({ ...problem, status: 503, code: 'unavailable', title: 'Сервер занят' }),
    }),
  )
  await page.goto(`${person.origin}/watches`)
  await page.getByText('Не удалось загрузить').waitFor({ timeout: 30_000 })
  await expectSoundInBothThemes(person, 'list that did not load', /503/)
  await page.unroute('**/api/v1/product-alerts')
  await page.getByRole('button', { name: 'Повторить' }).click()
  await page.getByText('Вы пока ничего не ждёте').waitFor()

  const full = {
    ...problem,
    status: 409,
    code: 'product_alert.limit_reached',
    title: 'Следить можно не больше чем за 200 товарами',
  }
  await page.goto(`${person.origin}/catalog/${ABSENT.code}`)
  await expectLoaded(page, ABSENT.name)
  await page.route('**/api/v1/product-alerts', (route) =>
    route.request().method() === 'POST'
      ? route.fulfill({ ...busy, status: 409, body: JSON.stringify(full) })
      : route.continue(),
  )
  await page.getByRole('button', { name: 'Сообщить о поступлении' }).click()
  await page.getByText('Подписка не сохранена').first().waitFor()
  await page.getByText('Следить можно не больше чем за 200 товарами').first().waitFor()
  await expect.poll(() => page.getByText('Подписка не сохранена').count(), { timeout: 10_000 }).toBe(0)
  await expectSound(person, 'refused watch', /503|409 \(Conflict\)/)
  await person.close()
})

test('staff have no product alerts', async () => {
  const person = await visit()
  await signIn(person, 'ArtikulOrderManager')
  await person.page.goto(`${person.origin}/catalog/${ABSENT.code}`)
  await expectLoaded(person.page, ABSENT.name)
  expect(await person.page.getByRole('button', { name: 'Сообщить о поступлении' }).count()).toBe(0)
  await person.page.getByRole('button', { name: /^Профиль: / }).click()
  expect(await person.page.getByRole('menuitem').allInnerTexts()).toEqual([
    'Профиль',
    'Быстрый переход',
    'Помощь',
    'Описание API',
    'Тёмная тема',
    'Клавиши',
    'Знакомство с порталом',
    'Выйти',
  ])
  await expectSound(person, 'card before staff')
  await person.close()
})

interface Watch {
  id: number
  product: { code: string }
  kind: string
  qty: number | null
  price_kop: number | null
  notified_at: string | null
}

async function open(path: string, heading: string | RegExp, screen = SCREENS[0] as (typeof SCREENS)[number]) {
  const person = await visit(screen)
  await signIn(person, 'ContractorUser')
  await person.page.goto(person.origin + path)
  await expectLoaded(person.page, heading)
  return person
}
