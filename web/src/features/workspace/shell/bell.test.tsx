import type { Notification } from '@artikul/contract/workspace/notifications'
import type { Role } from '@artikul/contract/core/roles'
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { fakeServer, json, problem } from '../../../testing/fake-server.ts'
import { renderPage } from '../../../testing/render-page.tsx'
import { signInAs, signOut } from '../../../testing/sign-in.ts'
import { Bell } from './bell.tsx'

const LIST = 'GET /api/v1/notifications'
const UNREAD = 'GET /api/v1/notifications/unread'
const READ = 'POST /api/v1/notifications/read'

afterEach(async () => {
  cleanup()
  await signOut()
  vi.unstubAllGlobals()
})
const unfold = async (name: string | RegExp) => {
  fireEvent.click(await screen.findByRole('button', { name }))
  return screen.findByRole('dialog', { name: 'Уведомления' })
}

test('bell counts unread notifications and opens one by its link', async () => {
  const { server, router } = await open({
    [UNREAD]: () => json({ unread: 1 }),
    [LIST]: () =>
      json({
        results: [
          notification(),
          notification({
            id: 8,
            kind: 'shipment.created',
            about: 'shipment',
            label: 'ПФ-000007',
            counts: {},
            is_read: true,
          }),
        ],
        next_before: null,
      }),
    [READ]: () => json({}),
  })
  const panel = await unfold(/^Уведомления: 1\sнепрочитанное$/)
  const link = await within(panel).findByRole('link', {
    name: /^Не прочитано: Заказ № 26-000123: поставщик отказал в 2\sстроках, подтверждена 1\sстрока/,
  })
  expect(link.getAttribute('href')).toBe('/orders/5')
  expect(within(link).getByText(/17\.11\.2026, 12:05/)).toBeTruthy()
  within(panel).getByRole('link', { name: /^Отгрузка № ПФ-000007 оформлена/ })
  fireEvent.click(link)
  await waitFor(() => expect(router.state.location.pathname).toBe('/orders/5'))
  expect(server.seen.find(({ key }) => key === READ)?.body).toEqual({ id: 9, and_older: false })
  await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Уведомления' })).toBeNull())
})

test('all notifications are marked as read at once', async () => {
  let unread = 3
  await open({
    [UNREAD]: () => json({ unread }),
    [LIST]: () => json({ results: [notification({ is_read: unread === 0 })], next_before: null }),
    [READ]: ({ body }) => {
      expect(body).toEqual({ id: 9, and_older: true })
      unread = 0
      return json({})
    },
  })
  const panel = await unfold(/3\sнепрочитанных$/)
  fireEvent.click(await within(panel).findByRole('button', { name: 'Отметить всё прочитанным' }))
  await waitFor(() => expect(within(panel).queryByRole('button', { name: 'Отметить всё прочитанным' })).toBeNull())
  await waitFor(() => expect(within(panel).queryByText('Не прочитано:')).toBeNull())
})

test('staff see the company of a notification and load older ones by pages', async () => {
  await open(
    {
      [UNREAD]: () => json({ unread: 100 }),
      [LIST]: () =>
        json({
          results: [notification({ kind: 'order.placed', counts: {}, contractor: 'ООО «Ромашка»' })],
          next_before: 9,
        }),
      [`${LIST}?before=9`]: () =>
        json({
          results: [
            notification({
              id: 2,
              kind: 'quote_request.created',
              about: 'quote_request',
              label: 'З-000003',
              counts: {},
            }),
          ],
          next_before: null,
        }),
    },
    'ARTIKUL_ORDER_MANAGER',
  )
  const panel = await unfold('Уведомления: больше 99 непрочитанных')
  await within(panel).findByText('Новый заказ № 26-000123')
  within(panel).getByText(/^ООО «Ромашка» · 17\.11\.2026/)
  fireEvent.click(within(panel).getByRole('button', { name: 'Показать ещё' }))
  await within(panel).findByText('Новый запрос З-000003')
  expect(within(panel).queryByRole('button', { name: 'Показать ещё' })).toBeNull()
})

test('empty bell has a message, and a failed load can be retried', async () => {
  let isBroken = true
  await open({
    [UNREAD]: () => json({ unread: 0 }),
    [LIST]: () => (isBroken ? problem('internal') : json({ results: [], next_before: null })),
  })
  const panel = await unfold('Уведомления')
  isBroken = false
  fireEvent.click(await within(panel).findByRole('button', { name: 'Повторить' }))
  await within(panel).findByText('Пока ничего не произошло')
})

const notification = (fields: Partial<Notification> = {}): Notification => ({
  id: 9,
  kind: 'order.refused',
  about: 'order',
  about_id: 5,
  label: '26-000123',
  counts: { refused: 2, confirmed: 1 },
  contractor: null,
  at: '2026-11-17T09:05:00.000Z',
  is_read: false,
  ...fields,
})

async function open(answers: Parameters<typeof fakeServer>[0], role: Role = 'CONTRACTOR_USER') {
  await signInAs({ roles: [{ name: role }], ...(role.startsWith('ARTIKUL') && { contractors: [] }) })
  const server = fakeServer(answers)
  const page = renderPage(Bell, { path: '/orders' })
  return { server, ...page }
}
