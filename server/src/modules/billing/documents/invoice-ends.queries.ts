import { sql } from 'kysely'
import type { Db } from '../../../platform/db/index.ts'

/** Ends invoices that were replaced by another or cancelled. */
export const endInvoices = (tx: Db, ids: readonly number[], replacedById: number | null) =>
  sql`
    update invoices set status = ${replacedById === null ? 'cancelled' : 'replaced'}, replaced_by_id = ${replacedById}
    where id = any(${ids}::integer[])`.execute(tx)
