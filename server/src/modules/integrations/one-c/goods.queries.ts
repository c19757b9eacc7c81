import { sql } from 'kysely'
import { json, type Db, type SqlTransaction } from '../../../platform/db/index.ts'
import { freeBuffer } from '../../../platform/free-buffer.ts'
import type { GroupChanges } from '../../catalog/index.ts'
import type { ColumnPriceChanges } from '../../pricing/index.ts'
import type { Batch, CopiedRows, KnownReferences, ReceivedReference } from './reading/commerceml.ts'

interface Place {
  nodeId: number
  sessionId: number
}

/** Last of the rows with the same key: a statement cannot write a row twice. */
const lastOf = <T>(rows: readonly T[], keyOf: (row: T) => string) => [
  ...new Map(rows.map((row) => [keyOf(row), row])).values(),
]

/** Columns of the staging tables in the order in which the reader writes them. */
const GOODS_COLUMNS = `external_id, brand, brand_key, article, article_key, name, unit, barcode, vat_rate, group_id, is_deleted`
const PRICE_COLUMNS = `price_type_id, offer_id, external_id, price_kop`
const STOCK_COLUMNS = `warehouse_id, offer_id, external_id, qty`
const PICTURE_COLUMNS = `external_id, position, path`

/** Creates the staging tables of a file; they disappear with the transaction. Ids are compared as bytes, which sorts fast. */
export const createReadTables = (tx: SqlTransaction) =>
  tx.query(`
    create temp table one_c_read_goods (row integer generated always as identity, external_id text collate "C", brand text,
      brand_key text, article text, article_key text, name text, unit text, barcode text, vat_rate text, group_id text,
      is_deleted boolean,
      is_offered boolean not null default false) on commit drop;
    create temp table one_c_read_prices (row integer generated always as identity, price_type_id text collate "C", offer_id text collate "C",
      external_id text collate "C", price_kop bigint) on commit drop;
    create temp table one_c_read_stock (row integer generated always as identity, warehouse_id text collate "C", offer_id text collate "C",
      external_id text collate "C", qty numeric) on commit drop;
    create temp table one_c_read_pictures (row integer generated always as identity, external_id text collate "C",
      position integer, path text) on commit drop;
    set local work_mem = '64MB'`)

const copy = async (tx: SqlTransaction, into: string, rows: CopiedRows) => {
  if (rows.count > 0) await tx.copy(`copy ${into} from stdin`, [rows.copy])
  freeBuffer(rows.copy)
}

/** Copies the rows of a batch into the staging tables. */
export async function stageBatch(tx: SqlTransaction, batch: Batch): Promise<void> {
  const { goods, offered, prices, stocks, pictures } = batch
  await copy(tx, `one_c_read_goods (${GOODS_COLUMNS})`, goods)
  if (offered.count > 0) {
    await tx.query('alter table one_c_read_goods alter column is_offered set default true')
    await copy(tx, `one_c_read_goods (${GOODS_COLUMNS})`, offered)
    await tx.query('alter table one_c_read_goods alter column is_offered set default false')
  }
  await copy(tx, `one_c_read_prices (${PRICE_COLUMNS})`, prices)
  await copy(tx, `one_c_read_stock (${STOCK_COLUMNS})`, stocks)
  await copy(tx, `one_c_read_pictures (${PICTURE_COLUMNS})`, pictures)
}

/**
 * Writes what a file has said, the last of repeated rows, unless a later session has written it. A matched product stays;
 * offers only add goods that the catalogue has not named.
 */
export async function mergeStaged(tx: SqlTransaction, { nodeId, sessionId }: Place): Promise<void> {
  await tx`
    insert into one_c_goods (node_id, external_id, brand, brand_key, article, article_key, name, unit, barcode, vat_rate,
      group_id, is_deleted, session_id)
    select distinct on (external_id) ${nodeId}::integer, external_id, brand, brand_key, article, article_key, name, unit,
      barcode, vat_rate, group_id, is_deleted, ${sessionId}::integer
    from one_c_read_goods where not is_offered order by external_id, row desc
    on conflict (node_id, external_id) do update set brand = excluded.brand, brand_key = excluded.brand_key,
      article = excluded.article, article_key = excluded.article_key, name = excluded.name, unit = excluded.unit,
      barcode = excluded.barcode, vat_rate = excluded.vat_rate, group_id = excluded.group_id, is_deleted = excluded.is_deleted,
      session_id = excluded.session_id where one_c_goods.session_id <= excluded.session_id`
  await tx`
    insert into one_c_goods (node_id, external_id, brand, brand_key, article, article_key, name, unit, barcode, vat_rate,
      group_id, is_deleted, session_id)
    select distinct on (external_id) ${nodeId}::integer, external_id, brand, brand_key, article, article_key, name, unit,
      barcode, vat_rate, group_id, is_deleted, ${sessionId}::integer
    from one_c_read_goods where is_offered order by external_id, row
    on conflict (node_id, external_id) do nothing`
  await tx`
    insert into one_c_prices (node_id, price_type_id, offer_id, external_id, price_kop, session_id)
    select distinct on (price_type_id, offer_id) ${nodeId}::integer, price_type_id, offer_id, external_id, price_kop,
      ${sessionId}::integer
    from one_c_read_prices order by price_type_id, offer_id, row desc
    on conflict (node_id, price_type_id, offer_id) do update set price_kop = excluded.price_kop,
      external_id = excluded.external_id, session_id = excluded.session_id
      where one_c_prices.session_id <= excluded.session_id`
  await tx`
    insert into one_c_stock (node_id, warehouse_id, offer_id, external_id, qty, session_id)
    select distinct on (warehouse_id, offer_id) ${nodeId}::integer, warehouse_id, offer_id, external_id, qty,
      ${sessionId}::integer
    from one_c_read_stock order by warehouse_id, offer_id, row desc
    on conflict (node_id, warehouse_id, offer_id) do update set qty = excluded.qty, external_id = excluded.external_id,
      session_id = excluded.session_id where one_c_stock.session_id <= excluded.session_id`
}

/** Writes reference data with the names of 1C; what a person mapped stays. */
export const upsertReferences = (db: Db, nodeId: number, references: readonly ReceivedReference[]) =>
  sql`
    insert into one_c_mappings (node_id, kind, external_id, name, includes_vat, parent_id)
    select ${nodeId}::integer, given.*
    from jsonb_to_recordset(${json(lastOf(references, (row) => `${row.kind} ${row.external_id}`))})
      as given (kind text, external_id text, name text, includes_vat boolean, parent_id text)
    on conflict (node_id, kind, external_id) do update set name = excluded.name, includes_vat = excluded.includes_vat,
      parent_id = excluded.parent_id`.execute(db)

export const upsertMakers = (db: Db, nodeId: number, makers: readonly { external_id: string; name: string }[]) =>
  sql`
    insert into one_c_maker_values (node_id, external_id, name)
    select ${nodeId}::integer, given.*
    from jsonb_to_recordset(${json(lastOf(makers, (row) => row.external_id))}) as given (external_id text, name text)
    on conflict (node_id, external_id) do update set name = excluded.name`.execute(db)

/** Reads what earlier files of the node have named. */
export async function selectKnown(db: Db, nodeId: number): Promise<KnownReferences> {
  const [references, makers] = await Promise.all([
    db
      .selectFrom('one_c_mappings')
      .select(['kind', 'external_id', 'name'])
      .where('node_id', '=', nodeId)
      .where('kind', 'in', ['unit', 'maker_property'])
      .execute(),
    db.selectFrom('one_c_maker_values').select(['external_id', 'name']).where('node_id', '=', nodeId).execute(),
  ])
  return {
    makerProperties: references.filter((row) => row.kind === 'maker_property').map((row) => row.external_id),
    makers: Object.fromEntries(makers.map((row) => [row.external_id, row.name])),
    units: Object.fromEntries(
      references.filter((row) => row.kind === 'unit').map((row) => [row.external_id, row.name]),
    ),
  }
}

/** Notes that what 1C has sent or means has changed, or that the imports of it are queued. */
export const noteNewOffers = (db: Db, nodeId: number, hasNew: boolean) =>
  db
    .updateTable('one_c_nodes')
    .set({ has_new_offers: hasNew, ...(hasNew && { has_new_goods: true }) })
    .where('id', '=', nodeId)
    .execute()

export const noteNewGoods = (db: Db, nodeId: number, hasNew: boolean) =>
  db.updateTable('one_c_nodes').set({ has_new_goods: hasNew }).where('id', '=', nodeId).execute()

/** Kinds of rows of a package. */
export type PackageKind = 'goods' | 'prices' | 'stocks'

/** Counts what a full package of the session no longer contains, and all, by kind. Later sessions stay. */
export async function countGone(db: Db, { nodeId, sessionId }: Place) {
  const { rows } = await sql<{ kind: PackageKind; gone: number; total: number }>`
    select 'goods' as kind, count(*) filter (where session_id < ${sessionId}) as gone, count(*) as total
    from one_c_goods where node_id = ${nodeId} and not is_deleted
    union all select 'prices', count(*) filter (where session_id < ${sessionId}), count(*)
    from one_c_prices where node_id = ${nodeId}
    union all select 'stocks', count(*) filter (where session_id < ${sessionId}), count(*)
    from one_c_stock where node_id = ${nodeId} and qty > 0`.execute(db)
  return rows
}

/** Marks goods as deleted that the full package does not contain. */
export const retireGoods = (db: Db, { nodeId, sessionId }: Place) =>
  db
    .updateTable('one_c_goods')
    .set({ is_deleted: true })
    .where('node_id', '=', nodeId)
    .where('session_id', '<', sessionId)
    .where('is_deleted', '=', false)
    .execute()

export const deleteGonePrices = (db: Db, { nodeId, sessionId }: Place) =>
  db.deleteFrom('one_c_prices').where('node_id', '=', nodeId).where('session_id', '<', sessionId).execute()

export const deleteGoneStock = (db: Db, { nodeId, sessionId }: Place) =>
  db.deleteFrom('one_c_stock').where('node_id', '=', nodeId).where('session_id', '<', sessionId).execute()

/** Removal of goods that waits for a person. */
export const holdRemoval = (db: Db, nodeId: number, held: { sessionId: number; count: number } | null) =>
  db
    .updateTable('one_c_nodes')
    .set({ held_session_id: held?.sessionId ?? null, held_count: held?.count ?? 0 })
    .where('id', '=', nodeId)
    .execute()

/** Maps the only warehouse and the only price type of the node, where the seller has one own warehouse. */
export async function mapOnlyOnes(db: Db, nodeId: number): Promise<void> {
  await sql`
    update one_c_mappings set target = 'purchase'
    where node_id = ${nodeId} and kind = 'price_type' and target is null
      and (select count(*) from one_c_mappings other where other.node_id = ${nodeId} and other.kind = 'price_type') = 1`.execute(
    db,
  )
  await sql`
    insert into one_c_mappings (node_id, kind, external_id, name)
    select ${nodeId}::integer, 'warehouse', '', 'Общий остаток'
    where exists (select from one_c_stock where node_id = ${nodeId} and warehouse_id = '')
    on conflict do nothing`.execute(db)
  await sql`
    with own as (
      select min(warehouses.id) as id from one_c_nodes node
      join supply_routes on supply_routes.seller_id = node.seller_id and supply_routes.kind = 'own'
      join warehouses on warehouses.supply_route_id = supply_routes.id
      where node.id = ${nodeId} having count(*) = 1
    )
    update one_c_mappings set target = own.id::text from own
    where node_id = ${nodeId} and kind = 'warehouse' and target is null
      and (select count(*) from one_c_mappings other where other.node_id = ${nodeId} and other.kind = 'warehouse') = 1`.execute(
    db,
  )
}

/** Maps groups of 1C to the only inventory group of the portal with their name; what a person mapped stays. */
export const mapGroupsByName = (db: Db, nodeId: number) =>
  sql`
    update one_c_mappings set target = named.id::text
    from (
      select lower(name) as name, min(id) as id from inventory_groups group by lower(name) having count(*) = 1
    ) named
    where node_id = ${nodeId} and kind = 'group' and target is null and lower(one_c_mappings.name) = named.name`.execute(
    db,
  )

/** Notes what the groups of goods have changed, or would change in trial. */
export const noteGroupChanges = (db: Db, nodeId: number, changes: GroupChanges | null) =>
  db
    .updateTable('one_c_nodes')
    .set({ group_changes: changes && json(changes) })
    .where('id', '=', nodeId)
    .execute()

/**
 * Inventory groups of matched products: the mapping of their group of 1C, else of the nearest one above it. Goods that
 * are one product have the older group.
 * @see parameters: node
 */
export const GROUP_ROWS = `
  with recursive above as (
    select external_id as group_id, parent_id, target, 1 as depth from one_c_mappings
    where node_id = $1 and kind = 'group'
    union all
    select above.group_id, parent.parent_id, parent.target, depth + 1
    from above join one_c_mappings parent on parent.node_id = $1 and parent.kind = 'group'
      and parent.external_id = above.parent_id
    where above.target is null and depth < 100
  ), meant as (
    select above.group_id, inventory_groups.id as target_id from above
    join inventory_groups on inventory_groups.id::text = above.target
  )
  select good.product_id, min(meant.target_id) as group_id
  from one_c_goods good join meant on meant.group_id = good.group_id
  where good.node_id = $1 and good.product_id is not null and not good.is_deleted
  group by good.product_id`

/**
 * Nodes with received prices or stock that wait for their price imports, or with sale prices that wait for their columns:
 * 1C has sent nothing since the moment.
 */
export async function selectNodesWithNewOffers(db: Db, quietSince: Date, isOfSale: boolean): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select id from one_c_nodes node
    where case when ${isOfSale} then has_new_goods else has_new_offers end and not is_paused and not exists (
      select from one_c_sessions where node_id = node.id and ended_at is null and seen_at > ${quietSince})`.execute(db)
  return rows.map(({ id }) => id)
}

export interface MappedWarehouse {
  warehouse_id: number
  warehouse: string
  external_ids: string[]
}

/** Warehouses of the portal that the node supplies; several of 1C may be one of them. */
export async function selectMappedWarehouses(db: Db, nodeId: number): Promise<MappedWarehouse[]> {
  const { rows } = await sql<MappedWarehouse>`
    select warehouses.id as warehouse_id, warehouses.name as warehouse, array_agg(mapping.external_id) as external_ids
    from one_c_mappings mapping join warehouses on warehouses.id::text = mapping.target
    where mapping.node_id = ${nodeId} and mapping.kind = 'warehouse'
    group by warehouses.id order by warehouses.id`.execute(db)
  return rows
}

/**
 * Offers of a warehouse as rows of a price list: goods with a purchase price, at the sum of their characteristics'
 * stock. A matched product goes under its own maker and article. VAT is added where the price type excludes it.
 * @see parameters: node, ids of 1C warehouses, maker of goods without one
 */
export const PRICE_ROWS = `
  with price as (
    select price.external_id, max(case when mapping.includes_vat is not false then price.price_kop
      else round(price.price_kop * (1 + coalesce(nullif(nullif(good.vat_rate, 'none'), '')::numeric, 22) / 100)) end) as kop
    from one_c_prices price
    join one_c_mappings mapping on mapping.node_id = price.node_id and mapping.kind = 'price_type'
      and mapping.external_id = price.price_type_id and mapping.target = 'purchase'
    join one_c_goods good on good.node_id = price.node_id and good.external_id = price.external_id
    where price.node_id = $1 group by price.external_id
  ), stock as (
    select external_id, sum(qty) as qty from one_c_stock
    where node_id = $1 and warehouse_id = any($2::text[]) group by external_id
  )
  select coalesce(brands.name, nullif(good.brand, ''), $3::text) as brand, coalesce(products.article, good.article) as article,
    good.name, good.unit, good.barcode, stock.qty, price.kop::bigint as kop
  from stock join price using (external_id)
  join one_c_goods good on good.node_id = $1 and good.external_id = stock.external_id
  left join products on products.id = good.product_id left join brands on brands.id = products.brand_id
  where not good.is_deleted and price.kop > 0 and not (good.is_matched_by_hand and good.product_id is null)
  order by good.external_id`

export interface MappedColumn {
  external_id: string
  /** Price column of the portal; null when the type has none any more. */
  column_id: number | null
  /** Column that has prices of the type. */
  written_column_id: number | null
}

/** Price types whose prices a column has, or has had. */
export async function selectMappedColumns(db: Db, nodeId: number): Promise<MappedColumn[]> {
  const { rows } = await sql<MappedColumn>`
    select mapping.external_id, price_groups.id as column_id, mapping.written_column_id
    from one_c_mappings mapping left join price_groups on price_groups.id::text = mapping.target
    where mapping.node_id = ${nodeId} and mapping.kind = 'price_type'
      and (price_groups.id is not null or mapping.written_column_id is not null)
    order by mapping.external_id`.execute(db)
  return rows
}

/** Price columns to which any base of the seller writes. */
export async function selectTakenColumns(db: Db, sellerId: number): Promise<Map<number, string>> {
  const { rows } = await sql<{ id: number; name: string }>`
    select price_groups.id, mapping.name from one_c_mappings mapping
    join one_c_nodes node on node.id = mapping.node_id and node.seller_id = ${sellerId}
    join price_groups on price_groups.id::text = mapping.target
    where mapping.kind = 'price_type'`.execute(db)
  return new Map(rows.map(({ id, name }) => [id, name]))
}

/** Notes what the prices of a type have changed in their column; null where they were taken out of it. */
export const notePriceChanges = (
  db: Db,
  nodeId: number,
  externalId: string,
  change: { written_column_id?: number | null; price_changes: ColumnPriceChanges | null },
) =>
  db
    .updateTable('one_c_mappings')
    .set({ ...change, price_changes: change.price_changes && json(change.price_changes) })
    .where('node_id', '=', nodeId)
    .where('kind', '=', 'price_type')
    .where('external_id', '=', externalId)
    .execute()

/**
 * Sale prices of matched products with VAT: the highest of a product's characteristics. A zero is no price.
 * @see parameters: node, price type
 */
export const COLUMN_PRICE_ROWS = `
  select good.product_id, max(case when mapping.includes_vat is not false then price.price_kop
    else round(price.price_kop * (1 + coalesce(nullif(nullif(good.vat_rate, 'none'), '')::numeric, 22) / 100)) end)::bigint
    as price_kop
  from one_c_prices price
  join one_c_mappings mapping on mapping.node_id = price.node_id and mapping.kind = 'price_type'
    and mapping.external_id = price.price_type_id
  join one_c_goods good on good.node_id = price.node_id and good.external_id = price.external_id
  where price.node_id = $1 and price.price_type_id = $2 and price.price_kop > 0 and good.product_id is not null
    and not good.is_deleted
  group by good.product_id`

export interface GoodsWithPrice {
  brand: string
  article: string
  name: string
  unit: string
  barcode: string
  qty: number
  kop: number
}

/**
 * Matches goods to products by maker and article, then by barcode; more than one candidate matches nothing. Matches made
 * by hand stay.
 * @returns whether something was matched
 */
export async function matchByRules(db: Db, nodeId: number): Promise<boolean> {
  const { numAffectedRows: byArticle = 0n } = await sql`
    update one_c_goods good set product_id = found.product_id
    from (
      select own.external_id, min(products.id) as product_id
      from one_c_goods own
      join (select id as brand_id, key from brands union all select brand_id, key from brand_aliases) brand
        on brand.key = own.brand_key
      join products on products.brand_id = brand.brand_id and products.article_key = own.article_key
      where own.node_id = ${nodeId} and own.product_id is null and not own.is_matched_by_hand and own.article_key <> ''
      group by own.external_id having count(distinct products.id) = 1
    ) found
    where good.node_id = ${nodeId} and good.external_id = found.external_id`.execute(db)
  const { numAffectedRows: byBarcode = 0n } = await sql`
    update one_c_goods good set product_id = found.product_id
    from (
      select own.external_id, min(products.id) as product_id
      from one_c_goods own join products on products.barcode = own.barcode
      where own.node_id = ${nodeId} and own.product_id is null and not own.is_matched_by_hand and own.barcode <> ''
      group by own.external_id having count(distinct products.id) = 1
    ) found
    where good.node_id = ${nodeId} and good.external_id = found.external_id`.execute(db)
  return byArticle + byBarcode > 0n
}

/** Goods of 1C under which the node knows the products. */
export async function selectExternalIds(db: Db, nodeId: number, productIds: readonly number[]) {
  const rows = await db
    .selectFrom('one_c_goods')
    .select(({ fn }) => ['product_id', fn.min('external_id').as('external_id')])
    .where('node_id', '=', nodeId)
    .where('product_id', '=', sql<number>`any(${productIds}::integer[])`)
    .where('is_deleted', '=', false)
    .groupBy('product_id')
    .execute()
  return new Map(rows.map((row) => [row.product_id ?? 0, row.external_id]))
}

/** Products of the goods of 1C. */
export async function selectProductsOf(db: Db, nodeId: number, externalIds: readonly string[]) {
  const rows = await db
    .selectFrom('one_c_goods')
    .select(['external_id', 'product_id'])
    .where('node_id', '=', nodeId)
    .where('external_id', '=', sql<string>`any(${externalIds}::text[])`)
    .where('product_id', 'is not', null)
    .execute()
  return new Map(rows.map((row) => [row.external_id, row.product_id ?? 0]))
}

export const selectLossPercent = async (db: Db, nodeId: number): Promise<number> =>
  (await db.selectFrom('one_c_nodes').select('loss_percent').where('id', '=', nodeId).executeTakeFirstOrThrow())
    .loss_percent

export const selectHeldSession = async (db: Db, nodeId: number): Promise<number | null> =>
  (await db.selectFrom('one_c_nodes').select('held_session_id').where('id', '=', nodeId).executeTakeFirst())
    ?.held_session_id ?? null
