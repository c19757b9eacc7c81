import { z } from 'zod'
import { Empty, Id, IdParams, listOf, Moment, pageQuery, text } from '../core/fields.ts'
import { defineRoutes } from '../core/route.ts'
import { MailState } from './mail-states.ts'

export const MailItem = z.object({
  id: Id,
  created_at: Moment,
  sent_at: Moment.nullable(),
  to: z.string(),
  subject: z.string(),
  state: MailState,
  attempts: z.int(),
  last_error: z.string(),
})
export type MailItem = z.infer<typeof MailItem>

export const mailRoutes = defineRoutes({
  list: {
    method: 'GET',
    path: '/api/v1/mails',
    summary: 'Исходящая почта',
    access: 'mails:read',
    query: z.strictObject({ ...pageQuery, q: text(200).optional(), state: MailState.optional() }),
    reply: listOf(MailItem),
  },
  get: {
    method: 'GET',
    path: '/api/v1/mails/:id',
    summary: 'Письмо с текстом; секретная ссылка видна, только пока нет почтового сервера',
    access: 'mails:read',
    params: IdParams,
    reply: MailItem.extend({ text: z.string() }),
  },
  retry: {
    method: 'POST',
    path: '/api/v1/mails/:id/retry',
    summary: 'Отправить письмо ещё раз',
    access: 'mails:read',
    params: IdParams,
    reply: Empty,
  },
})
