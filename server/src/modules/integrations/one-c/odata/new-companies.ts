import type { NewCompany } from '@artikul/contract/integrations/one-c-odata'
import type { Kysely } from 'kysely'
import { recordEvent } from '../../../../platform/audit/index.ts'
import type { Db, DB } from '../../../../platform/db/index.ts'
import { AppError } from '../../../../platform/errors.ts'
import type { Author } from '../../../../platform/http/index.ts'
import { enqueueJob } from '../../../../platform/jobs.ts'
import * as queries from './new-companies.queries.ts'

export async function listNewCompanies(db: Db, nodeId: number): Promise<NewCompany[]> {
  const rows = await queries.selectOpenCompanies(db, nodeId)
  return rows.map((row) => ({ ...row, queued_at: row.queued_at.toISOString() }))
}

/** @throws AppError `not_found` for a company that does not wait */
export function resendCompany(
  db: Kysely<DB>,
  author: Author,
  nodeId: number,
  contractorId: number,
): Promise<Record<string, never>> {
  return db.transaction().execute(async (tx) => {
    const name = await queries.requeueCompany(tx, nodeId, contractorId)
    if (name === undefined) throw new AppError('not_found', { detail: 'Покупатель не ждёт передачи в 1С' })
    await enqueueJob(tx, 'one_c_reading')
    await recordEvent(tx, author, { event: 'one_c.company_resent', object: name })
    return {}
  })
}
