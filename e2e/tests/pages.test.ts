import { expect, test } from 'vitest'
import { expectAccessible, expectNoSidewaysScroll, SCREENS, signIn, useBrowser, type Account } from '../src/browser.ts'

const visit = useBrowser()

const CLIENT_PAGES = [
  '/',
  '/catalog',
  '/catalog?q=22542',
  '/catalog?q=26300-35503',
  '/catalog?q=нет-такого',
  '/catalog/hyundaikia-2630035503',
  '/cart',
  '/orders',
  '/api',
  '/nowhere',
]
const STAFF_PAGES = ['/catalog?q=26300-35503', '/orders', '/api']
const WALKS: [Account | 'nobody', string[]][] = [
  ['nobody', ['/', '/login', '/api']],
  ['ContractorAdmin', CLIENT_PAGES],
  ['ContractorUser', CLIENT_PAGES],
  ['ArtikulOrderManager', STAFF_PAGES],
  ['ArtikulWarrantyManager', STAFF_PAGES],
]

test.each(SCREENS)(
  'every page of every role is accessible, quiet and fits the screen, $name',
  { timeout: 240_000 },
  async (screen) => {
    for (const [account, paths] of WALKS) {
      // Both client roles and both managers see the same pages: on phones one of each is enough.
      if (screen.width < 1000 && (account === 'ContractorUser' || account === 'ArtikulWarrantyManager')) continue
      const person = await visit(screen)
      if (account !== 'nobody') await signIn(person, account)
      for (const path of paths) {
        const where = `${account} ${path} ${screen.name}`
        await person.page.goto(person.origin + path, { waitUntil: 'networkidle' })
        await person.page.locator('h1').first().waitFor()
        await expectAccessible(person.page, where)
        await expectNoSidewaysScroll(person.page, where)
        expect(person.noise, where).toEqual([])
      }
      await person.close()
    }
  },
)

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
