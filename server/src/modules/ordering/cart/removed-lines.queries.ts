import { sql } from 'kysely'
import type { CompanyScope } from '../../../platform/access/index.ts'
import type { Db } from '../../../platform/db/index.ts'
import type { Writer } from '../../../platform/http/index.ts'
import { concerns } from './cart.queries.ts'

type Person = CompanyScope & Writer

const COPIED = sql`id, contractor_id, cart_id, line, actor_id, subject_id, removed_at`
const REPLACED = sql`on conflict (cart_id, id) do update set line = excluded.line,
  merged_into = null, moved_version = null, actor_id = excluded.actor_id, subject_id = excluded.subject_id,
  removed_at = excluded.removed_at`

/** Deletes lines available to the person, keeps them for undoing and returns their ids. */
export async function removeCartLines(tx: Db, person: Person, ids: readonly number[], at: Date): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    with gone as (
      delete from cart_lines where contractor_id = ${person.contractorId} and id = any(${[...ids]}::integer[])
        and ${concerns(person, 'consignee_id')}
      returning *
    )
    insert into removed_cart_lines (${COPIED})
    select id, contractor_id, cart_id, to_jsonb(gone), ${person.actorId}::integer, ${person.subjectId}::integer,
      ${at}::timestamptz from gone ${REPLACED} returning id`.execute(tx)
  return rows.map(({ id }) => id)
}

/** Keeps the lines of a cart that is being deleted. */
export const keepLinesOfCart = (tx: Db, { actorId, subjectId }: Person, cartId: number, at: Date) =>
  sql`
    insert into removed_cart_lines (${COPIED})
    select id, contractor_id, cart_id, to_jsonb(line), ${actorId}::integer, ${subjectId}::integer, ${at}::timestamptz
    from cart_lines line where cart_id = ${cartId} ${REPLACED}`.execute(tx)

/** Records where the lines of the deleted cart went: to «Основная», or into the quantity of an equal line there. */
export const recordMoved = (tx: Db, cartId: number, merged: ReadonlyMap<number, number>) =>
  sql`
    update removed_cart_lines kept set merged_into = twin.id, moved_version = line.version
    from removed_cart_lines own
    left join unnest(${[...merged.keys()]}::integer[], ${[...merged.values()]}::integer[]) as twin (line_id, id)
      on twin.line_id = own.id
    join cart_lines line on line.id = coalesce(twin.id, own.id)
    where own.cart_id = ${cartId} and kept.cart_id = own.cart_id and kept.id = own.id`.execute(tx)

export interface RemovedLine {
  id: number
  cart_id: number
  merged_into: number | null
  moved_version: number | null
  actor_id: number
  removed_at: Date
}

const COLUMNS = ['id', 'cart_id', 'merged_into', 'moved_version', 'actor_id', 'removed_at'] as const

/** Locks removed lines by id; those that followed a deleted cart are restored with it. */
export const lockRemovedLines = (tx: Db, contractorId: number, ids: readonly number[]): Promise<RemovedLine[]> =>
  tx
    .selectFrom('removed_cart_lines')
    .select(COLUMNS)
    .where('contractor_id', '=', contractorId)
    .where('id', '=', sql<number>`any(${[...ids]}::integer[])`)
    .where('moved_version', 'is', null)
    .orderBy('id')
    .forUpdate()
    .execute()

export const lockLinesOfRemovedCart = (tx: Db, cartId: number): Promise<RemovedLine[]> =>
  tx
    .selectFrom('removed_cart_lines')
    .select(COLUMNS)
    .where('cart_id', '=', cartId)
    .where('moved_version', 'is not', null)
    .orderBy('id')
    .forUpdate()
    .execute()

/** Lines removed from these carts. */
export interface FromCarts {
  cartIds: readonly number[]
  ids: readonly number[]
}

const among = ({ cartIds, ids }: FromCarts) =>
  sql<boolean>`removed_cart_lines.cart_id = any(${[...cartIds]}::integer[])
    and removed_cart_lines.id = any(${[...ids]}::integer[])`

/** Puts removed lines back as they were, signed by the person. */
export const restoreLines = (tx: Db, { actorId, subjectId }: Writer, from: FromCarts) =>
  sql`
    with kept as (delete from removed_cart_lines where ${among(from)} returning line)
    insert into cart_lines (id, cart_id, contractor_id, product_id, warehouse_id, qty, price_kop, consignee_id,
      client_ref, vehicle_id, comment, replacement_policy, return_days, expected_date, guaranteed_date, selected,
      actor_id, subject_id, created_at, changed_at, answer_id, added_by, version, written_by, written_at,
      written_since, replaces_line_id, is_draft, special_kop, special_until, special_reason, special_qty)
    overriding system value
    select row.id, row.cart_id, row.contractor_id, row.product_id, row.warehouse_id, row.qty, row.price_kop,
      row.consignee_id, row.client_ref, row.vehicle_id, row.comment, row.replacement_policy, row.return_days,
      row.expected_date, row.guaranteed_date, row.selected, ${actorId}, ${subjectId}, row.created_at, now(),
      row.answer_id, row.added_by, row.version, row.written_by, row.written_at, row.written_since,
      row.replaces_line_id, row.is_draft, row.special_kop, row.special_until, row.special_reason, row.special_qty
    from kept cross join lateral jsonb_populate_record(null::cart_lines, kept.line) as row`.execute(tx)

/**
 * Takes the quantities of merged lines back from the lines of «Основная» that still have them; returns how many of
 * those lines were unchanged since.
 */
export async function lowerTwins(tx: Db, person: Writer, mainId: number, from: FromCarts): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    update cart_lines set qty = cart_lines.qty - less.qty, actor_id = ${person.actorId}, subject_id = ${person.subjectId},
      changed_at = now(), version = version + 1, written_by = ${person.actorId}, written_at = now(),
      written_since = version
    from (
      select merged_into, moved_version, sum((line ->> 'qty')::numeric) as qty from removed_cart_lines
      where ${among(from)} group by merged_into, moved_version
    ) less
    where cart_lines.id = less.merged_into and cart_lines.version = less.moved_version
      and cart_lines.cart_id = ${mainId} and cart_lines.qty > less.qty
    returning cart_lines.id`.execute(tx)
  return rows.length
}

/** Locks the lines of «Основная» that came from the deleted cart and are unchanged since. */
export async function lockUnchanged(tx: Db, mainId: number, from: FromCarts): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select cart_lines.id from cart_lines
    join removed_cart_lines on removed_cart_lines.id = cart_lines.id
      and removed_cart_lines.moved_version = cart_lines.version
    where cart_lines.cart_id = ${mainId} and ${among(from)}
    order by cart_lines.id for update of cart_lines`.execute(tx)
  return rows.map(({ id }) => id)
}

export const forgetRemovedLines = (tx: Db, from: FromCarts) =>
  tx.deleteFrom('removed_cart_lines').where(among(from)).execute()

/** Locks a cart of the company that was deleted. */
export const lockDeletedCart = (tx: Db, contractorId: number, id: number) =>
  tx
    .selectFrom('carts')
    .select(['id', 'actor_id', 'archived_at'])
    .where('contractor_id', '=', contractorId)
    .where('id', '=', id)
    .where('archived_at', 'is not', null)
    .where('created_by', 'is', null)
    .forUpdate()
    .executeTakeFirst()

/** Puts a deleted cart back among the carts of the company. */
export const restoreDeletedCart = (tx: Db, { actorId, subjectId }: Writer, id: number) =>
  tx
    .updateTable('carts')
    .set({ archived_at: null, actor_id: actorId, subject_id: subjectId })
    .where('id', '=', id)
    .execute()
