import type { Role } from '@artikul/contract/core/roles'
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
  test.each(['home', 'login', 'registration', 'news-detail', 'api', 'rospart'])(
    'are open to a stranger: %s',
    (name) => {
      expect(go({ name, href: '/' }, null)).toBeNull()
    },
  )

  test.each(['login', 'registration', 'reset-password', 'reset-request-password'])(
    'redirect a signed-in user from %s to the given address or home',
    (name) => {
      expect(go({ name, href: '/x', redirect: '/orders?page=2' }, CLIENT)).toBe('/orders?page=2')
      expect(go({ name, href: '/x' }, CLIENT)).toBe('/')
    },
  )

  test('keep home for clients and redirect staff from it to orders', () => {
    expect(go(HOME, CLIENT)).toBeNull()
    expect(go(HOME, ['CONTRACTOR_ADMIN'])).toBeNull()
    expect(go(HOME, MANAGER)).toBe('/orders')
  })

  test('stay open to a signed-in user', () => {
    expect(go({ name: 'news', href: '/news' }, MANAGER)).toBeNull()
  })
})

describe('private pages', () => {
  test('redirect a stranger to login with the full intended path', () => {
    expect(go(ORDERS, null)).toBe('/login?redirect=%2Forders%3Fpage%3D2')
  })

  test('are open to a user with one of their roles', () => {
    expect(go(ORDERS, MANAGER)).toBeNull()
    expect(go(CART, CLIENT)).toBeNull()
  })

  test('without roles are open to any signed-in user', () => {
    expect(go(PROFILE, MANAGER)).toBeNull()
  })

  test('redirect a user without the role back to a private page or home', () => {
    expect(go(CART, MANAGER, ORDERS)).toBe('/orders?page=2')
    expect(go(CART, MANAGER, { name: 'news', href: '/news' })).toBe('/')
    expect(go(CART, MANAGER)).toBe('/')
  })

  test('redirect home a user who lost access by a switch of account', () => {
    expect(go(CART, MANAGER, CART)).toBe('/')
    expect(go({ ...CART, href: '/cart?x=1' }, MANAGER, CART)).toBe('/')
  })
})

test('manager without a second factor can open only own profile pages', () => {
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
