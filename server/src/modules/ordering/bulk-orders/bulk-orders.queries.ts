import type { ListState } from '@artikul/contract/ordering/bulk-order-states'
import { MAX_BULK_ORDERS, type ListLayout } from '@artikul/contract/ordering/bulk-orders'
import { toThousandths } from '@artikul/contract/core/money'
import { COMING } from '@artikul/contract/ordering/orders/orders'
import { sql, type Selectable, type Updateable } from 'kysely'
import { json, type Db, type DB } from '../../../platform/db/index.ts'
import { writtenBy, type Writer } from '../../../platform/http/index.ts'
import { placeOfGoods, type AllocatedGoods } from './list-choices.ts'
import type { ReadRows, WrittenRow } from './list-rows.ts'
import { moveToKeptProduct } from '../../catalog/index.ts'

/** Owner of lists: one person within one company, or a staff member without a company. */
export interface ListOwner {
  contractorId: number | null
  subjectId: number
}

export interface BulkOrderPreview {
  rows: { number: number; cells: string[] }[]
}

const ownOf = (db: Db, { contractorId, subjectId }: ListOwner) =>
  db
    .selectFrom('bulk_orders')
    .where('subject_id', '=', subjectId)
    .where(sql<boolean>`contractor_id is not distinct from ${contractorId}::integer`)

const BRIEF = ['id', 'name', 'rows_count', 'done_count', 'created_at'] as const

export const selectLists = (db: Db, owner: ListOwner) =>
  ownOf(db, owner).select(BRIEF).orderBy('created_at', 'desc').orderBy('id', 'desc').limit(MAX_BULK_ORDERS).execute()

export async function selectList(db: Db, owner: ListOwner, id: number) {
  const list = await ownOf(db, owner)
    .select([...BRIEF, 'consignee_id', 'processed_at', 'layout', 'preview', 'skipped'])
    .where('id', '=', id)
    .executeTakeFirst()
  // Only this module writes the column, so its shape is known.
  return (
    list && {
      ...list,
      layout: list.layout as unknown as ListLayout,
      preview: list.preview as unknown as BulkOrderPreview,
      skipped: list.skipped as unknown as { rows: ReadRows['skipped'] },
    }
  )
}
export type StoredList = NonNullable<Awaited<ReturnType<typeof selectList>>>

export const selectBulkOrderContent = (db: Db, owner: ListOwner, id: number) =>
  ownOf(db, owner).select(['content', 'is_pasted', 'name']).where('id', '=', id).executeTakeFirst()

export const selectProgress = (db: Db, owner: ListOwner, id: number) =>
  ownOf(db, owner).select(['rows_count', 'done_count']).where('id', '=', id).executeTakeFirst()

/** Locks one list so that its changes run one after another. */
export const lockList = (db: Db, owner: ListOwner, id: number) =>
  ownOf(db, owner).select(['id', 'consignee_id']).where('id', '=', id).forUpdate().executeTakeFirst()

/** Records the last author of a change to the list. */
export const signList = (db: Db, { subjectId }: ListOwner, id: number, { actorId }: Writer) =>
  db
    .updateTable('bulk_orders')
    .set({ actor_id: actorId })
    .where('id', '=', id)
    .where('subject_id', '=', subjectId)
    .execute()

export const deleteList = (db: Db, { subjectId }: ListOwner, id: number) =>
  db.deleteFrom('bulk_orders').where('id', '=', id).where('subject_id', '=', subjectId).execute()

/** Deletes the oldest lists above the limit. */
export const deleteSurplusBulkOrders = (db: Db, owner: ListOwner) =>
  db
    .deleteFrom('bulk_orders')
    .where(
      'id',
      'in',
      ownOf(db, owner).select('id').orderBy('created_at', 'desc').orderBy('id', 'desc').offset(MAX_BULK_ORDERS),
    )
    .where('subject_id', '=', owner.subjectId)
    .execute()

/** Content of a list after its file has been parsed. */
export interface ListContent {
  layout: ListLayout
  preview: BulkOrderPreview
  skipped: ReadRows['skipped']
  rows: readonly WrittenRow[]
}

const contentOf = ({ layout, preview, skipped, rows }: ListContent) => ({
  layout: json(layout),
  preview: json(preview),
  skipped: json({ rows: skipped }),
  rows_count: rows.length,
  done_count: 0,
})

export async function insertList(
  db: Db,
  owner: ListOwner & Writer,
  file: { name: string; content: Buffer; is_pasted: boolean; consignee_id: number | null },
  content: ListContent,
  at: Date,
): Promise<number> {
  const { id } = await db
    .insertInto('bulk_orders')
    .values({
      ...file,
      ...contentOf(content),
      ...writtenBy(owner),
      contractor_id: owner.contractorId,
      created_at: at,
      processed_at: at,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await insertRows(db, id, owner.contractorId, content.rows)
  return id
}

/** Replaces the content after the file was parsed with another layout; all previous results are deleted. */
export async function replaceContent(db: Db, owner: ListOwner, id: number, content: ListContent, at: Date) {
  await db.deleteFrom('bulk_order_rows').where('bulk_order_id', '=', id).execute()
  await db
    .updateTable('bulk_orders')
    .set({ ...contentOf(content), processed_at: at, version: sql`version + 1` })
    .where('id', '=', id)
    .execute()
  await insertRows(db, id, owner.contractorId, content.rows)
}

/** Inserts any number of rows in one statement. */
const insertRows = (db: Db, bulkOrderId: number, contractorId: number | null, rows: readonly WrittenRow[]) =>
  sql`
    insert into bulk_order_rows (bulk_order_id, position, contractor_id, row_number, article, brand, name, qty_text, own_code, fault,
      remark, qty, ceiling_kop, consignee_id, client_ref)
    select ${bulkOrderId}, position, ${contractorId}::integer, row_number, article, brand, name, qty_text, own_code, fault,
      remark, qty, ceiling_kop, consignee_id, client_ref
    from jsonb_to_recordset(${json(rows.map((row, at) => ({ ...row, position: at + 1 })))})
      as row (position integer, row_number integer, article text, brand text, name text, qty_text text, own_code text,
        fault text, remark text, qty numeric, ceiling_kop bigint, consignee_id integer, client_ref text)`.execute(db)

type StoredRow = Selectable<DB['bulk_order_rows']>
/** Row with the goods found for it. */
export type RowOfList = Omit<StoredRow, 'state'> & {
  state: ListState | null
  code: string | null
  product_brand: string | null
  product_article: string | null
  product_name: string | null
  unit: string | null
}

export interface RowsFilter {
  positions?: readonly number[]
  after?: number
  most?: number
  selectedOnly?: boolean
}

export async function selectBulkOrderRows(db: Db, bulkOrderId: number, filter: RowsFilter = {}): Promise<RowOfList[]> {
  let query = db
    .selectFrom('bulk_order_rows as row')
    .leftJoin('products', 'products.id', 'row.product_id')
    .leftJoin('brands', 'brands.id', 'products.brand_id')
    .selectAll('row')
    .select(['products.code', 'products.article as product_article', 'products.name as product_name', 'products.unit'])
    .select('brands.name as product_brand')
    .where('row.bulk_order_id', '=', bulkOrderId)
    .orderBy('row.position')
  if (filter.positions) query = query.where('row.position', '=', sql<number>`any(${filter.positions}::integer[])`)
  if (filter.after !== undefined) query = query.where('row.position', '>', filter.after)
  if (filter.most !== undefined) query = query.limit(filter.most)
  if (filter.selectedOnly) query = query.where('row.selected', '=', true)
  return (await query.execute()) as RowOfList[] // the column's CHECK allows no other state
}

/** Sums up the stock used by chosen rows that are not in the cart yet, except the rows at the given positions. */
export async function selectAllocated(db: Db, bulkOrderId: number, except: readonly number[]): Promise<AllocatedGoods> {
  const { rows } = await sql<{ product_id: number; warehouse_id: number; qty: number }>`
    select chosen.product_id, chosen.warehouse_id, sum(chosen.qty) as qty
    from bulk_order_rows cross join lateral (values (first_product_id, first_warehouse_id, first_qty),
      (second_product_id, second_warehouse_id, second_qty)) as chosen (product_id, warehouse_id, qty)
    where bulk_order_id = ${bulkOrderId} and selected and not in_cart and chosen.qty is not null
      and position <> all(${except}::integer[])
    group by chosen.product_id, chosen.warehouse_id`.execute(db)
  return new Map(
    rows.map(({ product_id, warehouse_id, qty }) => [placeOfGoods(product_id, warehouse_id), toThousandths(qty)]),
  )
}

/** Goods found for a row and the offers chosen for it. */
export type RowResult = Pick<
  StoredRow,
  | 'position'
  | 'match_reason'
  | 'product_id'
  | 'first_product_id'
  | 'first_warehouse_id'
  | 'first_qty'
  | 'second_product_id'
  | 'second_warehouse_id'
  | 'second_qty'
  | 'selected'
> & { state: ListState }

export const saveResults = (db: Db, bulkOrderId: number, results: readonly RowResult[]) =>
  sql`
    update bulk_order_rows set state = result.state, match_reason = result.match_reason, product_id = result.product_id,
      first_product_id = result.first_product_id, first_warehouse_id = result.first_warehouse_id,
      first_qty = result.first_qty, second_product_id = result.second_product_id,
      second_warehouse_id = result.second_warehouse_id, second_qty = result.second_qty, selected = result.selected,
      in_cart = false
    from jsonb_to_recordset(${json(results)}) as result (position integer, state text, match_reason text,
      product_id integer, first_product_id integer, first_warehouse_id integer, first_qty numeric,
      second_product_id integer, second_warehouse_id integer, second_qty numeric, selected boolean)
    where bulk_order_rows.bulk_order_id = ${bulkOrderId} and bulk_order_rows.position = result.position`.execute(db)

export const saveProgress = (db: Db, bulkOrderId: number, doneCount: number, at: Date) =>
  db.updateTable('bulk_orders').set({ done_count: doneCount, processed_at: at }).where('id', '=', bulkOrderId).execute()

const rowsAt = (db: Db, bulkOrderId: number, positions: readonly number[]) =>
  db
    .updateTable('bulk_order_rows')
    .where('bulk_order_id', '=', bulkOrderId)
    .where('position', '=', sql<number>`any(${positions}::integer[])`)

export const updateRows = (
  db: Db,
  bulkOrderId: number,
  positions: readonly number[],
  changes: Updateable<DB['bulk_order_rows']>,
) => rowsAt(db, bulkOrderId, positions).set(changes).execute()

/** Only rows with a choice can be selected. */
export const markRows = (db: Db, bulkOrderId: number, positions: readonly number[], selected: boolean) =>
  rowsAt(db, bulkOrderId, positions)
    .set({ selected })
    .$if(selected, (query) => query.where('first_qty', 'is not', null))
    .execute()

/** Selects the progress of a list; `lock` locks it until the results are written. */
export const selectBulkOrderWork = (db: Db, bulkOrderId: number, { lock }: { lock: boolean }) =>
  db
    .selectFrom('bulk_orders')
    .select(['contractor_id', 'consignee_id', 'rows_count', 'done_count', 'version'])
    .where('id', '=', bulkOrderId)
    .$if(lock, (query) => query.forUpdate())
    .executeTakeFirst()

/** Sums up the quantities that the company has ordered and not received yet. */
export async function selectOrdered(db: Db, contractorId: number, products: { id: number; key: string }[]) {
  const { rows } = await sql<{ product_id: number; qty: number }>`
    select line.product_id, sum(part.qty) as qty
    from order_lines line join order_line_allocations part on part.line_id = line.id
    where line.contractor_id = ${contractorId} and line.article_key = any(${products.map(({ key }) => key)}::text[])
      and line.product_id = any(${products.map(({ id }) => id)}::integer[]) and part.state = any(${COMING}::text[])
    group by line.product_id`.execute(db)
  return new Map(rows.map((row) => [row.product_id, row.qty]))
}

export interface VehicleOfList {
  id: number
  name: string
}

export const selectVehicleOfList = (db: Db, contractorId: number, id: number): Promise<VehicleOfList | undefined> =>
  db
    .selectFrom('vehicles')
    .select(['id', 'name'])
    .where('id', '=', id)
    .where('contractor_id', '=', contractorId)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()

/** Merges the two picks of a list row whose offers have become one offer. */
export async function mergeListRows(db: Db) {
  for (const column of ['product_id', 'first_product_id', 'second_product_id'])
    await moveToKeptProduct(db, ['bulk_order_rows', column])
  await sql`
    update bulk_order_rows set first_qty = first_qty + second_qty, second_product_id = null, second_warehouse_id = null,
      second_qty = null
    where first_product_id in (select into_id from merged_products) and first_product_id = second_product_id
      and first_warehouse_id = second_warehouse_id`.execute(db)
}
