import { sql } from 'kysely'
import { pointsOf, type CompanyScope } from '../../../../platform/access/index.ts'
import type { Db } from '../../../../platform/db/index.ts'

interface OrderId {
  id: number
}

const ownOrders = (member: CompanyScope) => {
  const points = pointsOf(member)
  return sql`orders.contractor_id = ${member.contractorId}
    ${points === null ? sql`` : sql`and orders.consignee_id = any(${points}::integer[])`}`
}

/** Marks the place to which a refused attempt to order returns within its transaction. */
export const setSavepoint = (tx: Db) => sql`savepoint abcp_order`.execute(tx)
export const returnToSavepoint = (tx: Db) => sql`rollback to savepoint abcp_order`.execute(tx)

/** Selects orders by their numbers. */
export async function selectOrderIds(db: Db, member: CompanyScope, numbers: readonly string[]): Promise<number[]> {
  const { rows } = await sql<OrderId>`
    select id from orders where number = any(${[...numbers]}::text[]) and ${ownOrders(member)} order by id`.execute(db)
  return rows.map(({ id }) => id)
}

/** Selects a slice of orders, newest first. */
export async function selectRecentOrderIds(
  db: Db,
  member: CompanyScope,
  skip: number,
  limit: number,
): Promise<number[]> {
  const { rows } = await sql<OrderId>`
    select id from orders where ${ownOrders(member)} order by id desc limit ${limit} offset ${skip}`.execute(db)
  return rows.map(({ id }) => id)
}

/** Counts the orders. */
export async function countOwnOrders(db: Db, member: CompanyScope): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::integer as count from orders where ${ownOrders(member)}`.execute(db)
  return rows[0]?.count ?? 0
}

/** Selects the order of a line. */
export async function selectOrderOfLine(db: Db, member: CompanyScope, lineId: number): Promise<number | undefined> {
  const { rows } = await sql<OrderId>`
    select orders.id from order_lines line join orders on orders.id = line.order_id
    where line.id = ${lineId} and ${ownOrders(member)}`.execute(db)
  return rows[0]?.id
}

export interface BasketLine {
  id: number
  item_key: string
  qty: number
  comment: string
}

/** Selects the basket of a key, in the order in which goods were added. */
export const selectBasket = (db: Db, keyId: number): Promise<BasketLine[]> =>
  db
    .selectFrom('api_key_baskets')
    .select(['id', 'item_key', 'qty', 'comment'])
    .where('key_id', '=', keyId)
    .orderBy('id')
    .execute()

/** Adds goods to the basket; the same goods again raise the quantity. */
export const addToBasket = (tx: Db, keyId: number, line: Omit<BasketLine, 'id'>) =>
  tx
    .insertInto('api_key_baskets')
    .values({ key_id: keyId, ...line })
    .onConflict((conflict) =>
      conflict.columns(['key_id', 'item_key']).doUpdateSet({
        qty: (row) => row('api_key_baskets.qty', '+', row.ref('excluded.qty')),
        comment: line.comment,
      }),
    )
    .execute()

/** Locks lines of the basket; returns false when some are gone or have another quantity than was read. */
export async function lockBasket(
  tx: Db,
  keyId: number,
  lines: readonly { qty: number }[],
  lineIds: readonly number[],
): Promise<boolean> {
  const rows = await tx
    .selectFrom('api_key_baskets')
    .select(['id', 'qty'])
    .where('key_id', '=', keyId)
    .where('id', '=', sql<number>`any(${[...lineIds]}::integer[])`)
    .orderBy('id')
    .forUpdate()
    .execute()
  const locked = new Map(rows.map(({ id, qty }) => [id, qty]))
  return lineIds.every((id, at) => locked.get(id) === lines[at]?.qty)
}

export const removeFromBasket = (tx: Db, keyId: number, itemKey: string) =>
  tx.deleteFrom('api_key_baskets').where('key_id', '=', keyId).where('item_key', '=', itemKey).execute()

export const clearBasket = (tx: Db, keyId: number, lineIds?: readonly number[]) => {
  const own = tx.deleteFrom('api_key_baskets').where('key_id', '=', keyId)
  return (lineIds === undefined ? own : own.where('id', '=', sql<number>`any(${[...lineIds]}::integer[])`)).execute()
}
