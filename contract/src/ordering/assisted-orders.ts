import { z } from 'zod'
import { CartLine, CartLinePatch } from './cart.ts'
import {
  Day,
  Empty,
  Id,
  IdParams,
  Kop,
  Moment,
  PathId,
  Phone,
  Qty,
  requiredText,
  text,
  Version,
} from '../core/fields.ts'
import { OrderPreview, OrderPreviewQuery, PlacedOrder, PlaceOrder } from './orders/orders.ts'
import { defineRoutes } from '../core/route.ts'

/** Most open assisted orders of one manager. */
export const MAX_ASSISTED_ORDERS = 50
/** Most open assisted orders of one reply, most recently changed first. */
export const PHONE_DRAFTS_LISTED = 100

const Company = z.object({ id: Id, name: z.string() })

/** «Черновик по телефону»: assisted order, hidden from the company until it is sent. */
export const AssistedOrderBrief = z.object({
  id: Id,
  name: z.string(),
  contractor: Company,
  /** Manager who created it. */
  manager: z.string(),
  is_own: z.boolean(),
  lines_count: z.int(),
  /** Sum at the prices displayed last. */
  sum_kop: Kop,
  changed_at: Moment,
})
export type AssistedOrderBrief = z.infer<typeof AssistedOrderBrief>

export const AssistedOrderLine = CartLine.extend({
  /** Unit purchase price; `null` when the goods are no longer offered. */
  purchase_kop: Kop.nullable(),
  /** Lowest price that the rules allow without a special right. */
  floor_kop: Kop.nullable(),
  /** Price of the company without the special price. */
  ordinary_kop: Kop.nullable(),
  promised: z.object({ kop: Kop, until: Day, reason: z.string() }).nullable(),
})
export type AssistedOrderLine = z.infer<typeof AssistedOrderLine>

export const AssistedOrder = z.object({
  id: Id,
  name: z.string(),
  contractor: Company,
  manager: z.string(),
  is_own: z.boolean(),
  lines: z.array(AssistedOrderLine),
  total_kop: Kop,
  /** Possible consignees, the usual one first. */
  points: z.array(z.object({ id: Id, name: z.string(), is_default: z.boolean() })),
  /** Recipients of the order when sent; empty when it can only be placed. */
  people: z.array(z.string()),
})
export type AssistedOrder = z.infer<typeof AssistedOrder>

const Name = requiredText(60)
export const AssistedOrderPrice = z.strictObject({
  /** `null` restores the ordinary price. */
  price: z
    .strictObject({ kop: z.int('Укажите цену').positive('Укажите цену'), until: Day, reason: requiredText(500) })
    .nullable(),
  version: Version.optional(),
})
export type AssistedOrderPrice = z.infer<typeof AssistedOrderPrice>

export const PlaceAssistedOrder = PlaceOrder.omit({ cart_id: true }).extend({
  /** «Со слов клиента»: the person who confirmed the order by telephone. */
  confirmed_by: z.strictObject({ full_name: requiredText(200), phone: Phone }),
})
export type PlaceAssistedOrder = z.infer<typeof PlaceAssistedOrder>

const PATH = '/api/v1/assisted-orders'
const LINE = `${PATH}/lines/:id`

export const assistedOrderRoutes = defineRoutes({
  list: {
    method: 'GET',
    path: PATH,
    summary: 'Открытые черновики по телефону: свои и компаний, которые ведёт менеджер',
    access: 'assisted_orders:use',
    query: z.strictObject({ contractor_id: PathId.optional() }),
    reply: z.object({ results: z.array(AssistedOrderBrief) }),
  },
  create: {
    method: 'POST',
    path: PATH,
    summary: 'Начать черновик для компании',
    access: 'assisted_orders:use',
    body: z.strictObject({ contractor_id: Id, name: Name.optional() }),
    reply: z.object({ id: Id }),
    status: 201,
  },
  add: {
    method: 'POST',
    path: `${PATH}/lines`,
    summary: '«В заказ»: предложение в черновик компании, без номера — в последний свой или в новый',
    access: 'assisted_orders:use',
    body: z.strictObject({
      contractor_id: Id,
      draft_id: Id.optional(),
      offer_id: Id,
      qty: Qty,
      consignee_id: Id.optional(),
    }),
    reply: z.object({
      draft_id: Id,
      name: z.string(),
      line_id: Id,
      qty: z.number(),
      message: z.string().nullable(),
      lines_count: z.int(),
    }),
    status: 201,
  },
  get: {
    method: 'GET',
    path: `${PATH}/:id`,
    summary: 'Черновик со строками по сегодняшним ценам',
    access: 'assisted_orders:use',
    params: IdParams,
    reply: AssistedOrder,
  },
  rename: {
    method: 'PATCH',
    path: `${PATH}/:id`,
    summary: 'Переименовать черновик',
    access: 'assisted_orders:use',
    params: IdParams,
    body: z.strictObject({ name: Name }),
    example: { name: 'Любой' },
    reply: Empty,
  },
  drop: {
    method: 'DELETE',
    path: `${PATH}/:id`,
    summary: 'Удалить черновик со строками',
    access: 'assisted_orders:use',
    params: IdParams,
    reply: Empty,
  },
  changeLine: {
    method: 'PATCH',
    path: LINE,
    summary: 'Изменить строку черновика',
    access: 'assisted_orders:use',
    params: IdParams,
    body: CartLinePatch.omit({ selected: true }),
    example: { qty: 1 },
    reply: z.object({ qty: z.number(), message: z.string().nullable() }),
  },
  removeLine: {
    method: 'DELETE',
    path: LINE,
    summary: 'Убрать строку из черновика',
    access: 'assisted_orders:use',
    params: IdParams,
    reply: Empty,
  },
  setPrice: {
    method: 'POST',
    path: `${LINE}/price`,
    summary: 'Снизить цену строки до наименьшей с причиной или вернуть обычную',
    access: 'assisted_orders:use',
    params: IdParams,
    body: AssistedOrderPrice,
    example: { price: null },
    reply: Empty,
  },
  preview: {
    method: 'GET',
    path: `${PATH}/:id/preview`,
    summary: 'На какие заказы разойдётся черновик',
    access: 'assisted_orders:use',
    params: IdParams,
    query: OrderPreviewQuery,
    reply: OrderPreview,
  },
  place: {
    method: 'POST',
    path: `${PATH}/:id/place`,
    summary: 'Оформить черновик со слов клиента',
    access: 'assisted_orders:use',
    params: IdParams,
    body: PlaceAssistedOrder,
    example: {
      lines: [{ cart_line_id: 1, qty: 1, price_kop: 1, expected_date: '2026-12-01' }],
      confirmed_by: { full_name: 'Любой', phone: '+79990000002' },
    },
    reply: z.object({ orders: z.array(PlacedOrder) }),
    status: 201,
    idempotent: true,
  },
  send: {
    method: 'POST',
    path: `${PATH}/:id/send`,
    summary: 'Отправить клиенту на подтверждение: черновик становится корзиной компании',
    access: 'assisted_orders:use',
    params: IdParams,
    body: z.strictObject({ name: Name, message: text(1000) }),
    /** Recipients of the email and the name of the cart. */
    example: { name: 'Любая', message: '' },
    reply: z.object({ sent_to: z.array(z.string()), name: z.string() }),
    idempotent: true,
  },
})
