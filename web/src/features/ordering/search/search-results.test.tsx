import type { SearchReply } from '@artikul/contract/ordering/search'
import { cleanup, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { renderPage } from '../../../testing/render-page.tsx'
import { SearchResults } from './search-results.tsx'
const open = (q: string, reply: Partial<SearchReply>) =>
  renderPage(() => <SearchResults q={q} reply={{ ...REPLY, ...reply }} />, { path: '/catalog' })

afterEach(cleanup)

const expectText = async (text: string) => {
  const results = await screen.findByRole('heading', { level: 1 })
  expect(results.closest('main, body')?.textContent).toContain(text)
}

test('search result shows which reading was used and why', async () => {
  open('KYB333114', { found: 'read', interpreted_as: { brand: 'KYB', article: '333114', match_reason: 'brand' } })
  await expectText('Найдено как KYB 333114: производитель отделён от артикула.')
  cleanup()
  open('щс90', { found: 'read', interpreted_as: { brand: null, article: 'OC 90', match_reason: 'layout' } })
  await expectText('Найдено как OC 90: набрано в другой раскладке.')
  cleanup()
  open('4605A198', {
    found: 'loose',
    interpreted_as: { brand: null, article: '46O5A198', match_reason: 'look_alikes' },
  })
  await expectText('Такого номера нет. Возможно, вы искали 46O5A198: похожие буквы и цифры, сверьте артикул.')
})

test('search result by name is a list of products, with a hint on a long one', async () => {
  const product = {
    id: 1,
    code: 'zic-z162',
    brand: 'ZIC',
    brand_id: 3,
    article: 'Z-162',
    name: 'Масло моторное 5W-40',
    unit: 'шт',
    offers_count: 2,
    min_price_kop: 250_000,
  }
  const products = Array.from({ length: 50 }, (_, at) => ({ ...product, id: at, article: `Z-${at}` }))
  open('моторное масло', { found: 'name', products })
  await expectText('Найдено по названию')
  expect(screen.getAllByRole('link')[0]?.getAttribute('href')).toBe('/catalog/zic-z162')
  await expectText('Показаны первые 50')
  expect(document.body.textContent.replaceAll('\u00a0', ' ')).toContain('50 деталей')
})

test('search result shows the corrected words', async () => {
  open('фильрт маслянный', {
    found: 'name',
    corrected: [
      { typed: 'фильрт', read: 'фильтр' },
      { typed: 'маслянный', read: 'масляный' },
    ],
  })
  await expectText('Исправлено: «фильрт» → «фильтр», «маслянный» → «масляный». Как набрано, ничего не нашлось.')
})

test('exact search result has no explanation', async () => {
  open('333114', {})
  await screen.findByRole('heading', { level: 1 })
  expect(document.body.textContent).not.toMatch(/Найдено как|Возможно|Исправлено/)
})

const REPLY: SearchReply = {
  key: '333114',
  found: 'exact',
  interpreted_as: null,
  corrected: [],
  makers: [],
  products: [],
  groups: [],
  offers_count: 0,
}
