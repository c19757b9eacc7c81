import { z } from 'zod'
import { Day, Empty, Id, IdParams, listOf, Moment, pageQuery, requiredText, Version } from '../core/fields.ts'
import { BACKWARDS, inOrder } from '../core/period.ts'
import { defineRoutes } from '../core/route.ts'
import { WebhookEvent } from '../core/webhook-events.ts'
import { KEY_OVERLAP_HOURS } from './api-keys.ts'

/** Most webhooks of a company. */
export const WEBHOOK_LIMIT = 10
/** Days that messages are kept. */
export const WEBHOOK_MESSAGE_DAYS = 30
/** Days that a message is repeated before its webhook is paused. */
export const WEBHOOK_RETRY_DAYS = 3
/** Most messages that one call sends again. */
export const REPLAY_LIMIT = 10_000

/** Why nothing is sent: a person paused the webhook, or its receiver has failed too long; empty while it is sent. */
export const WebhookPause = z.enum(['', 'person', 'failures'])
export type WebhookPause = z.infer<typeof WebhookPause>

const WebhookUrl = requiredText(500).refine((text) => {
  const url = URL.canParse(text) ? new URL(text) : null
  return url !== null && /^https?:$/.test(url.protocol) && url.username === '' && url.password === '' && url.hash === ''
}, 'Адрес вида https://shop.example.ru/artikul, без пароля и «#»')

const fields = {
  /** «Сайт магазина» */
  name: requiredText(100),
  url: WebhookUrl,
  events: z
    .array(WebhookEvent)
    .min(1, 'Выберите события')
    .refine((all) => new Set(all).size === all.length, 'Событие повторяется'),
  /** Only events of this delivery point; `null` for all points. */
  consignee_id: Id.nullable(),
}

export const NewWebhook = z.strictObject(fields)
export type NewWebhook = z.infer<typeof NewWebhook>

export const WebhookPatch = z.strictObject({ version: Version, ...fields, is_paused: z.boolean() })
export type WebhookPatch = z.infer<typeof WebhookPatch>

export const Webhook = z.object({
  id: Id,
  ...fields,
  url: z.string(),
  /** Delivery point by name; empty for all points. */
  consignee: z.string(),
  pause: WebhookPause,
  /** Since when the receiver has not accepted a message; `null` when it accepted the last one. */
  failing_since: Moment.nullable(),
  next_try_at: Moment.nullable(),
  waiting_count: z.int(),
  last_delivered_at: Moment.nullable(),
  /** Time until which messages are signed with the previous secret too. */
  previous_until: Moment.nullable(),
  made_by: z.string(),
  created_at: Moment,
  version: Version,
})
export type Webhook = z.infer<typeof Webhook>

/** Secret that signs the messages, `whsec_…`, shown once. */
export const WebhookSecret = z.object({ id: Id, secret: z.string() })
export type WebhookSecret = z.infer<typeof WebhookSecret>

export const WebhookMessageState = z.enum(['waiting', 'delivered'])
export type WebhookMessageState = z.infer<typeof WebhookMessageState>

/** Message with the outcome of its last attempt. */
export const WebhookMessage = z.object({
  id: Id,
  type: WebhookEvent,
  /** Number or name of the subject: «26-004012». */
  label: z.string(),
  state: WebhookMessageState,
  created_at: Moment,
  attempts: z.int(),
  last_at: Moment.nullable(),
  /** HTTP status of the receiver; `null` when it did not answer. */
  status: z.int().nullable(),
  /** Why the message was not accepted; empty when it was. */
  error: z.string(),
  took_ms: z.int().nullable(),
})
export type WebhookMessage = z.infer<typeof WebhookMessage>

export const WebhookMessageText = WebhookMessage.extend({
  /** Body as sent. */
  body: z.string(),
  /** Beginning of the receiver's answer. */
  answer: z.string(),
})
export type WebhookMessageText = z.infer<typeof WebhookMessageText>

/** Outcome of a trial message. */
export const WebhookTrial = WebhookMessage.pick({ status: true, error: true, took_ms: true }).extend({
  answer: z.string(),
})
export type WebhookTrial = z.infer<typeof WebhookTrial>

/** One message, or all of a period of days. */
export const WebhookReplay = z
  .strictObject({ message_id: Id.optional(), from: Day.optional(), to: Day.optional() })
  .refine(({ message_id: id, from, to }) => (id === undefined) !== (from === undefined && to === undefined), {
    path: ['message_id'],
    message: 'Укажите сообщение или период',
  })
  .refine(({ from, to }) => (from === undefined) === (to === undefined), {
    path: ['from'],
    message: 'Укажите начало и конец периода',
  })
  .refine(inOrder, BACKWARDS)
export type WebhookReplay = z.infer<typeof WebhookReplay>

const PATH = '/api/v1/webhooks'
const example = {
  version: 1,
  name: 'Любой',
  url: 'https://shop.example.ru/artikul',
  events: ['order.line.changed'],
  consignee_id: null,
  is_paused: false,
}

export const webhookRoutes = defineRoutes({
  list: {
    method: 'GET',
    path: PATH,
    summary: 'Вебхуки текущей компании, новые сверху',
    access: 'api_keys:manage',
    reply: z.object({ results: z.array(Webhook) }),
  },
  create: {
    method: 'POST',
    path: PATH,
    summary: 'Новый вебхук: секрет подписи показывается один раз',
    access: 'api_keys:manage',
    body: NewWebhook,
    reply: WebhookSecret,
    status: 201,
    selfOnly: true,
  },
  change: {
    method: 'PATCH',
    path: `${PATH}/:id`,
    summary: 'Адрес, события и точка вебхука; приостановить или возобновить',
    access: 'api_keys:manage',
    params: IdParams,
    body: WebhookPatch,
    example,
    reply: z.object({ version: Version }),
    selfOnly: true,
  },
  rotate: {
    method: 'POST',
    path: `${PATH}/:id/rotate`,
    summary: 'Новый секрет подписи; прежним подписывается ещё указанное число часов',
    access: 'api_keys:manage',
    params: IdParams,
    body: z.strictObject({ overlap_hours: z.literal(KEY_OVERLAP_HOURS) }),
    example: { overlap_hours: 24 },
    reply: WebhookSecret,
    selfOnly: true,
  },
  remove: {
    method: 'DELETE',
    path: `${PATH}/:id`,
    summary: 'Удалить вебхук вместе с его сообщениями',
    access: 'api_keys:manage',
    params: IdParams,
    reply: Empty,
    selfOnly: true,
  },
  test: {
    method: 'POST',
    path: `${PATH}/:id/test`,
    summary: 'Отправить пробное сообщение и показать ответ',
    access: 'api_keys:manage',
    params: IdParams,
    reply: WebhookTrial,
    selfOnly: true,
  },
  messages: {
    method: 'GET',
    path: `${PATH}/:id/messages`,
    summary: 'Сообщения вебхука, новые сверху',
    access: 'api_keys:manage',
    params: IdParams,
    query: z.strictObject({ ...pageQuery, state: WebhookMessageState.optional() }),
    reply: listOf(WebhookMessage),
  },
  message: {
    method: 'GET',
    path: '/api/v1/webhook-messages/:id',
    summary: 'Сообщение вебхука: что отправлено и что ответил получатель',
    access: 'api_keys:manage',
    params: IdParams,
    reply: WebhookMessageText,
  },
  replay: {
    method: 'POST',
    path: `${PATH}/:id/replay`,
    summary: 'Отправить снова сообщение или все сообщения периода',
    access: 'api_keys:manage',
    params: IdParams,
    body: WebhookReplay,
    example: { message_id: 1 },
    reply: z.object({ queued_count: z.int() }),
    selfOnly: true,
  },
})
