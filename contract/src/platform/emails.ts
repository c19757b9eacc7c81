import { z } from 'zod'
import { Empty, Id, IdParams, listOf, Moment, pageQuery, text } from '../core/fields.ts'
import { defineRoutes } from '../core/route.ts'
import { EmailState } from './email-states.ts'

export const EmailItem = z.object({
  id: Id,
  created_at: Moment,
  sent_at: Moment.nullable(),
  to: z.string(),
  subject: z.string(),
  state: EmailState,
  attempts: z.int(),
  last_error: z.string(),
})
export type EmailItem = z.infer<typeof EmailItem>

export const emailRoutes = defineRoutes({
  list: {
    method: 'GET',
    path: '/api/v1/emails',
    summary: 'Исходящая почта',
    access: 'emails:read',
    query: z.strictObject({ ...pageQuery, q: text(200).optional(), state: EmailState.optional() }),
    reply: listOf(EmailItem),
  },
  get: {
    method: 'GET',
    path: '/api/v1/emails/:id',
    summary: 'Письмо с текстом; секретная ссылка видна, только пока нет почтового сервера',
    access: 'emails:read',
    params: IdParams,
    reply: EmailItem.extend({ text: z.string() }),
  },
  retry: {
    method: 'POST',
    path: '/api/v1/emails/:id/retry',
    summary: 'Отправить письмо ещё раз',
    access: 'emails:read',
    params: IdParams,
    reply: Empty,
  },
})
