import { emailRoutes as routes, type EmailItem } from '@artikul/contract/platform/emails'
import { EmailState } from '@artikul/contract/platform/email-states'
import type { FastifyInstance } from 'fastify'
import type { Clock } from '../clock.ts'
import { AppError } from '../errors.ts'
import { serve, type Handles } from '../http/index.ts'
import { pageOf, paginationOf } from '../paging.ts'
import { markForRetry, selectEmail, selectEmails, type EmailRow } from './emails.queries.ts'

const present = ({ recipient, created_at, sent_at, state, ...row }: EmailRow): EmailItem => ({
  ...row,
  to: recipient,
  state: EmailState.parse(state),
  created_at: created_at.toISOString(),
  sent_at: sent_at?.toISOString() ?? null,
})

/**
 * Routes of the outbox. Secret links of other people are shown only where no mail server delivers them: never in
 * production.
 */
export function emailsModule(
  app: FastifyInstance,
  database: Handles,
  deps: { clock: Clock; showsSecrets: () => Promise<boolean> },
) {
  serve(app, database, routes.list, async ({ db, query }) => {
    const page = pageOf(query)
    const { rows, total } = await selectEmails(db, query, page)
    return { results: rows.map(present), pagination: paginationOf(page, total) }
  })
  serve(app, database, routes.get, async ({ db, params }) => {
    const mail = await selectEmail(db, params.id)
    if (!mail) throw new AppError('not_found', { detail: 'Письмо не найдено' })
    const { body, is_secret: isSecret, ...row } = mail
    const isHidden = isSecret && (body === '' || !(await deps.showsSecrets()))
    return { ...present(row), text: isHidden ? 'Текст с секретной ссылкой не показывается.' : body }
  })
  serve(app, database, routes.retry, async ({ db, params }) => {
    if (!(await markForRetry(db, params.id, deps.clock.now())))
      throw new AppError('not_found', { detail: 'Такого неотправленного письма нет' })
    return {}
  })
}
