import { cleanup, fireEvent, screen, within } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { fakeServer } from '../../../testing/fake-server.ts'
import { renderPage } from '../../../testing/render-page.tsx'
import ApiPage from './api-page.tsx'

const DOCUMENT = {
  info: { title: 'Артикул', version: '1', description: 'Первое правило.\n\nЗаголовок `Authorization`.' },
  paths: {
    '/api/partner/v1/orders': {
      post: {
        tags: ['Корзина и заказы'],
        summary: 'Оформить заказ',
        parameters: [{ $ref: '#/components/parameters/IdempotencyKey' }],
        requestBody: { content: { 'application/json': { schema: { type: 'object' }, example: { lines: [] } } } },
        responses: {
          201: { description: 'Успешно', content: { 'application/json': { schema: { type: 'object' } } } },
          404: { $ref: '#/components/responses/Refusal' },
          409: { $ref: '#/components/responses/Refusal' },
        },
      },
    },
    '/api/partner/v1/orders/{id}': {
      get: {
        tags: ['Корзина и заказы'],
        summary: 'Заказ',
        parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'string' } }],
        responses: {},
      },
    },
  },
  components: {
    parameters: {
      IdempotencyKey: { name: 'Idempotency-Key', in: 'header', required: true, schema: { type: 'string' } },
    },
    responses: { Refusal: { description: 'Отказ' } },
  },
}

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const reply = (status: number, body: object) =>
  new Response(JSON.stringify(body), {
    status,
    headers: { 'content-type': 'application/json', 'ratelimit-remaining': '59' },
  })

test('reader runs a call of the partner API with a key that stays on the page', async () => {
  const seen: Request[] = []
  fakeServer({})
  vi.stubGlobal('fetch', async (address: string, settings?: RequestInit) => {
    if (address.endsWith('openapi.json')) return reply(200, DOCUMENT)
    seen.push(new Request(new URL(address, 'https://portal.test'), settings))
    return reply(address.endsWith('orders') ? 201 : 404, { code: 'not_found' })
  })
  renderPage(ApiPage, { path: '/api' })
  fireEvent.click(await screen.findByText('/api/partner/v1/orders/{id}'))
  const form = within(await screen.findByRole('form', { name: 'Проверить GET /api/partner/v1/orders/{id}' }))
  expect(form.getByRole('button', { name: 'Выполнить' })).toHaveProperty('disabled', true)
  fireEvent.change(screen.getByLabelText('Ключ для проверки вызовов'), { target: { value: 'k1.secret' } })
  fireEvent.change(form.getByLabelText('id *'), { target: { value: '7' } })
  fireEvent.click(form.getByRole('button', { name: 'Выполнить' }))
  await form.findByText('Ответ 404, осталось вызовов: 59')
  expect(seen[0]?.url).toBe('https://portal.test/api/partner/v1/orders/7')
  expect(seen[0]?.headers.get('authorization')).toBe('Bearer k1.secret')

  fireEvent.click(screen.getByText('/api/partner/v1/orders'))
  const order = within(await screen.findByRole('form', { name: 'Проверить POST /api/partner/v1/orders' }))
  screen.getByText('Ответ 404, 409: Отказ')
  fireEvent.click(order.getByRole('button', { name: 'Выполнить' }))
  await order.findByText('Ответ 201, осталось вызовов: 59')
  expect(await seen[1]?.json()).toEqual({ lines: [] })
  expect(seen[1]?.headers.get('idempotency-key')).toMatch(/^[\da-f-]{36}$/)
})

test('guides for programmers are shown beside the description', async () => {
  fakeServer({})
  renderPage(ApiPage, { path: '/api', at: '/api?about=guide' })
  await screen.findByRole('heading', { name: 'Программисту покупателя' })
  screen.getByRole('heading', { name: 'Программа работает с ABCP' })
  expect(screen.getAllByRole('link', { name: '/profile' })[0]?.getAttribute('href')).toMatch(/\/profile$/)
  expect(screen.getByText(/def call\(method, path/).tagName).toBe('PRE')
})
