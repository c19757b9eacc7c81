import type { NotificationSettings } from '@artikul/contract/workspace/notification-settings'
import { cleanup, fireEvent, screen, within } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { fakeServer, json, problem } from '../../../testing/fake-server.ts'
import { renderPage } from '../../../testing/render-page.tsx'
import { signInAs } from '../../../testing/sign-in.ts'
import { NotificationChoices } from './notifications.tsx'

const READ = 'GET /api/v1/notifications/settings'
const SAVE = 'PATCH /api/v1/notifications/settings'
const SETTINGS: NotificationSettings = {
  topics: [
    { topic: 'refusals', on_screen: true, mail: 'at_once' },
    { topic: 'watches', on_screen: true, mail: null },
  ],
  hours: [9],
}

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

test('notification channels and digest hours are selected and saved', async () => {
  await signInAs()
  const server = fakeServer({ [READ]: () => json(SETTINGS), [SAVE]: () => json({}) })
  renderPage(NotificationChoices, { path: '/profile' })
  const row = (await screen.findByText('Отказы и вопросы по строкам')).closest('li') ?? document.body
  fireEvent.click(within(row).getByText('На экране'))
  fireEvent.change(within(row).getByLabelText('Письмом: Отказы и вопросы по строкам'), { target: { value: 'digest' } })
  screen.getByText('Письмо приходит сразу')
  fireEvent.click(screen.getByRole('checkbox', { name: 'в 9:00' }))
  screen.getByText('Выберите хотя бы один час')
  fireEvent.click(screen.getByRole('checkbox', { name: 'в 18:00' }))
  fireEvent.click(screen.getByRole('button', { name: 'Сохранить' }))
  expect((await screen.findAllByText('Уведомления сохранены')).length).toBeGreaterThan(0)
  expect(server.seen.find(({ key }) => key === SAVE)?.body).toEqual({
    topics: [
      { topic: 'refusals', on_screen: false, mail: 'digest' },
      { topic: 'watches', on_screen: true, mail: null },
    ],
    hours: [18],
  })
})

test('refused notification settings are reported, and the selection stays', async () => {
  await signInAs()
  fakeServer({ [READ]: () => json(SETTINGS), [SAVE]: () => problem('internal') })
  renderPage(NotificationChoices, { path: '/profile' })
  fireEvent.click(await screen.findByRole('checkbox', { name: 'в 12:00' }))
  fireEvent.click(screen.getByRole('button', { name: 'Сохранить' }))
  expect((await screen.findAllByText('Не сохранено')).length).toBeGreaterThan(0)
  expect(screen.getByRole('checkbox', { name: 'в 12:00' }).getAttribute('aria-checked') ?? 'true').toBe('true')
})
