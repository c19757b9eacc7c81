import { keysOf } from '@artikul/contract/core/keys'
import { WEBHOOK_EVENTS } from '@artikul/contract/core/webhook-events'
import type { Webhook, WebhookMessage } from '@artikul/contract/integrations/webhooks'
import { cleanup, fireEvent, screen, within } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { fakeServer, json } from '../../../testing/fake-server.ts'
import { renderPage } from '../../../testing/render-page.tsx'
import { signInAs } from '../../../testing/sign-in.ts'
import { Webhooks } from './webhooks.tsx'

const LIST = 'GET /api/v1/webhooks'
const CREATE = 'POST /api/v1/webhooks'
const CHANGE = 'PATCH /api/v1/webhooks/7'
const REPLAY = 'POST /api/v1/webhooks/7/replay'
const POINTS = 'GET /api/v1/consignees/options'
const SECRET = { id: 8, secret: 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw' }

const WEBHOOK: Webhook = {
  id: 7,
  name: 'Сайт',
  url: 'https://shop.example.ru/artikul',
  events: ['order.created', 'order.line.changed'],
  consignee_id: 3,
  consignee: 'Склад на Лесной',
  pause: '',
  failing_since: '2026-11-17T09:00:00.000Z',
  next_try_at: '2026-11-17T09:05:00.000Z',
  waiting_count: 2,
  last_delivered_at: '2026-11-17T08:00:00.000Z',
  previous_until: null,
  made_by: 'Петров А. Н.',
  created_at: '2026-11-16T09:00:00.000Z',
  version: 2,
}
const MESSAGE: WebhookMessage = {
  ...{ id: 41, type: 'order.created', label: '26-004012', state: 'delivered', created_at: '2026-11-17T08:00:00.000Z' },
  ...{ attempts: 2, last_at: '2026-11-17T08:00:05.000Z', status: 204, error: '', took_ms: 31 },
}
const PAGE = { total_count: 1, per_page: 50, page: 1 }

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

test('new webhook is checked before sending, and its secret is shown once', async () => {
  await signInAs()
  const server = fakeServer({
    [LIST]: () => json({ results: [] }),
    [POINTS]: () => json({ results: [] }),
    [CREATE]: () => json(SECRET, 201),
  })
  renderPage(Webhooks, { path: '/profile' })
  await screen.findByText('Вебхуков пока нет.')
  fireEvent.click(screen.getByRole('button', { name: 'Новый вебхук' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Новый вебхук' }))
  fireEvent.change(dialog.getByLabelText('Название *'), { target: { value: 'Сайт' } })
  fireEvent.change(dialog.getByLabelText('Адрес *'), { target: { value: 'shop.example.ru' } })
  fireEvent.click(dialog.getByRole('button', { name: 'Создать' }))
  await dialog.findByText('Адрес вида https://shop.example.ru/artikul, без пароля и «#»')
  fireEvent.change(dialog.getByLabelText('Адрес *'), { target: { value: WEBHOOK.url } })
  fireEvent.click(dialog.getByRole('checkbox', { name: 'Прайс готов' }))
  fireEvent.click(dialog.getByRole('button', { name: 'Создать' }))
  const shown = within(await screen.findByRole('dialog', { name: 'Секрет подписи' }))
  shown.getByText(SECRET.secret)
  expect(server.seen.find(({ key }) => key === CREATE)?.body).toEqual({
    ...{ name: 'Сайт', url: WEBHOOK.url, consignee_id: null },
    events: keysOf(WEBHOOK_EVENTS).filter((event) => event !== 'price_export.ready'),
  })
})

test('webhook is listed with its failures, paused, tried and removed', async () => {
  await signInAs()
  const server = fakeServer({
    [LIST]: () => json({ results: [WEBHOOK] }),
    [CHANGE]: () => json({ version: 3 }),
    'POST /api/v1/webhooks/7/test': () =>
      json({ status: 500, error: 'Получатель ответил 500', took_ms: 12, answer: '' }),
    'DELETE /api/v1/webhooks/7': () => json({}),
  })
  renderPage(Webhooks, { path: '/profile' })
  await screen.findByText(/Не принимает с/)
  screen.getByText('Заказ оформлен, Строки заказа изменились')
  screen.getByText(/ждут отправки: 2 · только Склад на Лесной/)
  fireEvent.click(screen.getByRole('button', { name: 'Проверить: Сайт' }))
  expect((await screen.findAllByText(/Получатель ответил 500/)).length).toBeGreaterThan(0)
  fireEvent.click(screen.getByRole('button', { name: 'Приостановить: Сайт' }))
  expect((await screen.findAllByText('Вебхук приостановлен')).length).toBeGreaterThan(0)
  expect(server.seen.find(({ key }) => key === CHANGE)?.body).toMatchObject({ version: 2, is_paused: true })
  fireEvent.click(screen.getByRole('button', { name: 'Удалить: Сайт' }))
  const question = within(await screen.findByRole('alertdialog', { name: 'Удалить вебхук «Сайт»?' }))
  question.getByText(/Не отправлено 2\s+сообщения/)
  fireEvent.click(question.getAllByRole('button').at(-1) ?? expect.fail())
  expect((await screen.findAllByText('Вебхук удалён')).length).toBeGreaterThan(0)
})

test('message is opened with its body and answer, and sent again', async () => {
  await signInAs()
  const server = fakeServer({
    [LIST]: () => json({ results: [WEBHOOK] }),
    'GET /api/v1/webhooks/7/messages': () => json({ results: [MESSAGE], pagination: PAGE }),
    'GET /api/v1/webhook-messages/41': () => json({ ...MESSAGE, body: '{"type":"order.created"}', answer: 'принято' }),
    [REPLAY]: () => json({ queued_count: 1 }),
  })
  renderPage(Webhooks, { path: '/profile' })
  fireEvent.click(await screen.findByRole('button', { name: 'Сообщения: Сайт' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Сообщения: Сайт' }))
  fireEvent.click(await dialog.findByRole('button', { name: /Заказ оформлен/ }))
  await dialog.findByText('принято')
  dialog.getByText(/"type": "order.created"/)
  fireEvent.click(dialog.getByRole('button', { name: 'Отправить снова' }))
  expect((await screen.findAllByText(/Отправляем снова: 1\s+сообщение/)).length).toBeGreaterThan(0)
  expect(server.seen.find(({ key }) => key === REPLAY)?.body).toEqual({ message_id: 41 })
})
