import { beforeAll, expect, test } from 'vitest'
import {
  ACCOUNTS,
  expectLoaded,
  follow,
  signIn,
  useBrowser,
  type Account,
  type Visit,
} from '../../../e2e/src/browser.ts'
import { callAs, COMPANIES, startReceipt, startReconciliation } from '../../../e2e/src/people.ts'
import { isOf, ROUTES } from '../../../e2e/src/routes.ts'

const visit = useBrowser()

const CLIENTS: Account[] = ['ContractorAdmin', 'ContractorUser']
const STAFF: Account[] = ['ArtikulOrderManager', 'ArtikulWarrantyManager']
const EVERYBODY: Account[] = [...STAFF, ...CLIENTS]

/** Ids for the placeholders of the table. */
let ids: Record<string, number>
beforeAll(async () => {
  ids = await findIds()
})

test('access table covers every web route', () => {
  expect(ROUTES.length).toBeGreaterThan(20)
  expect(ROUTES.filter((route) => !PAGES.some(({ path }) => isOf(route, path)))).toEqual([])
})

test.each<Who>(['nobody', ...EVERYBODY])('pages open to %s are exactly those of the access table', async (who) => {
  const person = await visit()
  if (who !== 'nobody') await signIn(person, who)
  await person.page.goto(person.origin, { waitUntil: 'commit' })
  await expectLoaded(person.page)
  for (const page of PAGES) {
    const url = urlOf(page)
    const outcome = outcomeOf(who, page, url, null)
    // Restricted pages are opened by address, as from an email; the rest from within the app, which is faster.
    if (outcome.url === url || page.access === 'entrance') await follow(person.page, url)
    else await person.page.goto(person.origin + url, { waitUntil: 'commit' })
    expect.soft(await arrival(person, outcome), `${who} ${url}`).toBe(outcome.url)
  }
  // The unclaimed link of the email has expired, and the browser reports the server's status.
  expect(person.noise.filter((text) => !text.includes('410 (Gone)'))).toEqual([])
  await person.close()
})

test.each(EVERYBODY)('%s is redirected from a forbidden page to the previous one or to the home page', async (who) => {
  const person = await visit()
  await signIn(person, who)
  const closed = PAGES.filter(({ access }) => Array.isArray(access) && !access.includes(who))
  for (const from of [
    { url: '/profile?tab=theme', heading: 'Профиль' },
    { url: '/api', heading: 'Описание API' },
  ]) {
    const back = from.url === '/api' ? null : from
    await person.page.goto(person.origin + from.url, { waitUntil: 'commit' })
    await expectLoaded(person.page, from.heading)
    for (const page of closed) {
      const outcome = outcomeOf(who, page, urlOf(page), back)
      await follow(person.page, urlOf(page))
      expect.soft(await arrival(person, outcome), `${who} ${from.url} → ${page.path}`).toBe(outcome.url)
      if (!back) {
        await follow(person.page, from.url)
        await expectLoaded(person.page, from.heading)
      }
    }
  }
  expect(person.noise).toEqual([])
  await person.close()
})

test.each([
  [
    'ArtikulOrderManager',
    [
      ...['Настройка портала', 'Наши компании', 'Правовые документы', 'Поставщики и склады', 'Прайс-листы', 'Бренды'],
      ...['Кроссы', 'Фото и свойства', 'Заказы поставщикам', 'Зоны доставки', 'Рабочий календарь', 'Почтовый сервер'],
      ...['Исходящая почта', 'Фоновые задачи', 'Журнал действий'],
    ],
  ],
  ['ArtikulWarrantyManager', ['Поставщики и склады', 'Прайс-листы', 'Журнал действий']],
] as const)('%s sees only the permitted settings, whatever section the URL names', async (who, sections) => {
  const person = await visit()
  await signIn(person, who)
  for (const path of ['/settings', '/admin?tab=mail', '/settings?tab=brands', '/admin?tab=zones']) {
    await person.page.goto(`${person.origin}${path}`, { waitUntil: 'commit' })
    await expectLoaded(person.page, 'Настройки')
    const menu = person.page.getByRole('navigation', { name: 'Разделы настроек' })
    expect(await menu.getByRole('link').allInnerTexts(), path).toEqual(sections)
  }
  expect(person.noise).toEqual([])
  await person.close()
})

test.each(CLIENTS)('%s sees a not-found message for pages of another company', async (who) => {
  const staff = await callAs(ACCOUNTS.ArtikulOrderManager)
  const { results: companies } = await staff.get<{ results: { id: number }[] }>(`/contractors?q=${COMPANIES.smirnov}`)
  const alien = companies[0]?.id ?? 0
  const { results: orders } = await staff.get<{ results: { id: number }[] }>(`/orders?contractor_id=${alien}`)
  const order = orders[0]?.id ?? 0
  const person = await visit()
  const { page, origin } = person
  await signIn(person, who)
  const alienInvoices = await staff.get<{ results: { id: number }[] }>(`/documents?contractor_id=${alien}&kind=invoice`)
  const paths = [`/orders/${order}`, `/order-invoice/${order}`]
  for (const { id } of alienInvoices.results.slice(0, 1)) paths.push(`/invoice/${id}`)
  if (who === 'ContractorAdmin') paths.push(`/contractors/${alien}`, `/contractors/${alien}?tab=contracts`)
  for (const path of paths) {
    await page.goto(origin + path, { waitUntil: 'commit' })
    await page
      .getByRole('alert')
      .getByText(/не найден/i)
      .first()
      .waitFor()
    expect(await page.locator('main').innerText(), path).not.toContain('Смирнов')
  }
  expect(person.noise.filter((text) => !text.includes('404 (Not Found)'))).toEqual([])
  await person.close()
})

const nested = (times: number) => {
  let path = '/orders'
  for (let at = 0; at < times; at += 1) path = `/login?redirect=${encodeURIComponent(path)}`
  return path
}

test('sign-in redirects only to paths of this site, whatever target the URL names', async () => {
  const person = await visit()
  const { page, origin, noise } = person
  await signIn(person, 'ContractorAdmin')
  const wanted = [
    'https://evil.example',
    '//evil.example',
    '/\\evil.example',
    '\\/evil.example',
    '/.//evil.example',
    '/..//evil.example/x',
    'javascript:alert(1)',
    'JaVaScRiPt:alert(1)',
    'data:text/html,x',
    '/\t/evil.example',
    'evil.example',
    '/login',
    nested(50),
  ]
  await page.goto(`${origin}/login?redirect=https://evil.example`, { waitUntil: 'commit' })
  await page.waitForURL(`${origin}/`)
  await expectLoaded(page)
  for (const redirect of wanted) {
    await follow(page, `/login?${new URLSearchParams({ redirect })}`)
    expect.soft(await arrival(person, { url: '/', heading: headingOf('/') }), redirect).toBe('/')
  }
  // Addresses as typed; the browser normalises them first.
  for (const typed of ['//evil.example', '/\\evil.example', '/%09/evil.example', '/login?redirect='.repeat(50)]) {
    await page.goto(`${origin}/login?redirect=${typed}`, { waitUntil: 'commit' })
    expect.soft(await arrival(person, { url: '/', heading: headingOf('/') }), typed).toBe('/')
  }
  await follow(page, '/login?redirect=/orders?status=done')
  await page.waitForURL(`${origin}/orders?status=done`)
  expect(noise).toEqual([])
  await person.close()
})

interface Page {
  path: string
  access: Access
  /** First heading; a function where it depends on the viewer. */
  heading: string | RegExp
}

const NOT_FOUND = 'Страница не найдена'
const DEAD_LINK = 'a'.repeat(43)

/** Tab of the card of the client's own company. */
function card(tab: string): Page {
  return {
    path: `/contractors/1${tab}`,
    access: ['ContractorAdmin', 'ArtikulOrderManager'],
    heading: /Автосервис Волга/,
  }
}

/** Routes of the specification. `{…}` stands for ids of the demonstration. */
const PAGES: Page[] = [
  { path: '/', access: 'home', heading: /запчасти|ООО «/ },
  { path: '/setup', access: 'entrance', heading: 'Настройка портала' },
  { path: '/registration', access: 'entrance', heading: 'Регистрация' },
  { path: '/registration?step=person', access: 'entrance', heading: 'Регистрация' },
  { path: '/login', access: 'entrance', heading: 'Вход в портал' },
  { path: '/reset-password', access: 'entrance', heading: 'Восстановление пароля' },
  { path: `/reset-password/${DEAD_LINK}`, access: 'entrance', heading: 'Ссылка не действует' },
  { path: `/letters/${DEAD_LINK}`, access: 'public', heading: 'Ссылка не действует' },
  { path: `/decision/${DEAD_LINK}`, access: 'public', heading: 'Ссылка не действует' },
  { path: `/part/${DEAD_LINK}`, access: 'public', heading: 'Ссылка не действует' },
  { path: '/help', access: 'signed-in', heading: 'Помощь' },
  { path: '/change-password', access: 'signed-in', heading: 'Смена пароля' },
  { path: '/news', access: 'public', heading: 'Новости' },
  { path: '/news/1', access: 'public', heading: /^Роспарт: тормозные диски/ },
  { path: '/news/new', access: ['ArtikulOrderManager'], heading: 'Новая новость' },
  { path: '/news/1/edit', access: ['ArtikulOrderManager'], heading: /^Изменение новости/ },
  { path: '/contacts', access: 'public', heading: 'Контакты' },
  { path: '/offer', access: 'public', heading: 'Оферта' },
  { path: '/about', access: 'public', heading: 'О компании' },
  { path: '/about/edit', access: ['ArtikulOrderManager'], heading: 'Текст страницы «О компании»' },
  { path: '/rospart', access: 'public', heading: 'Роспарт' },
  { path: '/rospart/edit', access: ['ArtikulOrderManager'], heading: 'Текст страницы «Роспарт»' },
  { path: '/api', access: 'public', heading: 'Описание API' },
  { path: '/nowhere', access: 'public', heading: NOT_FOUND },
  { path: '/orders?tab=orders', access: EVERYBODY, heading: 'Заказы' },
  { path: '/orders?tab=lines', access: EVERYBODY, heading: 'Заказы' },
  { path: '/orders?tab=day', access: EVERYBODY, heading: 'Заказы' },
  { path: '/orders/{order}', access: EVERYBODY, heading: /^Заказ № / },
  { path: '/orders?tab=shipments', access: EVERYBODY, heading: 'Заказы' },
  { path: '/orders?tab=shipments&shipment=received', access: EVERYBODY, heading: 'Заказы' },
  { path: '/shipments/{shipment}', access: EVERYBODY, heading: /^Отгрузка № / },
  { path: '/claims', access: EVERYBODY, heading: 'Возвраты и рекламации' },
  { path: '/claims/new', access: CLIENTS, heading: 'Новое обращение' },
  { path: '/claims/{claim}', access: EVERYBODY, heading: /^Обращение О-/ },
  { path: '/shipments/ready', access: ['ArtikulOrderManager'], heading: 'Рейсы' },
  { path: '/purchase-proposals', access: ['ArtikulOrderManager'], heading: 'Предложить закупку' },
  {
    path: '/supplier-returns',
    access: ['ArtikulOrderManager', 'ArtikulWarrantyManager'],
    heading: 'Возвраты поставщикам',
  },
  { path: '/goods-receipts', access: ['ArtikulOrderManager'], heading: 'Приёмка' },
  { path: '/goods-receipts?tab=expected', access: ['ArtikulOrderManager'], heading: 'Приёмка' },
  { path: '/goods-receipts/{receipt}', access: ['ArtikulOrderManager'], heading: /^УПД № / },
  { path: '/orders/new', access: ['ArtikulOrderManager'], heading: 'Черновики по телефону' },
  { path: '/catalog', access: EVERYBODY, heading: 'Поиск запчастей' },
  { path: '/catalog/hyundaikia-2630035503', access: EVERYBODY, heading: /26300-35503/ },
  { path: '/catalog/offer-to-client', access: CLIENTS, heading: 'Предложение клиенту' },
  { path: '/search-by-document', access: EVERYBODY, heading: 'Заказ по списку' },
  { path: '/settlements', access: STAFF, heading: 'Взаиморасчёты' },
  { path: '/settlements?tab=debts', access: STAFF, heading: 'Взаиморасчёты' },
  { path: '/settlements?tab=blocks', access: STAFF, heading: 'Взаиморасчёты' },
  { path: '/settlements?tab=entries', access: STAFF, heading: 'Взаиморасчёты' },
  { path: '/settlements?tab=reconciliations', access: STAFF, heading: 'Взаиморасчёты' },
  { path: '/reconciliations/{reconciliation}', access: EVERYBODY, heading: /^Сверка/ },
  { path: '/finances', access: CLIENTS, heading: 'Взаиморасчёты' },
  { path: '/finances?tab=documents', access: CLIENTS, heading: 'Взаиморасчёты' },
  { path: '/finances?tab=spend', access: CLIENTS, heading: 'Взаиморасчёты' },
  { path: '/finances?tab=reconciliations', access: CLIENTS, heading: 'Взаиморасчёты' },
  { path: '/consignees', access: CLIENTS, heading: 'Грузополучатели' },
  { path: '/consignees?view=map', access: CLIENTS, heading: 'Грузополучатели' },
  { path: '/consignees?archived=true', access: CLIENTS, heading: 'Грузополучатели' },
  { path: '/garage', access: CLIENTS, heading: 'Гараж' },
  { path: '/garage/1', access: CLIENTS, heading: /\S/ },
  { path: '/vehicle-catalog', access: EVERYBODY, heading: 'Детали по VIN' },
  { path: '/watches', access: CLIENTS, heading: 'Подписки на товар' },
  { path: '/requests', access: ['ArtikulOrderManager', ...CLIENTS], heading: 'Запросы менеджеру' },
  { path: '/requests/1', access: ['ArtikulOrderManager', ...CLIENTS], heading: /^Запрос З-000001/ },
  { path: '/requests/new', access: CLIENTS, heading: 'Новый запрос менеджеру' },
  { path: '/price-list', access: CLIENTS, heading: 'Скачать прайс' },
  { path: '/manager', access: ['ArtikulOrderManager', 'ContractorAdmin'], heading: /^(Пользователи|Сотрудники)$/ },
  { path: '/contractors', access: ['ContractorAdmin', 'ArtikulOrderManager'], heading: /^(Мои компании|Покупатели)$/ },
  ...['', '?tab=contracts', '?tab=edo', '?tab=people', '?tab=consignees', '?tab=orders', '?tab=standings'].map(card),
  ...['?tab=consents', '?tab=history'].map(card),
  { path: '/cart', access: CLIENTS, heading: 'Корзина' },
  { path: '/profile', access: 'signed-in', heading: 'Профиль' },
  { path: '/profile?tab=api', access: 'signed-in', heading: 'Профиль' },
  { path: '/profile?tab=behalf', access: 'signed-in', heading: 'Профиль' },
  { path: '/profile?tab=deputy', access: 'signed-in', heading: 'Профиль' },
  { path: '/profile?tab=notifications', access: 'signed-in', heading: 'Профиль' },
  ...['', '?tab=groups', '?tab=why', '?tab=under', '?tab=changes'].map((tab): Page => ({
    path: `/price-conditions${tab}`,
    access: STAFF,
    heading: 'Ценовые условия',
  })),
  { path: '/order-invoice/{order}', access: EVERYBODY, heading: /^Счёт на оплату № / },
  { path: '/invoice', access: EVERYBODY, heading: 'Новый счёт на оплату' },
  { path: '/invoice/{invoice}', access: EVERYBODY, heading: /^Счёт на оплату № / },
  { path: '/admin', access: STAFF, heading: 'Группы номенклатуры' },
  { path: '/analytics', access: ['ArtikulOrderManager'], heading: 'Показатели' },
  { path: '/settings?tab=sources', access: STAFF, heading: 'Настройки' },
  { path: '/settings?tab=journal', access: STAFF, heading: 'Настройки' },
  { path: '/settings?tab=mail', access: STAFF, heading: 'Настройки' },
  { path: '/settings?tab=brands', access: STAFF, heading: 'Настройки' },
  { path: '/settings?tab=crosses', access: STAFF, heading: 'Настройки' },
  { path: '/settings?tab=price-lists', access: STAFF, heading: 'Настройки' },
  { path: '/settings?tab=price-lists&desk=mail', access: STAFF, heading: 'Настройки' },
  { path: '/settings?tab=supplier-orders', access: STAFF, heading: 'Настройки' },
  { path: '/settings?tab=legal', access: STAFF, heading: 'Настройки' },
  { path: '/settings?tab=zones', access: STAFF, heading: 'Настройки' },
  { path: '/settings?tab=calendar', access: STAFF, heading: 'Настройки' },
  { path: '/settings?tab=one-c', access: STAFF, heading: 'Настройки' },
  { path: '/admin/online-suppliers', access: STAFF, heading: 'Поставщики (онлайн)' },
]

/** `entrance`: public, but redirects a user who is already signed in. */
type Access = 'public' | 'home' | 'entrance' | 'signed-in' | Account[]

type Who = Account | 'nobody'

interface Outcome {
  url: string
  heading: string | RegExp
}

async function findIds(): Promise<Record<string, number>> {
  const client = await callAs(ACCOUNTS.ContractorAdmin)
  const firstOf = async (path: string) => (await client.get<{ results: { id: number }[] }>(path)).results[0]?.id ?? 0
  const { results } = await client.get<{ results: { id: number; has_invoice: boolean }[] }>('/orders?page_size=150')
  return {
    order: results.find((order) => order.has_invoice)?.id ?? 0,
    shipment: await firstOf('/shipments'),
    receipt: await startReceipt(),
    invoice: await firstOf('/documents?kind=invoice'),
    claim: await firstOf('/claims'),
    reconciliation: await startReconciliation(client),
  }
}

const headingOf = (path: string) => PAGES.find((page) => page.path === path)?.heading ?? NOT_FOUND

const homeOf = (who: Account): Outcome => {
  return CLIENTS.includes(who)
    ? { url: '/', heading: headingOf('/') }
    : { url: '/orders?tab=day', heading: headingOf('/orders?tab=day') }
}

/**
 * Outcome required by the table and the guard. `back` is the page the person came from, when the guard returns there.
 */
function outcomeOf(who: Who, { access, heading }: Page, url: string, back: Outcome | null): Outcome {
  const shown = { url, heading }
  if (access === 'public') return shown
  if (who === 'nobody') {
    if (typeof access === 'string' && access !== 'signed-in') return shown
    return { url: `/login?${new URLSearchParams({ redirect: url })}`, heading: headingOf('/login') }
  }
  if (access === 'entrance') return homeOf(who)
  if (access === 'home') return CLIENTS.includes(who) ? shown : homeOf(who)
  if (access === 'signed-in' || access.includes(who)) return shown
  return back ?? homeOf(who)
}

const addressOf = ({ page }: Visit) => {
  const { pathname, search, hash } = new URL(page.url())
  return pathname + search + hash
}

/** Returns the address when its page is shown, otherwise the page shown instead. */
async function arrival(person: Visit, { url, heading }: Outcome): Promise<string> {
  try {
    await person.page.waitForURL(person.origin + url, { waitUntil: 'commit' })
    await expectLoaded(person.page, heading)
    return url
  } catch {
    return `${addressOf(person)} «${await person.page.title()}»`
  }
}

const urlOf = ({ path, access }: Page) =>
  // The address of a refused page is preserved with its query and position.
  path.replace(/\{(\w+)\}/g, (_, name: string) => String(ids[name])) +
  (typeof access === 'string' ? '' : `${path.includes('?') ? '&' : '?'}mark=1&name=%D0%B0+%26#end`)
