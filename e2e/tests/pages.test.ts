import { beforeAll, expect, test } from 'vitest'
import {
  ACCOUNTS,
  APPLICANT,
  expectAccessible,
  expectLoaded,
  expectSoundInBothThemes,
  signIn,
  useBrowser,
  WIDTHS,
  type Account,
} from '../src/browser.ts'
import {
  blockPeopleAfterwards,
  callAs,
  chooseCompany,
  COMPANIES,
  createPerson,
  startReceipt,
  startReconciliation,
} from '../src/people.ts'
import { isOf, ROUTES } from '../src/routes.ts'

const visit = useBrowser()
blockPeopleAfterwards()

const DEAD_LINK = `/reset-password/${'a'.repeat(43)}`
const DEAD_DECISION = `/decision/${'a'.repeat(43)}`
const DEAD_LETTERS = `/letters/${'a'.repeat(43)}`
const PROFILE = [
  '/profile',
  '/profile?tab=security',
  '/profile?tab=sessions',
  '/profile?tab=notifications',
  '/profile?tab=theme',
]
const PUBLIC = ['/news', '/news/1', '/about', '/rospart', '/contacts', '/offer', '/api', '/nowhere']
/** The first company of the demonstration; its other tabs by their addresses. */
const CARD = [
  '/contractors/1',
  ...['contracts', 'edo', 'people', 'consignees', 'orders', 'standings', 'documents', 'consents', 'history'].map(
    (tab) => `/contractors/1?tab=${tab}`,
  ),
]
/** `{order}` stands for one that has an invoice. */
const ORDER = [
  '/orders/{order}',
  '/order-invoice/{order}',
  '/invoice/{invoice}',
  '/invoice',
  '/invoice?kind=orders',
  '/invoice?kind=shipments',
  '/invoice?kind=goods',
]
const CLIENT_PAGES = [
  '/',
  '/catalog',
  '/catalog?q=22542',
  '/catalog?q=26300-35503',
  '/catalog?q=нет-такого',
  '/catalog/hyundaikia-2630035503',
  '/catalog/offer-to-client',
  '/cart',
  '/orders',
  '/orders?q=нет-такого',
  '/orders?tab=lines',
  '/orders?tab=lines&late=true',
  '/orders?tab=lines&q=нет-такого',
  '/orders?tab=lines&decision=open',
  '/orders/{asked}',
  ...ORDER,
  '/orders?tab=shipments',
  '/orders?tab=shipments&q=нет-такой',
  '/shipments/{shipment}',
  '/finances',
  '/finances?from=2020-01-01&to=2020-02-01',
  '/finances?tab=documents',
  '/finances?tab=documents&q=нет-такого',
  '/finances?tab=reconciliations',
  '/finances?tab=spend',
  '/finances?tab=spend&from=2020-01-01&to=2020-02-01',
  '/finances?tab=spend&from=2010-01-01&to=2020-02-01',
  '/claims',
  '/claims?q=нет-такого',
  '/claims/{claim}',
  '/reconciliations/{reconciliation}',
  '/claims/new',
  '/claims/new?q=нет-такого',
  '/claims/new?shipment={shipment}',
  '/consignees',
  '/consignees?view=map',
  '/consignees?q=нет-такого',
  '/consignees?archived=true',
  '/search-by-document',
  '/watches',
  '/requests',
  '/requests?q=нет-такого',
  '/requests/1',
  '/requests/new?article=00.P034.42&qty=2',
  '/price-list',
  ...PROFILE,
  '/profile?tab=behalf',
]
const ADMIN_PAGES = [
  '/manager',
  '/manager?username=нет-такого',
  '/contractors',
  ...CARD,
  '/change-password',
  '/contacts',
  '/offer',
]
const STAFF_PAGES = [
  '/catalog?q=26300-35503',
  '/orders',
  '/orders?tab=lines',
  '/orders?tab=day',
  '/orders/new',
  ...ORDER,
  '/claims',
  '/claims?state=any',
  '/claims/{claim}',
  '/reconciliations/{reconciliation}',
  '/admin',
  ...PROFILE,
]
const MANAGER_PAGES = [
  '/orders?tab=day&scope=all',
  '/orders?tab=day&scope=unowned&work=late',
  '/profile?tab=deputy',
  '/settlements',
  '/settlements?state=any',
  '/settlements?q=нет-такого',
  '/settlements?tab=debts',
  '/settlements?tab=debts&q=нет-такого',
  '/settlements?tab=blocks',
  '/settlements?tab=entries',
  '/settlements?tab=entries&q=нет-такого',
  '/settlements?tab=reconciliations',
  '/settlements?tab=reconciliations&state=any',
  '/settlements?tab=blocks&q=нет-такого',
  '/orders/{asked}',
  '/orders?tab=lines&decision=unanswered',
  '/orders?tab=shipments',
  '/shipments/{shipment}',
  '/shipments/ready',
  '/shipments/ready?q=нет-такой',
  '/goods-receipts',
  '/goods-receipts?q=нет-такой',
  '/goods-receipts?tab=expected',
  '/goods-receipts/{receipt}',
  '/requests',
  '/requests?state=closed',
  '/requests/1',
  '/manager',
  '/contractors',
  '/contractors?q=нет-такого',
  ...CARD,
  '/admin?tab=journal',
  '/admin?tab=sources',
  '/admin?tab=mail',
  '/price-conditions',
  '/price-conditions?tab=groups',
  '/admin?tab=mail&q=нет-такого',
  '/admin?tab=work',
  '/admin?tab=brands',
  '/admin?tab=brands&filter=unverified',
  '/admin?tab=brands&q=нет-такого',
  '/admin?tab=crosses',
  '/admin?tab=price-lists',
  '/admin?tab=price-lists&import_state=waiting',
  '/admin?tab=price-lists&desk=mail',
  '/admin?tab=crosses&article=26300-35503',
  '/admin?tab=supplier-orders',
  '/admin?tab=supplier-orders&needs_hands=true',
  '/admin?tab=legal',
  '/admin?tab=legal&legal=offer',
  '/admin?tab=zones',
  '/admin?tab=calendar',
  '/admin/online-suppliers',
  '/news',
  '/news/new',
  '/news/1',
  '/news/1/edit',
  '/about',
  '/about/edit',
  '/rospart/edit',
]
type Who = Account | 'nobody' | typeof APPLICANT
const WALKS: [Who, string[]][] = [
  ['nobody', ['/', '/login', '/registration', '/reset-password', DEAD_LINK, DEAD_DECISION, DEAD_LETTERS, ...PUBLIC]],
  ['ContractorAdmin', [...CLIENT_PAGES, ...ADMIN_PAGES]],
  // Both client roles and both managers see the same pages: of the second, where the menu or the words differ.
  ['ContractorUser', ['/', '/catalog?q=26300-35503', '/cart', '/orders', '/consignees', '/profile']],
  [APPLICANT, ['/', '/catalog?q=26300-35503', '/cart', '/orders', '/consignees', '/contractors', '/profile']],
  ['ArtikulOrderManager', [...STAFF_PAGES, ...MANAGER_PAGES]],
  [
    'ArtikulWarrantyManager',
    ['/orders', ...ORDER, '/admin', '/admin?tab=zones', '/admin/online-suppliers', '/profile'],
  ],
]
/** Windows over a page, and the buttons that open them. */
const WINDOWS: [Account, path: string, button: string | RegExp][] = [
  ['ContractorAdmin', '/manager', 'Добавить сотрудника'],
  ['ContractorAdmin', '/manager', 'Добавить списком'],
  ['ContractorAdmin', '/manager', 'Мельникова Дарья Павловна'],
  ['ContractorAdmin', '/profile', /^Профиль: /],
  ['ContractorAdmin', '/consignees', 'Добавить точку'],
  ['ContractorAdmin', '/consignees', 'Загрузить из файла'],
  ['ContractorAdmin', '/consignees', 'Сервис на Ленина'],
  ['ContractorAdmin', '/contractors', 'Добавить компанию'],
  ['ArtikulOrderManager', '/contractors', 'Добавить покупателя'],
  ['ArtikulOrderManager', '/manager?inn=6320123450', 'Добавить пользователя'],
  ['ArtikulOrderManager', '/manager?username=admin@client.test', 'Кузнецов Олег Игоревич'],
  ['ArtikulOrderManager', '/orders/{asked}', /^Условия: /],
  ['ArtikulOrderManager', '/shipments/ready', /^Отгрузить: /],
  ['ArtikulOrderManager', '/goods-receipts', 'Новая приёмка'],
  ['ArtikulOrderManager', '/goods-receipts/{receipt}', 'Загрузить УПД'],
  ['ArtikulOrderManager', '/admin?tab=mail', 'Приглашение на портал'],
  ['ArtikulOrderManager', '/admin?tab=brands&filter=unverified', 'Объединить с BOSCH'],
  ['ArtikulOrderManager', '/admin?tab=brands&filter=unverified', 'BOCSH'],
  ['ArtikulOrderManager', '/admin?tab=crosses', 'Добавить кросс'],
  ['ArtikulOrderManager', '/admin?tab=crosses', 'Загрузить из файла'],
  ['ArtikulOrderManager', '/admin?tab=zones', 'Добавить зону'],
  ['ArtikulOrderManager', '/admin?tab=zones', 'Самара и Тольятти'],
  ['ArtikulOrderManager', '/admin/online-suppliers', 'Добавить'],
]
/** What a link of a letter opens no more is told by the browser too. */
const GONE = /410 \(Gone\)/

test('no route of the web is left out of the walk', () => {
  const walked = WALKS.flatMap(([, paths]) => paths)
  expect(ROUTES.filter((route) => !walked.some((path) => isOf(route, path)))).toEqual([])
})

const nameOf = (who: Who) => (typeof who === 'string' ? who : who.login)

let orderId = 0
let receiptId = 0
let shipmentId = 0
let claimId = 0
let reconciliationId = 0
let invoiceId = 0
let askedId = 0
beforeAll(async () => {
  const client = await callAs(ACCOUNTS.ContractorAdmin)
  await chooseCompany(client, COMPANIES.volga)
  const { results } = await client.get<{ results: { id: number; has_invoice: boolean }[] }>('/orders?page_size=150')
  orderId = results.find((order) => order.has_invoice)?.id ?? 0
  const shipments = await client.get<{ results: { id: number }[] }>('/shipments?state=shipped')
  shipmentId = shipments.results[0]?.id ?? 0
  receiptId = await startReceipt()
  const claims = await client.get<{ results: { id: number }[] }>('/claims')
  claimId = claims.results[0]?.id ?? 0
  reconciliationId = await startReconciliation(client)
  const invoices = await client.get<{ results: { id: number }[] }>('/documents?kind=invoice')
  invoiceId = invoices.results[0]?.id ?? 0
  const decisions = await client.get<{ results: { order_id: number }[] }>('/decisions')
  askedId = decisions.results[0]?.order_id ?? 0
  // An invitation among the letters.
  await createPerson('CONTRACTOR_USER', [COMPANIES.volga])
})

test.each(WIDTHS)(
  'every page of every role is accessible, quiet and fits the screen in both themes, $width',
  { timeout: 400_000 },
  async ({ width, screen }) => {
    for (const [account, paths] of WALKS) {
      // Every page for everybody also bears what a newcomer is told of cookies.
      const person = await visit(screen, { isFirst: account === 'nobody' })
      if (account !== 'nobody') await signIn(person, account)
      for (const path of paths) {
        await person.page.goto(
          person.origin +
            path
              .replace('{order}', String(orderId))
              .replace('{shipment}', String(shipmentId))
              .replace('{claim}', String(claimId))
              .replace('{reconciliation}', String(reconciliationId))
              .replace('{invoice}', String(invoiceId))
              .replace('{receipt}', String(receiptId))
              .replace('{asked}', String(askedId)),
          { waitUntil: 'commit' },
        )
        await expectLoaded(person.page)
        await expectSoundInBothThemes(person, `${nameOf(account)} ${path} ${width}`, GONE)
      }
      await person.close()
    }
  },
)

test.each(WIDTHS)('every window of people and letters is accessible, quiet and fits, $width', async ({ screen }) => {
  for (const account of new Set(WINDOWS.map(([who]) => who))) {
    const person = await visit(screen)
    await signIn(person, account)
    for (const [, path, button] of WINDOWS.filter(([who]) => who === account)) {
      await person.page.goto(
        person.origin + path.replace('{asked}', String(askedId)).replace('{receipt}', String(receiptId)),
        { waitUntil: 'commit' },
      )
      await person.page.getByRole('button', { name: button }).first().click()
      const window = person.page.locator('[role=dialog], [role=menu]')
      await window.waitFor()
      await person.page.waitForFunction(() => !document.querySelector('.skeleton, [data-starting-style]'))
      await expectSoundInBothThemes(person, `${account} ${path} ${button}`, GONE)
    }
    await person.close()
  }
})

test('the page of an order shows its lines and leads to its invoice', async () => {
  const person = await visit()
  const { page, origin, noise } = person
  await signIn(person, 'ContractorAdmin')
  await page.goto(`${origin}/orders`)
  await page
    .getByRole('link', { name: /26-\d{6}/ })
    .first()
    .click()
  await page.waitForURL(/\/orders\/\d+/)
  await expectLoaded(page)
  await expectAccessible(page, 'order')
  expect(noise).toEqual([])
  await person.close()
})

test('whoever is not signed in is led to login and back, and only within the portal', async () => {
  const person = await visit()
  const { page, origin } = person
  await page.goto(`${origin}/orders?status=done`)
  await page.waitForURL(/\/login\?redirect=/)
  expect(new URL(page.url()).searchParams.get('redirect')).toContain('/orders?status=done')
  await signIn(person, 'ContractorAdmin')
  await page.goto(`${origin}/login?redirect=https://evil.example`)
  await page.waitForURL(`${origin}/`)
  await person.close()
})

test('a manager is led from the home of clients to orders, and kept out of the cart', async () => {
  const person = await visit()
  const { page, origin } = person
  await signIn(person, 'ArtikulOrderManager')
  await page.goto(`${origin}/`)
  await page.waitForURL(/\/orders/)
  await page.goto(`${origin}/cart`)
  await page.waitForURL(/\/orders/)
  await person.close()
})

test('with nothing but the keyboard a part is found and put in the cart', async () => {
  const person = await visit()
  const { page, origin } = person
  await signIn(person, 'ContractorUser')
  await page.goto(`${origin}/catalog`)
  await expectLoaded(page)
  await page.keyboard.press('/')
  await page.keyboard.type('58101-1RA05')
  await page.keyboard.press('Enter')
  await page.getByText('HYUNDAI/KIA').first().waitFor()
  const added = page.waitForResponse((reply) => reply.url().endsWith('/cart/lines'))
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  expect((await added).status()).toBe(201)
  await person.close()
})
