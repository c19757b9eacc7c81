import { afterEach, expect, test, vi } from 'vitest'
import { servePush } from './serve-push.ts'

afterEach(() => vi.unstubAllGlobals())

test('notification is shown, and its click focuses its open page or opens a new one', async () => {
  const listeners: Record<string, (event: object) => void> = {}
  vi.stubGlobal('addEventListener', (type: string, listener: (event: object) => void) => {
    listeners[type] = listener
  })
  const shown = vi.fn(async () => undefined)
  const openWindow = vi.fn(async () => undefined)
  const focus = vi.fn(async () => undefined)
  const pages = [{ url: `${location.origin}/orders/6`, focus }]
  vi.stubGlobal('registration', { showNotification: shown })
  vi.stubGlobal('clients', { matchAll: async () => pages, openWindow })
  servePush()
  const fire = async (type: string, event: object) => {
    let work: Promise<unknown> | undefined
    listeners[type]?.({ ...event, waitUntil: (own: Promise<unknown>) => (work = own) })
    await work
  }
  await fire('push', { data: { json: () => ({ title: 'Артикул', text: 'Заказ № 26-5', path: '/orders/5' }) } })
  expect(shown).toHaveBeenCalledWith('Артикул', expect.objectContaining({ body: 'Заказ № 26-5', data: '/orders/5' }))
  const click = (data: string) => fire('notificationclick', { notification: { close: () => undefined, data } })
  await click('/orders/5')
  expect(openWindow).toHaveBeenCalledWith('/orders/5')
  await click('/orders/6')
  expect(focus).toHaveBeenCalledOnce()
})
