import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { removeCookie, writeCookie } from './cookies.ts'

const written: string[] = []
beforeEach(() => {
  written.length = 0
  vi.spyOn(document, 'cookie', 'set').mockImplementation((text) => written.push(text))
})
afterEach(() => vi.restoreAllMocks())

const TEN_MINUTES = 600
const THIRTY_DAYS = 2_592_000

test.each([
  ['access_token', TEN_MINUTES],
  ['access_token_impersonate', TEN_MINUTES],
  ['is_authenticated', THIRTY_DAYS],
  ['user_group', THIRTY_DAYS],
  ['is_impersonated', THIRTY_DAYS],
  ['page_size', THIRTY_DAYS],
] as const)('cookie %s lasts %i seconds on the whole site with SameSite=Lax', (name, life) => {
  writeCookie(name, 'значение; Path=/evil')
  expect(written).toEqual([
    `${name}=${encodeURIComponent('значение; Path=/evil')}; Path=/; Max-Age=${life}; SameSite=Lax`,
  ])
})

test('removed cookie expires at once', () => {
  removeCookie('access_token')
  expect(written[0]).toContain('Max-Age=0')
})

test('cookie over HTTPS is Secure', () => {
  vi.stubGlobal('location', { protocol: 'https:' })
  writeCookie('access_token', 'a')
  expect(written[0]).toMatch(/; Secure$/)
  vi.unstubAllGlobals()
})
