import { personalDataRoutes as routes } from '@artikul/contract/identity/personal-data'
import type { FastifyInstance } from 'fastify'
import type { Logger } from 'pino'
import { AppError } from '../../../platform/errors.ts'
import { serve, type Handles } from '../../../platform/http/index.ts'
import { administratorOf, requireAccount, requireMayManage } from '../../identity/index.ts'
import { erasePerson, type EraseDeps } from './erase.ts'
import { createExports } from './export.ts'

/** Routes of personal data: a file for the person, an export at a written request, and the erasure. */
export function personalDataModule(app: FastifyInstance, database: Handles, deps: EraseDeps & { log: Logger }) {
  const makeFile = createExports(deps.log)
  serve(app, database, routes.own, async ({ actor, author, db }) => {
    const person = await requireAccount(db, 'any', actor.subjectId)
    return makeFile(database.forTenant('any'), { author, person })
  })
  serve(app, database, routes.ofUser, async ({ actor, author, db, params }) => {
    const person = await requireAccount(db, 'any', params.user_id)
    if (person.id !== actor.subjectId) requireMayManage(await administratorOf(db, actor, author), person)
    // No data is stored about an erased person, and the journal's earlier entries are no longer attributable.
    if (person.erased_at) throw new AppError('user.erased')
    return makeFile(db, { author, person })
  })
  serve(app, database, routes.erase, async ({ actor, author, db, params, body }) =>
    erasePerson(deps, db, await administratorOf(db, actor, author), { id: params.user_id, version: body.version }),
  )
}
