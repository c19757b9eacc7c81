import { z } from 'zod'
import { Email, Empty, Moment, requiredText, text, VersionOrNone } from '../core/fields.ts'
import { defineRoutes } from '../core/route.ts'

/** Outgoing mail server as set on screen. */
export const MailServerFields = z.strictObject({
  host: requiredText(253).refine((host) => /^[a-z\d.:-]+$/i.test(host), 'Имя сервера: smtp.example.ru'),
  port: z.int('Укажите порт').min(1, 'От 1 до 65535').max(65_535, 'От 1 до 65535'),
  /** TLS from the first byte (port 465); otherwise STARTTLS when the server offers it. */
  is_tls: z.boolean(),
  login: text(200),
  /** `null` keeps the stored password. */
  password: z.string().max(500, 'Не больше 500 символов').nullable(),
  /** «Артикул <noreply@example.ru>» or an address alone. */
  sender: requiredText(200).refine(
    (sender) => Email.safeParse(/<([^<>]+)>$/.exec(sender)?.[1] ?? sender).success,
    'Адрес вида «Артикул <noreply@example.ru>»',
  ),
})
export type MailServerFields = z.infer<typeof MailServerFields>

export const MailServer = z.object({
  /** Origin of the settings: server environment, this screen, or nothing yet. */
  origin: z.enum(['environment', 'screen', 'none']),
  host: z.string(),
  port: z.int(),
  is_tls: z.boolean(),
  login: z.string(),
  has_password: z.boolean(),
  sender: z.string(),
  /** 0 before the first saving. */
  version: VersionOrNone,
  changed_at: Moment.nullable(),
  changed_by: z.string().nullable(),
})
export type MailServer = z.infer<typeof MailServer>

export const mailServerRoutes = defineRoutes({
  get: {
    method: 'GET',
    path: '/api/v1/mail-server',
    summary: 'Почтовый сервер, через который портал отправляет письма',
    access: 'settings:read',
    reply: MailServer,
  },
  save: {
    method: 'PATCH',
    path: '/api/v1/mail-server',
    summary: 'Задать почтовый сервер',
    access: 'settings:read',
    right: 'administrator',
    body: z.strictObject({ version: VersionOrNone, ...MailServerFields.shape }),
    example: {
      version: 0,
      host: 'smtp.example.ru',
      port: 465,
      is_tls: true,
      login: '',
      password: null,
      sender: 'noreply@example.ru',
    },
    reply: z.object({ version: VersionOrNone }),
  },
  test: {
    method: 'POST',
    path: '/api/v1/mail-server/test',
    summary: 'Пробное письмо на свой адрес: отправляется сразу, с ответом почтового сервера',
    access: 'settings:read',
    right: 'administrator',
    reply: Empty,
  },
})
