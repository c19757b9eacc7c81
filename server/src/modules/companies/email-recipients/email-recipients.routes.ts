import { companyScopeOf } from '../../../platform/access/index.ts'
import { emailRecipientRoutes as routes } from '@artikul/contract/companies/email-recipients'
import type { FastifyInstance } from 'fastify'
import { serve, type Handles } from '../../../platform/http/index.ts'
import { confirmByLink, readRecipientLink, stopByLink } from './recipient-links.ts'
import {
  addRecipient,
  changeRecipient,
  listRecipients,
  removeRecipient,
  type RecipientsDeps,
} from './email-recipients.ts'

/** Routes of a company's email recipients without an account. */
export function emailRecipientsModule(
  app: FastifyInstance,
  database: Handles,
  input: Omit<RecipientsDeps, 'everywhere'>,
) {
  const { clock } = input
  const deps = { ...input, everywhere: database.forTenant('any') }
  serve(app, database, routes.list, async ({ actor, db }) => ({
    results: await listRecipients(db, companyScopeOf(actor).contractorId, clock.now()),
  }))
  serve(app, database, routes.add, async ({ actor, author, db, body }) => ({
    id: await addRecipient(db, deps, { member: companyScopeOf(actor), author }, body),
  }))
  serve(app, database, routes.change, async ({ actor, author, db, params, body }) => {
    await changeRecipient(db, { member: companyScopeOf(actor), author }, params.id, body)
    return {}
  })
  serve(app, database, routes.remove, async ({ actor, author, db, params }) => {
    await removeRecipient(db, deps, { member: companyScopeOf(actor), author }, params.id)
    return {}
  })
  const asking = (token: string, address: string) => ({ token, address, now: clock.now() })
  serve(app, database, routes.readLink, ({ body, request }) =>
    readRecipientLink(deps.everywhere, asking(body.token, request.ip)),
  )
  serve(app, database, routes.confirm, async ({ body, request }) => {
    await confirmByLink(deps.everywhere, asking(body.token, request.ip))
    return {}
  })
  serve(app, database, routes.stop, async ({ body, request }) => {
    await stopByLink(deps.everywhere, asking(body.token, request.ip))
    return {}
  })
}
