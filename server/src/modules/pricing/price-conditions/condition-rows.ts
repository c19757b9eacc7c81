import type { ConditionFields, PriceEffect } from '@artikul/contract/pricing/price-condition'

/** Condition as stored in the database. */
export interface StoredCondition extends Omit<ConditionFields, 'effect'> {
  effect: PriceEffect['kind']
  percent_hundredths: number | null
  fixed_kop: number | null
  column_id: number | null
}

const NO_PRICE = { percent_hundredths: null, fixed_kop: null, column_id: null }

function storedEffect(effect: PriceEffect): Pick<StoredCondition, 'effect' | keyof typeof NO_PRICE> {
  switch (effect.kind) {
    case 'markup':
    case 'discount':
      return { ...NO_PRICE, effect: effect.kind, percent_hundredths: effect.hundredths }
    case 'fixed':
      return { ...NO_PRICE, effect: 'fixed', fixed_kop: effect.price_kop }
    case 'column':
      return { ...NO_PRICE, effect: 'column', column_id: effect.price_group_id }
    case 'not_sold':
      return { ...NO_PRICE, effect: 'not_sold' }
  }
}

export const storedOf = ({ effect, ...fields }: ConditionFields): StoredCondition => ({
  ...fields,
  ...storedEffect(effect),
})

/** CHECKs of the database guarantee the columns that an effect requires. */
export function effectOf(row: Pick<StoredCondition, 'effect' | keyof typeof NO_PRICE>): PriceEffect {
  switch (row.effect) {
    case 'markup':
    case 'discount':
      return { kind: row.effect, hundredths: row.percent_hundredths ?? 0 }
    case 'fixed':
      return { kind: 'fixed', price_kop: row.fixed_kop ?? 0 }
    case 'column':
      return { kind: 'column', price_group_id: row.column_id ?? 0 }
    case 'not_sold':
      return { kind: 'not_sold' }
  }
}

/** Target of a condition in the format of the column `target`. */
export const targetOf = (row: StoredCondition): string =>
  [
    row.contractor_id,
    row.price_group_id,
    row.product_id,
    row.brand_id,
    row.inventory_group_id,
    row.supply_route_id,
    row.purchase_from_kop,
    row.purchase_to_kop,
    row.qty_from,
  ]
    .map((value) => value ?? 0)
    .join(' ')

/** Returns only the fields, in the order of the table. */
export const fieldsOnly = (row: StoredCondition): StoredCondition => ({
  contractor_id: row.contractor_id,
  price_group_id: row.price_group_id,
  product_id: row.product_id,
  brand_id: row.brand_id,
  inventory_group_id: row.inventory_group_id,
  supply_route_id: row.supply_route_id,
  purchase_from_kop: row.purchase_from_kop,
  purchase_to_kop: row.purchase_to_kop,
  qty_from: row.qty_from,
  effect: row.effect,
  percent_hundredths: row.percent_hundredths,
  fixed_kop: row.fixed_kop,
  column_id: row.column_id,
  valid_from: row.valid_from,
  valid_to: row.valid_to,
  note: row.note,
})
