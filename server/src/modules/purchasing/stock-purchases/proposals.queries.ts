import type { ProposalShow } from '@artikul/contract/purchasing/stock-purchases'
import { sql, type RawBuilder } from 'kysely'
import type { Db } from '../../../platform/db/index.ts'
import { literal } from '../../../platform/like.ts'
import type { Page } from '../../../platform/paging.ts'

export interface ProposalFilter {
  supply_route_id?: number | null | undefined
  warehouse_id?: number | null | undefined
  brand_id?: number | null | undefined
  /** Key of the beginning of an article; empty for any. */
  articleKey: string
  show: ProposalShow
}

const SHOWN: Record<ProposalShow, RawBuilder<unknown>> = {
  proposed: sql`own.proposed_qty > 0`,
  without_offer: sql`own.needed_qty > 0 and own.proposed_qty = 0`,
  all: sql`true`,
}

function conditions({
  supply_route_id: source,
  warehouse_id: warehouse,
  brand_id: brand,
  articleKey,
  show,
}: ProposalFilter) {
  const all = [SHOWN[show]]
  if (source) all.push(sql`own.supply_route_id = ${source}`)
  if (warehouse) all.push(sql`own.warehouse_id = ${warehouse}`)
  if (brand) all.push(sql`own.brand_id = ${brand}`)
  if (articleKey !== '')
    all.push(sql`own.product_id in (select id from products where article_key like ${`${literal(articleKey)}%`})`)
  return sql.join(all, sql` and `)
}

export interface ProposalRow {
  product_id: number
  code: string
  brand: string
  article: string
  name: string
  unit: string
  warehouse_id: number
  warehouse: string
  daily_demand: number
  daily_sigma: number
  unmet_qty: number
  demand_days: number
  lead_days: number | null
  safety_qty: number
  min_qty: number
  max_qty: number
  is_fixed: boolean
  free_qty: number
  ordered_qty: number
  needed_qty: number
  proposed_qty: number
  sum_kop: number
  supply_route_id: number | null
  source: string | null
  purchase_kop: number | null
  multiplicity: number | null
  offer_min_qty: number | null
}

const shown = (chosen: RawBuilder<unknown>) => sql<ProposalRow>`
  select own.*, products.code, brands.name as brand, products.article, products.name, products.unit,
    warehouses.name as warehouse, supply_routes.name as source
  from (${chosen}) own
  join products on products.id = own.product_id
  join brands on brands.id = products.brand_id
  join warehouses on warehouses.id = own.warehouse_id
  left join supply_routes on supply_routes.id = own.supply_route_id`

/** Largest sums first; of rules without a proposal, the largest shortage. */
const order = (show: ProposalShow) =>
  show === 'proposed'
    ? sql`order by own.sum_kop desc, own.product_id, own.warehouse_id`
    : sql`order by own.needed_qty desc, own.product_id, own.warehouse_id`

export async function selectProposals(db: Db, filter: ProposalFilter, { size, offset }: Page) {
  const where = conditions(filter)
  const [{ rows }, sums] = await Promise.all([
    sql<ProposalRow>`${shown(sql`
      select * from purchase_proposals own where ${where} ${order(filter.show)} limit ${size} offset ${offset}`)}
      ${order(filter.show)}`.execute(db),
    sql<{ total: number; total_kop: number }>`
      select count(*)::integer as total, coalesce(sum(sum_kop), 0)::bigint as total_kop
      from purchase_proposals own where ${where}`.execute(db),
  ])
  return { rows, ...(sums.rows[0] ?? { total: 0, total_kop: 0 }) }
}

/** Proposals whose offer still exists, at its present price. */
const bought = (chosen: RawBuilder<unknown>) => sql<ProposalRow>`
  select row.*, offers.purchase_kop from (${shown(chosen)}) row join offers on offers.id = row.offer_id
  order by row.supply_route_id, row.brand, row.article, row.warehouse_id`

/** Selects what the filter proposes to buy, by supplier. */
export async function selectAllProposed(db: Db, filter: ProposalFilter, most: number) {
  const { rows } = await bought(
    sql`select * from purchase_proposals own where ${conditions(filter)} limit ${most}`,
  ).execute(db)
  return rows
}

/** Selects the named proposals, by supplier. */
export async function selectNamed(db: Db, keys: readonly { product_id: number; warehouse_id: number }[]) {
  const { rows } = await bought(sql`
    select proposal.* from purchase_proposals proposal
    join unnest(${keys.map((key) => key.product_id)}::integer[], ${keys.map((key) => key.warehouse_id)}::integer[])
      as given (product_id, warehouse_id) using (product_id, warehouse_id)
    where proposal.proposed_qty > 0`).execute(db)
  return rows
}

const named = (db: Db, ids: RawBuilder<unknown>, table: 'supply_routes' | 'warehouses' | 'brands') =>
  sql<{ id: number; name: string }>`
    select id, name from ${sql.table(table)} where id in (${ids}) order by name limit 1000`.execute(db)

/** Selects the choices of the filters. */
export async function selectPurchaseChoices(db: Db) {
  const [sources, warehouses, brands] = await Promise.all([
    named(db, sql`select supply_route_id from purchase_proposals where proposed_qty > 0`, 'supply_routes'),
    named(db, sql`select warehouse_id from purchase_proposals`, 'warehouses'),
    named(db, sql`select brand_id from purchase_proposals where proposed_qty > 0`, 'brands'),
  ])
  return { sources: sources.rows, warehouses: warehouses.rows, brands: brands.rows }
}

export interface StockLine {
  supply_route_id: number
  supplier_order_id: number
  product_id: number
  stock_warehouse_id: number
  brand: string
  article: string
  qty: number
  purchase_kop: number
}

export const insertStockLines = (db: Db, lines: readonly StockLine[], now: Date) =>
  db
    .insertInto('supplier_order_lines')
    .values(lines.map((line) => ({ ...line, state: 'waiting', created_at: now, changed_at: now })))
    .execute()

export const selectStockRule = (db: Db, productId: number, warehouseId: number) =>
  db
    .selectFrom('stock_rules')
    .select(['min_qty', 'max_qty'])
    .where('product_id', '=', productId)
    .where('warehouse_id', '=', warehouseId)
    .forUpdate()
    .executeTakeFirst()

export const selectGoodsOfRule = (db: Db, productId: number, warehouseId: number) =>
  db
    .selectFrom('products')
    .innerJoin('brands', 'brands.id', 'products.brand_id')
    .innerJoin('warehouses', (join) => join.on('warehouses.id', '=', warehouseId))
    .innerJoin('supply_routes', 'supply_routes.id', 'warehouses.supply_route_id')
    .select(['brands.name as brand', 'products.article', 'warehouses.name as warehouse'])
    .where('products.id', '=', productId)
    .where('supply_routes.kind', '=', 'own')
    .executeTakeFirst()

interface RuleRow {
  product_id: number
  warehouse_id: number
  min_qty: number
  max_qty: number
  actor_id: number
  subject_id: number
  changed_at: Date
}

export const upsertRule = (db: Db, { product_id, warehouse_id, ...fields }: RuleRow) =>
  db
    .insertInto('stock_rules')
    .values({ product_id, warehouse_id, ...fields })
    .onConflict((conflict) => conflict.columns(['product_id', 'warehouse_id']).doUpdateSet(fields))
    .execute()

export const deleteRule = (db: Db, productId: number, warehouseId: number) =>
  db.deleteFrom('stock_rules').where('product_id', '=', productId).where('warehouse_id', '=', warehouseId).execute()
