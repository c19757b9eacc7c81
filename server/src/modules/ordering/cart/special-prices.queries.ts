import { sql } from 'kysely'
import type { Db } from '../../../platform/db/index.ts'

/** Locks the answers until the transaction ends, so that concurrent orders cannot use their prices. */
export const lockAnswers = (db: Db, ids: readonly number[]) =>
  db
    .selectFrom('quote_request_answers')
    .select('id')
    .where('id', '=', sql<number>`any(${ids}::integer[])`)
    .orderBy('id')
    .forUpdate()
    .execute()

/** Goods offered in an answer to a quote request; without a special price, at the ordinary one. */
export interface PromisedGoods {
  id: number
  special_kop: number | null
  valid_until: string | null
  qty: number
  withdrawn_at: Date | null
  /** Quantity already ordered at this price, without cancelled parts. */
  ordered_qty: number
}

export async function selectPromises(db: Db, ids: readonly number[]): Promise<Map<number, PromisedGoods>> {
  const { rows } = await sql<PromisedGoods>`
    select answer.id, answer.special_kop, answer.valid_until, answer.qty, answer.withdrawn_at,
      coalesce((
        select sum(part.qty) from order_lines line join order_line_allocations part on part.line_id = line.id
        where line.answer_id = answer.id and line.price_kop = coalesce(answer.special_kop, line.price_kop)
          and part.state not in ('refused_supplier', 'cancelled_client', 'removed')), 0) as ordered_qty
    from quote_request_answers answer
    where answer.id = any(${ids}::integer[])`.execute(db)
  return new Map(rows.map((row) => [row.id, row]))
}
