import type { LineState } from '@artikul/contract/ordering/orders/line-states'
import { sql } from 'kysely'
import type { Db } from '../../../../platform/db/index.ts'
import { writtenBy, type Writer } from '../../../../platform/http/index.ts'

/** Saves the link of a line, in place of an earlier one. */
export const saveLink = (
  db: Db,
  author: Writer,
  link: { line_id: number; contractor_id: number; token_hash: Buffer; created_at: Date },
) => {
  const { token_hash, created_at } = link
  const fresh = { ...writtenBy(author), token_hash, created_at, revoked_at: null }
  return db
    .insertInto('order_line_links')
    .values({ ...link, ...fresh })
    .onConflict((conflict) => conflict.column('line_id').doUpdateSet(fresh))
    .execute()
}

export const revokeLink = (db: Db, lineId: number, author: Writer, at: Date) =>
  db
    .updateTable('order_line_links')
    .set({ ...writtenBy(author), revoked_at: at })
    .where('line_id', '=', lineId)
    .where('revoked_at', 'is', null)
    .execute()

export const selectLink = (db: Db, lineId: number, since: Date) =>
  db
    .selectFrom('order_line_links')
    .select('created_at')
    .where('line_id', '=', lineId)
    .where('created_at', '>', since)
    .where('revoked_at', 'is', null)
    .executeTakeFirst()

export const selectCompanyOfLine = (db: Db, lineId: number) =>
  db.selectFrom('order_lines').select('contractor_id').where('id', '=', lineId).executeTakeFirstOrThrow()

interface LinkedLine {
  id: number
  name: string
  qty: number
  unit: string
  company: string
  expected_date: string
  states: LineState[]
}

/** Selects the line behind a link that has not expired. */
export async function selectLinkedLine(db: Db, hash: Buffer, since: Date): Promise<LinkedLine | undefined> {
  const { rows } = await sql<LinkedLine>`
    select line.id, line.name, line.qty, line.unit, company.name as company, line.expected_date,
      array(select part.state from order_line_allocations part where part.line_id = line.id) as states
    from order_line_links link
    join order_lines line on line.id = link.line_id
    join contractors company on company.id = line.contractor_id
    where link.token_hash = ${hash} and link.created_at > ${since} and link.revoked_at is null`.execute(db)
  return rows[0]
}
