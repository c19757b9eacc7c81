import type { Page } from 'playwright-core'
import { expectLoaded, type Account } from './signed-in.ts'

export interface Picture {
  name: string
  /** Account; anonymous when absent. */
  who?: Account
  path: string
  /** Actions on the page before the screenshot. */
  act?: (page: Page) => Promise<void>
}

const press = (page: Page, name: string | RegExp) => page.getByRole('button', { name }).first().click()
const dialog = (page: Page) => page.getByRole('dialog').first().waitFor()

async function openLink(page: Page, name: string | RegExp) {
  const from = page.url()
  await page.getByRole('link', { name }).first().click()
  await page.waitForURL((url) => url.href !== from)
  await expectLoaded(page)
}

async function openDialog(page: Page, name: string | RegExp) {
  await press(page, name)
  await dialog(page)
}

/** Waits for the answers of online suppliers, which arrive after the page. */
async function waitForSuppliers(page: Page) {
  await page
    .getByText(/^Ответили \d/i)
    .first()
    .waitFor({ timeout: 5000 })
    .catch(() => undefined)
}

async function findList(page: Page) {
  await page
    .getByRole('textbox', { name: 'Или вставьте список' })
    .fill('26300-35503*4\nOC 500*2\nW 811/80*6\nBD-4471*1')
  await page.getByRole('button', { name: 'Найти', exact: true }).click()
  await page.getByText('Выбрать для всех строк').waitFor()
}

async function fillCart(page: Page) {
  for (const brand of ['HYUNDAI/KIA', 'MAHLE', 'BOSCH']) {
    await press(page, new RegExp(`^В корзину: ${brand}`))
    await page.getByText('Добавлено', { exact: false }).first().waitFor()
  }
  await openLink(page, /^Корзина/)
}

async function chooseBuyer(page: Page) {
  await page.getByRole('combobox', { name: 'Покупатель' }).fill('Автосервис Волга')
  await page
    .getByRole('option', { name: /Автосервис Волга/ })
    .first()
    .click()
  await page.getByText('Задолженность').waitFor()
  await expectLoaded(page)
  await page.getByRole('heading', { level: 1 }).click()
}

async function startDraft(page: Page) {
  await chooseBuyer(page)
  await press(page, /^В заказ: /)
  await page.getByText(/^Добавлено в черновик/).waitFor()
  await openLink(page, /^№ \d+: 1 строка$/)
  // Removes the message about a recent addition.
  await page.reload()
  await expectLoaded(page)
}

/** The newest shipments have claims already. */
const WITHOUT_CLAIM = 6

async function startClaim(page: Page) {
  await page.getByRole('link', { name: /^№ / }).nth(WITHOUT_CLAIM).click()
  await page.getByText('Что случилось').waitFor()
}

const PRICE_LIST = `Производитель;Артикул;Наименование;Остаток;Цена
MAHLE;OC 500;Фильтр масляный;24;298,40
BOSCH;0 986 452 036;Фильтр масляный;12;305,10
HYUNDAI/KIA;26300-35503;Фильтр масляный;>10;441,00
`

async function readPriceList(page: Page) {
  await openDialog(page, 'Загрузить прайс-лист')
  const window = page.getByRole('dialog')
  await window.getByRole('combobox', { name: /^Склад/ }).fill('218')
  await page.getByRole('option', { name: /218/ }).first().click()
  const file = { name: 'Прайс-лист.csv', mimeType: 'text/csv', buffer: Buffer.from(PRICE_LIST) }
  await window.getByLabel('Файл', { exact: true }).setInputFiles(file)
  await window.getByRole('button', { name: 'Прочитать' }).click()
  await page.getByRole('region', { name: 'Первые строки файла' }).waitFor()
}

async function actForClient(page: Page) {
  await openDialog(page, 'Мельникова Дарья Павловна')
  await press(page, 'Войти от имени')
  await page.getByText('Вы работаете от имени').waitFor()
  await expectLoaded(page)
}

const SEARCH = '/catalog?q=26300-35503'

/** Pictures in the order they are made: later ones see the effects of earlier ones. */
export const PICTURES: readonly Picture[] = [
  { name: 'sign-in', path: '/login' },
  { name: 'home', who: 'ContractorAdmin', path: '/' },
  { name: 'search', who: 'ContractorAdmin', path: SEARCH, act: waitForSuppliers },
  { name: 'list', who: 'ContractorAdmin', path: '/search-by-document', act: findList },
  { name: 'cart', who: 'ContractorAdmin', path: SEARCH, act: fillCart },
  { name: 'checkout', who: 'ContractorAdmin', path: '/cart', act: (page) => openDialog(page, 'Оформить заказ') },
  { name: 'orders', who: 'ContractorAdmin', path: '/orders' },
  { name: 'order', who: 'ContractorAdmin', path: '/', act: (page) => openLink(page, /^Заказ № /) },
  { name: 'finances', who: 'ContractorAdmin', path: '/finances' },
  { name: 'invoice', who: 'ContractorAdmin', path: '/orders', act: (page) => openLink(page, /^Открыть счёт/) },
  { name: 'claim', who: 'ContractorAdmin', path: '/claims/new', act: startClaim },
  {
    name: 'employee',
    who: 'ContractorAdmin',
    path: '/manager',
    act: (page) => openDialog(page, 'Добавить сотрудника'),
  },
  { name: 'my-day', who: 'ArtikulOrderManager', path: '/orders?tab=day' },
  { name: 'buyer', who: 'ArtikulOrderManager', path: SEARCH, act: chooseBuyer },
  { name: 'phone-draft', who: 'ArtikulOrderManager', path: SEARCH, act: startDraft },
  { name: 'ready', who: 'ArtikulOrderManager', path: '/shipments/ready' },
  { name: 'price-lists', who: 'ArtikulOrderManager', path: '/settings?tab=price-lists', act: readPriceList },
  { name: 'price-conditions', who: 'ArtikulOrderManager', path: '/price-conditions' },
  { name: 'online-suppliers', who: 'ArtikulOrderManager', path: '/admin/online-suppliers' },
  { name: 'settlements', who: 'ArtikulOrderManager', path: '/settlements' },
  { name: 'in-a-clients-name', who: 'ArtikulOrderManager', path: '/manager', act: actForClient },
  {
    name: 'application',
    who: 'ArtikulOrderManager',
    path: '/contractors',
    act: (page) => openLink(page, /Мастер Авто/),
  },
  { name: 'users', who: 'ArtikulOrderManager', path: '/manager' },
  { name: 'sources', who: 'ArtikulOrderManager', path: '/settings?tab=sources' },
  { name: 'background-work', who: 'ArtikulOrderManager', path: '/settings?tab=work' },
]
