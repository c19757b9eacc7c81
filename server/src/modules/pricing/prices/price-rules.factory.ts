import type { PricingCondition, PricedGoods, RuleRows } from './price-rules.ts'

export const RETAIL = { id: 1, markup: 1850, roundsToRuble: false }
export const WHOLESALE = { id: 2, markup: 1000, roundsToRuble: false }

export const goodsOf = (overrides: Partial<PricedGoods> = {}): PricedGoods => ({
  productId: 1,
  brandId: 1,
  inventoryGroupId: null,
  supplyRouteId: 1,
  isOwnStock: false,
  purchaseKop: 123_456,
  weightKop: 0,
  supplyRouteMarkup: 0,
  uncoveredVat: 0,
  ...overrides,
})

export const rowsOf = (overrides: Partial<RuleRows>): RuleRows => ({
  version: 1,
  columns: [RETAIL, WHOLESALE],
  groups: [],
  conditions: [],
  minMarkup: 0,
  ...overrides,
})

let serial = 0

const ANYTHING = {
  contractorId: null,
  priceGroupId: null,
  productId: null,
  brandId: null,
  inventoryGroupId: null,
  supplyRouteId: null,
  purchaseFromKop: null,
  purchaseToKop: null,
  qtyFrom: 0,
  validFrom: '2026-01-01',
  validTo: null,
}

export type Effect =
  | { effect: 'markup' | 'discount'; percentHundredths: number }
  | { effect: 'fixed'; fixedKop: number }
  | { effect: 'column'; columnId: number }
  | { effect: 'not_sold' }

export const when = (target: Partial<typeof ANYTHING | PricingCondition>, effect: Effect): PricingCondition => ({
  ...ANYTHING,
  id: (serial += 1),
  ...target,
  ...effect,
})

export const discount = (percent: number): Effect => ({ effect: 'discount', percentHundredths: percent * 100 })
export const markup = (percent: number): Effect => ({ effect: 'markup', percentHundredths: percent * 100 })
export const fixed = (fixedKop: number): Effect => ({ effect: 'fixed', fixedKop })
