import type { Role } from '@artikul/contract/roles'
import { describe, expect, test } from 'vitest'
import { guard, safeRedirect, type GuardPage } from './guard.ts'

const CLIENT: Role[] = ['CONTRACTOR_USER']
const MANAGER: Role[] = ['ARTIKUL_WARRANTY_MANAGER']
const HOME: GuardPage = { name: 'home', href: '/' }
const ORDERS: GuardPage = {
  name: 'orders',
  href: '/orders?page=2',
  roles: ['ArtikulOrderManager', 'ArtikulWarrantyManager', 'ContractorAdmin', 'ContractorUser'],
}
const CART: GuardPage = { name: 'cart', href: '/cart', roles: ['ContractorAdmin', 'ContractorUser'] }
const PROFILE: GuardPage = { name: 'profile', href: '/profile' }

const go = (to: GuardPage & { redirect?: string }, roles: Role[] | null, from: GuardPage | null = null) =>
  guard({ to, from, signedIn: roles !== null, roles: roles ?? [] })

describe('public pages', () => {
  test.each(['home', 'login', 'registration', 'news-detail', 'api', 'rospart'])('let a stranger into %s', (name) => {
    expect(go({ name, href: '/' }, null)).toBeNull()
  })

  test.each(['login', 'registration', 'reset-password', 'reset-request-password'])(
    'send a signed-in user from %s to the redirect or home',
    (name) => {
      expect(go({ name, href: '/x', redirect: '/orders?page=2' }, CLIENT)).toBe('/orders?page=2')
      expect(go({ name, href: '/x' }, CLIENT)).toBe('/')
    },
  )

  test('keep home for contractors and send the staff to orders', () => {
    expect(go(HOME, CLIENT)).toBeNull()
    expect(go(HOME, ['CONTRACTOR_ADMIN'])).toBeNull()
    expect(go(HOME, MANAGER)).toBe('/orders')
  })

  test('let a signed-in user read the other public pages', () => {
    expect(go({ name: 'news', href: '/news' }, MANAGER)).toBeNull()
  })
})

describe('other pages', () => {
  test('send a stranger to login with the whole intended path', () => {
    expect(go(ORDERS, null)).toBe('/login?redirect=%2Forders%3Fpage%3D2')
  })

  test('let in whoever has one of the roles', () => {
    expect(go(ORDERS, MANAGER)).toBeNull()
    expect(go(CART, CLIENT)).toBeNull()
  })

  test('let in any signed-in user where no roles are named', () => {
    expect(go(PROFILE, MANAGER)).toBeNull()
  })

  test('send one without the role back, but only to a page that is not public', () => {
    expect(go(CART, MANAGER, ORDERS)).toBe('/orders?page=2')
    expect(go(CART, MANAGER, { name: 'news', href: '/news' })).toBe('/')
    expect(go(CART, MANAGER)).toBe('/')
  })

  test('send one who has become another person home from a page that is closed to him now', () => {
    expect(go(CART, MANAGER, CART)).toBe('/')
    expect(go({ ...CART, href: '/cart?x=1' }, MANAGER, CART)).toBe('/')
  })
})

test('a manager who must set up the second factor reaches his own pages alone', () => {
  const journey = (to: GuardPage) =>
    guard({ to, from: null, signedIn: true, roles: MANAGER, mustSetSecondFactor: true })
  expect(journey(ORDERS)).toBe('/profile')
  expect(journey(PROFILE)).toBeNull()
  expect(journey({ name: 'change-password', href: '/change-password' })).toBeNull()
})

describe('redirect', () => {
  test.each([
    ['/catalog?q=26300-35503#top', '/catalog?q=26300-35503#top'],
    ['https://evil.example/', '/'],
    ['//evil.example/orders', '/'],
    ['/\\evil.example', '/'],
    ['/.//evil.example', '/'],
    ['/..//evil.example/orders', '/'],
    ['javascript:alert(1)', '/'],
    ['/login?redirect=/orders', '/'],
    ['/%09/evil.example', '/%09/evil.example'],
    [`/login${'?redirect=/login'.repeat(50)}`, '/'],
    ['', '/'],
    [undefined, '/'],
  ])('%s leads to %s', (given, expected) => {
    expect(safeRedirect(given, 'https://artikul.example')).toBe(expected)
  })
})
