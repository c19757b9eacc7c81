import { z } from 'zod'
import { Id, IdParams, Kop, listOf, Moment, Numbered, pageQuery, PathId, Qty, text, Version } from '../core/fields.ts'
import { keysOf } from '../core/keys.ts'
import { defineRoutes } from '../core/route.ts'
import { MAX_SUPPLIER_ORDER_LINES } from './supplier-orders.ts'

/** Most proposals turned into orders by one press. */
export const MAX_BOUGHT_ROWS = 5000
/** Most proposals named one by one. */
const MAX_NAMED_ROWS = 1000
const DAYS_IN_YEAR = 365

/** Which stock rules a page shows. */
export const PROPOSAL_SHOWS = {
  proposed: 'К закупке',
  without_offer: 'Не у кого купить',
  all: 'Все правила запаса',
} as const
export type ProposalShow = keyof typeof PROPOSAL_SHOWS

/** Share of replenishment cycles without a shortage. */
export const SERVICE_LEVELS = { '80': '80 %', '90': '90 %', '95': '95 %', '98': '98 %', '99': '99 %' } as const
export type ServiceLevel = keyof typeof SERVICE_LEVELS

const Named = z.object({ id: Id, name: z.string() })

/** Stock rule of a product at an own warehouse, its reasons and what it proposes to buy; for staff only. */
export const PurchaseProposal = z.object({
  product: z.object({
    id: Id,
    code: z.string(),
    brand: z.string(),
    article: z.string(),
    name: z.string(),
    unit: z.string(),
  }),
  warehouse: Named,
  /** Average demand of a day and its standard deviation. */
  daily_demand: z.number(),
  daily_sigma: z.number(),
  /** Part of the demand of the period that had no offer: searches, one piece for each company and day. */
  unmet_qty: z.number(),
  /** Days of the period with demand. */
  demand_days: z.int(),
  /** Days from an order to the delivery; `null` without an offer. */
  lead_days: z.int().nullable(),
  safety_qty: z.number(),
  /** Reorder point and the quantity to fill up to. */
  min_qty: z.number(),
  max_qty: z.number(),
  /** True when a manager has set «мин. / макс.». */
  is_fixed: z.boolean(),
  /** In stock and not reserved. */
  free_qty: z.number(),
  /** In drafts and orders to suppliers, not received yet. */
  ordered_qty: z.number(),
  /** Missing to the maximum. */
  needed_qty: z.number(),
  /** Quantity to buy, in the steps of the offer. */
  proposed_qty: z.number(),
  sum_kop: Kop,
  /** Cheapest offer of a supplier; `null` when there is none. */
  offer: z.object({ source: Named, purchase_kop: Kop, multiplicity: z.number(), min_qty: z.number() }).nullable(),
})
export type PurchaseProposal = z.infer<typeof PurchaseProposal>

const StockRule = z
  .strictObject({ min_qty: z.union([z.literal(0), Qty]), max_qty: z.union([z.literal(0), Qty]) })
  .refine(({ min_qty, max_qty }) => max_qty >= min_qty, { path: ['max_qty'], message: 'Не меньше минимума' })
export type StockRule = z.infer<typeof StockRule>
/** Rule of a product at an own warehouse; `null` for the computed one. */
export const NewStockRule = z.strictObject({ product_id: Id, warehouse_id: Id, rule: StockRule.nullable() })

const days = (min: number, max: number) =>
  z.int('Укажите число дней').min(min, `Не меньше ${min}`).max(max, `Не больше ${max}`)

/** How the proposals are computed. */
export const PurchaseSettings = z.strictObject({
  /** Days of demand that are evaluated. */
  demand_days: days(14, DAYS_IN_YEAR),
  service_percent: z.enum(keysOf(SERVICE_LEVELS)),
  /** Days of demand between the minimum and the maximum. */
  cover_days: days(1, 180),
  /** Goods with fewer days of demand are kept in stock by a fixed rule only. */
  min_demand_days: days(1, 60),
  /** Own warehouse that answers for the demand met by suppliers or not at all; `null` for the first one. */
  warehouse_id: Id.nullable(),
})
export type PurchaseSettings = z.infer<typeof PurchaseSettings>

const Filter = z.strictObject({
  supply_route_id: Id.nullable(),
  warehouse_id: Id.nullable(),
  brand_id: Id.nullable(),
  q: text(50),
})

/** Chosen rows with their quantities, or everything that a filter shows. */
const Bought = z
  .strictObject({
    rows: z
      .array(z.strictObject({ product_id: Id, warehouse_id: Id, qty: Qty }))
      .max(MAX_NAMED_ROWS, 'Не больше 1 000 строк'),
    /** Filter and the number of proposals seen under it; `null` when rows are chosen. */
    all: Filter.extend({ count: z.int().positive() }).nullable(),
  })
  .refine(({ rows, all }) => (all === null) === rows.length > 0, { path: ['rows'], message: 'Выберите строки' })
  .refine(({ rows }) => new Set(rows.map((row) => `${row.product_id} ${row.warehouse_id}`)).size === rows.length, {
    path: ['rows'],
    message: 'Строка повторяется',
  })

const PATH = '/api/v1/purchase-proposals'
const DRAFT = '/api/v1/supplier-orders/:id'
const manage = { access: 'supplier_orders:manage' } as const

export const stockPurchaseRoutes = defineRoutes({
  list: {
    method: 'GET',
    path: PATH,
    summary: 'Предложения закупки на свои склады с причинами',
    ...manage,
    query: z.strictObject({
      ...pageQuery,
      supply_route_id: PathId.optional(),
      warehouse_id: PathId.optional(),
      brand_id: PathId.optional(),
      /** Beginning of the article. */
      q: text(50).optional(),
      show: z.enum(keysOf(PROPOSAL_SHOWS)).optional(),
    }),
    reply: listOf(PurchaseProposal).extend({
      total_kop: Kop,
      /** `null` until the first computation, or while a new one is awaited. */
      computed_at: Moment.nullable(),
    }),
  },
  choices: {
    method: 'GET',
    path: `${PATH}/choices`,
    summary: 'Поставщики, склады и бренды, по которым есть что закупить',
    ...manage,
    reply: z.object({ sources: z.array(Named), warehouses: z.array(Named), brands: z.array(Named) }),
  },
  buy: {
    method: 'POST',
    path: `${PATH}/orders`,
    summary: 'Черновики заказов поставщикам по выбранным предложениям, по одному на поставщика',
    ...manage,
    body: Bought,
    example: { rows: [{ product_id: 1, warehouse_id: 1, qty: 1 }], all: null },
    reply: z.object({
      orders: z.array(Numbered.extend({ source: z.string(), lines_count: z.int(), total_kop: Kop })),
    }),
    status: 201,
    idempotent: true,
  },
  setRule: {
    method: 'POST',
    path: `${PATH}/rules`,
    summary: '«Мин. / макс.» товара на складе: задать или вернуть расчётные',
    ...manage,
    body: NewStockRule,
    example: { product_id: 1, warehouse_id: 1, rule: { min_qty: 2, max_qty: 10 } },
    reply: z.object({ min_qty: z.number(), max_qty: z.number() }).nullable(),
  },
  compute: {
    method: 'POST',
    path: `${PATH}/compute`,
    summary: 'Пересчитать предложения, не дожидаясь ночи',
    ...manage,
    body: z.strictObject({}),
    example: {},
    reply: z.object({}),
  },
  settings: {
    method: 'GET',
    path: `${PATH}/settings`,
    summary: 'Как считаются предложения закупки',
    ...manage,
    reply: z.object({ ...PurchaseSettings.shape, version: Version, warehouses: z.array(Named) }),
  },
  updateSettings: {
    method: 'PATCH',
    path: `${PATH}/settings`,
    summary: 'Изменить расчёт предложений закупки',
    ...manage,
    right: 'prices',
    body: PurchaseSettings.extend({ version: Version }),
    example: {
      demand_days: 90,
      service_percent: '95',
      cover_days: 14,
      min_demand_days: 3,
      warehouse_id: null,
      version: 1,
    },
    reply: z.object({ version: Version }),
  },
  changeDraft: {
    method: 'PATCH',
    path: DRAFT,
    summary: 'Изменить количества черновика заказа поставщику; ноль убирает строку',
    ...manage,
    params: IdParams,
    body: z.strictObject({
      version: Version,
      lines: z
        .array(z.strictObject({ line_id: Id, qty: z.union([z.literal(0), Qty]) }))
        .min(1, 'Выберите строки')
        .max(MAX_SUPPLIER_ORDER_LINES, 'Не больше 500 строк'),
    }),
    example: { version: 1, lines: [{ line_id: 1, qty: 1 }] },
    reply: z.object({ version: Version }),
  },
  sendDraft: {
    method: 'POST',
    path: `${DRAFT}/send`,
    summary: 'Отправить черновик поставщику',
    ...manage,
    params: IdParams,
    body: z.strictObject({ version: Version }),
    example: { version: 1 },
    reply: z.object({}),
  },
  deleteDraft: {
    method: 'POST',
    path: `${DRAFT}/discard`,
    summary: 'Удалить черновик заказа поставщику',
    ...manage,
    params: IdParams,
    body: z.strictObject({ version: Version }),
    example: { version: 1 },
    reply: z.object({}),
  },
})
