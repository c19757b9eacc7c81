import { auditRoutes as routes } from '@artikul/contract/platform/audit'
import { profileRoutes } from '@artikul/contract/identity/profile'
import type { FastifyInstance } from 'fastify'
import { serve, type Handles } from '../http/index.ts'
import { paginationOf } from '../paging.ts'
import { selectAuditRows, selectRowsOnBehalf } from './audit.queries.ts'
import { journalPageOf, presentAuditRow } from './audit.ts'

export function auditModule(app: FastifyInstance, database: Handles) {
  serve(app, database, routes.list, async ({ db, query }) => {
    const page = journalPageOf(query)
    const { rows, total } = await selectAuditRows(db, query, page)
    return { results: rows.map(presentAuditRow), pagination: paginationOf(page, total) }
  })
  serve(app, database, profileRoutes.onBehalf, async ({ actor, db, query }) => {
    const page = journalPageOf(query)
    const { rows, total } = await selectRowsOnBehalf(db, actor.subjectId, page)
    return { results: rows.map(presentAuditRow), pagination: paginationOf(page, total) }
  })
}
