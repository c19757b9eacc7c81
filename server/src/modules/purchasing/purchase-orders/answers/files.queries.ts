import type { OrderFileLayout } from '@artikul/contract/purchasing/supplier-order-files'
import type { SupplierOrderState } from '@artikul/contract/purchasing/supplier-order-states'
import { sql } from 'kysely'
import type { Db } from '../../../../platform/db/index.ts'

export interface FileOrder {
  id: number
  number: string
  state: SupplierOrderState
  source: string
  seller: string
  orders_email: string
  /** Layout of the order file; empty for the default one. */
  layout: { columns?: OrderFileLayout }
}

const fileOrders = (db: Db) =>
  db
    .selectFrom('supplier_orders as own')
    .innerJoin('supply_routes', 'supply_routes.id', 'own.supply_route_id')
    .innerJoin('sellers', 'sellers.id', 'supply_routes.seller_id')
    .select(['own.id', 'own.number', 'own.state', 'supply_routes.name as source', 'sellers.name as seller'])
    .select(['supply_routes.orders_email', 'supply_routes.orders_layout as layout'])

export const selectFileOrder = async (db: Db, id: number) =>
  (await fileOrders(db).where('own.id', '=', id).executeTakeFirst()) as FileOrder | undefined

/** Selects and locks an order that is due to be sent as a file. */
export const lockDueOrder = async (db: Db, now: Date) =>
  (await fileOrders(db)
    .where('own.channel', '=', 'file')
    .where('own.state', '=', 'due')
    .where('own.next_at', '<=', now)
    .orderBy('own.next_at')
    .limit(1)
    .forUpdate('own')
    .skipLocked()
    .executeTakeFirst()) as FileOrder | undefined

export interface OrderFileLine {
  id: number
  version: number
  brand: string
  article: string
  name: string
  qty: number
  purchase_kop: number
  confirmed_qty: number | null
  confirmed_kop: number | null
  new_article: string
  state: string
  line_state: string
  not_applied: string
}

export const selectFileLines = (db: Db, orderId: number): Promise<OrderFileLine[]> =>
  db
    .selectFrom('supplier_order_lines as line')
    .leftJoin('order_lines as own', 'own.id', 'line.order_line_id')
    .leftJoin('products', 'products.id', 'line.product_id')
    .select(['line.id', 'line.version', 'line.brand', 'line.article', 'line.qty', 'line.purchase_kop'])
    .select(sql<string>`coalesce(own.name, products.name)`.as('name'))
    .select(['line.confirmed_qty', 'line.confirmed_kop', 'line.new_article', 'line.state', 'line.line_state'])
    .select('line.not_applied')
    .where('line.supplier_order_id', '=', orderId)
    .orderBy('line.id')
    .execute()

/** Marks the order as empty when none of its lines is wanted any more. */
export const setEmpty = (db: Db, orderId: number) =>
  db
    .updateTable('supplier_orders')
    .set({ state: 'done', reason: 'Строк не осталось', next_at: null, version: sql`version + 1` })
    .where('id', '=', orderId)
    .execute()

export const selectApplied = (db: Db, orderId: number, digest: string) =>
  db
    .selectFrom('supplier_order_files')
    .select('digest')
    .where('supplier_order_id', '=', orderId)
    .where('digest', '=', digest)
    .executeTakeFirst()

interface AppliedFile {
  supplier_order_id: number
  digest: string
  name: string
  actor_id: number
  applied_at: Date
}
export const insertApplied = (db: Db, file: AppliedFile) => db.insertInto('supplier_order_files').values(file).execute()
