import type { ShortageChoice } from '@artikul/contract/purchasing/goods-receipts'
import { sql } from 'kysely'
import type { Db } from '../../../platform/db/index.ts'
import type { Shelved } from '../../suppliers/index.ts'

/** Goods that enter an own warehouse. */
export interface StockedGoods extends Shelved {
  warehouseId: number
}

export interface NewPart {
  receipt_line_id: number
  supplier_line_id: number
  /** Null for goods that enter own stock. */
  order_line_id: number | null
  from_state: string
  qty: number
}

export const insertParts = (db: Db, parts: readonly NewPart[]) =>
  sql`
    insert into goods_receipt_parts (receipt_line_id, supplier_line_id, order_line_id, from_state, qty)
    select * from unnest(${parts.map((part) => part.receipt_line_id)}::integer[],
      ${parts.map((part) => part.supplier_line_id)}::integer[], ${parts.map((part) => part.order_line_id)}::integer[],
      ${parts.map((part) => part.from_state)}::text[], ${parts.map((part) => part.qty)}::numeric[])`.execute(db)

export const setSurplus = (db: Db, lines: readonly { id: number; qty: number; isStocked: boolean }[]) =>
  sql`
    update goods_receipt_lines line set surplus_qty = given.qty, is_stocked = given.stocked = 'yes'
    from unnest(${lines.map(({ id }) => id)}::integer[], ${lines.map(({ qty }) => qty)}::numeric[],
      ${lines.map(({ isStocked }) => (isStocked ? 'yes' : 'no'))}::text[]) as given (id, qty, stocked)
    where line.id = given.id`.execute(db)

export const setPosted = (
  db: Db,
  id: number,
  by: { posterId: number; shortage: ShortageChoice; warehouseId: number | null; now: Date },
) =>
  db
    .updateTable('goods_receipts')
    .set({
      state: 'posted',
      poster_id: by.posterId,
      posted_at: by.now,
      shortage: by.shortage,
      surplus_warehouse_id: by.warehouseId,
      version: sql`version + 1`,
    })
    .where('id', '=', id)
    .execute()

export const setReceiptCancelled = (db: Db, id: number, by: { cancellerId: number; reason: string; now: Date }) =>
  db
    .updateTable('goods_receipts')
    .set({
      state: 'cancelled',
      canceller_id: by.cancellerId,
      cancelled_at: by.now,
      cancel_reason: by.reason,
      version: sql`version + 1`,
    })
    .where('id', '=', id)
    .execute()

/** Selects and locks, by ascending id, the offers that receive goods together with those of refused lines. */
export const lockOffers = (
  db: Db,
  { goods, orderLineIds }: { goods: readonly StockedGoods[]; orderLineIds: readonly number[] },
) =>
  sql`
    select from offers join (
      select product_id, warehouse_id from unnest(${goods.map(({ productId }) => productId)}::integer[],
        ${goods.map(({ warehouseId }) => warehouseId)}::integer[]) as given (product_id, warehouse_id)
      union select product_id, warehouse_id from order_lines where id = any(${orderLineIds}::integer[])
    ) as held on held.product_id = offers.product_id and held.warehouse_id = offers.warehouse_id
    order by offers.id for update of offers`.execute(db)
