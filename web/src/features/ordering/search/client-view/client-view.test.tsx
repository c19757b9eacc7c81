import type { Offer } from '@artikul/contract/catalog/catalog'
import { cleanup, fireEvent, screen, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { renderPage } from '../../../../testing/render-page.tsx'
import { signInAs } from '../../../../testing/sign-in.ts'
import ProposalPage from './proposal-page.tsx'
import { SearchResults } from '../search-results.tsx'
const PRODUCT = { id: 1, code: 'bosch-1', brand: 'BOSCH', article: '0986', name: 'Колодки', unit: 'шт' }

const open = () =>
  renderPage(() => <SearchResults q="0986" reply={{ ...REPLY, groups: [...REPLY.groups] } as never} />, {
    path: '/catalog',
  })
const text = () => document.body.textContent.replaceAll('\u00a0', ' ')
const window = async () => within(await screen.findByRole('dialog', { name: 'Цены для клиента' }))

beforeEach(() => localStorage.clear())
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

test('customer view shows marked-up prices and hides own prices and warehouses', async () => {
  await signInAs()
  open()
  await screen.findAllByText(/Склад 107/)
  expect(text()).toContain('900,50')
  await turnOn()
  // 900,50 ₽ with 40 % is 1 260,70 ₽, rounded up to a rouble.
  expect(text()).toContain('1 261,00')
  expect(document.body.innerHTML).not.toMatch(/900,50|Склад 107|Возврат|14.дн|Прайс от|у нас/)
  fireEvent.click(screen.getByRole('button', { name: 'Выключить' }))
  expect(text()).toContain('900,50')
})

test('customer markup with empty steps is refused beside the fields', async () => {
  await signInAs()
  open()
  fireEvent.click(await screen.findByRole('switch', { name: 'Цены для клиента' }))
  const form = await window()
  fireEvent.click(form.getByRole('button', { name: 'Добавить ступень' }))
  fireEvent.click(form.getByRole('button', { name: 'Сохранить' }))
  expect(form.getByText('Укажите цену')).toBeTruthy()
  expect(form.getByText('Укажите наценку')).toBeTruthy()
  expect(screen.queryByText('Цены для клиента, с вашей наценкой')).toBeNull()
})

test.each([
  ['staff', { roles: [{ name: 'ARTIKUL_ORDER_MANAGER' as const }], contractors: [] }],
  [
    'the person who may not see prices',
    { may: { see_prices: false, see_settlements: true, place_orders: true, change_points: true } },
  ],
])('%s: customer view is unavailable', async (_, fields) => {
  await signInAs(fields)
  open()
  await screen.findAllByText(/Склад 107/)
  expect(screen.queryByRole('switch', { name: 'Цены для клиента' })).toBeNull()
})

test('proposal lists chosen offers at the shown price, and quantities change its total', async () => {
  await signInAs({ phone: '+74951234567' })
  open()
  await turnOn()
  fireEvent.click(screen.getByRole('button', { name: /^В предложение: BOSCH 0986/ }))
  expect(screen.getByRole('link', { name: 'Предложение: 1' })).toBeTruthy()
  cleanup()
  renderPage(ProposalPage, { path: '/catalog/offer-to-client' })
  const sheet = within(await screen.findByRole('article', { name: 'Предложение клиенту' }))
  expect(text()).toContain('ООО «Автотехцентр»+7 (495) 123-45-67')
  expect(text()).toContain('Итого: 2 522,00 ₽')
  fireEvent.click(sheet.getByRole('button', { name: 'Увеличить: Количество, BOSCH 0986' }))
  expect(text()).toContain('Итого: 5 044,00 ₽')
  fireEvent.click(sheet.getByRole('button', { name: 'Убрать из предложения: BOSCH 0986' }))
  await screen.findByText('В предложении пока ничего нет')
})

const OFFER: Offer = {
  id: 9,
  warehouse: 'Склад 107',
  own_stock: false,
  price_kop: 90_050,
  qty: 12,
  qty_text: '12',
  qty_exact: true,
  multiplicity: 2,
  expected_date: '2026-11-24',
  guaranteed_date: '2026-11-26',
  term_days: 3,
  return_days: 14,
  stale: true,
  updated_at: '2026-11-20T14:05:00.000Z',
  is_best_price: false,
  is_fastest: false,
}

const REPLY = {
  key: '0986',
  found: 'exact',
  interpreted_as: null,
  corrected: [],
  makers: [],
  products: [],
  groups: [{ kind: 'asked', product: PRODUCT, offers: [OFFER] }],
  offers_count: 1,
} as const

async function turnOn() {
  fireEvent.click(await screen.findByRole('switch', { name: 'Цены для клиента' }))
  fireEvent.click((await window()).getByRole('button', { name: 'Сохранить' }))
  await screen.findByText('Цены для клиента, с вашей наценкой')
}
