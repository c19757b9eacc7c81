import { PHONE_DRAFTS_LISTED } from '@artikul/contract/ordering/assisted-orders'
import { sql } from 'kysely'
import type { Db } from '../../../platform/db/index.ts'
import { isLookedAfterBy } from '../../../platform/events/index.ts'

/** Manager on whose behalf drafts are queried, and the current day in Moscow. */
export interface Asker {
  managerId: number
  today: string
}

/** Matches the manager's own drafts and those of companies assigned to the manager on that day. */
const isSeenBy = ({ managerId, today }: Asker) =>
  sql`(cart.created_by = ${managerId} or ${isLookedAfterBy(sql`${managerId}::integer`, sql`${today}::date`)})`

export interface AssistedOrderRow {
  id: number
  name: string
  contractor_id: number
  contractor: string
  created_by: number
  manager: string
}

const DRAFT = sql`cart.id, cart.name, cart.contractor_id, company.name as contractor, cart.created_by,
  manager.full_name as manager`
const TABLES = sql`carts cart
  join contractors company on company.id = cart.contractor_id
  join users manager on manager.id = cart.created_by`

/** Selects open drafts that the manager sees, most recently changed first. */
export async function selectAssistedOrders(db: Db, asker: Asker, contractorId: number | undefined) {
  const { rows } = await sql<AssistedOrderRow & { drafted_at: Date; lines_count: number; sum_kop: number }>`
    select ${DRAFT}, cart.drafted_at, inside.lines_count, inside.sum_kop
    from ${TABLES}
    cross join lateral (
      select count(*) as lines_count, coalesce(round(sum(price_kop * qty)), 0)::bigint as sum_kop
      from cart_lines where cart_id = cart.id
    ) as inside
    where cart.created_by is not null and cart.archived_at is null and ${isSeenBy(asker)}
      and (${contractorId ?? null}::integer is null or cart.contractor_id = ${contractorId ?? null})
    order by cart.drafted_at desc, cart.id desc
    limit ${PHONE_DRAFTS_LISTED}`.execute(db)
  return rows
}

/** Selects the open draft if the manager may see it; `lock` locks the row until the transaction ends. */
export async function selectAssistedOrder(
  db: Db,
  asker: Asker,
  id: number,
  { lock = false } = {},
): Promise<AssistedOrderRow | undefined> {
  const { rows } = await sql<AssistedOrderRow>`
    select ${DRAFT} from ${TABLES}
    where cart.id = ${id} and cart.created_by is not null and cart.archived_at is null and ${isSeenBy(asker)}
    ${lock ? sql`for update of cart` : sql``}`.execute(db)
  return rows[0]
}

/** Finds the draft that contains a line; undefined for a line of a company's own cart. */
export const selectDraftOfLine = async (db: Db, lineId: number): Promise<number | undefined> =>
  (
    await db
      .selectFrom('cart_lines')
      .select('cart_id')
      .where('id', '=', lineId)
      .where('is_draft', '=', true)
      .executeTakeFirst()
  )?.cart_id

/** Finds the manager's own open draft of the company that was changed last. */
export const selectLastDraft = async (db: Db, managerId: number, contractorId: number): Promise<number | undefined> =>
  (
    await db
      .selectFrom('carts')
      .select('id')
      .where('created_by', '=', managerId)
      .where('contractor_id', '=', contractorId)
      .where('archived_at', 'is', null)
      .orderBy('drafted_at', 'desc')
      .orderBy('id', 'desc')
      .executeTakeFirst()
  )?.id

/** Counts the manager's drafts; a concurrent creation of another draft by the same manager waits. */
export async function countOwn(tx: Db, managerId: number): Promise<number> {
  await sql`select pg_advisory_xact_lock(7321100, ${managerId}::integer)`.execute(tx)
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from carts where created_by = ${managerId} and archived_at is null`.execute(tx)
  return rows[0]?.count ?? 0
}

export const isAssistedOrderEmpty = async (tx: Db, draftId: number): Promise<boolean> =>
  (await tx.selectFrom('cart_lines').select('id').where('cart_id', '=', draftId).limit(1).executeTakeFirst()) ===
  undefined

/** Selects the recipients of a company's cart: its admins, else everyone who may place orders. */
export async function selectPeople(db: Db, contractorId: number) {
  const { rows } = await sql<{ full_name: string; email: string }>`
    with people as (
      select users.full_name, users.email, users.roles @> array['CONTRACTOR_ADMIN'] as is_admin
      from users join user_contractors membership on membership.user_id = users.id
      where membership.contractor_id = ${contractorId} and users.is_active
        and (users.roles @> array['CONTRACTOR_ADMIN'] or membership.may_place)
    )
    select full_name, email from people
    where is_admin or not exists (select from people admins where admins.is_admin)
    order by full_name collate "ru-x-icu", email
    limit 100`.execute(db)
  return rows
}

export const selectName = async (db: Db, userId: number): Promise<string> =>
  (await db.selectFrom('users').select('full_name').where('id', '=', userId).executeTakeFirstOrThrow()).full_name
