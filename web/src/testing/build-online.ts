import type { OnlineGroup, OnlineOffer } from '@artikul/contract/ordering/search'

export const buildOnlineOffer = (fields: Partial<OnlineOffer> = {}): OnlineOffer => ({
  reference: 'sealed-1',
  warehouse: 'Склад 31-1',
  own_stock: false,
  price_kop: 120_000,
  qty: 5,
  qty_text: '5',
  qty_exact: true,
  multiplicity: 1,
  expected_date: '2099-11-24',
  guaranteed_date: '2099-11-25',
  term_days: 2,
  return_days: 14,
  stale: false,
  updated_at: '2026-11-17T08:00:00.000Z',
  is_best_price: false,
  is_fastest: false,
  ...fields,
})

/** An article unknown to the catalogue, with one offer. */
export const buildOnlineGroup = (fields: Partial<OnlineGroup> = {}): OnlineGroup => ({
  kind: 'asked',
  product: { id: null, code: null, brand: 'KYB', article: '333114', name: 'Амортизатор', unit: 'шт' },
  offers: [buildOnlineOffer()],
  ...fields,
})
