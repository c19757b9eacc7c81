import { sql } from 'kysely'
import type { Db } from '../../platform/db/index.ts'

/** Nobody else orders at the prices of these answers until the transaction ends. */
export const lockAnswers = (db: Db, ids: readonly number[]) =>
  db
    .selectFrom('request_answers')
    .select('id')
    .where('id', '=', sql<number>`any(${ids}::integer[])`)
    .orderBy('id')
    .forUpdate()
    .execute()

export interface PromisedPrice {
  id: number
  special_kop: number
  valid_until: string
  qty: number
  withdrawn_at: Date | null
  /** In orders already, without what was given up. */
  ordered_qty: number
}

/** Prices promised in answers to requests; an answer at the ordinary price is not among them. */
export async function selectPromised(db: Db, ids: readonly number[]): Promise<PromisedPrice[]> {
  const { rows } = await sql<PromisedPrice>`
    select answer.id, answer.special_kop, answer.valid_until, answer.qty, answer.withdrawn_at,
      coalesce((
        select sum(part.qty) from order_lines line join order_line_parts part on part.line_id = line.id
        where line.answer_id = answer.id
          and part.state not in ('refused_supplier', 'cancelled_client', 'removed')), 0) as ordered_qty
    from request_answers answer
    where answer.id = any(${ids}::integer[]) and answer.special_kop is not null`.execute(db)
  return rows
}
