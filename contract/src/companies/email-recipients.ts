import { z } from 'zod'
import { keysOf } from '../core/keys.ts'
import { Email, Empty, Id, IdParams, LinkToken, Moment, Version } from '../core/fields.ts'
import { CLIENT_TOPICS, topicsOf, type Topic } from '../workspace/notification-settings.ts'
import { defineRoutes } from '../core/route.ts'

/** Most recipients of one company. */
export const MAX_RECIPIENTS = 20
/**
 * Daily limits: confirmations sent by one company, and companies that confirm one address, so that the portal cannot be
 * used to send mail to strangers.
 */
export const MAX_CONFIRMATIONS_PER_DAY = 20
export const MAX_CONFIRMATIONS_PER_ADDRESS = 3
/** Period during which a person who refused is not asked again. */
export const REFUSED_DAYS = 30
/** Lifetime of a confirmation email in days. */
export const CONFIRMATION_DAYS = 7

/** Topics for addresses without an account: those that a company's users can receive by email. */
export const RECIPIENT_TOPICS: readonly Topic[] = topicsOf(false).flatMap(([topic, { mail }]) =>
  mail === null ? [] : [topic],
)
/** Topics about sums of the whole company: no consignee is possible, and sums must be visible to the recipient. */
export const TOPICS_OF_SUMS: readonly Topic[] = ['payments', 'debts']

export const recipientTopicLabel = (topic: Topic): string =>
  topic in CLIENT_TOPICS ? CLIENT_TOPICS[topic as keyof typeof CLIENT_TOPICS].label : topic // looked at in the same line

const RecipientTopic = z.enum(RECIPIENT_TOPICS as [Topic, ...Topic[]])

/**
 * Delivery of emails to a recipient: at once, with those of one order merged within ten minutes, or daily at 9:00
 * Moscow.
 */
export const RECIPIENT_WAYS = { at_once: 'Сразу', digest: 'Раз в день, в 9:00' } as const
export type RecipientWay = keyof typeof RECIPIENT_WAYS
const RecipientWay = z.enum(keysOf(RECIPIENT_WAYS))

export const RECIPIENT_STATES = {
  asked: 'Ждём подтверждения',
  overdue: 'Не подтвердил',
  confirmed: 'Получает письма',
  stopped: 'Отказался от писем',
} as const
export type RecipientState = keyof typeof RECIPIENT_STATES
const RecipientState = z.enum(keysOf(RECIPIENT_STATES))

const fields = {
  topics: z
    .array(RecipientTopic)
    .min(1, 'Выберите, о чём писать')
    .max(RECIPIENT_TOPICS.length)
    .refine((topics) => new Set(topics).size === topics.length, 'Повторяется'),
  mail: RecipientWay,
  /** Consignee of interest; `null` for the whole company. */
  consignee_id: Id.nullable(),
  sees_prices: z.boolean(),
}

function requireFitting(
  { topics, consignee_id: point, sees_prices: seesPrices }: z.infer<z.ZodObject<typeof fields>>,
  context: z.RefinementCtx,
) {
  if (!topics.some((topic) => TOPICS_OF_SUMS.includes(topic))) return
  if (!seesPrices)
    context.addIssue({
      code: 'custom',
      path: ['sees_prices'],
      message: 'Чтобы писать об оплате, включите «Показывать цены и суммы»',
    })
  if (point !== null)
    context.addIssue({ code: 'custom', path: ['consignee_id'], message: 'Оплата и долг — всей компании, не точки' })
}

export const NewRecipient = z.strictObject({ email: Email, ...fields }).superRefine(requireFitting)
export type NewRecipient = z.infer<typeof NewRecipient>

export const RecipientChange = z.strictObject({ version: Version, ...fields }).superRefine(requireFitting)
export type RecipientChange = z.infer<typeof RecipientChange>

/** Recipient without an account who receives emails about the company. */
export const EmailRecipient = z.object({
  id: Id,
  version: Version,
  email: z.string(),
  topics: z.array(RecipientTopic),
  mail: RecipientWay,
  consignee: z.object({ id: Id, name: z.string() }).nullable(),
  sees_prices: z.boolean(),
  state: RecipientState,
  /** Time since the state applies. */
  since: Moment,
})
export type EmailRecipient = z.infer<typeof EmailRecipient>

/** Contents of the page behind a recipient's link. */
export const RecipientLink = z.object({
  company: z.string(),
  email: z.string(),
  topics: z.array(z.string()),
  point: z.string().nullable(),
  state: RecipientState,
})
export type RecipientLink = z.infer<typeof RecipientLink>

const PATH = '/api/v1/email-recipients'
const LINKS = '/api/v1/email-recipient-links'
const Token = z.strictObject({ token: LinkToken })

export const emailRecipientRoutes = defineRoutes({
  list: {
    method: 'GET',
    path: PATH,
    summary: 'Получатели писем без учётной записи в текущей компании',
    access: 'email_recipients:manage',
    reply: z.object({ results: z.array(EmailRecipient) }),
  },
  add: {
    method: 'POST',
    path: PATH,
    summary: 'Добавить получателя: ему уходит письмо со ссылкой, без подтверждения другие не приходят',
    access: 'email_recipients:manage',
    selfOnly: true,
    body: NewRecipient,
    reply: z.object({ id: Id }),
    status: 201,
  },
  change: {
    method: 'PATCH',
    path: `${PATH}/:id`,
    summary: 'Изменить, о чём и как писать получателю',
    access: 'email_recipients:manage',
    selfOnly: true,
    params: IdParams,
    body: RecipientChange,
    example: { version: 1, topics: ['shipments'], mail: 'digest', consignee_id: null, sees_prices: false },
    reply: Empty,
  },
  remove: {
    method: 'DELETE',
    path: `${PATH}/:id`,
    summary: 'Убрать получателя: письма ему больше не приходят',
    access: 'email_recipients:manage',
    selfOnly: true,
    params: IdParams,
    reply: Empty,
  },
  readLink: {
    method: 'POST',
    path: `${LINKS}/read`,
    summary: 'О каких письмах ссылка из письма получателю',
    access: 'public',
    body: Token,
    reply: RecipientLink,
  },
  confirm: {
    method: 'POST',
    path: `${LINKS}/confirm`,
    summary: 'Получать письма: по ссылке из письма, без входа',
    access: 'public',
    body: Token,
    reply: Empty,
  },
  stop: {
    method: 'POST',
    path: `${LINKS}/stop`,
    summary: 'Отказаться от писем: по ссылке из любого письма, без входа',
    access: 'public',
    body: Token,
    reply: Empty,
  },
})
