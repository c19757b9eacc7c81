import type { NewsItem } from '@artikul/contract/site/news'
import { cleanup, fireEvent, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { fakeServer, json, problem } from '../../../testing/fake-server.ts'
import { renderPage } from '../../../testing/render-page.tsx'
import NewsPage from './news-page.tsx'
import OneNewsPage from './one-news-page.tsx'

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const item = (fields: Partial<NewsItem> = {}): NewsItem => ({
  id: 1,
  title: 'Новый склад',
  lead: 'Везём за день',
  cover: { id: 3, width: 40, height: 20 },
  is_pinned: false,
  published_at: '2026-11-01T09:00:00.000Z',
  ...fields,
})
const list = (results: NewsItem[]) =>
  json({ results, pagination: { total_count: results.length, per_page: 50, page: 1 } })

test('visitor sees published news without edit links', async () => {
  const news = [item({ is_pinned: true }), item({ id: 2, title: 'Ещё одна', cover: null })]
  const { keys } = fakeServer({ 'GET /api/v1/news': () => list(news) })
  renderPage(NewsPage, { path: '/news' })
  expect((await screen.findByRole('link', { name: 'Новый склад' })).getAttribute('href')).toBe('/news/1')
  expect(screen.getByText('Закреплена')).toBeTruthy()
  expect(screen.getAllByRole('article')).toHaveLength(2)
  expect(document.querySelector('img')?.getAttribute('src')).toBe('/api/v1/news-covers/3')
  expect(screen.queryByRole('link', { name: 'Написать новость' })).toBeNull()
  expect(keys()).toHaveLength(1)
})

test('empty news page has a message, and a failure can be retried', async () => {
  let requestCount = 0
  fakeServer({ 'GET /api/v1/news': () => (++requestCount === 1 ? problem('internal') : list([])) })
  renderPage(NewsPage, { path: '/news' })
  fireEvent.click(await screen.findByRole('button', { name: 'Повторить' }))
  await screen.findByText('Новостей пока нет')
})

test('missing news item links back to the news list', async () => {
  fakeServer({ 'GET /api/v1/news/9': () => problem('not_found') })
  renderPage(OneNewsPage, { path: '/news/$id', at: '/news/9' })
  await screen.findByRole('heading', { level: 1, name: 'Новость не найдена' })
  expect(screen.getByRole('link', { name: 'Все новости' }).getAttribute('href')).toBe('/news')
})
