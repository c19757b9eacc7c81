import type { ApiUsage } from '@artikul/contract/integrations/api-keys'
import { cleanup, fireEvent, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { fakeServer, json } from '../../../testing/fake-server.ts'
import { renderPage } from '../../../testing/render-page.tsx'
import { signInAs } from '../../../testing/sign-in.ts'
import { ApiUsageTab } from './api-usage-tab.tsx'

const USAGE = 'GET /api/v1/contractors/7/api-usage'
const LIMITS = 'PATCH /api/v1/contractors/7/api-limits'
const usage: ApiUsage = {
  keys: [
    {
      ...{ id: 3, name: 'Каталог', login: 'kffffffffffff', scopes: ['search'], made_by: 'Петров А. Н.' },
      ...{ last_used_at: null, calls: 1200, searches: 1000, refused: 4, is_revoked: true },
    },
  ],
  orders: 40,
  limits: { version: 2, calls_per_minute: 60, calls_per_day: null },
}

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const Tab = () => <ApiUsageTab company={{ id: 7 } as never} />

test('use of the API is shown by key, and the limits are saved', async () => {
  await signInAs()
  const server = fakeServer({ [USAGE]: () => json(usage), [LIMITS]: () => json({ version: 3 }) })
  renderPage(Tab, { path: '/contractors/7' })
  await screen.findByText('Отозван')
  expect(screen.getByText('Вызовов поиска на заказ').nextSibling?.textContent).toBe('25')
  fireEvent.change(screen.getByLabelText('Вызовов в минуту'), { target: { value: '30' } })
  fireEvent.click(screen.getByRole('button', { name: 'Сохранить' }))
  expect((await screen.findAllByText('Пределы сохранены')).length).toBeGreaterThan(0)
  expect(server.seen.find(({ key }) => key === LIMITS)?.body).toEqual({
    ...{ version: 2, calls_per_minute: 30, calls_per_day: null },
  })
})

test('company without keys is said to have none', async () => {
  await signInAs()
  fakeServer({ [USAGE]: () => json({ ...usage, keys: [], orders: 0 }) })
  renderPage(Tab, { path: '/contractors/7' })
  await screen.findByText('Ключей нет')
})
