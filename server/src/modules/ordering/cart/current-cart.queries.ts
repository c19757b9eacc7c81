import type { CompanyScope } from '../../../platform/access/index.ts'
import { sql, type RawBuilder } from 'kysely'
import type { Db } from '../../../platform/db/index.ts'
import { AppError } from '../../../platform/errors.ts'
import type { Writer } from '../../../platform/http/index.ts'

const currentCartOf = ({ contractorId, actorId, subjectId }: CompanyScope & Writer) =>
  sql<number>`(select current_cart(${contractorId}, ${actorId}, ${subjectId}))`

/** Selects the person's current cart; undefined when the company has none yet. */
export const selectCurrentCart = (db: Db, buyer: CompanyScope & Writer) =>
  db
    .selectFrom('carts')
    .leftJoin('users as sender', 'sender.id', 'carts.sent_by')
    .select(['carts.id', 'carts.name', 'carts.sent_at', 'carts.message', 'sender.full_name as sender'])
    .where('carts.contractor_id', '=', buyer.contractorId)
    .where('carts.id', '=', currentCartOf(buyer))
    .executeTakeFirst()

/**
 * Returns the company's «Основная», creating it at first use; a concurrent creation fails on the unique flag or name.
 */
export async function requireMainCart(
  db: Db,
  { contractorId, actorId, subjectId }: CompanyScope & Writer,
): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    insert into carts (contractor_id, actor_id, subject_id) values (${contractorId}, ${actorId}, ${subjectId})
    on conflict do nothing
    returning id`.execute(db)
  if (rows[0]) return rows[0].id
  const main = await db
    .selectFrom('carts')
    .select('id')
    .where('contractor_id', '=', contractorId)
    .where('is_default', '=', true)
    .executeTakeFirstOrThrow()
  return main.id
}

/**
 * Locks the person's current cart, so that two concurrent additions of the same goods become one line.
 * @throws AppError `cart.removed` when the cart was deleted at this moment; locking another cart next to it could
 * deadlock
 */
export async function lockCurrentCart(tx: Db, buyer: CompanyScope & Writer): Promise<number> {
  const lock = (id: RawBuilder<number>) =>
    tx
      .selectFrom('carts')
      .select(['id', 'archived_at'])
      .where('contractor_id', '=', buyer.contractorId)
      .where('id', '=', id)
      .forUpdate()
      .executeTakeFirst()
  const cart = (await lock(currentCartOf(buyer))) ?? (await lock(sql`${await requireMainCart(tx, buyer)}::integer`))
  // It may have been archived while its lock was awaited.
  if (!cart || cart.archived_at !== null) throw new AppError('cart.removed')
  return cart.id
}

/** Deletes the person's choice of cart in every company; the carts belong to the companies. */
export const deleteChosenCartsOf = (db: Db, userId: number) =>
  db
    .deleteFrom('current_carts')
    .where((where) => where.or([where('actor_id', '=', userId), where('subject_id', '=', userId)]))
    .execute()
