import type { CompanyScope } from '../../../platform/access/index.ts'
import { MAX_CARTS, MAX_SUMMED_LINES } from '@artikul/contract/ordering/carts'
import { sql } from 'kysely'
import type { Db } from '../../../platform/db/index.ts'
import type { Writer } from '../../../platform/http/index.ts'
import { concerns, cartSignature } from './cart.queries.ts'

type Person = CompanyScope & Writer

/** Selects the company's carts by name, the main one first, each with the number of lines visible to the person. */
export const selectCarts = (db: Db, person: Person) =>
  db
    .selectFrom('carts')
    .select([
      'carts.id',
      'carts.name',
      'carts.is_default as is_main',
      sql<boolean>`carts.id = (select current_cart(${person.contractorId}, ${person.actorId}, ${person.subjectId}))`.as(
        'is_current',
      ),
      sql<number>`(
        select count(*) from cart_lines line
        where line.cart_id = carts.id and ${concerns(person, 'line.consignee_id')})`.as('lines_count'),
    ])
    .where('carts.contractor_id', '=', person.contractorId)
    .where('carts.archived_at', 'is', null)
    .orderBy('carts.is_default', 'desc')
    .orderBy(sql`carts.name collate "ru-x-icu"`)
    .orderBy('carts.id')
    .limit(MAX_CARTS)
    .execute()

/** Selects the lines of the carts visible to the person. */
export const selectLinesOf = (db: Db, person: Person, cartIds: readonly number[]) =>
  db
    .selectFrom('cart_lines as line')
    .select(['line.id', 'line.cart_id'])
    .where('line.contractor_id', '=', person.contractorId)
    .where('line.cart_id', '=', sql<number>`any(${[...cartIds]}::integer[])`)
    .where(concerns(person, 'line.consignee_id'))
    .limit(MAX_SUMMED_LINES)
    .execute()

export const selectCartName = async (db: Db, contractorId: number, id: number): Promise<string | undefined> =>
  (
    await db
      .selectFrom('carts')
      .select('name')
      .where('contractor_id', '=', contractorId)
      .where('archived_at', 'is', null)
      .where('id', '=', id)
      .executeTakeFirst()
  )?.name

/**
 * Locks the company's carts in ascending order of ids, so that concurrent moves in opposite directions cannot deadlock.
 */
export const lockCarts = (tx: Db, contractorId: number, ids: readonly number[]) =>
  tx
    .selectFrom('carts')
    .select(['id', 'name', 'is_default'])
    .where('contractor_id', '=', contractorId)
    .where('archived_at', 'is', null)
    .where('id', '=', sql<number>`any(${[...ids]}::integer[])`)
    .orderBy('id')
    .forUpdate()
    .execute()

/** Selects the ids of the company's carts after locking the main one, which guards their names and number. */
export const selectCartIds = async (tx: Db, contractorId: number): Promise<number[]> =>
  (
    await tx
      .selectFrom('carts')
      .select('id')
      .where('contractor_id', '=', contractorId)
      .where('archived_at', 'is', null)
      .where('created_by', 'is', null)
      .execute()
  ).map(({ id }) => id)

/** Selects the names of the company's carts after locking the main one. */
export const selectCartNames = async (tx: Db, contractorId: number): Promise<string[]> =>
  (
    await tx
      .selectFrom('carts')
      .select('name')
      .where('contractor_id', '=', contractorId)
      .where('archived_at', 'is', null)
      .where('created_by', 'is', null)
      .execute()
  ).map(({ name }) => name)

/**
 * Turns a draft into a cart of the company. Lines follow by their foreign key; promised prices become limited to the
 * current quantities.
 */
export async function releaseDraftToCompany(
  tx: Db,
  { actorId }: Person,
  { id, name, message }: { id: number; name: string; message: string },
  now: Date,
) {
  await tx
    .updateTable('cart_lines')
    .set({ special_qty: sql<number>`qty` })
    .where('cart_id', '=', id)
    .where('special_kop', 'is not', null)
    .execute()
  await tx
    .updateTable('carts')
    .set({ created_by: null, name, message, sent_by: actorId, sent_at: now })
    .where('id', '=', id)
    .execute()
}

/** Inserts a cart; undefined when the company already has a cart of this name. */
export async function insertCart(
  tx: Db,
  { contractorId, actorId, subjectId }: Person,
  name: string,
): Promise<number | undefined> {
  const { rows } = await sql<{ id: number }>`
    insert into carts (contractor_id, name, is_default, actor_id, subject_id)
    values (${contractorId}, ${name}, false, ${actorId}, ${subjectId})
    on conflict (contractor_id, lower(name)) where archived_at is null and created_by is null do nothing
    returning id`.execute(tx)
  return rows[0]?.id
}

/** Checks whether another active cart of the company has the name. */
export const isCartNameUsed = async (db: Db, contractorId: number, exceptId: number, name: string) =>
  (await db
    .selectFrom('carts')
    .select('id')
    .where('contractor_id', '=', contractorId)
    .where('archived_at', 'is', null)
    .where('created_by', 'is', null)
    .where(sql`lower(name)`, '=', sql`lower(${name})`)
    .where('id', '!=', exceptId)
    .executeTakeFirst()) !== undefined

export const updateCart = (
  tx: Db,
  { actorId, subjectId }: Person,
  id: number,
  changes: { name: string } | { archived_at: Date },
) =>
  tx
    .updateTable('carts')
    .set({ ...changes, actor_id: actorId, subject_id: subjectId })
    .where('id', '=', id)
    .execute()

export const updateCurrentCart = (tx: Db, { contractorId, actorId, subjectId }: Person, cartId: number) =>
  tx
    .insertInto('current_carts')
    .values({ contractor_id: contractorId, actor_id: actorId, subject_id: subjectId, cart_id: cartId })
    .onConflict((conflict) =>
      conflict.columns(['actor_id', 'subject_id', 'contractor_id']).doUpdateSet({ cart_id: cartId }),
    )
    .execute()

/** Selects the carts that contain the lines. */
export const selectCartsOfLines = (db: Db, contractorId: number, lineIds: readonly number[]) =>
  db
    .selectFrom('cart_lines')
    .select('cart_id')
    .distinct()
    .where('contractor_id', '=', contractorId)
    .where('id', '=', sql<number>`any(${[...lineIds]}::integer[])`)
    .execute()

const COLUMNS = [
  'id',
  'cart_id',
  'product_id',
  'warehouse_id',
  'consignee_id',
  'client_ref',
  'vehicle_id',
  'comment',
  'replacement_policy',
  'answer_id',
  'replaces_line_id',
  'special_kop',
  'qty',
] as const

/** Locks these lines and those of the cart in the common order of locks. */
export const lockLinesAndCart = (tx: Db, contractorId: number, lineIds: readonly number[], cartId: number) =>
  tx
    .selectFrom('cart_lines')
    .select(COLUMNS)
    .select((line) => line('id', '=', sql<number>`any(${[...lineIds]}::integer[])`).as('is_asked'))
    .where('contractor_id', '=', contractorId)
    .where((line) =>
      line.or([line('id', '=', sql<number>`any(${[...lineIds]}::integer[])`), line('cart_id', '=', cartId)]),
    )
    .orderBy('id')
    .forUpdate()
    .execute()
export type LockedCartLine = Awaited<ReturnType<typeof lockLinesAndCart>>[number]

export const selectCartLineIds = async (tx: Db, cartId: number): Promise<number[]> =>
  (await tx.selectFrom('cart_lines').select('id').where('cart_id', '=', cartId).orderBy('id').execute()).map(
    ({ id }) => id,
  )

export const moveLinesTo = (tx: Db, person: Person, cartId: number, ids: readonly number[]) =>
  tx
    .updateTable('cart_lines')
    .set({ cart_id: cartId, ...cartSignature(person) })
    .where('id', '=', sql<number>`any(${[...ids]}::integer[])`)
    .execute()

/** Copies the lines with the shown price and date. A refused line is replaced only once. */
export const copyLinesTo = (tx: Db, { actorId, subjectId }: Person, cartId: number, ids: readonly number[]) =>
  sql`
    insert into cart_lines (cart_id, contractor_id, product_id, warehouse_id, qty, price_kop, consignee_id, client_ref,
      vehicle_id, comment, replacement_policy, return_days, expected_date, guaranteed_date, answer_id, actor_id,
      subject_id, added_by)
    select ${cartId}, contractor_id, product_id, warehouse_id, qty, price_kop, consignee_id, client_ref,
      vehicle_id, comment, replacement_policy, return_days, expected_date, guaranteed_date, answer_id, ${actorId},
      ${subjectId}, ${actorId}
    from cart_lines where id = any(${[...ids]}::integer[]) order by id`.execute(tx)

export const deleteCartLines = (tx: Db, ids: readonly number[]) =>
  tx
    .deleteFrom('cart_lines')
    .where('id', '=', sql<number>`any(${[...ids]}::integer[])`)
    .execute()
