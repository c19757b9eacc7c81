import { z } from 'zod'
import { Day, Empty, Id, IdParams, Moment, ShownKop, Version } from '../core/fields.ts'
import { defineRoutes } from '../core/route.ts'
import { WEBHOOK_VERSION, type WebhookEvent } from '../core/webhook-events.ts'
import { ClaimKindField, ClaimStateField } from '../fulfilment/claim-fields.ts'
import { OrderStatus } from '../ordering/orders/order-status.ts'
import { KEY_OVERLAP_HOURS } from './api-keys.ts'
import { cursorQuery, cursorPage } from './cursor-pages.ts'
import {
  named,
  PARTNER_PATH,
  PartnerApproval,
  PartnerInvoice,
  PartnerLine,
  PartnerMove,
  PartnerOrder,
  PartnerPriceExport,
  PartnerProduct,
  PartnerShipment,
} from './partner-shapes.ts'
import {
  NewWebhook,
  Webhook,
  WebhookMessage,
  WebhookMessageState,
  WebhookMessageText,
  WebhookPatch,
  WebhookReplay,
  WebhookSecret,
  WebhookTrial,
} from './webhooks.ts'

const numbered = { id: Id, number: z.string() }

export const PartnerChangedLine = named(
  'ChangedLine',
  'Изменившаяся строка: как она есть теперь и что с ней происходило',
  PartnerLine.extend({ history: z.array(PartnerMove).meta({ description: 'Смены статуса, последняя в конце' }) }),
)

const PartnerPayment = named(
  'Payment',
  'Оплата',
  z.object({ ...numbered, day: Day, contract: z.string(), sum_kop: z.int() }),
)

const PartnerClaim = named(
  'Claim',
  'Обращение по отгрузке',
  z.object({
    ...numbered,
    kind: ClaimKindField,
    state: ClaimStateField,
    shipment_id: Id,
    shipment_number: z.string(),
    answer_by: Day.meta({ description: 'Ответим до' }),
  }),
)

const PartnerAlert = named(
  'ProductAlert',
  'Сработавшая подписка на товар',
  z.object({
    id: Id,
    kind: z.enum(['stock', 'price']).meta({ description: 'stock – появился остаток, price – цена опустилась' }),
    product: PartnerProduct,
    qty: z.number().nullable().meta({ description: 'Сколько ждали; null – любое количество' }),
    price_kop: ShownKop.meta({ description: 'Цена, которую ждали' }),
  }),
)

/** What a message of each event says in `data`. */
export const WEBHOOK_DATA = {
  'order.created': z.object({ order: PartnerOrder }),
  'order.line.changed': z.object({
    order: z.object({ ...numbered, client_number: z.string(), status: OrderStatus }),
    lines: z.array(PartnerChangedLine),
  }),
  'approval.requested': z.object({ approvals: z.array(PartnerApproval) }),
  'shipment.created': z.object({ shipment: PartnerShipment }),
  'invoice.issued': z.object({ invoice: PartnerInvoice }),
  'payment.received': z.object({ payment: PartnerPayment }),
  'price_export.ready': z.object({ price_export: PartnerPriceExport }),
  'claim.changed': z.object({ claim: PartnerClaim }),
  'product_alert.triggered': z.object({ alerts: z.array(PartnerAlert) }),
} as const satisfies Record<WebhookEvent, z.ZodType>
export type WebhookData<E extends WebhookEvent> = z.input<(typeof WEBHOOK_DATA)[E]>

/** Body of a message. */
export const messageOf = (event: WebhookEvent) =>
  z.object({
    type: z.literal(event),
    version: z.literal(WEBHOOK_VERSION),
    timestamp: Moment,
    data: WEBHOOK_DATA[event],
  })

const example = { name: 'Сайт магазина', url: 'https://shop.example.ru/artikul', events: ['order.line.changed'] }

/** Operations of the partner API over webhooks. */
export const partnerWebhookRoutes = defineRoutes({
  webhooks: {
    method: 'GET',
    path: `${PARTNER_PATH}/webhooks`,
    summary: 'Вебхуки компании, новые сверху',
    access: 'client:self',
    scope: 'webhooks',
    reply: z.object({ results: z.array(Webhook) }),
  },
  createWebhook: {
    method: 'POST',
    path: `${PARTNER_PATH}/webhooks`,
    summary: 'Новый вебхук; секрет подписи возвращается один раз',
    access: 'client:self',
    scope: 'webhooks',
    body: NewWebhook,
    example: { ...example, consignee_id: null },
    reply: WebhookSecret,
    status: 201,
  },
  changeWebhook: {
    method: 'PATCH',
    path: `${PARTNER_PATH}/webhooks/:id`,
    summary: 'Изменить, приостановить или возобновить вебхук',
    access: 'client:self',
    scope: 'webhooks',
    params: IdParams,
    body: WebhookPatch,
    example: { ...example, consignee_id: null, is_paused: false, version: 1 },
    reply: z.object({ version: Version }),
  },
  rotateWebhook: {
    method: 'POST',
    path: `${PARTNER_PATH}/webhooks/:id/rotate`,
    summary: 'Новый секрет подписи; прежним подписывается ещё указанное число часов',
    access: 'client:self',
    scope: 'webhooks',
    params: IdParams,
    body: z.strictObject({ overlap_hours: z.literal(KEY_OVERLAP_HOURS) }),
    example: { overlap_hours: 24 },
    reply: WebhookSecret,
  },
  removeWebhook: {
    method: 'DELETE',
    path: `${PARTNER_PATH}/webhooks/:id`,
    summary: 'Удалить вебхук вместе с его сообщениями',
    access: 'client:self',
    scope: 'webhooks',
    params: IdParams,
    reply: Empty,
  },
  testWebhook: {
    method: 'POST',
    path: `${PARTNER_PATH}/webhooks/:id/test`,
    summary: 'Отправить пробное сообщение и вернуть ответ получателя',
    access: 'client:self',
    scope: 'webhooks',
    params: IdParams,
    reply: WebhookTrial,
  },
  webhookMessages: {
    method: 'GET',
    path: `${PARTNER_PATH}/webhooks/:id/messages`,
    summary: 'Сообщения вебхука, новые сверху',
    access: 'client:self',
    scope: 'webhooks',
    params: IdParams,
    query: z.strictObject({ ...cursorQuery, state: WebhookMessageState.optional() }),
    reply: cursorPage(WebhookMessage),
  },
  webhookMessage: {
    method: 'GET',
    path: `${PARTNER_PATH}/webhook-messages/:id`,
    summary: 'Сообщение: что отправлено и что ответил получатель',
    access: 'client:self',
    scope: 'webhooks',
    params: IdParams,
    reply: WebhookMessageText,
  },
  replayWebhook: {
    method: 'POST',
    path: `${PARTNER_PATH}/webhooks/:id/replay`,
    summary: 'Отправить снова сообщение или все сообщения периода',
    access: 'client:self',
    scope: 'webhooks',
    params: IdParams,
    body: WebhookReplay,
    example: { from: '2026-11-17', to: '2026-11-18' },
    reply: z.object({ queued_count: z.int() }),
  },
})
