import { mailboxRoutes as routes } from '@artikul/contract/suppliers/mailboxes'
import type { FastifyInstance } from 'fastify'
import { enqueueJob } from '../../../platform/jobs.ts'
import type { Clock } from '../../../platform/clock.ts'
import type { Config } from '../../../platform/config.ts'
import type { Database } from '../../../platform/db/index.ts'
import { serve } from '../../../platform/http/index.ts'
import { pageOf, paginationOf } from '../../../platform/paging.ts'
import { selectUnmatchedEmails } from './emails.queries.ts'
import { mailboxKeys } from './mailbox-access.ts'
import { addMailbox, changeMailbox, checkMailbox, listMailboxes, checkNow, removeMailbox } from './mailboxes.ts'
import { selectMailRules } from './mail-rules.queries.ts'
import { updateMailRule, createMailRule, moveMailRule, deleteMailRule } from './mail-rules.ts'

interface Deps {
  config: Pick<Config, 'PRIVATE_URLS' | 'AUTH_SECRET_PREVIOUS'>
  clock: Clock
  secret: string
}

export function mailboxesModule(app: FastifyInstance, database: Database, { config, clock, secret }: Deps) {
  const keys = mailboxKeys(secret, config.AUTH_SECRET_PREVIOUS)
  const allowsPrivate = config.PRIVATE_URLS === 'on'
  const deps = { clock, keys, allowsPrivate }
  serve(app, database, routes.list, async ({ db }) => ({ results: await listMailboxes(db) }))
  serve(app, database, routes.create, ({ db, author, body }) => addMailbox(db, deps, author, body))
  serve(app, database, routes.update, ({ db, author, params, body }) =>
    changeMailbox(db, deps, author, { id: params.id, input: body }),
  )
  serve(app, database, routes.remove, ({ db, author, params }) => removeMailbox(db, author, params.id))
  serve(app, database, routes.check, ({ db, body }) => checkMailbox(db, deps, body))
  serve(app, database, routes.checkNow, ({ db, params }) => checkNow(db, deps, params.id))
  serve(app, database, routes.rules, async ({ db }) => ({ results: await selectMailRules(db) }))
  serve(app, database, routes.createRule, async ({ db, author, body }) => {
    const made = await createMailRule(db, author, clock, body)
    if (body.letter_id !== null) await enqueueJob(db, 'mailboxes')
    return made
  })
  serve(app, database, routes.updateRule, ({ db, author, params, body }) =>
    updateMailRule(db, author, params.id, body.rule),
  )
  serve(app, database, routes.moveRule, ({ db, author, params, body }) =>
    moveMailRule(db, author, params.id, body.before),
  )
  serve(app, database, routes.removeRule, ({ db, author, params }) => deleteMailRule(db, author, params.id))
  serve(app, database, routes.letters, async ({ db, query }) => {
    const page = pageOf(query)
    const { rows, total } = await selectUnmatchedEmails(db, page)
    const results = rows.map((letter) => ({ ...letter, received_at: letter.received_at.toISOString() }))
    return { results, pagination: paginationOf(page, total) }
  })
}
