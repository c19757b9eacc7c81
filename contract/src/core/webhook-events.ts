import { z } from 'zod'
import { keysOf } from './keys.ts'

/** Events of which a buyer's program can be notified, with their names on screen. */
export const WEBHOOK_EVENTS = {
  'order.created': 'Заказ оформлен',
  'order.line.changed': 'Строки заказа изменились',
  'approval.requested': 'Нужен ответ об изменении строки',
  'shipment.created': 'Товар отгружен',
  'invoice.issued': 'Счёт выставлен',
  'payment.received': 'Оплата получена',
  'price_export.ready': 'Прайс готов',
  'claim.changed': 'Обращение изменилось',
  'product_alert.triggered': 'Подписка на товар сработала',
} as const
export type WebhookEvent = keyof typeof WEBHOOK_EVENTS
export const WebhookEvent = z.enum(keysOf(WEBHOOK_EVENTS))

/** Version of the messages; a change that is not an addition gets another one. */
export const WEBHOOK_VERSION = 1
