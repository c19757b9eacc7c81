import { sql } from 'kysely'
import { json, type Db } from '../../../platform/db/index.ts'
import type { Writer } from '../../../platform/http/index.ts'

/**
 * Selects and locks the lines of the cart whose quantity may be raised by the same goods: those without a special
 * price.
 */
export const selectTwins = (db: Db, cartId: number, productIds: readonly number[]) =>
  db
    .selectFrom('cart_lines')
    .select(['id', 'product_id', 'warehouse_id', 'consignee_id', 'client_ref', 'vehicle_id', 'qty'])
    .where('cart_id', '=', cartId)
    .where('product_id', '=', sql<number>`any(${[...productIds]}::integer[])`)
    .where('answer_id', 'is', null)
    .where('replaces_line_id', 'is', null)
    .where('special_kop', 'is', null)
    .orderBy('id')
    .forUpdate()
    .execute()
export type Twin = Awaited<ReturnType<typeof selectTwins>>[number]

export const raiseQuantities = (
  db: Db,
  lines: readonly { id: number; qty: number }[],
  { actorId, subjectId }: Writer,
) =>
  sql`
    update cart_lines set qty = new.qty, actor_id = ${actorId}, subject_id = ${subjectId}, changed_at = now(),
      version = cart_lines.version + 1, added_by = coalesce(cart_lines.added_by, cart_lines.actor_id),
      written_by = ${actorId}, written_at = now(),
      written_since = case when cart_lines.written_by = ${actorId} then cart_lines.written_since else cart_lines.version end
    from unnest(${lines.map(({ id }) => id)}::integer[], ${lines.map(({ qty }) => qty)}::numeric[]) as new (id, qty)
    where cart_lines.id = new.id`.execute(db)

export interface ManyLine {
  product_id: number
  warehouse_id: number
  consignee_id: number | null
  client_ref: string
  vehicle_id: number | null
  qty: number
  price_kop: number
  return_days: number
  comment?: string
  expected_date: string
  guaranteed_date: string
}

/** Inserts any number of lines in one statement. */
export const insertCartLines = (
  db: Db,
  { cartId, contractorId, actorId, subjectId }: Writer & { cartId: number; contractorId: number },
  lines: readonly ManyLine[],
) =>
  sql`
    insert into cart_lines (cart_id, contractor_id, actor_id, subject_id, product_id, warehouse_id, consignee_id,
      client_ref, vehicle_id, qty, price_kop, return_days, expected_date, guaranteed_date, comment, added_by)
    select ${cartId}, ${contractorId}, ${actorId}, ${subjectId}, product_id, warehouse_id, consignee_id,
      client_ref, vehicle_id, qty, price_kop, return_days, expected_date, guaranteed_date, coalesce(comment, ''), ${actorId}
    from jsonb_to_recordset(${json(lines)}) as line (product_id integer, warehouse_id integer,
      consignee_id integer, client_ref text, vehicle_id integer, qty numeric, price_kop bigint, return_days integer, expected_date date,
      guaranteed_date date, comment text)`.execute(db)
