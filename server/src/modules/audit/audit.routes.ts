import { auditRoutes as routes, MOST_JOURNAL_ROWS } from '@artikul/contract/audit'
import { profileRoutes } from '@artikul/contract/profile'
import type { FastifyInstance } from 'fastify'
import { AppError } from '../../platform/errors.ts'
import { serve, type Handles } from '../../platform/http/index.ts'
import { pageOf, paginationOf, type Page } from '../../platform/paging.ts'
import { selectAuditRows, selectRowsOnBehalf } from './audit.queries.ts'
import { presentAuditRow } from './audit.service.ts'

/** @throws AppError `input.invalid` beyond the rows that are leafed through */
function journalPageOf(query: Parameters<typeof pageOf>[0]): Page {
  const page = pageOf(query)
  if (page.offset >= MOST_JOURNAL_ROWS)
    throw new AppError('input.invalid', {
      detail: 'Уточните фильтр',
      errors: [{ path: 'page', message: 'Уточните фильтр' }],
    })
  return page
}

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
