import { expect, test } from 'vitest'
import { expectAccessible, expectLoaded, signIn, useBrowser } from '../../../e2e/src/browser.ts'
import { isOf, ROUTES } from '../../../e2e/src/routes.ts'
import { WALKS } from '../../../e2e/src/walk.data.ts'

const visit = useBrowser()

test('walk covers every web route', () => {
  const walked = WALKS.flatMap(([, paths]) => paths)
  expect(ROUTES.filter((route) => !walked.some((path) => isOf(route, path)))).toEqual([])
})

test('order page opens from the list and is accessible', async () => {
  const person = await visit()
  const { page, origin, noise } = person
  await signIn(person, 'ContractorAdmin')
  await page.goto(`${origin}/orders`)
  await page
    .getByRole('link', { name: /26-\d{6}/ })
    .first()
    .click()
  await page.waitForURL(/\/orders\/\d+/)
  await expectLoaded(page, /26-\d{6}/)
  await expectAccessible(page, 'order')
  expect(noise).toEqual([])
  await person.close()
})

test('anonymous visitor is redirected to login, and a foreign redirect URL is ignored', async () => {
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

test('manager is redirected from the client home page and from the cart to orders', async () => {
  const person = await visit()
  const { page, origin } = person
  await signIn(person, 'ArtikulOrderManager')
  await page.goto(`${origin}/`)
  await page.waitForURL(/\/orders/)
  await page.goto(`${origin}/cart`)
  await page.waitForURL(/\/orders/)
  await person.close()
})

test('client finds a part and adds it to the cart by keyboard only', async () => {
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
