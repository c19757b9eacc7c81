import type { ConditionFields } from '@artikul/contract/pricing/price-condition'

/** Builds a condition, by default three per cent off for everybody. */
export const conditionFields = (overrides: Partial<ConditionFields> = {}): ConditionFields => ({
  contractor_id: null,
  price_group_id: null,
  product_id: null,
  brand_id: null,
  inventory_group_id: null,
  supply_route_id: null,
  purchase_from_kop: null,
  purchase_to_kop: null,
  qty_from: 0,
  effect: { kind: 'discount', hundredths: 300 },
  valid_from: '2026-11-01',
  valid_to: null,
  note: '',
  ...overrides,
})
