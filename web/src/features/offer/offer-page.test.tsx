import type { LegalText } from '@artikul/contract/legal'
import { cleanup, fireEvent, screen, within } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { fakeServer, json, problem } from '../../testing/fake-server.ts'
import { renderPage } from '../../testing/render-page.tsx'
import OfferPage from './offer-page.tsx'

const text = (fields: Partial<LegalText> = {}): LegalText => ({
  kind: 'offer',
  version: 1,
  title: 'Оферта',
  body: '## 1. Предмет\n\nПродавец передаёт **товар**\nпокупателю.\n\n- первое\n- второе <img src=x>\n',
  hash: 'a'.repeat(64),
  published_at: '2026-11-21T09:00:00.000Z',
  ...fields,
})

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

test('the text in force is shown with its version, and nothing in it becomes markup', async () => {
  fakeServer({ 'GET /api/v1/legal/offer': () => json(text()) })
  renderPage(OfferPage, { path: '/offer' })
  await screen.findByText('Редакция 1 от 21.11.2026')
  expect(screen.getByRole('heading', { level: 2, name: '1. Предмет' })).toBeTruthy()
  const list = within(screen.getByRole('list'))
  expect(list.getAllByRole('listitem').map((item) => item.textContent)).toEqual(['первое', 'второе <img src=x>'])
  expect(screen.getByText('товар').tagName).toBe('STRONG')
  expect(document.querySelector('img')).toBeNull()
})

test('the consent is the other tab of the same address, and a failure may be tried again', async () => {
  const failing = { ...text({ kind: 'personal_data', version: 3 }) }
  let asked = 0
  fakeServer({
    'GET /api/v1/legal/offer': () => json(text()),
    'GET /api/v1/legal/personal_data': () => (++asked === 1 ? problem('internal') : json(failing)),
  })
  const { router } = renderPage(OfferPage, { path: '/offer' })
  fireEvent.click(await screen.findByRole('tab', { name: 'Согласие на обработку персональных данных' }))
  fireEvent.click(await screen.findByRole('button', { name: 'Повторить' }))
  await screen.findByText('Редакция 3 от 21.11.2026')
  expect(router.state.location.search).toEqual({ doc: 'personal_data' })
})
