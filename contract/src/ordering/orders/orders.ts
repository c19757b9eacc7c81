import { z } from 'zod'
import { CancelRequest } from './cancel-requests.ts'
import {
  Day,
  Empty,
  Id,
  idList,
  IdParams,
  Kop,
  listOf,
  Moment,
  Numbered,
  pageQuery,
  Phone,
  Qty,
  requiredText,
  ShownKop,
  text,
  Version,
} from '../../core/fields.ts'
import { ClaimOrigin } from '../../fulfilment/claim-fields.ts'
import { ChangeApproval } from './change-approvals.ts'
import { orderScope } from './order-scope.ts'
import { LINE_STATES, LineState } from './line-states.ts'
import { lineLinks } from './linked-line.ts'
import { OrderStatus } from './order-status.ts'
import { defineRoutes, FILE } from '../../core/route.ts'
import { Wait } from './held-orders.ts'

export { LINE_STATES, LineState }
export { COMING, isDropped, ORDER_STATUSES, orderStatus, OrderStatus } from './order-status.ts'

/** Delivery of the orders to one point on one day, which is paid once. */
export const PlannedDelivery = z.object({
  zone: z.string(),
  is_pickup: z.boolean(),
  /** Price included in this order, in kopecks with VAT; 0 when it is free or included in another order. */
  charge_kop: ShownKop,
  /** Sum of the day's orders from which delivery is free; `null` when it is always charged or never. */
  free_from_kop: ShownKop,
  /** Sum missing for free delivery; `null` when it is free already or never. */
  missing_kop: ShownKop,
  /** Why the order cannot be delivered, in words; empty when it can. */
  refusal: z.string(),
})
export type PlannedDelivery = z.infer<typeof PlannedDelivery>

/** One of the orders into which the selection splits: by seller, contract, consignee and date. */
export const OrderPlan = z.object({
  seller: z.string(),
  contract_id: Id,
  contract: z.string(),
  /** «предоплата 100 %», «отсрочка 30 календарных дней с отгрузки». */
  payment_terms: z.string(),
  /** Limit left under a deferred contract; `null` for a prepaid one and when settlements are hidden. */
  available_kop: ShownKop,
  consignee_id: Id,
  consignee: z.string(),
  expected_date: Day,
  /** Delivery to the zone of the point; `null` for a point without a zone: pick-up, or a carrier. */
  delivery: PlannedDelivery.nullable(),
  /** Lines of the order, by which it is named when it is placed. */
  cart_line_ids: z.array(Id),
  lines_count: z.int(),
  total_kop: ShownKop,
  vat_kop: ShownKop,
  vat_label: z.string(),
  /** «Ожидает оплаты», «Приостановлен: …»: immediate effect of placing the order, in words. */
  outcome: z.string(),
  no_return_count: z.int(),
  no_return_sum_kop: ShownKop,
})
export type OrderPlan = z.infer<typeof OrderPlan>

/** Most contracts chosen for one placing: one per seller. */
const MAX_CHOSEN_CONTRACTS = 50
const MAX_PICKUP_POINTS = 500

/** Seller with several contracts in force, one of which applies to its orders. */
export const ContractChoice = z.object({
  seller: z.string(),
  contract_id: Id,
  contracts: z.array(z.object({ id: Id, contract: z.string(), payment_terms: z.string(), available_kop: ShownKop })),
})
export type ContractChoice = z.infer<typeof ContractChoice>

export const OrderPreviewQuery = z.strictObject({
  /** Chosen contracts, at most one per seller; others are the main ones. */
  contract_ids: idList('договоров', MAX_CHOSEN_CONTRACTS).optional(),
  /** Points whose goods the buyer collects. */
  pickup_ids: idList('точек', MAX_PICKUP_POINTS).optional(),
})

export type OrderPreviewQuery = z.infer<typeof OrderPreviewQuery>

export const OrderPreview = z.object({
  plans: z.array(OrderPlan),
  contract_choices: z.array(ContractChoice),
  total_kop: ShownKop,
  /** Delivery charges of all orders, sent back with the order. */
  delivery_kop: ShownKop,
  /** Sent back with the order, so that a line moved to another cart meanwhile is not ordered. */
  cart_id: Id,
  /** Sent back with the order: the displayed values, so that later changes are detected. */
  lines: z.array(
    z.object({ cart_line_id: Id, qty: z.number(), price_kop: ShownKop, expected_date: Day, version: z.int() }),
  ),
})
export type OrderPreview = z.infer<typeof OrderPreview>

export const PlaceOrder = z.strictObject({
  /** Chosen cart lines as displayed. */
  lines: z
    .array(
      z.strictObject({
        cart_line_id: Id,
        qty: z.number().positive(),
        /** `null` when prices are hidden from the client; the price of the cart line applies then. */
        price_kop: z.int().nonnegative().nullable(),
        expected_date: Day,
        /** Version of the displayed line: its consignee, note, comment and replacement are ordered as shown. */
        version: Version.optional(),
        /** «Отгружать только целиком»: applies to the whole order of the line. */
        ship_complete: z.boolean().optional(),
      }),
    )
    .min(1, 'Выберите строки для заказа')
    .max(5000),
  cart_id: Id.optional(),
  /** Chosen contracts as in the preview. */
  contract_ids: z.array(Id).max(MAX_CHOSEN_CONTRACTS).optional(),
  /** Points whose goods the buyer collects, as in the preview. */
  pickup_ids: z.array(Id).max(MAX_PICKUP_POINTS).optional(),
  /** Displayed delivery charges in kopecks; a higher one is refused. Not checked when absent or hidden. */
  delivery_kop: Kop.nonnegative().nullable().optional(),
  client_number: text(50).optional(),
  comment: text(1000).optional(),
  /** «Со слов клиента»: the person who confirmed the order to a manager; only under impersonation. */
  confirmed_by: z.strictObject({ full_name: requiredText(200), phone: Phone }).optional(),
})
export type PlaceOrder = z.infer<typeof PlaceOrder>

export const PlacedOrder = z.object({
  id: Id,
  number: z.string(),
  consignee: z.string(),
  seller: z.string(),
  contract_id: Id,
  contract: z.string(),
  status: OrderStatus,
  total_kop: ShownKop,
  invoice_id: Id.nullable(),
  invoice_number: z.string().nullable(),
  /** Lines dearer or later than shown but within the company's tolerance; `null` when there are none. */
  taken: z.object({ lines_count: z.int(), sum_kop: ShownKop, delay_days: z.int() }).nullable(),
})
export type PlacedOrder = z.infer<typeof PlacedOrder>

export const OrderItem = z.object({
  id: Id,
  number: z.string(),
  client_number: z.string(),
  created_at: Moment,
  contractor_id: Id,
  contractor: z.string(),
  consignee: z.string(),
  status: OrderStatus,
  /** Late lines, and lines waiting for the client's decision. */
  marks: z.object({ late: z.int(), undecided: z.int() }),
  lines_count: z.int(),
  total_kop: ShownKop,
  expected_date: Day.nullable(),
  has_invoice: z.boolean(),
  /** Paid share of the payment required for release; `null` without a payment hold or with hidden sums. */
  paid_percent: z.int().nullable(),
  left_kop: ShownKop,
})
export type OrderItem = z.infer<typeof OrderItem>

export const OrderLine = z.object({
  id: Id,
  position: z.int(),
  product_code: z.string(),
  brand: z.string(),
  article: z.string(),
  name: z.string(),
  unit: z.string(),
  qty: z.number(),
  price_kop: ShownKop,
  sum_kop: ShownKop,
  vat_kop: ShownKop,
  vat_label: z.string(),
  client_ref: z.string(),
  comment: z.string(),
  return_days: z.int(),
  claim: ClaimOrigin.nullable(),
  /** True for the delivery charge. */
  is_delivery: z.boolean(),
  warehouse: z.string(),
  expected_date: Day,
  guaranteed_date: Day,
  parts: z.array(z.object({ state: LineState, qty: z.number(), shipment: Numbered.optional() })),
  ...lineLinks,
  /** Open or declined cancel request of the line; `null` when there is none. */
  cancel: CancelRequest.nullable(),
  /** Refused quantity for which no replacement has been ordered. */
  to_replace: z.number(),
  /** Replacement quantity in the company's carts, not yet ordered. */
  in_cart: z.number(),
  /** Rise of the unit price and delay accepted within the tolerance at placing; `null` when none. */
  taken: z.object({ rise_kop: ShownKop, delay_days: z.int() }).nullable(),
  /**
   * Question about the part that needs confirmation, and whether the client answers it; `null` when there is none. A
   * manager's confirmation leads to `confirmed_state`, which is `null` for clients.
   */
  question: z.object({ text: z.string(), is_clients: z.boolean(), confirmed_state: LineState.nullable() }).nullable(),
  /**
   * Delay announced by the supplier or a manager with its reason, or an expected day that has passed (`is_late`); `null`
   * when the line is on time. The new date is `expected_date`.
   */
  delay: z.object({ is_late: z.boolean(), reason: z.string() }).nullable(),
})
export type OrderLine = z.infer<typeof OrderLine>

/** Transition of a part of a line. */
export const MoveOfLine = z.object({
  at: Moment,
  by: z.string(),
  /** `null` when the part was ordered. */
  from: LineState.nullable(),
  to: LineState,
  qty: z.number(),
  reason: z.string(),
})
export type MoveOfLine = z.infer<typeof MoveOfLine>

export const Order = OrderItem.extend({
  seller: z.string(),
  contract: z.string(),
  consignee_id: Id,
  consignee_address: z.string(),
  comment: z.string(),
  vat_kop: ShownKop,
  placed_by: z.string(),
  /** True when the buyer wants the order shipped whole. */
  ship_complete: z.boolean(),
  /** Number of the order in the seller's accounting system; `null` when it has none. */
  external_number: z.string().nullable(),
  is_pickup: z.boolean(),
  hold_reason: z.string(),
  /** Hold of the order; `null` when released or held by hand. */
  wait: Wait.nullable(),
  lines: z.array(OrderLine),
  invoices: z.array(z.object({ id: Id, number: z.string(), issued_at: Moment, total_kop: ShownKop })),
  /** Placed by a manager «со слов клиента»; the client may deny the order. */
  on_behalf: z
    .object({
      manager: z.string(),
      confirmed_by: z.string(),
      confirmed_phone: z.string(),
      at: Moment,
      disputed_at: Moment.nullable(),
    })
    .nullable(),
  /** Change approvals of the lines that are open, or expired without an answer and unprocessed by a manager. */
  decisions: z.array(ChangeApproval),
  can: z.object({
    issue_invoice: z.boolean(),
    dispute: z.boolean(),
    move: z.boolean(),
    /** Permission to change the terms of lines. */
    change: z.boolean(),
    /** Permission to answer change approvals. */
    answer: z.boolean(),
    repeat: z.boolean(),
  }),
})
export type Order = z.infer<typeof Order>

export const orderFilter = {
  ...orderScope,
  status: OrderStatus.optional(),
  sort: z.enum(['-created_at', 'created_at', '-total', 'total']).optional(),
}
/** Transition of several lines; the reason is shown to the client. */
export const MoveLines = z.strictObject({
  moves: z
    .array(z.strictObject({ line_id: Id, from: LineState, to: LineState, qty: Qty, reason: text(500).optional() }))
    .min(1, 'Выберите строки')
    .max(1000),
})
export type MoveLines = z.infer<typeof MoveLines>

export const orderRoutes = defineRoutes({
  specification: {
    method: 'GET',
    path: '/api/v1/orders/:id/specification',
    summary: 'Спецификация заказа: что и по какой цене заказано (PDF)',
    access: 'orders:read',
    params: IdParams,
    reply: FILE,
  },
  preview: {
    method: 'GET',
    path: '/api/v1/orders/preview',
    summary: 'На какие заказы разойдутся выбранные строки корзины',
    access: 'orders:place',
    query: OrderPreviewQuery,
    reply: OrderPreview,
  },
  place: {
    method: 'POST',
    path: '/api/v1/orders',
    summary: 'Оформить выбранные строки корзины',
    access: 'orders:place',
    body: PlaceOrder,
    reply: z.object({ orders: z.array(PlacedOrder) }),
    status: 201,
    idempotent: true,
  },
  list: {
    method: 'GET',
    path: '/api/v1/orders',
    summary: 'Заказы',
    access: 'orders:read',
    query: z.strictObject({ ...pageQuery, ...orderFilter }),
    reply: listOf(OrderItem).extend({ has_more: z.boolean() }),
  },
  get: {
    method: 'GET',
    path: '/api/v1/orders/:id',
    summary: 'Заказ со строками и документами',
    access: 'orders:read',
    params: IdParams,
    reply: Order,
  },
  move: {
    method: 'POST',
    path: '/api/v1/orders/:id/transitions',
    summary: 'Сменить статус частей строк: все или ни одной',
    access: 'orders:move',
    params: IdParams,
    body: MoveLines,
    example: { moves: [{ line_id: 1, from: 'new', to: 'cancelled_client', qty: 1 }] },
    reply: Empty,
    idempotent: true,
  },
  dispute: {
    method: 'POST',
    path: '/api/v1/orders/:id/dispute',
    summary: '«Я этого не подтверждал»: заказ, оформленный менеджером со слов клиента',
    access: 'orders:dispute',
    selfOnly: true,
    params: IdParams,
    reply: Empty,
  },
})
