import type { CartLinePatch } from '@artikul/contract/cart'
import { sql } from 'kysely'
import type { Db } from '../../platform/db/index.ts'

export const MOST_LINES = 5000

/** The company's cart, made at first use. */
export async function requireCartId(db: Db, contractorId: number): Promise<number> {
  const found = await db
    .selectFrom('carts')
    .select('id')
    .where('contractor_id', '=', contractorId)
    .where('is_default', '=', true)
    .executeTakeFirst()
  if (found) return found.id
  const { rows } = await sql<{ id: number }>`
    insert into carts (contractor_id) values (${contractorId})
    on conflict (contractor_id) where is_default do update set contractor_id = excluded.contractor_id
    returning id`.execute(db)
  return rows[0]?.id ?? 0
}

export interface CartLineFilter {
  ids?: number[]
  selectedOnly?: boolean
  /** Placing locks the lines, so that the same line is never ordered twice. */
  lock?: boolean
}

export async function selectCartLines(db: Db, contractorId: number, filter: CartLineFilter = {}) {
  let query = db
    .selectFrom('cart_lines as line')
    .innerJoin('carts', 'carts.id', 'line.cart_id')
    .innerJoin('products', 'products.id', 'line.product_id')
    .innerJoin('brands', 'brands.id', 'products.brand_id')
    .innerJoin('users as author', 'author.id', 'line.actor_id')
    .select([
      'line.id',
      'line.product_id',
      'line.warehouse_id',
      'line.qty',
      'line.price_kop',
      'line.expected_date',
      'line.consignee_id',
      'line.client_ref',
      'line.comment',
      'line.replacement_policy',
      'line.selected',
      'products.code',
      'products.article',
      'products.article_key',
      'products.name',
      'products.unit',
      'brands.name as brand',
      'author.full_name as added_by',
    ])
    .where('line.contractor_id', '=', contractorId)
    .where('carts.contractor_id', '=', contractorId)
    .where('carts.is_default', '=', true)
    .orderBy('line.id')
    .limit(MOST_LINES)
  if (filter.ids) query = query.where('line.id', '=', sql<number>`any(${filter.ids}::integer[])`)
  if (filter.selectedOnly) query = query.where('line.selected', '=', true)
  if (filter.lock) query = query.forUpdate('line')
  return query.execute()
}
export type CartLineRow = Awaited<ReturnType<typeof selectCartLines>>[number]

/** The line of the same goods, warehouse, consignee and note: adding again raises its quantity. */
export const selectTwin = (
  db: Db,
  cartId: number,
  line: { product_id: number; warehouse_id: number; consignee_id: number | null; client_ref: string },
) =>
  db
    .selectFrom('cart_lines')
    .select(['id', 'qty'])
    .where('cart_id', '=', cartId)
    .where('product_id', '=', line.product_id)
    .where('warehouse_id', '=', line.warehouse_id)
    .where(sql<boolean>`consignee_id is not distinct from ${line.consignee_id}::integer`)
    .where('client_ref', '=', line.client_ref)
    .forUpdate()
    .executeTakeFirst()

export const countLines = (db: Db, contractorId: number) =>
  db
    .selectFrom('cart_lines')
    .select(sql<number>`count(*)`.as('lines'))
    .where('contractor_id', '=', contractorId)
    .executeTakeFirstOrThrow()

export interface NewCartLine {
  cart_id: number
  contractor_id: number
  product_id: number
  warehouse_id: number
  qty: number
  price_kop: number
  consignee_id: number | null
  client_ref: string
  return_days: number
  expected_date: string
  guaranteed_date: string
  actor_id: number
  subject_id: number
}

export const insertCartLine = (db: Db, line: NewCartLine) =>
  db.insertInto('cart_lines').values(line).returning('id').executeTakeFirstOrThrow()

/** Takes the cart's row: two additions of the same goods at once become one line. */
export const lockCart = (db: Db, cartId: number) =>
  db.selectFrom('carts').select('id').where('id', '=', cartId).forUpdate().execute()

/** True when the line was the company's. */
export async function updateCartLine(db: Db, contractorId: number, id: number, patch: CartLinePatch): Promise<boolean> {
  const given = Object.fromEntries(Object.entries(patch).filter(([, value]) => value !== undefined))
  if (Object.keys(given).length === 0) return true
  const result = await db
    .updateTable('cart_lines')
    .set(given)
    .where('id', '=', id)
    .where('contractor_id', '=', contractorId)
    .executeTakeFirst()
  return result.numUpdatedRows > 0n
}

export async function updateCartLines(
  db: Db,
  contractorId: number,
  ids: number[] | undefined,
  patch: Pick<CartLinePatch, 'selected' | 'consignee_id'>,
) {
  const given = Object.fromEntries(Object.entries(patch).filter(([, value]) => value !== undefined))
  if (Object.keys(given).length === 0) return
  let query = db.updateTable('cart_lines').set(given).where('contractor_id', '=', contractorId)
  if (ids) query = query.where('id', '=', sql<number>`any(${ids}::integer[])`)
  await query.execute()
}

export async function deleteCartLines(db: Db, contractorId: number, ids: number[]): Promise<number> {
  const result = await db
    .deleteFrom('cart_lines')
    .where('contractor_id', '=', contractorId)
    .where('id', '=', sql<number>`any(${ids}::integer[])`)
    .executeTakeFirst()
  return Number(result.numDeletedRows)
}
