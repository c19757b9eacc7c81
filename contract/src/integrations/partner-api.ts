import { z } from 'zod'
import { AddedLines, AddManyToCart } from '../ordering/cart.ts'
import { Answer } from '../ordering/orders/change-approvals.ts'
import { Day, Empty, Id, IdParams, Kop, PathId, Qty, requiredText, text, textAsItStands } from '../core/fields.ts'
import { BACKWARDS, inOrder } from '../core/period.ts'
import { defineRoutes, FILE } from '../core/route.ts'
import { OrderStatus } from '../ordering/orders/order-status.ts'
import { ShipmentState } from '../fulfilment/shipment-states.ts'
import { DocumentKind } from '../billing/document-kinds.ts'
import { cursorQuery, cursorPage } from './cursor-pages.ts'
import { partnerWebhookRoutes } from './partner-webhooks.ts'
import {
  PARTNER_PATH,
  PartnerAccount,
  PartnerApproval,
  PartnerBalance,
  PartnerCartLine,
  PartnerDocument,
  PartnerGroup,
  PartnerInvoice,
  PartnerMaker,
  PartnerMove,
  PartnerMovement,
  PartnerOrder,
  PartnerOrderItem,
  PartnerPlaced,
  PartnerPoint,
  PartnerPriceExport,
  PartnerProduct,
  PartnerShipment,
  PartnerShipmentItem,
} from './partner-shapes.ts'

/** Most articles of one batch search, and most lines of one order of a program. */
export const PARTNER_BATCH_LIMIT = 500

const brand = text(100).meta({ description: 'Производитель в любом написании' })
const article = text(100).min(2, 'Введите не меньше двух знаков')
const point = { consignee_id: PathId.optional().meta({ description: 'Точка доставки; без неё – точка ключа' }) }
const flag = z.enum(['0', '1'], '0 или 1')

const period = { from: Day.optional(), to: Day.optional() }

const Tolerance = z
  .strictObject({
    price_percent: z.number().min(0).max(100).multipleOf(0.01).default(0),
    delay_days: z.int().min(0).max(60).default(0),
  })
  .meta({ description: 'Насколько дороже и позже указанного оформлять без вопросов; без него – допуск компании' })

export const PartnerOrderRequest = z.strictObject({
  lines: z
    .array(
      z
        .strictObject({
          offer_id: Id.optional(),
          reference: z.string().max(8000, 'Неверное предложение').optional(),
          qty: Qty,
          price_kop: Kop.nonnegative().optional().meta({ description: 'Цена, которую видела программа' }),
          expected_date: Day.optional().meta({ description: 'Срок, который видела программа' }),
          client_ref: text(100).optional().meta({ description: 'Ваша пометка: заказ-наряд, госномер' }),
          comment: text(500).optional(),
        })
        .refine(({ offer_id, reference }) => (offer_id === undefined) !== (reference === undefined), {
          path: ['offer_id'],
          message: 'Укажите offer_id или reference',
        }),
    )
    .min(1, 'Выберите строки для заказа')
    .max(PARTNER_BATCH_LIMIT, `Не больше ${PARTNER_BATCH_LIMIT} строк`),
  consignee_id: Id.optional().meta({ description: 'Точка доставки; без неё – точка ключа' }),
  client_number: text(50).optional(),
  comment: text(1000).optional(),
  ship_complete: z.boolean().optional().meta({ description: 'Отгружать только целиком' }),
  tolerance: Tolerance.optional(),
})
export type PartnerOrderRequest = z.infer<typeof PartnerOrderRequest>

const searchRoutes = defineRoutes({
  search: {
    method: 'GET',
    path: `${PARTNER_PATH}/search`,
    summary: 'Поиск по артикулу: предложения, замены и аналоги со сроками',
    access: 'catalog:read',
    scope: 'search',
    query: z.strictObject({
      article,
      brand: brand.optional(),
      ...point,
      analogues: flag.optional().meta({ description: '0 – без замен и аналогов' }),
      online: flag.optional().meta({ description: '1 – опросить и поставщиков в сети, до 10 секунд' }),
    }),
    reply: z.object({
      found: z.enum(['exact', 'read', 'loose', 'name', 'nothing']),
      makers: z.array(PartnerMaker).meta({ description: 'Несколько производителей: повторите поиск с brand' }),
      groups: z.array(PartnerGroup),
    }),
  },
  searchBatch: {
    method: 'POST',
    path: `${PARTNER_PATH}/search/batch`,
    summary: `Поиск до ${PARTNER_BATCH_LIMIT} артикулов одним вызовом, без аналогов`,
    access: 'catalog:read',
    scope: 'search',
    body: z.strictObject({
      items: z
        .array(z.strictObject({ article, brand: brand.optional() }))
        .min(1, 'Укажите артикулы')
        .max(PARTNER_BATCH_LIMIT, `Не больше ${PARTNER_BATCH_LIMIT} артикулов`),
      consignee_id: Id.optional(),
    }),
    example: { items: [{ article: '26300-35503', brand: 'HYUNDAI/KIA' }, { article: '22542' }] },
    reply: z.object({
      results: z
        .array(z.object({ article: z.string(), brand: z.string().nullable(), groups: z.array(PartnerGroup) }))
        .meta({ description: 'По одному ответу на артикул, в порядке запроса' }),
    }),
  },
  makers: {
    method: 'GET',
    path: `${PARTNER_PATH}/search/brands`,
    summary: 'Производители, у которых есть артикул',
    access: 'catalog:read',
    scope: 'search',
    query: z.strictObject({ article }),
    reply: z.object({ results: z.array(PartnerMaker) }),
  },
  tips: {
    method: 'GET',
    path: `${PARTNER_PATH}/search/tips`,
    summary: 'Подсказки по началу артикула и словам названия',
    access: 'catalog:read',
    scope: 'search',
    query: z.strictObject({ q: text(100) }),
    reply: z.object({ results: z.array(PartnerProduct.omit({ id: true, unit: true })) }),
  },
  product: {
    method: 'GET',
    path: `${PARTNER_PATH}/products/:code`,
    summary: 'Товар: вес, штрихкод, страна, свойства и номера производителей машин',
    access: 'catalog:read',
    scope: 'search',
    params: z.strictObject({ code: textAsItStands(200).min(1) }),
    reply: PartnerProduct.extend({
      multiplicity: z.number(),
      weight_kg: z.number().nullable(),
      barcode: z.string().nullable(),
      country: z.string().nullable(),
      gtd: z.string().nullable(),
      description: z.string().nullable(),
      properties: z.array(z.object({ name: z.string(), value: z.string(), unit: z.string() })),
      original_numbers: z.array(z.object({ code: z.string(), brand: z.string(), article: z.string() })),
    }),
  },
  brands: {
    method: 'GET',
    path: `${PARTNER_PATH}/brands`,
    summary: 'Производители с их написаниями, по названию',
    access: 'catalog:read',
    scope: 'search',
    query: z.strictObject(cursorQuery),
    reply: cursorPage(z.object({ id: Id, name: z.string(), aliases: z.array(z.string()) })),
  },
  cutoff: {
    method: 'GET',
    path: `${PARTNER_PATH}/cutoff`,
    summary: 'До какого часа заказать сегодня: после него сроки сдвигаются',
    access: 'catalog:read',
    scope: 'search',
    query: z.strictObject(point),
    reply: z.object({ cutoff: z.object({ of: z.string(), at: z.iso.datetime() }).nullable() }),
  },
  priceExports: {
    method: 'GET',
    path: `${PARTNER_PATH}/price-exports`,
    summary: 'Прайсы компании файлами, новые первыми',
    access: 'price_exports:use',
    scope: 'search',
    reply: z.object({ results: z.array(PartnerPriceExport) }),
  },
  orderPriceExport: {
    method: 'POST',
    path: `${PARTNER_PATH}/price-exports`,
    summary: 'Собрать прайс по своим ценам; готовность – в списке прайсов',
    access: 'price_exports:use',
    scope: 'search',
    body: z.strictObject({
      format: z.enum(['xlsx', 'csv']),
      brand_ids: z.array(Id).max(200).optional(),
      in_stock: z.boolean().optional(),
      consignee_id: Id.optional(),
    }),
    example: { format: 'csv', in_stock: true },
    reply: z.object({ id: Id }),
    status: 201,
  },
  priceExportFile: {
    method: 'GET',
    path: `${PARTNER_PATH}/price-exports/:id/file`,
    summary: 'Файл готового прайса',
    access: 'price_exports:use',
    scope: 'search',
    params: IdParams,
    reply: FILE,
  },
})

const orderRoutes = defineRoutes({
  placeOrder: {
    method: 'POST',
    path: `${PARTNER_PATH}/orders`,
    summary: 'Оформить заказ: сразу, без корзины; повтор с тем же ключом ничего не заказывает',
    access: 'orders:place',
    scope: 'orders',
    body: PartnerOrderRequest,
    example: {
      lines: [{ offer_id: 1, qty: 2, price_kop: 115_000, expected_date: '2026-11-18', client_ref: 'ЗН-17' }],
      client_number: 'A-1024',
      tolerance: { price_percent: 2, delay_days: 1 },
    },
    reply: z.object({ orders: z.array(PartnerPlaced) }),
    status: 201,
    idempotent: true,
  },
  orders: {
    method: 'GET',
    path: `${PARTNER_PATH}/orders`,
    summary: 'Заказы, новые сверху',
    access: 'orders:read',
    scope: 'orders',
    query: z
      .strictObject({ ...cursorQuery, ...period, status: OrderStatus.optional(), client_number: text(50).optional() })
      .refine(inOrder, BACKWARDS),
    reply: cursorPage(PartnerOrderItem),
  },
  order: {
    method: 'GET',
    path: `${PARTNER_PATH}/orders/:id`,
    summary: 'Заказ со строками и счетами',
    access: 'orders:read',
    scope: 'orders',
    params: IdParams,
    reply: PartnerOrder,
  },
  lineHistory: {
    method: 'GET',
    path: `${PARTNER_PATH}/order-lines/:id/history`,
    summary: 'Что происходило со строкой, начиная с заказа',
    access: 'orders:read',
    scope: 'orders',
    params: IdParams,
    reply: z.object({ results: z.array(PartnerMove) }),
  },
  cancelLine: {
    method: 'POST',
    path: `${PARTNER_PATH}/order-lines/:id/cancel`,
    summary: 'Отменить строку, которая ещё не в работе',
    access: 'orders:move',
    scope: 'orders',
    params: IdParams,
    body: z.strictObject({ order_id: Id, qty: Qty.optional(), reason: text(500).optional() }),
    example: { order_id: 1, qty: 1 },
    reply: z.object({ cancelled_qty: z.number() }),
    idempotent: true,
  },
  requestCancel: {
    method: 'POST',
    path: `${PARTNER_PATH}/order-lines/:id/cancel-requests`,
    summary: 'Попросить отменить то, что уже в работе или в пути: решает менеджер',
    access: 'orders:place',
    scope: 'orders',
    params: IdParams,
    body: z.strictObject({ qty: Qty, message: requiredText(500) }),
    example: { qty: 1, message: 'Клиент отказался' },
    reply: z.object({ id: Id }),
    status: 201,
    idempotent: true,
  },
  withdrawCancel: {
    method: 'POST',
    path: `${PARTNER_PATH}/cancel-requests/:id/withdraw`,
    summary: 'Отозвать запрос на отмену, на который ещё не ответили',
    access: 'orders:place',
    scope: 'orders',
    params: IdParams,
    reply: Empty,
  },
  approvals: {
    method: 'GET',
    path: `${PARTNER_PATH}/approvals`,
    summary: 'Изменения условий, которые ждут вашего решения, первые по сроку; не больше 50',
    access: 'change_approvals:answer',
    scope: 'orders',
    reply: z.object({ results: z.array(PartnerApproval), has_more: z.boolean() }),
  },
  answerApproval: {
    method: 'POST',
    path: `${PARTNER_PATH}/approvals/:id/answer`,
    summary: 'Согласиться с новыми условиями строки, снять её или подобрать другое',
    access: 'change_approvals:answer',
    scope: 'orders',
    params: IdParams,
    body: z.strictObject({ answer: Answer }),
    example: { answer: 'agree' },
    reply: Empty,
  },
  cart: {
    method: 'GET',
    path: `${PARTNER_PATH}/cart`,
    summary: 'Корзина создавшего ключ: её можно дозаполнить программой и оформить на портале',
    access: 'cart:use',
    scope: 'orders',
    reply: z.object({ lines: z.array(PartnerCartLine), total_sum_kop: z.int().nullable() }),
  },
  addToCart: {
    method: 'POST',
    path: `${PARTNER_PATH}/cart/lines`,
    summary: 'Положить предложение в корзину; то же ещё раз увеличивает количество',
    access: 'cart:use',
    scope: 'orders',
    body: z.strictObject({ offer_id: Id, qty: Qty, consignee_id: Id.optional(), client_ref: text(100).optional() }),
    example: { offer_id: 1, qty: 2 },
    reply: z.object({ line_id: Id, qty: z.number(), message: z.string().nullable() }),
    status: 201,
  },
  addManyToCart: {
    method: 'POST',
    path: `${PARTNER_PATH}/cart/lines/batch`,
    summary: 'Положить в корзину до 500 предложений; ответы в порядке запроса, отказ по одному не мешает остальным',
    access: 'cart:use',
    scope: 'orders',
    body: AddManyToCart,
    example: { lines: [{ offer_id: 1, qty: 2 }] },
    reply: AddedLines.omit({ cart_lines: true }),
    status: 201,
  },
  changeCartLine: {
    method: 'PATCH',
    path: `${PARTNER_PATH}/cart/lines/:id`,
    summary: 'Изменить количество или пометку строки корзины',
    access: 'cart:use',
    scope: 'orders',
    params: IdParams,
    body: z.strictObject({ qty: Qty.optional(), client_ref: text(100).optional(), comment: text(500).optional() }),
    example: { qty: 3 },
    reply: z.object({ qty: z.number(), message: z.string().nullable() }),
  },
  removeCartLine: {
    method: 'DELETE',
    path: `${PARTNER_PATH}/cart/lines/:id`,
    summary: 'Убрать строку из корзины',
    access: 'cart:use',
    scope: 'orders',
    params: IdParams,
    reply: Empty,
  },
})

const documentRoutes = defineRoutes({
  shipments: {
    method: 'GET',
    path: `${PARTNER_PATH}/shipments`,
    summary: 'Отгрузки, новые сверху',
    access: 'shipments:read',
    scope: 'documents',
    query: z.strictObject({ ...cursorQuery, ...period, state: ShipmentState.optional() }),
    reply: cursorPage(PartnerShipmentItem),
  },
  shipment: {
    method: 'GET',
    path: `${PARTNER_PATH}/shipments/:id`,
    summary: 'Отгрузка со строками',
    access: 'shipments:read',
    scope: 'documents',
    params: IdParams,
    reply: PartnerShipment,
  },
  shipmentUpd: {
    method: 'GET',
    path: `${PARTNER_PATH}/shipments/:id/upd`,
    summary: 'УПД отгрузки: копия для ознакомления (PDF)',
    access: 'shipments:read',
    scope: 'documents',
    params: IdParams,
    reply: FILE,
  },
  shipmentXml: {
    method: 'GET',
    path: `${PARTNER_PATH}/shipments/:id/intake.xml`,
    summary: 'Поступление товаров для 1С (CommerceML 2)',
    access: 'shipments:read',
    scope: 'documents',
    params: IdParams,
    reply: FILE,
  },
  shipmentXlsx: {
    method: 'GET',
    path: `${PARTNER_PATH}/shipments/:id/intake.xlsx`,
    summary: 'Поступление товаров таблицей (XLSX)',
    access: 'shipments:read',
    scope: 'documents',
    params: IdParams,
    reply: FILE,
  },
  documents: {
    method: 'GET',
    path: `${PARTNER_PATH}/documents`,
    summary: 'Счета, отгрузки, акты по обращениям и корректировки, новые сверху',
    access: 'documents:read',
    scope: 'documents',
    query: z.strictObject({ ...cursorQuery, ...period, kind: DocumentKind.optional() }).refine(inOrder, BACKWARDS),
    reply: cursorPage(PartnerDocument),
  },
  invoice: {
    method: 'GET',
    path: `${PARTNER_PATH}/invoices/:id`,
    summary: 'Счёт на оплату',
    access: 'invoices:read',
    scope: 'documents',
    params: IdParams,
    reply: PartnerInvoice,
  },
  invoicePdf: {
    method: 'GET',
    path: `${PARTNER_PATH}/invoices/:id/pdf`,
    summary: 'Счёт на оплату (PDF)',
    access: 'invoices:read',
    scope: 'documents',
    params: IdParams,
    reply: FILE,
  },
  balance: {
    method: 'GET',
    path: `${PARTNER_PATH}/balance`,
    summary: 'Задолженность, просрочка и лимит по договорам',
    access: 'settlements:read',
    scope: 'documents',
    ownSums: true,
    reply: z.object({ results: z.array(PartnerBalance) }),
  },
  movements: {
    method: 'GET',
    path: `${PARTNER_PATH}/movements`,
    summary: 'Отгрузки и оплаты за период с остатком после каждой, новые сверху',
    access: 'settlements:read',
    scope: 'documents',
    ownSums: true,
    query: z
      .strictObject({ ...cursorQuery, from: Day, to: Day, contract_id: PathId.optional() })
      .refine(inOrder, BACKWARDS),
    reply: cursorPage(PartnerMovement),
  },
})

/**
 * Operations for programs of buyers, by scope of the key; `any` are open to every key. They run the portal's own
 * operations in a form that does not change with its pages.
 */
export const PARTNER_API = {
  any: defineRoutes({
    account: {
      method: 'GET',
      path: `${PARTNER_PATH}/account`,
      summary: 'Ключ, его права и компания: для проверки подключения',
      access: 'client:self',
      scope: 'any',
      reply: PartnerAccount,
    },
    points: {
      method: 'GET',
      path: `${PARTNER_PATH}/consignees`,
      summary: 'Точки доставки, доступные ключу',
      access: 'consignees:read',
      scope: 'any',
      reply: z.object({ results: z.array(PartnerPoint) }),
    },
  }),
  search: searchRoutes,
  orders: orderRoutes,
  documents: documentRoutes,
  webhooks: partnerWebhookRoutes,
} as const
