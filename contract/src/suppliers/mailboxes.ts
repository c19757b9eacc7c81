import { z } from 'zod'
import { keysOf } from '../core/keys.ts'
import { Email, Empty, Id, IdParams, listOf, Moment, pageQuery, requiredText, text, Version } from '../core/fields.ts'
import { defineRoutes } from '../core/route.ts'

export const MAX_MAILBOXES = 20
export const MAX_MAIL_RULES = 500

/** Encryption of the connection to a mail server, with the usual port of each. */
export const MAIL_SECURITIES = {
  tls: { label: 'SSL/TLS', port: 993 },
  starttls: { label: 'STARTTLS', port: 143 },
  none: { label: 'Без шифрования', port: 143 },
} as const
export type MailSecurity = keyof typeof MAIL_SECURITIES
export const MailSecurity = z.enum(keysOf(MAIL_SECURITIES))

const Host = requiredText(253).regex(/^[\p{L}\p{N}.:-]+$/u, 'Имя сервера вида imap.example.ru')

/** Access settings besides the password. */
const access = {
  host: Host,
  port: z.int('Укажите порт').min(1, 'Порт от 1 до 65535').max(65_535, 'Порт от 1 до 65535'),
  security: MailSecurity,
  login: requiredText(254),
  folder: requiredText(200),
}
const MailPassword = z.string('Заполните поле').min(1, 'Заполните поле').max(500, 'Не больше 500 символов')
/** Stored password when `null`, allowed only for the same server, port, security and login. */
const KnownPassword = MailPassword.nullable()

export const NewMailbox = z.strictObject({ ...access, is_on: z.boolean(), password: MailPassword })
export type NewMailbox = z.infer<typeof NewMailbox>
export const MailboxPatch = z.strictObject({
  version: Version,
  ...access,
  is_on: z.boolean(),
  password: KnownPassword,
})
export type MailboxPatch = z.infer<typeof MailboxPatch>
/** `id`: the mailbox whose stored password may be tried. */
export const MailboxTrial = z.strictObject({ id: Id.nullable(), ...access, password: KnownPassword })
export type MailboxTrial = z.infer<typeof MailboxTrial>

export const Mailbox = z.object({
  id: Id,
  ...access,
  is_on: z.boolean(),
  version: Version,
  checked_at: Moment.nullable(),
  /** Failure of the last reading, in words; `null` when it succeeded. */
  failure: z.string().nullable(),
  /** Time of the next check; `null` when the mailbox is off. */
  next_check_at: Moment.nullable(),
  /** Price list imported from the mailbox last. */
  taken: z.object({ import_id: Id, file_name: z.string(), at: Moment }).nullable(),
})
export type Mailbox = z.infer<typeof Mailbox>

const BAD_SENDER = 'Адрес вида price@example.ru или домен вида @example.ru'

/** `price@example.ru`, or `@example.ru` for the whole domain; in one canonical form. */
export const MailSender = requiredText(255).transform((typed, context) => {
  const isDomain = typed.startsWith('@')
  const email = Email.safeParse(isDomain ? `any${typed}` : typed)
  if (email.success) return isDomain ? email.data.slice('any'.length) : email.data
  context.addIssue({ code: 'custom', message: BAD_SENDER })
  return z.NEVER
})

export const MailRuleFields = z.strictObject({
  warehouse_id: Id,
  sender: MailSender,
  /** Words that must all occur in the subject; empty for any subject. */
  subject: text(200),
  /** `price*.xlsx`, where `*` is any signs and `?` is one; empty for any file. */
  file_mask: text(100),
})
export type MailRuleFields = z.infer<typeof MailRuleFields>

export const MailRule = z.object({
  id: Id,
  warehouse_id: Id,
  warehouse: z.string(),
  sender: z.string(),
  subject: z.string(),
  file_mask: z.string(),
})
export type MailRule = z.infer<typeof MailRule>

/** Message from which nothing was imported. */
export const UnmatchedEmail = z.object({
  id: Id,
  /** Login of the mailbox that contains it. */
  mailbox: z.string(),
  sender: z.string(),
  subject: z.string(),
  file_names: z.array(z.string()),
  received_at: Moment,
  /** Reason why nothing was imported, in words. */
  reason: z.string(),
  /** Marked for reading again. */
  is_asked_again: z.boolean(),
})
export type UnmatchedEmail = z.infer<typeof UnmatchedEmail>

const PATH = '/api/v1/mailboxes'
const RULES = '/api/v1/mail-rules'
const read = { access: 'price_lists:read' } as const
const write = { access: 'price_lists:manage', right: 'prices' } as const

export const mailboxRoutes = defineRoutes({
  list: {
    method: 'GET',
    path: PATH,
    summary: 'Почтовые ящики, из которых берутся прайс-листы, и что с ними',
    ...read,
    reply: z.object({ results: z.array(Mailbox) }),
  },
  create: {
    method: 'POST',
    path: PATH,
    summary: 'Новый почтовый ящик; пароль не отдаётся никому',
    ...write,
    body: NewMailbox,
    reply: z.object({ id: Id }),
    status: 201,
  },
  update: {
    method: 'PATCH',
    path: `${PATH}/:id`,
    summary: 'Изменить почтовый ящик',
    ...write,
    params: IdParams,
    body: MailboxPatch,
    example: {
      version: 1,
      host: 'imap.example.ru',
      port: 993,
      security: 'tls',
      login: 'any',
      folder: 'INBOX',
      is_on: true,
      password: null,
    },
    reply: z.object({ version: Version }),
  },
  remove: {
    method: 'DELETE',
    path: `${PATH}/:id`,
    summary: 'Удалить почтовый ящик из портала; письма на сервере остаются',
    ...write,
    params: IdParams,
    reply: Empty,
  },
  check: {
    method: 'POST',
    path: `${PATH}/check`,
    summary: 'Войти в почтовый ящик и сказать, что вышло; ничего не меняется',
    ...write,
    body: MailboxTrial,
    reply: z.object({ is_ok: z.boolean(), text: z.string() }),
  },
  checkNow: {
    method: 'POST',
    path: `${PATH}/:id/look`,
    summary: 'Заглянуть в почтовый ящик, не дожидаясь срока',
    ...write,
    params: IdParams,
    body: z.strictObject({}),
    reply: Empty,
  },
  rules: {
    method: 'GET',
    path: RULES,
    summary: 'Правила, по которым из писем берутся прайс-листы, в том порядке, в котором их пробуют',
    ...read,
    reply: z.object({ results: z.array(MailRule) }),
  },
  createRule: {
    method: 'POST',
    path: RULES,
    summary: 'Новое правило: последнее по порядку',
    ...write,
    /** `letter_id`: the unmatched message for which the rule is created and which is read again. */
    body: z.strictObject({ rule: MailRuleFields, letter_id: Id.nullable() }),
    reply: z.object({ id: Id }),
    status: 201,
  },
  updateRule: {
    method: 'PATCH',
    path: `${RULES}/:id`,
    summary: 'Изменить правило',
    ...write,
    params: IdParams,
    body: z.strictObject({ rule: MailRuleFields }),
    example: { rule: { warehouse_id: 1, sender: '@example.ru', subject: '', file_mask: '' } },
    reply: Empty,
  },
  moveRule: {
    method: 'POST',
    path: `${RULES}/:id/move`,
    summary: 'Переставить правило',
    ...write,
    params: IdParams,
    /** Rule that follows this one; `null` for the last place. */
    body: z.strictObject({ before: Id.nullable() }),
    example: { before: null },
    reply: Empty,
  },
  removeRule: {
    method: 'DELETE',
    path: `${RULES}/:id`,
    summary: 'Удалить правило',
    ...write,
    params: IdParams,
    reply: Empty,
  },
  letters: {
    method: 'GET',
    path: '/api/v1/unmatched-emails',
    summary: 'Письма, которые не подошли, новые первыми',
    ...read,
    query: z.strictObject(pageQuery),
    reply: listOf(UnmatchedEmail),
  },
})
