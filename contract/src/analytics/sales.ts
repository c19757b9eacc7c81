import { z } from 'zod'
import { Day, Id, Kop } from '../core/fields.ts'
import { keysOf } from '../core/keys.ts'
import { defineRoutes, FILE } from '../core/route.ts'

/** What sales are broken down by. */
export const SALES_DIMENSIONS = {
  brand: 'Бренд',
  group: 'Группа номенклатуры',
  manager: 'Менеджер',
  buyer: 'Покупатель',
} as const
export type SalesDimension = keyof typeof SALES_DIMENSIONS

/** Longest period of a report, days: two years and the leap day. */
const MAX_PERIOD_DAYS = 731
const DAY_MS = 86_400_000

/** Period of a report, both days included. */
const period = { from: Day, to: Day }
const isPeriod = ({ from, to }: { from: string; to: string }) =>
  from <= to && (Date.parse(to) - Date.parse(from)) / DAY_MS < MAX_PERIOD_DAYS
const REFUSED = { path: ['to'], message: 'Период — до двух лет, начало не позже конца' }

/** Goods shipped less corrections, in kopecks; `margin_kop` is net of VAT. */
const Sales = z.object({
  /** With VAT. */
  revenue_kop: Kop,
  /** Revenue without VAT less the purchase without deductible VAT. */
  margin_kop: Kop,
  /** Margin of the revenue without VAT, hundredths of a per cent; `null` without revenue. */
  margin_hundredths: z.int().nullable(),
})

export const SalesTotals = Sales.extend({
  orders_count: z.int(),
  /** Sum of the placed orders by their number, kopecks; `null` without orders. */
  average_order_kop: Kop.nullable(),
})
export type SalesTotals = z.infer<typeof SalesTotals>

export const SalesRow = Sales.extend({
  /** 0 for goods and buyers without the dimension. */
  id: z.int(),
  name: z.string(),
  /** Revenue of the period of the same length before. */
  previous_revenue_kop: Kop,
})
export type SalesRow = z.infer<typeof SalesRow>

export const SalesReport = z.object({
  /** Last day for which the figures are complete; `null` before the first computation. */
  computed_to: Day.nullable(),
  totals: SalesTotals,
  /** The period of the same length before. */
  previous: SalesTotals,
  /** By day, week or month, so that a chart stays readable; `from` is the first day of the step. */
  steps: z.array(Sales.extend({ from: Day })),
  step: z.enum(['day', 'week', 'month']),
  /** Rows of the dimension by revenue, at most 200. */
  rows: z.array(SalesRow),
})
export type SalesReport = z.infer<typeof SalesReport>

/** Why a wish of a buyer did not become an order. */
export const DEMAND_KINDS = {
  not_found: 'Не нашли',
  out_of_stock: 'Нет в наличии',
  too_dear: 'Дороже прежнего',
  too_late: 'Долго ждать',
  not_ordered: 'Нашли, но не заказали',
  refused: 'Отказ поставщика',
} as const
export type DemandKind = keyof typeof DEMAND_KINDS

export const DemandRow = z.object({
  /** As a buyer typed it. */
  typed: z.string(),
  /** Product of the wish, when it is known; `null` otherwise. */
  product: z.object({ code: z.string(), brand: z.string(), article: z.string(), name: z.string() }).nullable(),
  /** Companies that searched for it, counted once a day. */
  wishes_count: z.int(),
  last_on: Day,
})
export type DemandRow = z.infer<typeof DemandRow>

/** Buyer whose purchases fall: the last 30 days against the average of 30 days of the three months before. */
export const FallingBuyer = z.object({
  id: Id,
  name: z.string(),
  manager: z.string().nullable(),
  revenue_kop: Kop,
  usual_kop: Kop,
  /** Day of the last order. */
  ordered_on: Day.nullable(),
})
export type FallingBuyer = z.infer<typeof FallingBuyer>

/** Outcome of the ordered lines; shares in hundredths of a per cent, `null` without lines. */
const Service = z.object({
  /** Lines ordered in the period, without those that the client cancelled. */
  lines_count: z.int(),
  /** «Исполнено»: lines shipped whole. */
  filled_share: z.int().nullable(),
  /** «В срок»: shipped lines that kept the first promised date. */
  on_time_share: z.int().nullable(),
  /** Lines refused by the supplier, whole or in part. */
  refused_count: z.int(),
  refused_kop: Kop,
})

export const ServiceReport = z.object({
  totals: Service,
  rows: z.array(Service.extend({ id: Id, name: z.string() })),
  /** Reasons of refusals in the period with their sums, the largest first, at most 20. A line counts once a day. */
  reasons: z.array(z.object({ reason: z.string(), lines_count: z.int(), sum_kop: Kop })),
})
export type ServiceReport = z.infer<typeof ServiceReport>
export type ServiceRow = ServiceReport['rows'][number]

/** Ages of debts: not due yet, then overdue by days. */
export const DEBT_AGES = {
  not_due_kop: 'Срок не наступил',
  to_7_kop: '1–7 дней',
  to_30_kop: '8–30 дней',
  to_60_kop: '31–60 дней',
  to_90_kop: '61–90 дней',
  over_90_kop: 'Больше 90 дней',
} as const
export type DebtAge = keyof typeof DEBT_AGES

const Debts = z.object({
  not_due_kop: Kop,
  to_7_kop: Kop,
  to_30_kop: Kop,
  to_60_kop: Kop,
  to_90_kop: Kop,
  over_90_kop: Kop,
  total_kop: Kop,
})

/** Unpaid shipments on the morning of `computed_to`, settled first-in first-out by due date. */
export const DebtsReport = z.object({
  computed_to: Day.nullable(),
  totals: Debts,
  /** Buyers by the sum of their debt, at most 500. */
  rows: z.array(Debts.extend({ id: Id, name: z.string(), manager: z.string().nullable(), oldest_due_on: Day })),
})
export type DebtsReport = z.infer<typeof DebtsReport>
export type DebtsRow = DebtsReport['rows'][number]

/** Classes by share of revenue: A brings the first 80 %, B the next 15 %, C the rest. */
export const ABC = ['A', 'B', 'C'] as const
/** Classes by variation of monthly sales: X up to 50 %, Y up to 100 %, Z above or hardly sold. */
export const XYZ = ['X', 'Y', 'Z'] as const
/** Days without a sale after which stock is dead. */
export const DEAD_AFTER_DAYS = 180

/** What the list of stock shows: a class such as `AX`, or dead stock. */
export const StockChoice = z.enum([...ABC.flatMap((abc) => XYZ.map((xyz) => `${abc}${xyz}` as const)), 'dead'])
export type StockChoice = z.infer<typeof StockChoice>

const StockSums = z.object({
  products_count: z.int(),
  /** Stock at purchase prices. */
  value_kop: Kop,
})

export const StockReport = z.object({
  computed_to: Day.nullable(),
  totals: StockSums.extend({
    /** Days that the whole stock lasts at the year's cost of sales; `null` without sales. */
    cover_days: z.int().nullable(),
  }),
  /** In stock and not sold for `DEAD_AFTER_DAYS`. */
  dead: StockSums,
  classes: z.array(StockSums.extend({ abc: z.enum(ABC), xyz: z.enum(XYZ), revenue_kop: Kop })),
  /** Products of the choice by the value of their stock, at most 200. */
  rows: z.array(
    z.object({
      code: z.string(),
      brand: z.string(),
      article: z.string(),
      name: z.string(),
      unit: z.string(),
      on_hand: z.number(),
      value_kop: Kop,
      sold_qty: z.number(),
      revenue_kop: Kop,
      cover_days: z.int().nullable(),
      last_sold_on: Day.nullable(),
    }),
  ),
})
export type StockReport = z.infer<typeof StockReport>
export type StockRow = StockReport['rows'][number]

const StockQuery = z.strictObject({ choice: StockChoice.default('dead') })

const SalesQuery = z
  .strictObject({ ...period, by: z.enum(keysOf(SALES_DIMENSIONS)).default('brand') })
  .refine(isPeriod, REFUSED)
const DemandQuery = z
  .strictObject({ ...period, kind: z.enum(keysOf(DEMAND_KINDS)).default('not_found') })
  .refine(isPeriod, REFUSED)

export const analyticsRoutes = defineRoutes({
  sales: {
    method: 'GET',
    path: '/api/v1/analytics/sales',
    summary: 'Выручка, маржа и заказы за период, по бренду, группе, менеджеру или покупателю',
    access: 'analytics:read',
    right: 'executive',
    query: SalesQuery,
    reply: SalesReport,
  },
  salesFile: {
    method: 'GET',
    path: '/api/v1/analytics/sales/file',
    summary: 'Продажи за период файлом XLSX',
    access: 'analytics:read',
    right: 'executive',
    query: SalesQuery,
    reply: FILE,
  },
  demand: {
    method: 'GET',
    path: '/api/v1/analytics/demand',
    summary: 'Спрос, который не стал заказом: не нашли, нет в наличии, нашли, но не заказали',
    access: 'analytics:read',
    right: 'executive',
    query: DemandQuery,
    reply: z.object({ results: z.array(DemandRow) }),
  },
  service: {
    method: 'GET',
    path: '/api/v1/analytics/service',
    summary: 'Исполнение заказанного за период: отгружено, в срок, отказы по поставщикам и причинам',
    access: 'analytics:read',
    right: 'executive',
    query: z.strictObject(period).refine(isPeriod, REFUSED),
    reply: ServiceReport,
  },
  debts: {
    method: 'GET',
    path: '/api/v1/analytics/debts',
    summary: 'Долги покупателей по срокам просрочки',
    access: 'analytics:read',
    right: 'executive',
    reply: DebtsReport,
  },
  debtsFile: {
    method: 'GET',
    path: '/api/v1/analytics/debts/file',
    summary: 'Долги покупателей по срокам файлом XLSX',
    access: 'analytics:read',
    right: 'executive',
    reply: FILE,
  },
  stock: {
    method: 'GET',
    path: '/api/v1/analytics/stock',
    summary: 'Свой склад: ABC × XYZ, запас в днях, неликвид',
    access: 'analytics:read',
    right: 'executive',
    query: StockQuery,
    reply: StockReport,
  },
  stockFile: {
    method: 'GET',
    path: '/api/v1/analytics/stock/file',
    summary: 'Товары своего склада выбранного класса файлом XLSX',
    access: 'analytics:read',
    right: 'executive',
    query: StockQuery,
    reply: FILE,
  },
  fallingBuyers: {
    method: 'GET',
    path: '/api/v1/analytics/falling-buyers',
    summary: 'Покупатели, чьи закупки за 30 дней упали вдвое, до 100',
    access: 'analytics:read',
    right: 'executive',
    reply: z.object({ results: z.array(FallingBuyer) }),
  },
})
