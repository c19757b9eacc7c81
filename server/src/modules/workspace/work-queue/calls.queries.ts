import type { CallReason } from '@artikul/contract/workspace/calls'
import type { LineState } from '@artikul/contract/ordering/orders/orders'
import { sql, type Insertable } from 'kysely'
import type { Db, DB } from '../../../platform/db/index.ts'
import { writtenBy, type Writer } from '../../../platform/http/index.ts'

export interface AnsweredLine {
  id: number
  name: string
  article: string
  unit: string
  qty: number
  expected_date: string
  /** Delivery zone; null when the own vehicles do not go there. */
  zone_id: number | null
  parts: { state: LineState; qty: number }[]
}

/** Selects the lines of an order with their states. */
export async function selectAnswered(db: Db, orderId: number, most: number): Promise<AnsweredLine[]> {
  const { rows } = await sql<AnsweredLine>`
    select line.id, line.name, line.article, line.unit, line.qty, line.expected_date,
      case when consignees.carrier = '' then consignees.zone_id end as zone_id, parts.parts
    from (select * from order_lines where order_id = ${orderId} order by position limit ${most}) line
    join consignees on consignees.id = line.consignee_id
    cross join lateral (
      select jsonb_agg(jsonb_build_object('state', state, 'qty', qty) order by first) as parts from (
        select state, sum(qty) as qty, min(id) as first from order_line_allocations where line_id = line.id group by state
      ) own
    ) parts
    order by line.position`.execute(db)
  return rows
}

export const selectLineOf = (db: Db, orderId: number, lineId: number) =>
  db.selectFrom('order_lines').select('id').where('id', '=', lineId).where('order_id', '=', orderId).executeTakeFirst()

export const selectCalls = (db: Db, orderId: number, most: number) =>
  db
    .selectFrom('order_calls as call')
    .innerJoin('users', 'users.id', 'call.actor_id')
    .leftJoin('order_lines as line', 'line.id', 'call.line_id')
    .select(['call.id', 'call.reason', 'call.created_at', 'users.full_name as by'])
    .select(sql<string | null>`line.name || ' ' || line.article`.as('line'))
    .where('call.order_id', '=', orderId)
    .orderBy('call.id', 'desc')
    .limit(most)
    .execute()

export const insertCall = (
  db: Db,
  call: Pick<Insertable<DB['order_calls']>, 'order_id' | 'line_id' | 'contractor_id' | 'reason'>,
  author: Writer,
  now: Date,
) =>
  db
    .insertInto('order_calls')
    .values({ ...call, ...writtenBy(author), created_at: now })
    .returning('id')
    .executeTakeFirstOrThrow()

/** Counts calls by reason; days in Moscow, both inclusive. */
export async function countByReason(db: Db, { from, to }: { from: string; to: string }) {
  const { rows } = await sql<{ reason: CallReason; count: number }>`
    select reason, count(*)::integer as count from order_calls
    where created_at >= ${from}::date::timestamp at time zone 'Europe/Moscow'
      and created_at < (${to}::date + 1)::timestamp at time zone 'Europe/Moscow'
    group by reason`.execute(db)
  return rows
}
