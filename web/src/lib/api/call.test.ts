import { consigneeRoutes } from '@artikul/contract/companies/consignees'
import { orderRoutes } from '@artikul/contract/ordering/orders/orders'
import { afterEach, expect, test, vi } from 'vitest'
import { fakeServer, json, problem } from '../../testing/fake-server.ts'
import { ApiError, messageOf } from './api-error.ts'
import { call } from './call.ts'
import { formErrors } from './form-errors.ts'

afterEach(() => vi.unstubAllGlobals())

const CONSIGNEES = 'GET /api/v1/consignees/options'

test('request omits empty query values and puts params into the path', async () => {
  const server = fakeServer({
    'GET /api/v1/orders': () =>
      json({ results: [], pagination: { total_count: 0, per_page: 50, page: 1 }, has_more: false }),
    'GET /api/v1/orders/12': () => problem('not_found'),
  })
  await call(orderRoutes.list, { query: { page: '2', q: '' } })
  await call(orderRoutes.get, { params: { id: '12' } }).catch(() => undefined)
  expect(server.keys()).toEqual(['GET /api/v1/orders?page=2', 'GET /api/v1/orders/12'])
})

test('request sends its idempotency key', async () => {
  const server = fakeServer({ 'POST /api/v1/orders': () => json({ orders: [] }, 201) })
  await call(orderRoutes.place, { body: { lines: [] }, idempotencyKey: 'k1' })
  expect(server.seen[0]?.headers.get('idempotency-key')).toBe('k1')
})

test('non-JSON reply is an unexpected reply', async () => {
  fakeServer({ [CONSIGNEES]: () => new Response('<html>') })
  await expect(call(consigneeRoutes.options, {})).rejects.toMatchObject({ code: 'reply.unexpected' })
})

test('lost network is distinguished from a refusal', async () => {
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')))
  const error: unknown = await call(consigneeRoutes.options, {}).catch((reason: unknown) => reason)
  expect(error).toBeInstanceOf(ApiError)
  expect(error).toMatchObject({ code: 'network', isTemporary: true })
  expect(messageOf(error)).toBe('Нет соединения с сервером')
})

test('validation errors are split between the fields and the form', async () => {
  const errors = [
    { path: 'client_number', message: 'Не больше 50 символов' },
    { path: 'lines', message: 'Выберите строки для заказа' },
  ]
  fakeServer({ 'POST /api/v1/orders': () => problem('input.invalid', { errors }) })
  const error: unknown = await call(orderRoutes.place, { body: { lines: [] }, idempotencyKey: 'k' }).catch(
    (reason: unknown) => reason,
  )
  expect(formErrors(error, ['client_number'])).toEqual({
    fields: { client_number: 'Не больше 50 символов' },
    form: 'Выберите строки для заказа',
  })
})

test('error reply without a problem document still has a message', async () => {
  fakeServer({ [CONSIGNEES]: () => new Response('<html>', { status: 502 }) })
  await expect(call(consigneeRoutes.options, {})).rejects.toMatchObject({ status: 502, code: 'unavailable' })
})
