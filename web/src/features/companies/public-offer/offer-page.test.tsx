import type { LegalState, LegalText, LegalVersion } from '@artikul/contract/companies/legal'
import { LEGAL_LABELS } from '@artikul/contract/companies/legal-kinds'
import { readMarkdown } from '@artikul/contract/core/markdown'
import { cleanup, fireEvent, screen, within } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { addressOf, keyParam, numberParam } from '../../../lib/page/search-params.ts'
import { fakeServer, json, problem } from '../../../testing/fake-server.ts'
import { renderPage } from '../../../testing/render-page.tsx'
import OfferPage from './offer-page.tsx'

const BODY = '## 1. Предмет\n\nПродавец передаёт **товар**\nпокупателю.\n\n- первое\n- второе <img src=x>\n'
const one = (version: number, state: LegalState, in_force_from: string): LegalVersion => ({
  ...{ version, state, in_force_from, hash: 'a'.repeat(64), note: version === 2 ? 'Новые сроки' : '' },
  published_at: '2026-11-20T09:00:00.000Z',
})
const listed = (results: LegalVersion[] = [one(1, 'current', '2026-11-21')]) =>
  json({ results, pagination: { total_count: results.length, per_page: 150, page: 1 } })
const LIST = 'GET /api/v1/legal/offer/versions'
const validateSearch = addressOf({ doc: keyParam(LEGAL_LABELS), version: numberParam() })

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

test('legal text in force is shown with its version and without injected markup', async () => {
  fakeServer({ 'GET /api/v1/legal/offer': () => json(text()), [LIST]: () => listed() })
  renderPage(OfferPage, { path: '/offer' })
  await screen.findByText('Редакция 1 от 21.11.2026')
  expect(screen.getByRole('heading', { level: 2, name: '1. Предмет' })).toBeTruthy()
  const list = within(screen.getByRole('list'))
  expect(list.getAllByRole('listitem').map((item) => item.textContent)).toEqual(['первое', 'второе <img src=x>'])
  expect(screen.getByText('товар').tagName).toBe('STRONG')
  expect(document.querySelector('img')).toBeNull()
})

test('consent opens at the same address, and a failure can be retried', async () => {
  const failing = { ...text({ kind: 'personal_data', version: 3 }) }
  let requestCount = 0
  fakeServer({
    'GET /api/v1/legal/offer': () => json(text()),
    [LIST]: () => listed(),
    'GET /api/v1/legal/personal_data/versions': () => listed([one(3, 'current', '2026-11-21')]),
    'GET /api/v1/legal/personal_data': () => (++requestCount === 1 ? problem('internal') : json(failing)),
  })
  const { router } = renderPage(OfferPage, { path: '/offer' })
  fireEvent.click(await screen.findByRole('link', { name: 'Согласие на обработку персональных данных' }))
  fireEvent.click(await screen.findByRole('button', { name: 'Повторить' }))
  await screen.findByText('Редакция 3 от 21.11.2026')
  expect(router.state.location.search).toEqual({ doc: 'personal_data' })
})

test('privacy policy is the third legal document', async () => {
  fakeServer({
    'GET /api/v1/legal/offer': () => json(text()),
    [LIST]: () => listed(),
    'GET /api/v1/legal/privacy_policy': () => json(text({ kind: 'privacy_policy', body: 'Как мы обрабатываем' })),
    'GET /api/v1/legal/privacy_policy/versions': () => listed(),
  })
  const { router } = renderPage(OfferPage, { path: '/offer' })
  fireEvent.click(await screen.findByRole('link', { name: 'Политика обработки персональных данных' }))
  await screen.findByText('Как мы обрабатываем')
  await screen.findByRole('heading', { level: 1, name: 'Политика обработки персональных данных' })
  const documents = within(screen.getByRole('navigation', { name: 'Документы' })).getAllByRole('link')
  expect(documents.map((link) => link.getAttribute('aria-current'))).toEqual([null, null, 'page'])
  expect(router.state.location.search).toEqual({ doc: 'privacy_policy' })
})

test('former version of a legal text has its own address and links to the current one', async () => {
  fakeServer({
    'GET /api/v1/legal/offer/versions/1': () => json({ ...text({ body: 'Прежний текст' }), note: '', state: 'former' }),
    'GET /api/v1/legal/offer': () => json(text({ version: 2, in_force_from: '2026-12-01' })),
    [LIST]: () => listed([one(2, 'current', '2026-12-01'), one(1, 'former', '2026-11-21')]),
  })
  const { router } = renderPage(OfferPage, { path: '/offer', at: '/offer?version=1', validateSearch })
  await screen.findByText('Прежний текст')
  screen.getByText(/прежняя редакция/)
  await screen.findByText('Новые сроки')
  fireEvent.click(screen.getByRole('link', { name: 'Редакция 2 от 01.12.2026' }))
  await screen.findByText('Редакция 2 от 01.12.2026', { selector: 'p' })
  expect(router.state.location.search).toEqual({})
  expect(screen.getByRole('link', { name: 'Редакция 1 от 21.11.2026' })).toBeTruthy()
})

const text = ({ body = BODY, ...fields }: Partial<LegalText> = {}): LegalText => ({
  kind: 'offer',
  version: 1,
  title: 'Оферта',
  body,
  parts: readMarkdown(body),
  hash: 'a'.repeat(64),
  published_at: '2026-11-20T09:00:00.000Z',
  in_force_from: '2026-11-21',
  ...fields,
})
