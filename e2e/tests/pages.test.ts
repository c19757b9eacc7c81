import { expect, test } from 'vitest'
import {
  expectAccessible,
  expectLoaded,
  expectSoundInBothThemes,
  signIn,
  useBrowser,
  WIDTHS,
  type Account,
} from '../src/browser.ts'

const visit = useBrowser()

const DEAD_LINK = `/reset-password/${'a'.repeat(43)}`
const PROFILE = ['/profile', '/profile?tab=security', '/profile?tab=sessions', '/profile?tab=theme']
const CLIENT_PAGES = [
  '/',
  '/catalog',
  '/catalog?q=22542',
  '/catalog?q=26300-35503',
  '/catalog?q=нет-такого',
  '/catalog/hyundaikia-2630035503',
  '/cart',
  '/orders',
  ...PROFILE,
  '/profile?tab=behalf',
]
const STAFF_PAGES = ['/catalog?q=26300-35503', '/orders', '/admin', ...PROFILE]
const WALKS: [Account | 'nobody', string[]][] = [
  ['nobody', ['/', '/login', '/reset-password', DEAD_LINK, '/api', '/nowhere']],
  ['ContractorAdmin', [...CLIENT_PAGES, '/manager', '/manager?username=нет-такого', '/change-password']],
  // Both client roles and both managers see the same pages: of the second, where the menu or the words differ.
  ['ContractorUser', ['/', '/cart', '/profile']],
  ['ArtikulOrderManager', [...STAFF_PAGES, '/manager', '/admin?tab=mail', '/admin?tab=mail&q=нет-такого']],
  ['ArtikulWarrantyManager', ['/orders', '/admin']],
]
/** Windows over a page, and the buttons that open them. */
const WINDOWS: [Account, path: string, button: string | RegExp][] = [
  ['ContractorAdmin', '/manager', 'Добавить сотрудника'],
  ['ContractorAdmin', '/manager', 'Мельникова Дарья Павловна'],
  ['ContractorAdmin', '/profile', /^Профиль: /],
  ['ArtikulOrderManager', '/manager?inn=6320123450', 'Добавить пользователя'],
  ['ArtikulOrderManager', '/manager?username=admin@client.test', 'Кузнецов Олег Игоревич'],
  ['ArtikulOrderManager', '/admin?tab=mail', 'Приглашение на портал'],
]
/** What a link of a letter opens no more is told by the browser too. */
const GONE = /410 \(Gone\)/

test.each(WIDTHS)(
  'every page of every role is accessible, quiet and fits the screen in both themes, $width',
  { timeout: 240_000 },
  async ({ width, screen }) => {
    for (const [account, paths] of WALKS) {
      const person = await visit(screen)
      if (account !== 'nobody') await signIn(person, account)
      for (const path of paths) {
        await person.page.goto(person.origin + path, { waitUntil: 'commit' })
        await expectLoaded(person.page)
        await expectSoundInBothThemes(person, `${account} ${path} ${width}`, GONE)
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
      await person.page.goto(person.origin + path, { waitUntil: 'commit' })
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
  await page.goto(`${origin}/orders`, { waitUntil: 'networkidle' })
  await page
    .getByRole('link', { name: /26-\d{6}/ })
    .first()
    .click()
  await page.waitForURL(/\/orders\/\d+/)
  await page.waitForLoadState('networkidle')
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
  await page.goto(`${origin}/catalog`, { waitUntil: 'networkidle' })
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
