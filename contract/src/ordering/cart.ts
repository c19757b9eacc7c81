import { z } from 'zod'
import { Offer, ProductBrief } from '../catalog/catalog.ts'
import { LineDifference } from '../core/errors.ts'
import { Day, Empty, Id, IdParams, Moment, ShownKop, Qty, text, Version } from '../core/fields.ts'
import { defineRoutes } from '../core/route.ts'

export const REPLACEMENT_POLICIES = ['allowed', 'only_this'] as const

export const CartLine = z.object({
  id: Id,
  product: ProductBrief,
  /** Current offer; `null` when it is gone. */
  offer: Offer.nullable(),
  qty: z.number(),
  /** Weight of one unit; `null` when unknown. */
  weight_g: z.int().nullable(),
  /** Price and date when the line was added; shown only where they differ from the offer's. */
  price_kop: ShownKop,
  expected_date: Day,
  /** Sum at the current price. */
  sum_kop: ShownKop,
  consignee_id: Id.nullable(),
  /** «Ваша пометка»: заказ-наряд, госномер. */
  client_ref: z.string(),
  comment: z.string(),
  replacement_policy: z.enum(REPLACEMENT_POLICIES),
  selected: z.boolean(),
  /** Current problem of the line: stock, price or date. */
  difference: LineDifference.nullable(),
  /** True when the company's tolerance accepts the difference. */
  within_tolerance: z.boolean(),
  /** Last day of the special price promised by a manager; `null` for the ordinary price. */
  special_until: Day.nullable(),
  /** Last author of the line: a name, or «добавил менеджер Иванова Мария, 14:05». */
  added_by: z.string(),
  /** True when a manager wrote the line last, on the client's behalf. */
  on_behalf: z.boolean(),
  /** «Добавлено: Петрова Анна, 14:05»: last change by another person; `null` when there is none. */
  by_colleague: z.string().nullable(),
  /** Sent back with a change, so that an unseen change of another person is not overwritten. */
  version: z.int(),
})
export type CartLine = z.infer<typeof CartLine>

export const Cart = z.object({
  /** `null` until the company first adds goods. */
  id: Id.nullable(),
  name: z.string(),
  /** Manager who prepared and sent the cart; `null` when it was not prepared by one. */
  from_manager: z.object({ name: z.string(), at: Moment, message: z.string() }).nullable(),
  lines: z.array(CartLine),
  selected_count: z.int(),
  selected_sum_kop: ShownKop,
  total_sum_kop: ShownKop,
})
export type Cart = z.infer<typeof Cart>

/** Catalogue offer, or offer of an online supplier: exactly one of them. */
export const AddToCart = z
  .strictObject({
    offer_id: Id.optional(),
    reference: z.string().max(8000, 'Неверное предложение').optional(),
    qty: Qty,
    consignee_id: Id.optional(),
    client_ref: text(100).optional(),
    /** Vehicle of the company's garage that the goods are for. */
    vehicle_id: Id.optional(),
  })
  .refine(({ offer_id, reference }) => (offer_id === undefined) !== (reference === undefined), {
    path: ['offer_id'],
    message: 'Укажите предложение',
  })

export type AddToCart = z.infer<typeof AddToCart>

/** Added quantity after rounding up to the multiplicity; `message` reports a difference. */
export const AddedLine = z.object({
  line_id: Id,
  qty: z.number(),
  message: z.string().nullable(),
  cart_lines: z.int(),
})
export type AddedLine = z.infer<typeof AddedLine>

/** Catalogue offers to add in one call. */
export const AddManyToCart = z.strictObject({
  lines: z
    .array(z.strictObject({ offer_id: Id, qty: Qty, consignee_id: Id.optional(), client_ref: text(100).optional() }))
    .min(1, 'Добавьте строки')
    .max(500, 'Не больше 500 строк за раз'),
})
export type AddManyToCart = z.infer<typeof AddManyToCart>

/** Results in the order of the request. */
export const AddedLines = z.object({
  lines: z.array(
    z.object({
      /** Quantity of the cart line after rounding up to the multiplicity; `null` when the offer was refused. */
      qty: z.number().nullable(),
      /** Reports rounding and shortage. */
      message: z.string().nullable(),
      refusal: z.string().nullable(),
    }),
  ),
  cart_lines: z.int(),
})
export type AddedLines = z.infer<typeof AddedLines>

export const CartLinePatch = z.strictObject({
  qty: Qty.optional(),
  consignee_id: Id.nullable().optional(),
  client_ref: text(100).optional(),
  comment: text(500).optional(),
  replacement_policy: z.enum(REPLACEMENT_POLICIES).optional(),
  selected: z.boolean().optional(),
  /** Version of the displayed line. */
  version: Version.optional(),
})
export type CartLinePatch = z.infer<typeof CartLinePatch>

/** Lines of the company's carts. */
const LineIds = z.strictObject({ line_ids: z.array(Id).min(1, 'Выберите строки').max(5000) })

export const cartRoutes = defineRoutes({
  get: {
    method: 'GET',
    path: '/api/v1/cart',
    summary: 'Корзина текущего покупателя',
    access: 'cart:use',
    reply: Cart,
  },
  add: {
    method: 'POST',
    path: '/api/v1/cart/lines',
    summary: 'Добавить предложение в корзину',
    access: 'cart:use',
    body: AddToCart,
    reply: AddedLine,
    status: 201,
  },
  addMany: {
    method: 'POST',
    path: '/api/v1/cart/lines/batch',
    summary: 'Добавить до 500 предложений в корзину одним вызовом: отказ по одному не мешает остальным',
    access: 'cart:use',
    body: AddManyToCart,
    reply: AddedLines,
    status: 201,
  },
  change: {
    method: 'PATCH',
    path: '/api/v1/cart/lines/:id',
    summary: 'Изменить строку корзины',
    access: 'cart:use',
    params: IdParams,
    body: CartLinePatch,
    example: { qty: 1 },
    reply: z.object({ qty: z.number(), message: z.string().nullable() }),
  },
  select: {
    method: 'PATCH',
    path: '/api/v1/cart',
    summary: 'Выбрать строки или назначить им грузополучателя',
    access: 'cart:use',
    body: z.strictObject({
      line_ids: z.array(Id).max(5000).optional(),
      selected: z.boolean().optional(),
      consignee_id: Id.nullable().optional(),
    }),
    reply: Empty,
  },
  remove: {
    method: 'DELETE',
    path: '/api/v1/cart/lines/:id',
    summary: 'Убрать строку из корзины',
    access: 'cart:use',
    params: IdParams,
    reply: Empty,
  },
  removeMany: {
    method: 'POST',
    path: '/api/v1/cart/lines/remove',
    summary: 'Убрать несколько строк из корзины',
    access: 'cart:use',
    body: LineIds,
    example: { line_ids: [1] },
    reply: z.object({ removed_ids: z.array(Id) }),
  },
  restore: {
    method: 'POST',
    path: '/api/v1/cart/lines/restore',
    summary: 'Отменить удаление строк: 10 секунд и только тому, кто их убрал',
    access: 'cart:use',
    body: LineIds,
    example: { line_ids: [1] },
    reply: Empty,
  },
  sendForPlacing: {
    method: 'POST',
    path: '/api/v1/cart/send-for-placing',
    summary: '«Отправить на оформление»: письмо администраторам компании от сотрудника, который не оформляет сам',
    access: 'cart:use',
    body: z.strictObject({ comment: text(500) }),
    reply: z.object({ sent_to: z.array(z.string()) }),
  },
})
