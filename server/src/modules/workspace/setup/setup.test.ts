import type { Problem } from '@artikul/contract/core/errors'
import type { SetupStep } from '@artikul/contract/workspace/setup'
import { expect, test } from 'vitest'
import { contractFields, companyFields, sellerFields } from '../../../testing/companies.ts'
import { loginAs, send, TEST_SECRET, useTestApp } from '../../../testing/test-app.ts'
import { shownSetupCode } from './setup-code.ts'

const test_ = useTestApp({ TRUST_PROXY: 'on' })
const code = shownSetupCode(TEST_SECRET)
const PASSWORD = 'Тридцать три карбюратора 8'
const ADMINISTRATOR = {
  code: code.toLowerCase(),
  full_name: 'Первая Анна Ивановна',
  email: 'first@portal.test',
  phone: '+79990000001',
  password: PASSWORD,
}

const post = <T>(path: string, payload: object, headers: Record<string, string> = {}) =>
  send<T & Problem>(test_, { method: 'POST', url: `/api/v1/${path}`, headers, payload })
const isNeeded = async () => (await send<{ is_needed: boolean }>(test_, { url: '/api/v1/setup' })).json.is_needed

test.each([
  [{ code: 'AAAA-AAAA' }, 403, 'code'],
  [{ password: 'qwertyuiop' }, 400, 'password'],
  [{ email: 'nobody' }, 400, 'email'],
])('administrator with %j is refused', async (overrides, status, path) => {
  const refused = await post('setup/administrator', { ...ADMINISTRATOR, ...overrides })
  expect(refused).toMatchObject({ status, json: { errors: [{ path }] } })
})

test('code is not guessed: attempts of an address are limited', async () => {
  const headers = { 'x-forwarded-for': '192.0.2.7' }
  const guess = () => post('setup/administrator', { ...ADMINISTRATOR, code: 'AAAA-AAAA' }, headers)
  const statuses: number[] = []
  for (let attempt = 0; attempt < 21; attempt++) statuses.push((await guess()).status)
  expect(statuses.slice(0, 20)).toEqual(Array<number>(20).fill(403))
  expect(statuses.at(-1)).toBe(429)
})

test('demonstration is not offered where the server cannot fill it', async () => {
  expect((await post('setup/demo', { code })).status).toBe(404)
})

test('only the first of two administrators is created, and the setup ends', async () => {
  expect(await isNeeded()).toBe(true)
  expect((await send(test_, { url: '/login' })).headers['location']).toBe('/setup?redirect=/settings')
  const both = await Promise.all([
    post('setup/administrator', ADMINISTRATOR),
    post('setup/administrator', { ...ADMINISTRATOR, email: 'second@portal.test' }),
  ])
  expect(both.map(({ status }) => status).toSorted()).toEqual([201, 409])
  expect(await isNeeded()).toBe(false)
  expect((await send(test_, { url: '/login' })).headers['location']).toBeUndefined()
  expect((await post('setup/administrator', { ...ADMINISTRATOR, email: 'third@portal.test' })).json.code).toBe(
    'setup.done',
  )
})

test('administrator goes from an empty portal to a buyer with a contract, step by step', async () => {
  const { login } = await test_.database.db.selectFrom('users').select('login').executeTakeFirstOrThrow()
  const admin = await loginAs(test_, { login, password: PASSWORD })
  const left = async () => {
    const { json } = await send<{ steps: { step: SetupStep; is_done: boolean; is_skipped: boolean }[] }>(test_, {
      url: '/api/v1/setup/steps',
      headers: admin,
    })
    return json.steps.flatMap((one) => (one.is_done || one.is_skipped ? [] : one.step))
  }
  expect(await left()).toEqual([
    'second_factor',
    'portal',
    'seller',
    'mail',
    'delivery',
    'warehouse',
    'prices',
    'price_group',
    'buyer',
  ])
  expect((await post('setup/skip', { step: 'mail', is_skipped: true })).status).toBe(401)
  for (const step of ['second_factor', 'portal', 'mail', 'prices'] as const)
    expect((await post('setup/skip', { step, is_skipped: true }, admin)).status).toBe(200)
  const seller = await post<{ id: number }>('sellers', sellerFields(), admin)
  const run = { name: 'Рейс 10:00', weekdays: [1, 2], leaves_at: '10:00', order_before: '09:00' }
  expect(
    (
      await post(
        'delivery/zones',
        { name: 'Город', note: '', runs: [run], charge_kop: 0, free_from_kop: null, minimum_kop: 0 },
        admin,
      )
    ).status,
  ).toBe(201)
  const warehouse = {
    seller_id: seller.json.id,
    shown_as: 'Основной склад',
    region: '',
    time_zone: 'Europe/Moscow',
    cutoff: '16:00',
    ships_on: null,
    term_days: 0,
    off_hours_days: 0,
    guarantee_days: 1,
    return_days: 14,
  }
  expect((await post('warehouses', { ...warehouse, seller_id: 999_999 }, admin)).json.errors?.[0]?.path).toBe(
    'seller_id',
  )
  expect((await post('warehouses', warehouse, admin)).status).toBe(201)
  expect((await post('warehouses', warehouse, admin)).json.errors?.[0]?.path).toBe('shown_as')
  const group = await post<{ id: number }>(
    'price-groups',
    { name: 'Опт', markup_hundredths: 2000, rounds_to_ruble: false },
    admin,
  )
  const buyer = await post<{ id: number }>(
    'contractors',
    { ...companyFields(), manager_id: null, price_group_id: group.json.id },
    admin,
  )
  expect(await left()).toEqual(['buyer'])
  const contract = await post(`contractors/${buyer.json.id}/contracts`, contractFields(seller.json.id), admin)
  expect(contract.status).toBe(201)
  expect(await left()).toEqual([])
  await post('setup/skip', { step: 'mail', is_skipped: false }, admin)
  expect(await left()).toEqual(['mail'])
})
