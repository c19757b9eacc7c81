import type { ApiKey } from '@artikul/contract/integrations/api-keys'
import { cleanup, fireEvent, screen, within } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { fakeServer, json } from '../../../testing/fake-server.ts'
import { renderPage } from '../../../testing/render-page.tsx'
import { signInAs } from '../../../testing/sign-in.ts'
import { ApiKeys } from './api-keys.tsx'

const LIST = 'GET /api/v1/api-keys'
const CREATE = 'POST /api/v1/api-keys'
const POINTS = 'GET /api/v1/consignees/options'
const SECRET = { id: 8, login: 'k0123456789ab', secret: 'x'.repeat(32), token: `k0123456789ab.${'x'.repeat(32)}` }

const KEY: ApiKey = {
  id: 7,
  name: 'Автосервис',
  consignee_id: 3,
  consignee: 'Склад на Лесной',
  is_point_only: true,
  scopes: ['search', 'orders'],
  addresses: ['203.0.113.7'],
  valid_until: '2027-01-31',
  calls_per_minute: 60,
  calls_per_day: 5000,
  order_limit_kop: 10_000_000,
  login: 'kffffffffffff',
  made_by: 'Петров А. Н.',
  created_at: '2026-11-17T09:00:00.000Z',
  last_used_at: null,
  calls_today: 12,
  refused_today: 1,
  previous_until: null,
  refusal: 'Срок ключа закончился',
  version: 2,
}

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

test('new key is checked before sending, and its secret is shown once', async () => {
  await signInAs()
  const server = fakeServer({
    [LIST]: () => json({ results: [] }),
    [POINTS]: () => json({ results: [] }),
    [CREATE]: () => json(SECRET, 201),
  })
  renderPage(ApiKeys, { path: '/profile' })
  await screen.findByText('Ключей пока нет.')
  fireEvent.click(screen.getByRole('button', { name: 'Новый ключ' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Новый ключ API' }))
  fireEvent.change(dialog.getByLabelText('Сетевые адреса'), { target: { value: '203.0.113.7\n300.1.1.1' } })
  fireEvent.click(dialog.getByRole('button', { name: 'Создать' }))
  await dialog.findByText('Заполните поле')
  dialog.getByText('Адрес вида 203.0.113.7 или сеть вида 203.0.113.0/24')
  fireEvent.change(dialog.getByLabelText('Название *'), { target: { value: 'Автосервис' } })
  fireEvent.change(dialog.getByLabelText('Сетевые адреса'), { target: { value: '203.0.113.7\n2a00:1148::/32' } })
  fireEvent.click(dialog.getByRole('checkbox', { name: 'Корзина и заказы' }))
  fireEvent.click(dialog.getByRole('button', { name: 'Создать' }))
  const shown = within(await screen.findByRole('dialog', { name: 'Ключ API' }))
  shown.getByText(SECRET.token)
  expect(server.seen.find(({ key }) => key === CREATE)?.body).toEqual({
    name: 'Автосервис',
    consignee_id: null,
    is_point_only: false,
    scopes: ['search', 'documents'],
    addresses: ['203.0.113.7', '2a00:1148::/32'],
    valid_until: null,
    calls_per_minute: 120,
    calls_per_day: 20_000,
    order_limit_kop: null,
  })
})

test('key is listed with its limits, gets another secret and is revoked', async () => {
  await signInAs()
  const server = fakeServer({
    [LIST]: () => json({ results: [KEY] }),
    'POST /api/v1/api-keys/7/rotate': () => json({ ...SECRET, id: 7 }),
    'POST /api/v1/api-keys/7/revoke': () => json({}),
  })
  renderPage(ApiKeys, { path: '/profile' })
  await screen.findByText('Срок ключа закончился')
  screen.getByText('Поиск и цены, Корзина и заказы')
  screen.getByText(/60 в минуту, 5\s000 в сутки · только Склад на Лесной · 203\.0\.113\.7 · по 31\.01\.2027/)
  fireEvent.click(screen.getByRole('button', { name: 'Заменить секрет: Автосервис' }))
  const rotation = within(await screen.findByRole('dialog', { name: 'Новый секрет ключа «Автосервис»' }))
  fireEvent.click(rotation.getByRole('button', { name: 'Заменить' }))
  const shown = within(await screen.findByRole('dialog', { name: 'Ключ API' }))
  shown.getByText(SECRET.token)
  fireEvent.click(shown.getByRole('button', { name: 'Готово' }))
  fireEvent.click(screen.getByRole('button', { name: 'Отозвать: Автосервис' }))
  const question = within(await screen.findByRole('alertdialog', { name: 'Отозвать ключ «Автосервис»?' }))
  fireEvent.click(question.getAllByRole('button').at(-1) ?? expect.fail())
  expect((await screen.findAllByText('Ключ отозван')).length).toBeGreaterThan(0)
  expect(server.seen.find(({ key }) => key.endsWith('/rotate'))?.body).toEqual({ overlap_hours: 24 })
})
