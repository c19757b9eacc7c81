import { sql } from 'kysely'
import type { Db, DB } from './db/index.ts'
import { QUIET_EVENT_RETENTION_DAYS } from './events/index.ts'
import { processEach } from './process-each.ts'

/** Rows of a table that expire, declared by its module. */
export interface Retention {
  table: keyof DB
  /** Column with the moment from which the period counts. */
  since: string
  days: number
  /** Further condition on the rows, as SQL. */
  where?: string
  /** Columns with texts that are cleared; by default the rows are deleted. */
  clears?: readonly string[]
}

export const PLATFORM_RETENTION: readonly Retention[] = [
  { table: 'idempotency_keys', since: 'created_at', days: 30 },
  {
    ...{ table: 'events', since: 'created_at', days: QUIET_EVENT_RETENTION_DAYS },
    where: 'not notifies_client and not notifies_staff',
  },
  { table: 'events', since: 'created_at', days: 60, where: '(notifies_client or notifies_staff)' },
  { table: 'emails', since: 'created_at', days: 90 },
  // The links of these emails have expired.
  { table: 'emails', since: 'created_at', days: 7, where: "is_secret and body <> ''", clears: ['body', 'html'] },
]

const DAY_MS = 86_400_000
const AT_ONCE = 5000

/** Purges expired rows in batches. Rows in use are left for the next time; a failure does not affect other tables. */
export async function purgeExpired(db: Db, retention: readonly Retention[], now: Date, stopping?: AbortSignal) {
  await processEach(retention, (rows) => purgeRows(db, rows, now, stopping), stopping)
}

async function purgeRows(
  db: Db,
  { table, since, days, where = 'true', clears }: Retention,
  now: Date,
  stopping?: AbortSignal,
) {
  const before = new Date(now.getTime() - days * DAY_MS)
  const name = sql.table(table)
  const act = clears
    ? sql`update ${name} set ${sql.join(clears.map((column) => sql`${sql.ref(column)} = ''`))}`
    : sql`delete from ${name}`
  for (let count = AT_ONCE; count === AT_ONCE && !stopping?.aborted;) {
    const { numAffectedRows = 0n } = await sql`
      ${act} where ctid = any(array(
        select ctid from ${name} where ${sql.ref(since)} < ${before} and ${sql.raw(where)} limit ${AT_ONCE} for update skip locked
      ))`.execute(db)
    count = Number(numAffectedRows)
  }
}
