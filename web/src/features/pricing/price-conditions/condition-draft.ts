import type { PriceConditionTerms, ConditionFields, PriceEffect } from '@artikul/contract/pricing/price-condition'
import { todayIso } from '../../../lib/text/format.ts'
import type { LookupResult } from '../../../ui/fields/lookup-field.tsx'

/** Form state of a condition; targets include their names for display. */
export interface ConditionDraft {
  scope: 'all' | 'group' | 'company' | null
  contractor: LookupResult | null
  price_group_id: number | null
  what: 'all' | 'goods' | 'product' | null
  product: LookupResult | null
  brand: LookupResult | null
  inventory_group: LookupResult | null
  source: LookupResult | null
  purchase_from_kop: number | null
  purchase_to_kop: number | null
  qty_from: number | null
  kind: PriceEffect['kind']
  /** Percentage of a markup or discount as typed. */
  percent: number | null
  fixed_kop: number | null
  column_id: number | null
  valid_from: string | null
  valid_to: string | null
  note: string
}

export const newConditionDraft = (): ConditionDraft => ({
  scope: null,
  contractor: null,
  price_group_id: null,
  what: null,
  product: null,
  brand: null,
  inventory_group: null,
  source: null,
  purchase_from_kop: null,
  purchase_to_kop: null,
  qty_from: null,
  kind: 'discount',
  percent: null,
  fixed_kop: null,
  column_id: null,
  valid_from: todayIso(),
  valid_to: null,
  note: '',
})

function effectDraft(effect: PriceEffect): Pick<ConditionDraft, 'kind' | 'percent' | 'fixed_kop' | 'column_id'> {
  const nothing = { percent: null, fixed_kop: null, column_id: null }
  switch (effect.kind) {
    case 'markup':
    case 'discount':
      return { ...nothing, kind: effect.kind, percent: effect.hundredths / 100 }
    case 'fixed':
      return { ...nothing, kind: 'fixed', fixed_kop: effect.price_kop }
    case 'column':
      return { ...nothing, kind: 'column', column_id: effect.price_group_id }
    case 'not_sold':
      return { ...nothing, kind: 'not_sold' }
  }
}

type GoodsFilter = Record<
  'brand' | 'inventory_group' | 'source' | 'purchase_from_kop' | 'purchase_to_kop' | 'qty_from',
  unknown
>

/** True when a filter limits the goods. */
const hasFilter = (goods: GoodsFilter) =>
  [goods.brand, goods.inventory_group, goods.source, goods.purchase_from_kop, goods.purchase_to_kop].some(
    (one) => one !== null,
  ) || Number(goods.qty_from) > 0

export const conditionDraftOf = (condition: PriceConditionTerms): ConditionDraft => {
  const { contractor, price_group, product, brand, inventory_group, source } = condition
  return {
    scope: contractor ? 'company' : price_group ? 'group' : 'all',
    contractor,
    price_group_id: price_group?.id ?? null,
    what: product ? 'product' : hasFilter(condition) ? 'goods' : 'all',
    product: product && { id: product.id, name: `${product.brand} ${product.article}` },
    brand,
    inventory_group,
    source,
    purchase_from_kop: condition.purchase_from_kop,
    purchase_to_kop: condition.purchase_to_kop,
    qty_from: condition.qty_from || null,
    ...effectDraft(condition.effect),
    valid_from: condition.valid_from,
    valid_to: condition.valid_to,
    note: condition.note,
  }
}

/** Empty values are sent unchanged, and the contract reports them. */
function effectOf({ kind, percent, fixed_kop, column_id }: ConditionDraft): unknown {
  switch (kind) {
    case 'markup':
    case 'discount':
      return { kind, hundredths: percent === null ? null : Math.round(percent * 100) }
    case 'fixed':
      return { kind, price_kop: fixed_kop }
    case 'column':
      return { kind, price_group_id: column_id }
    case 'not_sold':
      return { kind }
  }
}

const NO_FILTER = { supply_route_id: null, purchase_from_kop: null, purchase_to_kop: null, qty_from: 0 }

/** Builds the request's fields, which the contract validates. */
export const conditionFieldsOf = (draft: ConditionDraft) =>
  ({
    contractor_id: draft.scope === 'company' ? (draft.contractor?.id ?? null) : null,
    price_group_id: draft.scope === 'group' ? draft.price_group_id : null,
    product_id: draft.what === 'product' ? (draft.product?.id ?? null) : null,
    brand_id: draft.what === 'goods' ? (draft.brand?.id ?? null) : null,
    inventory_group_id: draft.what === 'goods' ? (draft.inventory_group?.id ?? null) : null,
    ...(draft.what === 'all'
      ? NO_FILTER
      : {
          supply_route_id: draft.source?.id ?? null,
          purchase_from_kop: draft.purchase_from_kop,
          purchase_to_kop: draft.purchase_to_kop,
          qty_from: draft.qty_from ?? 0,
        }),
    effect: effectOf(draft),
    valid_from: draft.valid_from,
    valid_to: draft.valid_to,
    note: draft.note,
  }) as ConditionFields

/** Returns errors unknown to the contract: targets that were not chosen. */
export function missingConditionFields(draft: ConditionDraft): Record<string, string> {
  return {
    ...(draft.scope === null && { scope: 'Выберите, для кого условие' }),
    ...(draft.what === null && { what: 'Выберите, на что условие' }),
    ...(draft.what === 'goods' && !hasFilter(draft) && { what: 'Укажите хотя бы одно из полей ниже' }),
    ...(draft.scope === 'company' && !draft.contractor && { contractor_id: 'Выберите покупателя' }),
    ...(draft.scope === 'group' && draft.price_group_id === null && { price_group_id: 'Выберите ценовую группу' }),
    ...(draft.what === 'product' && !draft.product && { product_id: 'Выберите артикул' }),
    ...(draft.kind === 'column' && draft.column_id === null && { 'effect.price_group_id': 'Выберите колонку' }),
  }
}

/** Copies a condition with today as its first day. */
export const copyOf = (condition: PriceConditionTerms): ConditionDraft => ({
  ...conditionDraftOf(condition),
  valid_from: todayIso(),
  valid_to: null,
})
