import { z } from 'zod'
import { keysOf } from '../core/keys.ts'
import { About, type EventKind } from '../platform/events.ts'

export const MAIL_WAYS = { none: 'Без писем', at_once: 'Письмом сразу', digest: 'В сводке' } as const
export type EmailDelivery = keyof typeof MAIL_WAYS
export const EmailDelivery = z.enum(keysOf(MAIL_WAYS))

interface TopicFields {
  label: string
  kinds: readonly EventKind[]
  /** Default delivery of its emails; `null` when it cannot be chosen. */
  mail: EmailDelivery | null
  /**
   * True when the topic has no emails at all; otherwise `mail: null` means an email of its own, always sent at once.
   */
  hasNoLetters?: true
}

/** Topics chosen together, by side. Kinds that wait for an answer are sent at once. */
export const CLIENT_TOPICS = {
  refusals: {
    label: 'Отказы и вопросы по строкам',
    kinds: ['order.refused', 'order.asked', 'order.unanswered', 'order.cancellation_declined'],
    mail: 'at_once',
  },
  holds: { label: 'Приостановка заказов', kinds: ['order.held', 'order.released'], mail: 'at_once' },
  messages: { label: 'Сообщения по заказам', kinds: ['order.message'], mail: 'at_once' },
  reserves: {
    label: 'Срок резерва',
    kinds: ['order.expiring', 'order.expired', 'order.override_declined'],
    mail: 'at_once',
  },
  dates: { label: 'Новые сроки и цены', kinds: ['order.delayed', 'order.improved'], mail: 'digest' },
  lines: { label: 'Подтверждённые и снятые строки', kinds: ['order.confirmed', 'order.removed'], mail: 'digest' },
  shipments: { label: 'Отгрузки', kinds: ['shipment.created', 'shipment.cancelled'], mail: 'digest' },
  payments: { label: 'Поступившая оплата', kinds: ['payment.received', 'order.paid'], mail: 'digest' },
  reconciliations: { label: 'Сверка взаиморасчётов', kinds: ['reconciliation.message'], mail: 'at_once' },
  debts: { label: 'Сроки оплаты и просрочка', kinds: ['debt.reminded'], mail: 'at_once' },
  invoices: {
    label: 'Счета на оплату',
    kinds: ['invoice.issued', 'invoice.cancelled'],
    mail: 'digest',
  },
  requests: { label: 'Ответы на запросы', kinds: ['quote_request.answered', 'quote_request.message'], mail: null },
  claims: {
    label: 'Возвраты и рекламации',
    kinds: ['claim.details_requested', 'claim.decided', 'claim.message'],
    mail: null,
  },
  watches: { label: 'Подписки на товар', kinds: ['product_alert.triggered'], mail: null },
  price_exports: { label: 'Готовый прайс', kinds: ['price_export.ready'], mail: null },
  carts: { label: 'Заказы от менеджера на подтверждение', kinds: ['cart.sent'], mail: null },
  company: { label: 'Решение о компании', kinds: ['company.approved', 'company.declined'], mail: null },
} as const satisfies Record<string, TopicFields>

export const STAFF_TOPICS = {
  orders: { label: 'Новые заказы', kinds: ['order.placed', 'order.held'], mail: 'digest' },
  creditHoldOverride: { label: 'Запросы на разблокировку', kinds: ['order.override_requested'], mail: 'at_once' },
  paid: { label: 'Оплаченные заказы', kinds: ['order.paid'], mail: 'none' },
  cancellations: {
    label: 'Отмены и запросы на отмену',
    kinds: ['order.cancelled', 'order.cancellation_requested'],
    mail: 'at_once',
  },
  messages: { label: 'Сообщения по заказам', kinds: ['order.message'], mail: 'at_once' },
  decisions: { label: 'Ответы клиентов по строкам', kinds: ['order.answered', 'order.unanswered'], mail: 'digest' },
  supplier_refusals: { label: 'Отказы поставщиков', kinds: ['order.refused'], mail: 'digest' },
  invoices: { label: 'Счета, выставленные клиентами', kinds: ['invoice.issued', 'invoice.cancelled'], mail: 'none' },
  reconciliations: { label: 'Сверка взаиморасчётов', kinds: ['reconciliation.message'], mail: 'at_once' },
  requests: { label: 'Запросы клиентов', kinds: ['quote_request.created', 'quote_request.message'], mail: null },
  claims: { label: 'Возвраты и рекламации', kinds: ['claim.created', 'claim.message'], mail: null },
  company: { label: 'Заявки на регистрацию', kinds: ['company.applied'], mail: null },
  one_c: { label: 'Сбои обмена с 1С', kinds: ['one_c.failed'], mail: 'at_once' },
  // An email about an email that failed would fail as well and cause a further notification.
  letters: { label: 'Письма не отправлены', kinds: ['email.failed'], mail: null, hasNoLetters: true },
} as const satisfies Record<string, TopicFields>

/** Kinds that wait for the person's answer, sent also to connected browsers and messengers. */
export const DEVICE_KINDS: { client: readonly EventKind[]; staff: readonly EventKind[] } = {
  client: [
    'order.asked',
    'order.refused',
    'order.expiring',
    'order.cancellation_declined',
    'claim.details_requested',
    'claim.decided',
    'quote_request.answered',
    'cart.sent',
  ],
  staff: ['order.override_requested', 'order.cancellation_requested', 'quote_request.created', 'one_c.failed'],
}

export type Topic = keyof typeof CLIENT_TOPICS | keyof typeof STAFF_TOPICS
export const Topic = z.enum([...new Set([...Object.keys(CLIENT_TOPICS), ...Object.keys(STAFF_TOPICS)])] as [
  Topic,
  ...Topic[],
])

/** Lists the topics of one side in display order. */
export const topicsOf = (forStaff: boolean): [Topic, TopicFields][] =>
  Object.entries(forStaff ? STAFF_TOPICS : CLIENT_TOPICS) as [Topic, TopicFields][] // its own keys

/** Finds the subject type of a kind, which is its first word. */
const aboutOf = (kind: EventKind): About => About.parse(kind.split('.')[0])

/** Lists the topics with at least one kind that the user may be notified of. */
export const topicsFor = (forStaff: boolean, subjects: readonly About[]): [Topic, TopicFields][] =>
  topicsOf(forStaff).filter(([, { kinds }]) => kinds.some((kind) => subjects.includes(aboutOf(kind))))

/** Hours of Moscow at which a digest may be sent. */
export const DIGEST_HOURS = [9, 12, 15, 18] as const
export const USUAL_HOURS = [9]

const TopicChoice = z.strictObject({ topic: Topic, on_screen: z.boolean(), mail: EmailDelivery.nullable() })
export type TopicChoice = z.infer<typeof TopicChoice>

export const NotificationSettings = z.strictObject({
  topics: z.array(TopicChoice).max(20),
  hours: z
    .array(z.int().refine((hour) => (DIGEST_HOURS as readonly number[]).includes(hour), 'Нет такого часа'))
    .min(1, 'Выберите хотя бы один час')
    .max(DIGEST_HOURS.length)
    .refine((hours) => new Set(hours).size === hours.length, 'Час повторяется'),
})
export type NotificationSettings = z.infer<typeof NotificationSettings>
