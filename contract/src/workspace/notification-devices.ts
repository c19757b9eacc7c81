import { z } from 'zod'
import { Empty, Id, IdParams, Moment } from '../core/fields.ts'
import { defineRoutes } from '../core/route.ts'

const PATH = '/api/v1/notifications/devices'

/** Browser or messenger account that gets what waits for the person's answer. */
const NotificationDevice = z.object({
  id: Id,
  channel: z.enum(['web_push', 'max']),
  /** Name of the browser, or of the account in the messenger. */
  name: z.string(),
  /** Address of the browser's own subscription, by which it recognises itself; null for a messenger. */
  endpoint: z.string().nullable(),
  created_at: Moment,
})
export type NotificationDevice = z.infer<typeof NotificationDevice>

const PushSubscriptionBody = z.strictObject({
  endpoint: z.url({ protocol: /^https$/, error: 'Адрес браузера не принят' }).max(1000),
  keys: z.strictObject({
    p256dh: z.string().regex(/^[\w-]{87}$/, 'Ключ браузера не принят'),
    auth: z.string().regex(/^[\w-]{22}$/, 'Ключ браузера не принят'),
  }),
})

export const notificationDeviceRoutes = defineRoutes({
  list: {
    method: 'GET',
    path: PATH,
    summary: 'Мои браузеры и мессенджеры, куда приходит то, что ждёт ответа',
    access: 'signed-in',
    reply: z.object({
      /** Public key for subscriptions of browsers; null when they are off on this installation. */
      web_push_key: z.string().nullable(),
      offers_max: z.boolean(),
      results: z.array(NotificationDevice),
    }),
  },
  add: {
    method: 'POST',
    path: PATH,
    summary: 'Включить уведомления в этом браузере',
    access: 'signed-in',
    selfOnly: true,
    body: PushSubscriptionBody,
    example: {
      endpoint: 'https://updates.push.services.mozilla.com/wpush/v2/example',
      keys: {
        p256dh: 'BNcRdreALRFXTkOOUHK1EtK2wtaz5Ry4YfYCA_0QTpQtUbVlUls0VJXg7A8u-Ts1XbjhazAkj7I99e8QcYP7DkM',
        auth: 'tBHItJI5svbpez7KI4CCXg',
      },
    },
    reply: z.object({ id: Id }),
  },
  linkMax: {
    method: 'POST',
    path: `${PATH}/max_link`,
    summary: 'Одноразовая ссылка на бота в MAX, действует 10 минут',
    access: 'signed-in',
    selfOnly: true,
    reply: z.object({ url: z.string(), expires_at: Moment }),
  },
  check: {
    method: 'POST',
    path: `${PATH}/:id/check`,
    summary: 'Отправить проверочное уведомление',
    access: 'signed-in',
    selfOnly: true,
    params: IdParams,
    reply: Empty,
  },
  remove: {
    method: 'DELETE',
    path: `${PATH}/:id`,
    summary: 'Выключить уведомления в браузере или мессенджере',
    access: 'signed-in',
    selfOnly: true,
    params: IdParams,
    reply: Empty,
  },
})
