import { z } from 'zod'
import { Empty, Id, Moment } from '../core/fields.ts'
import { About, EventCounts, EventKind } from '../platform/events.ts'
import { NotificationSettings } from './notification-settings.ts'
import { counted, plural } from '../core/plural.ts'
import { defineRoutes } from '../core/route.ts'

/** Notifications above this number are not counted. */
export const MAX_UNREAD = 100
/** Page size of one answer. */
export const NOTIFICATIONS_PAGE = 20

const Position = z.int().positive().max(Number.MAX_SAFE_INTEGER)

/**
 * Event for open pages, which reload the change by ordinary calls. `opened`: all later events follow; `missed`: some
 * were missed, and everything displayed is reloaded. A page of an earlier build treats unknown kinds the same way.
 */
export const LiveEvent = z.object({
  id: z.int().nonnegative(),
  kind: z.union([EventKind, z.enum(['opened', 'missed'])]),
  about: About.nullable(),
  about_id: Id.nullable(),
  contractor_id: Id.nullable(),
})
export type LiveEvent = z.infer<typeof LiveEvent>

export const Notification = z.object({
  id: Position,
  kind: EventKind,
  about: About,
  about_id: Id,
  /** Number of the order, shipment, request or claim; name of the received goods; subject of the email; failure of 1C. */
  label: z.string(),
  counts: EventCounts,
  /** Company, for staff only. */
  contractor: z.string().nullable(),
  at: Moment,
  is_read: z.boolean(),
})
export type Notification = z.infer<typeof Notification>

const lines = (n: number) => counted(n, 'строка', 'строки', 'строк')
const moved = (n: number, one: string, few: string, many: string) => `${plural(n, one, few, many)} ${lines(n)}`

const OF_LINES: [keyof EventCounts, (n: number) => string][] = [
  ['refused', (n) => `поставщик отказал в ${counted(n, 'строке', 'строках', 'строках')}`],
  ['asked', (n) => `нужно ваше решение по ${counted(n, 'строке', 'строкам', 'строкам')}`],
  ['unanswered', (n) => `срок ответа истёк по ${counted(n, 'строке', 'строкам', 'строкам')}`],
  ['delayed', (n) => `новый срок у ${counted(n, 'строки', 'строк', 'строк')}`],
  ['improved', (n) => `условия стали лучше у ${counted(n, 'строки', 'строк', 'строк')}`],
  ['confirmed', (n) => moved(n, 'подтверждена', 'подтверждены', 'подтверждено')],
  ['removed', (n) => moved(n, 'снята', 'сняты', 'снято')],
]
const STAFF_LINES: [keyof EventCounts, (n: number) => string][] = [
  ['refused', (n) => `поставщик отказал в ${counted(n, 'строке', 'строках', 'строках')}`],
  ['cancelled', (n) => `клиент отменил ${counted(n, 'строку', 'строки', 'строк')}`],
  ['answered', (n) => `клиент согласился по ${counted(n, 'строке', 'строкам', 'строкам')}`],
  ['unanswered', (n) => `клиент не ответил по ${counted(n, 'строке', 'строкам', 'строкам')}`],
]
const OF_ORDER: Partial<Record<EventKind, string>> = {
  'order.held': 'приостановлен',
  'order.released': 'приостановка снята',
  'order.message': 'новое сообщение',
  'order.paid': 'оплачен и пошёл в работу',
  'order.expired': 'срок резерва истёк',
  'order.expiring': 'резерв скоро закончится, оплатите заказ',
  'order.override_requested': 'клиент просит разблокировать',
  'order.override_declined': 'в разблокировке отказано',
  'order.cancellation_requested': 'клиент просит отменить строку',
  'order.cancellation_declined': 'в отмене строки отказано',
}

function orderText({ kind, label, counts }: NotifiedEvent, forStaff: boolean): string {
  if (forStaff && kind === 'order.placed') return `Новый заказ № ${label}`
  if (forStaff && kind === 'order.held') return `Новый заказ № ${label}: приостановлен`
  const parts = (forStaff ? STAFF_LINES : OF_LINES).flatMap(([name, say]) => {
    const count = counts[name] ?? 0
    return count > 0 ? [say(count)] : []
  })
  const all = [OF_ORDER[kind] ?? [], parts].flat()
  return `Заказ № ${label}: ${all.length > 0 ? all.join(', ') : 'изменён'}`
}

type NotifiedEvent = Pick<Notification, 'kind' | 'label' | 'counts'>

const TEXTS: Partial<Record<EventKind, (event: NotifiedEvent) => string>> = {
  'shipment.created': ({ label }) => `Отгрузка № ${label} оформлена`,
  'shipment.cancelled': ({ label }) => `Отгрузка № ${label} отменена`,
  'invoice.issued': ({ label }) => `Выставлен счёт № ${label}`,
  'invoice.cancelled': ({ label }) => `Аннулирован счёт № ${label}`,
  'payment.received': ({ label }) => `Поступила оплата: ${label}`,
  'reconciliation.message': ({ label }) => `Сверка ${label}: новое сообщение`,
  'debt.reminded': ({ label }) => `Напоминание об оплате: ${label}`,
  'quote_request.created': ({ label }) => `Новый запрос ${label}`,
  'quote_request.answered': ({ label }) => `Запрос ${label}: менеджер ответил`,
  'quote_request.message': ({ label }) => `Запрос ${label}: новое сообщение`,
  'claim.created': ({ label }) => `Новое обращение ${label}`,
  'claim.details_requested': ({ label }) => `Обращение ${label}: нужен ваш ответ`,
  'claim.decided': ({ label }) => `Обращение ${label}: решение принято`,
  'claim.message': ({ label }) => `Обращение ${label}: новое сообщение`,
  'product_alert.triggered': ({ label, counts: { products = 1 } }) =>
    products > 1
      ? `Дождались: ${label} и ещё ${counted(products - 1, 'деталь', 'детали', 'деталей')}`
      : `Дождались: ${label}`,
  'price_export.ready': () => 'Прайс с вашими ценами готов',
  'company.applied': () => 'Новая заявка на регистрацию',
  'company.approved': () => 'Компания подтверждена: можно заказывать',
  'company.declined': () => 'Заявка компании отклонена',
  'cart.sent': ({ label }) => `Менеджер прислал заказ на подтверждение: корзина «${label}»`,
  'email.failed': ({ label }) => `Письмо не отправлено: ${label}`,
  'one_c.failed': ({ label }) => `Обмен с 1С ${label}`,
}

/** Formats the sentence shown in the bell. */
export const notificationText = (event: NotifiedEvent, forStaff: boolean): string =>
  event.kind.startsWith('order.') ? orderText(event, forStaff) : (TEXTS[event.kind]?.(event) ?? event.label)

/** Pages of single objects, followed by the id. */
const PAGES: Partial<Record<About, string>> = {
  order: '/orders/',
  shipment: '/shipments/',
  quote_request: '/requests/',
  reconciliation: '/reconciliations/',
  invoice: '/invoice/',
  claim: '/claims/',
  cart: '/cart?cart=',
  one_c: '/settings?tab=one-c&node_id=',
}

/** Builds the path of the page with the details. */
export function notificationPath(
  { about, about_id: id, kind }: Pick<Notification, 'about' | 'about_id' | 'kind'>,
  forStaff: boolean,
): string {
  if (forStaff && kind === 'order.override_requested') return '/settlements?tab=blocks'
  const page = PAGES[about]
  if (page !== undefined) return `${page}${id}`
  if (about === 'payment' || about === 'debt') return '/finances'
  if (about === 'product_alert') return '/watches'
  if (about === 'price_export') return '/price-list'
  if (about === 'company') return forStaff || kind === 'company.declined' ? `/contractors/${id}` : '/'
  return about === 'email' ? '/settings?tab=mail' : '/settings?tab=supplier-orders'
}

const PATH = '/api/v1/notifications'
const positionText = z
  .string()
  .regex(/^[1-9]\d{0,14}$/, 'Неверный номер')
  .transform(Number)

export const notificationRoutes = defineRoutes({
  live: {
    method: 'GET',
    path: '/api/v1/events',
    summary: 'Что изменилось, сразу: поток событий; с заголовком Last-Event-ID продолжается с того же места',
    access: 'signed-in',
    reply: LiveEvent,
    stream: 'endless',
  },
  list: {
    method: 'GET',
    path: PATH,
    summary: 'Уведомления, новые первыми, по 20; before — продолжение',
    access: 'signed-in',
    query: z.strictObject({ before: positionText.optional() }),
    reply: z.object({ results: z.array(Notification), next_before: Position.nullable() }),
  },
  unread: {
    method: 'GET',
    path: `${PATH}/unread`,
    summary: 'Сколько уведомлений не прочитано, не больше 100',
    access: 'signed-in',
    reply: z.object({ unread: z.int() }),
  },
  read: {
    method: 'POST',
    path: `${PATH}/read`,
    summary: 'Прочитано: одно уведомление или все до него',
    access: 'signed-in',
    body: z.strictObject({ id: Position, and_older: z.boolean() }),
    reply: Empty,
  },
  settings: {
    method: 'GET',
    path: `${PATH}/settings`,
    summary: 'О чём и как меня уведомлять в текущей компании',
    access: 'signed-in',
    reply: NotificationSettings,
  },
  saveSettings: {
    method: 'PATCH',
    path: `${PATH}/settings`,
    summary: 'Выбрать, о чём и как уведомлять; сам человек, не от его имени',
    access: 'signed-in',
    selfOnly: true,
    body: NotificationSettings,
    reply: Empty,
  },
})
