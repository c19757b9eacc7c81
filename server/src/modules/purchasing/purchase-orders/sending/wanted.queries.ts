import { sql } from 'kysely'
import type { Db } from '../../../../platform/db/index.ts'

export interface UnsentLine {
  id: number
  /** Null for goods bought for own stock. */
  order_line_id: number | null
  qty: number
  brand: string
  article: string
  handle: Record<string, string | number>
  comment: string
}

/** Selects and locks the lines of the order that are not known to be at the supplier. */
export async function lockUnsent(db: Db, orderId: number): Promise<UnsentLine[]> {
  const { rows } = await sql<UnsentLine>`
    select line.id, line.order_line_id, line.qty, line.brand, line.article, line.handle,
      coalesce(own.comment, '') as comment
    from supplier_order_lines line left join order_lines own on own.id = line.order_line_id
    where line.supplier_order_id = ${orderId} and line.state in ('waiting', 'sending')
    order by line.id for update of line`.execute(db)
  return rows
}

export const setSending = (db: Db, ids: readonly number[], now: Date) =>
  sql`
    update supplier_order_lines set state = 'sending', version = version + 1, changed_at = ${now}
    where id = any(${ids}::integer[])`.execute(db)

/** Removes lines; those still in procurement are evaluated again. */
export const dropUnwantedLines = (db: Db, ids: readonly number[]) =>
  sql`
    with gone as (delete from supplier_order_lines where id = any(${ids}::integer[]) returning order_line_id)
    insert into procurement_queue (line_id) select order_line_id from gone`.execute(db)

export const setOrdered = (db: Db, orderId: number, sentAt: Date) =>
  db
    .updateTable('supplier_orders')
    .set({ state: 'sent', reason: '', sent_at: sentAt, next_at: null, version: sql`version + 1` })
    .where('id', '=', orderId)
    .execute()
