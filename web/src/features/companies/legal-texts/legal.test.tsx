import type { LegalDesk, LegalDeskVersion } from '@artikul/contract/companies/legal'
import { cleanup, fireEvent, screen, within } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, expect, test, vi } from 'vitest'
import { fakeServer, json, problem } from '../../../testing/fake-server.ts'
import { renderPage } from '../../../testing/render-page.tsx'
import Legal from './legal.tsx'

const DESK = 'GET /api/v1/manager/legal'
const PUBLISH = 'POST /api/v1/manager/legal/offer'

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

test('legal text shows its version and consents, and a future version can be withdrawn', async () => {
  const waiting = one({ version: 2, state: 'future', in_force_from: '2026-12-01', by: 'Иванова Мария Петровна' })
  let isWithdrawn = false
  fakeServer({
    [DESK]: () =>
      json({
        results: [isWithdrawn ? offer({ last_version: 2 }) : offer({ waiting, last_version: 2 }), consent, policy],
      }),
    'DELETE /api/v1/manager/legal/offer/versions/2': () => {
      isWithdrawn = true
      return json({})
    },
  })
  draw()
  await screen.findByText(/3\sкомпании/)
  expect(screen.getAllByText('Действует')).toHaveLength(3)
  expect(screen.getAllByText('Согласились'), 'nobody is asked to agree to the policy').toHaveLength(2)
  screen.getByText(/Больше 10\s?000\sчеловек/)
  expect(screen.queryByRole('button', { name: 'Новая редакция: Оферта' }), 'one waits').toBeNull()
  fireEvent.click(screen.getByRole('button', { name: 'Отозвать редакцию 2' }))
  fireEvent.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Да' }))
  await screen.findByRole('button', { name: 'Новая редакция: Оферта' })
})

test('legal text typed during another publication stays and is published over it', async () => {
  const sent: unknown[] = []
  let last = 1
  fakeServer({
    [DESK]: () => json({ results: [offer({ last_version: last }), consent] }),
    ...TEXTS,
    [PUBLISH]: ({ body }) => {
      sent.push(body)
      if (sent.length > 1) return json({ version: 3 })
      last = 2
      return problem('stale')
    },
  })
  draw()
  fireEvent.click(await screen.findByRole('button', { name: 'Новая редакция: Оферта' }))
  const field = await screen.findByLabelText('Текст')
  const publish = () => screen.getByRole('button', { name: 'Опубликовать' })
  expect(publish()).toHaveProperty('disabled', true)
  fireEvent.change(field, { target: { value: ' ' } })
  fireEvent.click(publish())
  await screen.findByText('Заполните поле')
  fireEvent.change(field, { target: { value: 'Новый текст' } })
  fireEvent.click(publish())
  fireEvent.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Да' }))
  fireEvent.click(await screen.findByRole('button', { name: 'Обновить' }))
  await vi.waitFor(() => expect(screen.queryByRole('button', { name: 'Обновить' })).toBeNull())
  expect(screen.getByLabelText('Текст')).toHaveProperty('value', 'Новый текст')
  fireEvent.click(publish())
  fireEvent.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Да' }))
  await screen.findByText(/3\sкомпании/)
  expect(sent).toMatchObject([
    { version: 1, body: 'Новый текст' },
    { version: 2, body: 'Новый текст' },
  ])
})

const one = (fields: Partial<LegalDeskVersion> = {}): LegalDeskVersion => ({
  ...{ version: 1, hash: 'a'.repeat(64), note: '', state: 'current', by: null },
  published_at: '2026-11-01T09:00:00.000Z',
  in_force_from: '2026-11-01',
  ...fields,
})
const offer = (fields: Partial<LegalDesk> = {}): LegalDesk => ({
  ...{ kind: 'offer', current: { ...one(), agreed: 3 }, waiting: null, last_version: 1 },
  ...fields,
})
const consent: LegalDesk = { ...offer(), kind: 'personal_data', current: { ...one(), agreed: 10_001 } }
const policy: LegalDesk = { ...offer(), kind: 'privacy_policy', current: { ...one(), agreed: null } }

const TEXTS = {
  'GET /api/v1/manager/legal/offer/versions': () =>
    json({ results: [one()], pagination: { total_count: 1, per_page: 50, page: 1 } }),
  'GET /api/v1/manager/legal/offer/versions/1': () =>
    json({ ...one(), kind: 'offer', title: 'Оферта', body: 'Старый текст', parts: [] }),
}

function Page() {
  const [search, setSearch] = useState<Parameters<typeof Legal>[0]['search']>({})
  return <Legal search={search} onChange={setSearch} />
}

const draw = () => renderPage(Page, { path: '/admin' })
