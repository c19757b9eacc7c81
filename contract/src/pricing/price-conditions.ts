import { z } from 'zod'
import { ProductBrief } from '../catalog/catalog.ts'
import { Day, Id, IdParams, Kop, listOf, Moment, pageQuery, PathId, text, Version } from '../core/fields.ts'
import { PriceConditionTerms, ConditionFields, WHOLE } from './price-condition.ts'
import { ExplainedOffer } from './price-explanation.ts'
import { Percent } from './price-groups.ts'
import { defineRoutes, FILE } from '../core/route.ts'
import { ConditionScope } from './condition-scopes.ts'

const EffectKind = z.enum(['markup', 'discount', 'fixed', 'column', 'not_sold'])

const filters = {
  /** Article, brand, company or note. */
  q: text(100).optional(),
  scope: ConditionScope.optional(),
  contractor_id: PathId.optional(),
  price_group_id: PathId.optional(),
  effect: EffectKind.optional(),
  /** Conditions that have not ended by default. */
  state: z.enum(['any', 'in_force', 'coming', 'ended', 'overlapped']).optional(),
}
export const ConditionsQuery = z.strictObject({ ...pageQuery, ...filters })
export type ConditionsQuery = z.infer<typeof ConditionsQuery>

export const MAX_CHANGED_TOGETHER = 500
/** Change of many conditions at once; conditions it does not fit stay unchanged. */
export const ConditionsChange = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('end') }),
  z.strictObject({ kind: z.literal('valid_to'), day: Day.nullable() }),
  /** Sets markups and discounts to this value. */
  z.strictObject({ kind: z.literal('percent'), hundredths: Percent }),
  /** Adds this value to markups and discounts; negative to reduce them. */
  z.strictObject({ kind: z.literal('shift'), hundredths: z.int().min(-WHOLE).max(WHOLE) }),
])
export type ConditionsChange = z.infer<typeof ConditionsChange>

/** Recorded change of conditions that can be undone. */
export const PriceChange = z.object({
  id: Id,
  at: Moment,
  author: z.string(),
  kind: z.enum(['created', 'changed', 'ended', 'imported', 'undone']),
  count: z.int(),
  /** Description of one condition before and after. */
  text: z.string(),
  is_undone: z.boolean(),
})
export type PriceChange = z.infer<typeof PriceChange>

export const MAX_LISTED_CONDITIONS = 20_000
/** Effect of one row of a file. */
export const ListedCondition = z.object({
  row: z.int(),
  kind: z.enum(['new', 'changed', 'same', 'refused']),
  /** Subject and price in words. */
  text: z.string(),
  before: z.string().nullable(),
  error: z.string().nullable(),
})
export type ListedCondition = z.infer<typeof ListedCondition>

const ListedConditions = z.object({
  counts: z.object({ new: z.int(), changed: z.int(), same: z.int(), refused: z.int() }),
  /** Changed and refused rows, up to 500. */
  rows: z.array(ListedCondition),
  /** Digest of the displayed preview, because the same file has another effect once the conditions have changed. */
  digest: z.string(),
})
export type ListedConditions = z.infer<typeof ListedConditions>

/** Best price of a product for a company, current and proposed; `null` when it is not sold to the company. */
export const PriceDifference = z.object({
  product: ProductBrief,
  contractor: z.object({ id: Id, name: z.string() }),
  before_kop: Kop.nullable(),
  after_kop: Kop.nullable(),
})
export type PriceDifference = z.infer<typeof PriceDifference>

export const ConditionPreview = z.object({
  /** Offers and contractors in the scope of the condition, regardless of their current price. */
  concerned: z.object({ offers: z.int(), buyers: z.int() }),
  /** Number of compared prices of popular products for large contractors. */
  compared: z.int(),
  /** Compared prices that would change. */
  results: z.array(PriceDifference),
})
export type ConditionPreview = z.infer<typeof ConditionPreview>

/** Line sold below the minimum price of its day. */
export const LineUnderFloor = z.object({
  line_id: Id,
  order_id: Id,
  order_number: z.string(),
  at: Moment,
  contractor: z.object({ id: Id, name: z.string() }),
  brand: z.string(),
  article: z.string(),
  name: z.string(),
  qty: z.number(),
  unit: z.string(),
  price_kop: Kop,
  floor_kop: Kop,
  purchase_kop: Kop,
  /** Person who placed the order. */
  author: z.string(),
  /** Person who granted the special price. */
  promised_by: z.string().nullable(),
})
export type LineUnderFloor = z.infer<typeof LineUnderFloor>

/** Targets that a condition may name. */
export const TargetKind = z.enum(['contractor', 'product', 'brand', 'inventory_group', 'source'])
export type TargetKind = z.infer<typeof TargetKind>

const PATH = '/api/v1/price-conditions'
const UPLOAD = 20 * 1024 * 1024

export const priceConditionRoutes = defineRoutes({
  list: {
    method: 'GET',
    path: PATH,
    summary: 'Ценовые условия',
    access: 'prices:read',
    query: ConditionsQuery,
    reply: listOf(PriceConditionTerms),
  },
  create: {
    method: 'POST',
    path: PATH,
    summary: 'Новое ценовое условие',
    access: 'prices:read',
    right: 'prices',
    body: ConditionFields,
    reply: z.object({ id: Id, change_id: Id }),
    status: 201,
  },
  update: {
    method: 'PATCH',
    path: `${PATH}/:id`,
    summary: 'Изменить ценовое условие',
    access: 'prices:read',
    right: 'prices',
    params: IdParams,
    body: z.strictObject({ version: Version, fields: ConditionFields }),
    example: {
      version: 1,
      fields: {
        contractor_id: null,
        price_group_id: null,
        product_id: null,
        brand_id: null,
        inventory_group_id: null,
        supply_route_id: null,
        purchase_from_kop: null,
        purchase_to_kop: null,
        qty_from: 0,
        effect: { kind: 'not_sold' },
        valid_from: '2026-11-17',
        valid_to: null,
        note: '',
      },
    },
    reply: z.object({ version: Version, change_id: Id }),
  },
  changeMany: {
    method: 'POST',
    path: `${PATH}/change`,
    summary: 'Изменить или прекратить сразу несколько ценовых условий',
    access: 'prices:read',
    right: 'prices',
    body: z.strictObject({ ids: z.array(Id).min(1).max(MAX_CHANGED_TOGETHER), change: ConditionsChange }),
    /** `change_id` is `null` when nothing changed. */
    reply: z.object({ changed: z.int(), skipped: z.int(), change_id: Id.nullable() }),
  },
  preview: {
    method: 'POST',
    path: `${PATH}/preview`,
    summary: 'Что изменит условие: ходовые артикулы для крупных покупателей, до и после; ничего не меняется',
    access: 'prices:read',
    /** `id`: the condition being changed; `null` for a new one. */
    body: z.strictObject({ id: Id.nullable(), fields: ConditionFields }),
    reply: ConditionPreview,
  },
  underFloor: {
    method: 'GET',
    path: `${PATH}/under-floor`,
    summary: 'Строки заказов, проданные ниже наименьшей цены, новые первыми',
    access: 'prices:read',
    query: z.strictObject(pageQuery),
    reply: listOf(LineUnderFloor),
  },
  changes: {
    method: 'GET',
    path: `${PATH}/changes`,
    summary: 'Что меняли в ценовых условиях, новое первым',
    access: 'prices:read',
    query: z.strictObject(pageQuery),
    reply: listOf(PriceChange),
  },
  undo: {
    method: 'POST',
    path: `${PATH}/changes/:id/undo`,
    summary: 'Отменить изменение ценовых условий',
    access: 'prices:read',
    right: 'prices',
    params: IdParams,
    reply: z.object({ count: z.int() }),
  },
  targets: {
    method: 'GET',
    path: `${PATH}/targets`,
    summary: 'Кого и что можно назвать в условии: до 20 подходящих; по номеру — одного',
    access: 'prices:read',
    query: z.strictObject({ kind: TargetKind, q: text(100).optional(), id: PathId.optional() }),
    reply: z.object({ results: z.array(z.object({ id: Id, name: z.string() })) }),
  },
  explain: {
    method: 'GET',
    path: `${PATH}/explain`,
    summary: 'Какую цену увидит покупатель и почему',
    access: 'prices:read',
    query: z.strictObject({
      product_id: PathId,
      /** Retail column when absent. */
      contractor_id: PathId.optional(),
      qty: z
        .string()
        .regex(/^\d{1,6}([.]\d{1,3})?$/, 'Неверное количество')
        .transform(Number)
        .optional(),
      day: Day.optional(),
    }),
    reply: z.object({ product: ProductBrief, inventory_group: z.string().nullable(), offers: z.array(ExplainedOffer) }),
  },
  export: {
    method: 'GET',
    path: `${PATH}/export`,
    summary: 'Ценовые условия в XLSX',
    access: 'prices:read',
    query: z.strictObject(filters),
    reply: FILE,
  },
  readList: {
    method: 'POST',
    path: `${PATH}/read-list`,
    summary: 'Что изменит файл ценовых условий; ничего не меняется',
    access: 'prices:read',
    right: 'prices',
    upload: UPLOAD,
    reply: ListedConditions,
  },
  importList: {
    method: 'POST',
    path: `${PATH}/import`,
    summary: 'Загрузить файл ценовых условий, как он был показан',
    access: 'prices:read',
    right: 'prices',
    query: z.strictObject({ digest: z.string().regex(/^[0-9a-f]{64}$/) }),
    upload: UPLOAD,
    reply: z.object({ count: z.int() }),
  },
})
