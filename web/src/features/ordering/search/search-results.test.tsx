import type { SearchReply } from '@artikul/contract/ordering/search'
import { cleanup, fireEvent, screen } from '@testing-library/react'
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

test('products found by name are narrowed by their properties', async () => {
  const products = ['5W-30', '5W-40', '0W-20'].map((viscosity, at) => ({
    ...{ id: at + 1, code: `oil-${at + 1}`, brand: 'ZIC', brand_id: 3, article: `Z-${at + 1}`, unit: 'шт' },
    ...{ name: `Масло ${viscosity}`, offers_count: 1, min_price_kop: 100, photo: 'a'.repeat(32) },
  }))
  const facets = [
    {
      ...{ name: 'Вязкость', unit: '' },
      values: [
        { value: '5W-30', product_ids: [1] },
        { value: '5W-40', product_ids: [2] },
      ],
    },
    {
      ...{ name: 'Объём', unit: 'л' },
      values: [
        { value: '1', product_ids: [1] },
        { value: '4', product_ids: [2, 3] },
      ],
    },
  ]
  open('масло', { found: 'name', products, facets })
  const names = () => screen.getAllByRole('link').map((link) => link.getAttribute('href'))
  fireEvent.click(await screen.findByRole('button', { name: '4 л 2' }))
  expect(names()).toEqual(['/catalog/oil-2', '/catalog/oil-3'])
  fireEvent.click(screen.getByRole('button', { name: '5W-30 0' }))
  expect(screen.queryAllByRole('link')).toEqual([])
  screen.getByText('С такими свойствами ничего нет.')
  fireEvent.click(screen.getByRole('button', { name: '1 л 1' }))
  expect(names()).toEqual(['/catalog/oil-1'])
  const photo = document.querySelector('img')
  expect([photo?.getAttribute('loading'), photo?.getAttribute('src')]).toEqual([
    'lazy',
    `/api/v1/product-photos/${'a'.repeat(32)}/thumbnail`,
  ])
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
