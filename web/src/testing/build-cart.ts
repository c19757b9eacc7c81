import type { Cart, CartLine } from '@artikul/contract/ordering/cart'
import type { Offer } from '@artikul/contract/catalog/catalog'

export const buildOffer = (fields: Partial<Offer> = {}): Offer => ({
  id: 1,
  warehouse: 'Москва',
  own_stock: true,
  price_kop: 10_000,
  qty: 5,
  qty_text: '5',
  qty_exact: true,
  multiplicity: 1,
  expected_date: '2026-11-24',
  guaranteed_date: '2026-11-26',
  term_days: 3,
  return_days: 14,
  stale: false,
  updated_at: '2026-11-20T14:05:00.000Z',
  is_best_price: false,
  is_fastest: false,
  ...fields,
})

export const buildCartLine = (fields: Partial<CartLine> = {}): CartLine => ({
  id: 1,
  product: { id: 1, code: 'bosch-1', brand: 'BOSCH', article: '0986', name: 'Колодки', unit: 'шт' },
  offer: null,
  qty: 1,
  weight_g: null,
  price_kop: 100,
  expected_date: '2026-11-24',
  sum_kop: null,
  consignee_id: null,
  client_ref: '',
  comment: '',
  replacement_policy: 'allowed',
  selected: true,
  difference: null,
  within_tolerance: false,
  special_until: null,
  added_by: '',
  on_behalf: false,
  by_colleague: null,
  version: 7,
  ...fields,
})

export const buildCart = (lines: CartLine[]): Cart => ({
  id: 5,
  name: 'Основная',
  from_manager: null,
  lines,
  selected_count: 1,
  selected_sum_kop: 0,
  total_sum_kop: 0,
})
