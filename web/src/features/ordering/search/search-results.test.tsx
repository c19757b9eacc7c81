import { MAX_NAMED, type Maker, type SearchReply } from '@artikul/contract/ordering/search'
import { cleanup, fireEvent, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { buildOffer } from '../../../testing/build-cart.ts'
import { renderPage } from '../../../testing/render-page.tsx'
import { SearchResults } from './search-results.tsx'
const open = (q: string, reply: Partial<SearchReply>) =>
  renderPage(() => <SearchResults q={q} reply={{ ...REPLY, ...reply }} />, { path: '/catalog' })

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

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

test('search by name shows the offers of the products, then the products without offers', async () => {
  const products = Array.from({ length: MAX_NAMED }, (_, at) => named(at + 1, { offers_count: at === 0 ? 0 : 1 }))
  const offered = products.slice(1)
  open('моторное масло', {
    ...{ found: 'name', products, offers_count: offered.length },
    groups: offered.map((product) => ({ kind: 'found', product, offers: [buildOffer({ id: product.id })] })),
  })
  await expectText(`Показаны первые ${MAX_NAMED}`)
  expect(document.body.textContent.replaceAll('\u00a0', ' ')).toContain(`${MAX_NAMED} деталей`)
  screen.getByRole('table', { name: 'Предложения' })
  screen.getByText('Нет в наличии: 1 деталь')
  expect(screen.getByRole('link', { name: /Z-1 / }).getAttribute('href')).toBe('/catalog/oil-1')
})

test('products found by name are narrowed by their properties', async () => {
  const products = [1, 2, 3].map((id) => named(id, { photo: 'a'.repeat(32), offers_count: 0 }))
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
  const names = () => screen.queryAllByRole('link').map((link) => link.getAttribute('href'))
  fireEvent.click(await screen.findByRole('button', { name: '4 л 2' }))
  expect(names()).toEqual(['/catalog/oil-2', '/catalog/oil-3'])
  fireEvent.click(screen.getByRole('button', { name: '5W-30 0' }))
  expect(names()).toEqual([])
  screen.getByText('С такими свойствами ничего нет.')
  fireEvent.click(screen.getByRole('button', { name: '1 л 1' }))
  expect(names()).toEqual(['/catalog/oil-1'])
  const photo = document.querySelector('img')
  expect([photo?.getAttribute('loading'), photo?.getAttribute('src')]).toEqual([
    'lazy',
    `/api/v1/product-photos/${'a'.repeat(32)}/thumbnail`,
  ])
})

test('column «Выдача» is shown when a supplier states its share of delivery', async () => {
  vi.stubGlobal('matchMedia', (media: string) => ({
    matches: media.includes('min-width'),
    addEventListener: () => undefined,
    removeEventListener: () => undefined,
  }))
  const withOffer = (stated: object): Partial<SearchReply> => ({
    ...{ found: 'name', products: [named(1, { offers_count: 1 })], offers_count: 1 },
    groups: [{ kind: 'found', product: named(1, {}), offers: [{ ...buildOffer({ id: 1 }), ...stated }] }],
  })
  open('масло', withOffer({}))
  await screen.findByRole('table', { name: 'Предложения' })
  expect(screen.queryByRole('columnheader', { name: 'Выдача' })).toBeNull()
  cleanup()
  open('масло', withOffer({ stated_delivery_percent: 95 }))
  await screen.findByRole('columnheader', { name: 'Выдача' })
  expect(screen.getByTitle('Столько заказанного выдают, со слов поставщика').textContent).toBe('95\u00a0%')
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

const named = (id: number, overrides: Partial<Maker>): Maker => ({
  id,
  code: `oil-${id}`,
  brand: 'ZIC',
  brand_id: 3,
  article: `Z-${id}`,
  name: 'Масло моторное',
  unit: 'шт',
  offers_count: 1,
  min_price_kop: 250_000,
  ...overrides,
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
