import { sql } from 'kysely'
import type { Db } from '../../../platform/db/index.ts'

/** The invoices are not in force any more: another has taken their place, or they were called back. */
export const endInvoices = (tx: Db, ids: readonly number[], replacedById: number | null) =>
  sql`
    update invoices set status = ${replacedById === null ? 'cancelled' : 'replaced'}, replaced_by_id = ${replacedById}
    where id = any(${ids}::integer[])`.execute(tx)
