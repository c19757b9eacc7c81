import { z } from 'zod'
import { keysOf } from '../core/keys.ts'
import {
  Day,
  Email,
  Id,
  IdParams,
  Kop,
  listOf,
  Moment,
  orEmpty,
  pageQuery,
  PathId,
  Qty,
  text,
  Version,
} from '../core/fields.ts'
import { SENDINGS, type Sending } from '../suppliers/online-suppliers.ts'
import { LineState } from '../ordering/orders/orders.ts'
import { Percent } from '../pricing/price-groups.ts'
import { defineRoutes } from '../core/route.ts'
import { SOURCE_KINDS, type SupplyRouteKind } from '../suppliers/supply-routes.ts'
import { SupplierCancellation } from './supplier-cancellations.ts'
import { SupplierOrderState } from './supplier-order-states.ts'

/** Most lines of a supplier order, the limit that no supplier's API exceeds. */
export const MAX_SUPPLIER_ORDER_LINES = 500
/** Most answers of a supplier listed at once. */
export const MAX_ANSWERS = 1000

/** Channels for sending an order to its supplier. */
export const SUPPLIER_ORDER_CHANNELS = { api: 'По API', file: 'Файлом', hand: 'Вручную' } as const
export type SupplierOrderChannel = keyof typeof SUPPLIER_ORDER_CHANNELS

/** `held`: a person ruled out sending it; `cancelled`: no longer wanted, and the supplier does not deliver it. */
export const SUPPLIER_LINE_STATES = {
  waiting: 'Ждёт отправки',
  held: 'Отложена',
  sending: 'Отправляется',
  ordered: 'Заказана',
  confirmed: 'Подтверждена',
  refused: 'Отказ',
  cancelled: 'Отменена',
} as const
export type SupplierLineState = keyof typeof SUPPLIER_LINE_STATES
export const SupplierLineState = z.enum(keysOf(SUPPLIER_LINE_STATES))

const Named = z.object({ id: Id, name: z.string() })

/** Quantity of one client's line, or of goods for own stock, ordered from one supplier; for staff only. */
export const SupplierOrderLine = z.object({
  id: Id,
  version: Version,
  state: SupplierLineState,
  source: Named,
  /** `null` while the line waits in the procurement queue. */
  supplier_order_id: Id.nullable(),
  /** Client order that the line belongs to; `null` for goods bought for own stock. */
  order: z.object({ id: Id, number: z.string() }).nullable(),
  /** Empty for goods bought for own stock. */
  contractor: z.string(),
  /** Own warehouse that the goods are bought for; `null` for a client's line. */
  warehouse: Named.nullable(),
  /** Brand and article in the supplier's spelling. */
  brand: z.string(),
  article: z.string(),
  name: z.string(),
  unit: z.string(),
  qty: z.number(),
  /** Purchase price when the client's order was placed. */
  purchase_kop: Kop,
  /** `null` until the supplier answers. */
  confirmed_qty: z.number().nullable(),
  confirmed_kop: Kop.nullable(),
  promised_on: Day.nullable(),
  new_article: z.string(),
  supplier_number: z.string(),
  /** State reported by the supplier; `is_mapped` when staff assigned its meaning. */
  status: z.object({ code: z.string(), name: z.string(), is_mapped: z.boolean() }).nullable(),
  /** Reason in the supplier's words or ours. */
  reason: z.string(),
  /** «Не применено»: reason why the client's line could not follow the supplier's last answer; empty when it did. */
  not_applied: z.string(),
  /** State of the client's line part that the supplier line serves. */
  line_state: LineState,
  /** Cancelled quantity and the supplier's answer; `null` when nothing was cancelled. */
  cancellation: SupplierCancellation.nullable(),
  changed_at: Moment,
})
export type SupplierOrderLine = z.infer<typeof SupplierOrderLine>

export const SupplierOrderItem = z.object({
  id: Id,
  version: Version,
  number: z.string(),
  source: Named,
  channel: z.enum(keysOf(SUPPLIER_ORDER_CHANNELS)),
  state: SupplierOrderState,
  /** Reason of the current state, in words. */
  reason: z.string(),
  lines_count: z.int(),
  total_kop: Kop,
  /** Lines that need a person. */
  not_applied_count: z.int(),
  /** Lines whose cancellation at the supplier needs a person. */
  cancellations_count: z.int(),
  created_at: Moment,
  /** Creator; `null` for orders created by the portal. */
  made_by: z.string().nullable(),
  sent_at: Moment.nullable(),
  asked_at: Moment.nullable(),
  /** Time of the next sending, look-up or status query; `null` when none is scheduled. */
  next_at: Moment.nullable(),
})
export type SupplierOrderItem = z.infer<typeof SupplierOrderItem>

export const SupplierOrderDetails = SupplierOrderItem.extend({
  lines: z.array(SupplierOrderLine),
  /** `change`: a draft, which is changed, sent or deleted. */
  can: z.object({ retry: z.boolean(), answer: z.boolean(), change: z.boolean() }),
  /** Smallest order that the supplier accepts. */
  min_order_kop: Kop,
})
export type SupplierOrderDetails = z.infer<typeof SupplierOrderDetails>

/** Terms of sending orders to a supplier. */
const terms = {
  sending: z.enum(keysOf(SENDINGS)),
  min_order_kop: z.int('Укажите сумму').min(0, 'Не меньше нуля').max(2_000_000_000, 'Слишком большая сумма'),
  /** Largest price rise of an ordered part accepted at own cost. */
  tolerance_hundredths: Percent.max(10_000, 'Не больше 100 %'),
  /** Email for orders as files; empty when orders are passed on by hand. */
  orders_email: orEmpty(Email),
  /** Payment and delivery methods in the supplier's numbering; empty when the supplier does not require them. */
  payment_method: text(50),
  shipment_method: text(50),
  shipment_address: text(50),
}
export const SupplierTerms = z.strictObject(terms)
export type SupplierTerms = z.infer<typeof SupplierTerms> & { sending: Sending }

/** Lines waiting to be sent to one supplier, with the terms of sending. */
export const SupplierQueue = z.object({
  source: Named,
  kind: z.enum(keysOf(SOURCE_KINDS)),
  channel: z.enum(keysOf(SUPPLIER_ORDER_CHANNELS)),
  /** Version of the terms. */
  version: Version,
  ...terms,
  orders_email: z.string(),
  waiting_count: z.int(),
  held_count: z.int(),
  waiting_kop: Kop,
  /** Sum missing to the supplier's minimum; 0 when reached. */
  short_kop: Kop,
  oldest_at: Moment.nullable(),
  /** Suspension with its reason and the time of the next attempt. */
  stopped: z.object({ reason: z.string(), stopped_at: Moment, retry_at: Moment }).nullable(),
})
export type SupplierQueue = Omit<z.infer<typeof SupplierQueue>, 'kind'> & { kind: SupplyRouteKind }

/** Supplier's answer to one line: by telephone, in a returned file or by API. */
export const SupplierAnswerLine = z.strictObject({
  line_id: Id,
  version: Version,
  /** 0 refuses the whole line; a smaller quantity than ordered refuses the rest. */
  confirmed_qty: z.union([z.literal(0), Qty]),
  /** `null` for the promised price. */
  price_kop: z.int('Укажите цену').min(1, 'Больше нуля').max(2_000_000_000, 'Слишком большая цена').nullable(),
  /** Empty for the same article. */
  new_article: text(100),
  promised_on: Day.nullable(),
  reason: text(300),
})
export type SupplierAnswerLine = z.infer<typeof SupplierAnswerLine>

const PATH = '/api/v1/supplier-orders'
const manage = { access: 'supplier_orders:manage' } as const

export const supplierOrderRoutes = defineRoutes({
  list: {
    method: 'GET',
    path: PATH,
    summary: 'Заказы поставщикам',
    ...manage,
    query: z.strictObject({
      ...pageQuery,
      supply_route_id: PathId.optional(),
      state: SupplierOrderState.optional(),
      /** Only lines that need a person. */
      requires_action: z
        .literal('1')
        .transform(() => true)
        .optional(),
      /** Tail of the number. */
      q: text(30).optional(),
    }),
    reply: listOf(SupplierOrderItem),
  },
  queues: {
    method: 'GET',
    path: `${PATH}/queues`,
    summary: 'Что ждёт отправки каждому поставщику и на каких условиях',
    ...manage,
    reply: z.object({ results: z.array(SupplierQueue) }),
  },
  waiting: {
    method: 'GET',
    path: `${PATH}/waiting`,
    summary: 'Строки, которые ждут отправки поставщику или отложены',
    ...manage,
    query: z.strictObject({ ...pageQuery, supply_route_id: PathId }),
    reply: listOf(SupplierOrderLine),
  },
  get: {
    method: 'GET',
    path: `${PATH}/:id`,
    summary: 'Заказ поставщику со строками',
    ...manage,
    params: IdParams,
    reply: SupplierOrderDetails,
  },
  send: {
    method: 'POST',
    path: PATH,
    summary: '«Отправить сейчас»: всё, что ждёт поставщика, уходит к нему, не дожидаясь отсечки и наименьшей суммы',
    ...manage,
    body: z.strictObject({ supply_route_id: Id }),
    reply: z.object({ orders: z.array(z.object({ id: Id, number: z.string() })) }),
    status: 201,
    idempotent: true,
  },
  retry: {
    method: 'POST',
    path: `${PATH}/:id/retry`,
    summary: '«Повторить»: сначала заказ ищется у поставщика, и только если его там нет, отправляется снова',
    ...manage,
    params: IdParams,
    body: z.strictObject({ version: Version }),
    example: { version: 1 },
    reply: z.object({ version: Version }),
  },
  answer: {
    method: 'POST',
    path: `${PATH}/:id/answers`,
    summary: '«Принять по слову поставщика»: что он сказал о выбранных строках заказа',
    ...manage,
    params: IdParams,
    body: z.strictObject({
      answers: z.array(SupplierAnswerLine).min(1, 'Выберите строки').max(MAX_ANSWERS, 'Не больше 1 000 строк'),
    }),
    /** Lines whose client lines could not follow, with the reason. */
    example: {
      answers: [
        { line_id: 1, version: 1, confirmed_qty: 1, price_kop: null, new_article: '', promised_on: null, reason: '' },
      ],
    },
    reply: z.object({ not_applied: z.array(z.object({ line_id: Id, reason: z.string() })) }),
  },
  postpone: {
    method: 'POST',
    path: '/api/v1/supplier-order-lines/:id/hold',
    summary: 'Отложить строку, чтобы она не ушла поставщику, или вернуть её',
    ...manage,
    params: IdParams,
    body: z.strictObject({ version: Version, is_held: z.boolean() }),
    example: { version: 1, is_held: true },
    reply: z.object({ version: Version }),
  },
  settleCancellation: {
    method: 'POST',
    path: '/api/v1/supplier-order-lines/:id/cancellation',
    summary: 'Чем кончилась отмена у поставщика: отменил или товар придёт нам',
    ...manage,
    params: IdParams,
    body: z.strictObject({ version: Version, is_cancelled: z.boolean() }),
    example: { version: 1, is_cancelled: true },
    reply: z.object({ version: Version }),
  },
  updateTerms: {
    method: 'PATCH',
    path: '/api/v1/supplier-terms/:id',
    summary: 'Когда и куда уходят заказы поставщику',
    ...manage,
    right: 'prices',
    params: IdParams,
    body: SupplierTerms.extend({ version: Version }),
    example: {
      version: 1,
      sending: 'by_hand',
      min_order_kop: 0,
      tolerance_hundredths: 0,
      orders_email: '',
      payment_method: '',
      shipment_method: '',
      shipment_address: '',
    },
    reply: z.object({ version: Version }),
  },
})
