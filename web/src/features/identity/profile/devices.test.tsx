import { cleanup, fireEvent, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { fakeServer, json } from '../../../testing/fake-server.ts'
import { renderPage } from '../../../testing/render-page.tsx'
import { signInAs } from '../../../testing/sign-in.ts'
import { Devices } from './devices.tsx'

const LIST = 'GET /api/v1/notifications/devices'
const KEY = 'BNcRdreALRFXTkOOUHK1EtK2wtaz5Ry4YfYCA_0QTpQtUbVlUls0VJXg7A8u-Ts1XbjhazAkj7I99e8QcYP7DkM'
const answer = (fields: object) => json({ web_push_key: KEY, offers_max: false, results: [], ...fields })
const device = (fields: object) => ({
  id: 5,
  channel: 'max',
  name: 'Иван Петров',
  endpoint: null,
  created_at: '2026-11-24T12:00:00.000Z',
  ...fields,
})

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
  Reflect.deleteProperty(navigator, 'serviceWorker')
})

/** A browser with a push service; `permission` is its answer. */
function stubBrowser(permission: NotificationPermission) {
  const subscription = {
    endpoint: 'https://push.test/1',
    options: { applicationServerKey: null },
    getKey: () => new Uint8Array([255, 254]).buffer,
    unsubscribe: async () => {
      held = null
      return true
    },
  }
  let held: typeof subscription | null = null
  const pushManager = {
    getSubscription: async () => held,
    subscribe: async () => (held = subscription),
  }
  vi.stubGlobal('Notification', { permission })
  vi.stubGlobal('PushManager', vi.fn())
  Object.defineProperty(navigator, 'serviceWorker', {
    configurable: true,
    value: { getRegistration: async () => ({ pushManager }) },
  })
}

test('browser is switched on, checked and switched off', async () => {
  await signInAs()
  stubBrowser('granted')
  let devices: object[] = []
  const own = device({ channel: 'web_push', name: 'Firefox, Linux', endpoint: 'https://push.test/1' })
  const server = fakeServer({
    [LIST]: () => answer({ results: devices }),
    'POST /api/v1/notifications/devices': () => {
      devices = [own]
      return json({ id: 5 })
    },
    'POST /api/v1/notifications/devices/5/check': () => json({}),
    'DELETE /api/v1/notifications/devices/5': () => {
      devices = []
      return json({})
    },
  })
  renderPage(Devices, { path: '/profile' })
  const control = await screen.findByRole('switch', { name: 'Уведомления в этом браузере' })
  await vi.waitFor(() => expect(control.hasAttribute('disabled')).toBe(false))
  fireEvent.click(control)
  fireEvent.click(await screen.findByRole('button', { name: 'Проверить' }))
  await screen.findAllByText('Проверочное уведомление отправлено')
  const sent = server.seen.find(({ key }) => key === 'POST /api/v1/notifications/devices')
  expect(sent?.body).toEqual({ endpoint: 'https://push.test/1', keys: { p256dh: '__4', auth: '__4' } })
  fireEvent.click(control)
  await vi.waitFor(() => expect(screen.queryByRole('button', { name: 'Проверить' })).toBeNull())
  expect(server.keys()).toContain('DELETE /api/v1/notifications/devices/5')
})

test.each([
  ['denied', /запрещены в настройках браузера/],
  [null, /не показывает уведомления сайтов/],
] as const)('browser with permission %s cannot be switched on, and the reason is shown', async (permission, reason) => {
  await signInAs()
  if (permission) stubBrowser(permission)
  fakeServer({ [LIST]: () => answer({}) })
  renderPage(Devices, { path: '/profile' })
  await screen.findByText(reason)
  expect(screen.getByRole('switch').hasAttribute('disabled')).toBe(true)
})

test('MAX is connected by a one-time link and disconnected', async () => {
  await signInAs()
  let devices: object[] = []
  const server = fakeServer({
    [LIST]: () => answer({ web_push_key: null, offers_max: true, results: devices }),
    'POST /api/v1/notifications/devices/max_link': () => {
      devices = [device({})]
      return json({ url: 'https://max.ru/artikul_bot?start=secret', expires_at: '2026-11-24T12:10:00.000Z' })
    },
    'DELETE /api/v1/notifications/devices/5': () => json({}),
  })
  renderPage(Devices, { path: '/profile' })
  fireEvent.click(await screen.findByRole('button', { name: 'Подключить MAX' }))
  const link = await screen.findByRole('link', { name: 'Открыть MAX' })
  expect(link.getAttribute('href')).toBe('https://max.ru/artikul_bot?start=secret')
  fireEvent.click(await screen.findByRole('button', { name: 'Отключить: Иван Петров' }, { timeout: 8000 }))
  await vi.waitFor(() => expect(server.keys()).toContain('DELETE /api/v1/notifications/devices/5'))
}, 15_000)

test('section is hidden when the installation offers neither', async () => {
  await signInAs()
  const server = fakeServer({ [LIST]: () => answer({ web_push_key: null }) })
  renderPage(Devices, { path: '/profile' })
  await vi.waitFor(() => expect(server.keys()).toContain(LIST))
  await vi.waitFor(() => expect(screen.queryByText('Что ждёт вашего ответа')).toBeNull())
})
