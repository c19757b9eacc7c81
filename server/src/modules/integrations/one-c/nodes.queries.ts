import {
  PURCHASE_PRICE,
  type OneCChanges,
  type OneCDirection,
  type OneCMapping,
  type OneCMappingPatch,
} from '@artikul/contract/integrations/one-c'
import { sql, type RawBuilder } from 'kysely'
import type { Db } from '../../../platform/db/index.ts'
import { writtenBy, type Writer } from '../../../platform/http/index.ts'
import { literal } from '../../../platform/like.ts'
import type { Page } from '../../../platform/paging.ts'
import { PICTURE_NAME } from './reading/file-names.ts'

export interface NodeRow {
  id: number
  seller: string
  name: string
  login: string
  reads_odata: boolean
  default_brand: string
  directions: OneCDirection[]
  is_paused: boolean
  is_trial: boolean
  loss_percent: number
  held_count: number
  last_exchange_at: Date | null
  unconfirmed_orders: number
  unconfirmed_since: Date | null
  waiting_documents: number
  alarms: string[]
  goods_count: number
  unmatched_goods: number
  photos_count: number
  refused_pictures: number
  unmapped_count: number
  version: number
}

export async function selectNodes(db: Db): Promise<NodeRow[]> {
  const { rows } = await sql<NodeRow>`
    select node.id, sellers.name as seller, node.name, node.login, node.default_brand, node.directions, node.is_paused,
      node.is_trial, node.loss_percent, node.held_count, node.last_exchange_at, node.version,
      exists (select from one_c_connections where node_id = node.id and is_on) as reads_odata,
      coalesce(waiting.count, 0) as unconfirmed_orders, waiting.since as unconfirmed_since,
      (select count(*) from one_c_documents where node_id = node.id and state = 'waiting') as waiting_documents,
      array(select text from one_c_alarms where node_id = node.id order by reason) as alarms,
      (select count(*) from one_c_goods where node_id = node.id and not is_deleted) as goods_count,
      (select count(*) from one_c_goods where node_id = node.id and product_id is null and not is_deleted)
        as unmatched_goods,
      (select count(*) from one_c_pictures where node_id = node.id and photo_hash is not null) as photos_count,
      (select count(*) from one_c_pictures where node_id = node.id and refusal <> '') as refused_pictures,
      (select count(*) from one_c_mappings where node_id = node.id and kind in ('warehouse', 'price_type')
        and target is null) as unmapped_count
    from one_c_nodes node join sellers on sellers.id = node.seller_id
    left join lateral (
      select count(*) as count, min(queued_at) as since from one_c_orders
      where node_id = node.id and confirmed_revision is distinct from revision
    ) waiting on true
    order by node.id`.execute(db)
  return rows
}

interface NewNode {
  seller_id: number
  name: string
  default_brand: string
  login: string
  password_hash: string
}

/** Connects a node: orders placed from now on are sent. Undefined when the name is taken. */
export const insertNode = (db: Db, node: NewNode, writer: Writer, now: Date) =>
  db
    .insertInto('one_c_nodes')
    .values({
      ...node,
      directions: ['offers', 'orders_out', 'orders_in', 'shipments', 'payments'],
      sends_from: now,
      events_position: sql<number>`(select coalesce(max(position), 0) from events)`,
      ...writtenBy(writer),
      created_at: now,
    })
    .onConflict((conflict) => conflict.column('name').doNothing())
    .returning('id')
    .executeTakeFirst()

export const lockNode = (db: Db, id: number) =>
  db
    .selectFrom('one_c_nodes')
    .select([
      'id',
      'seller_id',
      'name',
      'login',
      'default_brand',
      'directions',
      'is_paused',
      'is_trial',
      'loss_percent',
    ])
    .select('version')
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()

interface NodeChange {
  name?: string
  default_brand?: string
  directions?: OneCDirection[]
  is_paused?: boolean
  is_trial?: boolean
  active_since?: Date
  loss_percent?: number
  password_hash?: string
  has_new_offers?: boolean
  has_new_goods?: boolean
}

export const updateNode = (db: Db, id: number, change: NodeChange) =>
  db
    .updateTable('one_c_nodes')
    .set({ ...change, version: sql`version + 1` })
    .where('id', '=', id)
    .returning('version')
    .executeTakeFirstOrThrow()

/** Requests a check of the base and a read of all its objects in the next round. */
export const requestFullReading = (db: Db, nodeId: number, now: Date) =>
  db
    .updateTable('one_c_connections')
    .set({ resolved: null, wants_check: true, scanned_at: null, next_read_at: now })
    .where('node_id', '=', nodeId)
    .execute()

/** Applies the matched contracts of a node again: their terms may be wanted now. */
export const reapplyContracts = (db: Db, nodeId: number) =>
  db
    .updateTable('one_c_objects')
    .set({ state: 'new' })
    .where('node_id', '=', nodeId)
    .where('kind', '=', 'contract')
    .where('state', '=', 'applied')
    .execute()

export const selectNodeNamed = (db: Db, name: string) =>
  db.selectFrom('one_c_nodes').select('id').where('name', '=', name).executeTakeFirst()

export const isNameTaken = async (db: Db, name: string, exceptId: number) =>
  (await db
    .selectFrom('one_c_nodes')
    .select('id')
    .where('name', '=', name)
    .where('id', '<>', exceptId)
    .executeTakeFirst()) !== undefined

export const selectSellerInUse = (db: Db, id: number) =>
  db.selectFrom('sellers').select(['id', 'name']).where('id', '=', id).where('closed_at', 'is', null).executeTakeFirst()

export const isNode = async (db: Db, id: number) =>
  (await db.selectFrom('one_c_nodes').select('id').where('id', '=', id).executeTakeFirst()) !== undefined

const MAX_MAPPINGS = 3000

/** Mapped reference data, groups with those above them; what has disappeared on the portal counts as not mapped. */
export async function selectMappings(db: Db, nodeId: number) {
  const { rows } = await sql<OneCMapping>`
    with recursive named as (
      select external_id, name from one_c_mappings mapping
      where node_id = ${nodeId} and kind = 'group' and not exists (select from one_c_mappings above
        where above.node_id = ${nodeId} and above.kind = 'group' and above.external_id = mapping.parent_id)
      union all
      select mapping.external_id, named.name || ' / ' || mapping.name
      from named join one_c_mappings mapping on mapping.node_id = ${nodeId} and mapping.kind = 'group'
        and mapping.parent_id = named.external_id
    ), counted as (
      select group_id, count(*) as count from one_c_goods
      where node_id = ${nodeId} and group_id <> '' and not is_deleted group by group_id
    )
    select mapping.kind, mapping.external_id, coalesce(named.name, mapping.name) as name, mapping.price_changes,
      case when case when mapping.target !~ '^\\d' then true
        when mapping.kind = 'price_type' then exists (select from price_groups where id::text = mapping.target)
        when mapping.kind = 'group' then exists (select from inventory_groups where id::text = mapping.target)
        else true end then mapping.target end as target,
      case mapping.kind
      when 'warehouse' then (select count(*) from one_c_stock where node_id = ${nodeId} and warehouse_id = mapping.external_id)
      when 'price_type' then (select count(*) from one_c_prices where node_id = ${nodeId} and price_type_id = mapping.external_id)
      else coalesce(counted.count, 0) end as rows_count
    from one_c_mappings mapping
    left join named on mapping.kind = 'group' and named.external_id = mapping.external_id
    left join counted on mapping.kind = 'group' and counted.group_id = mapping.external_id
    where mapping.node_id = ${nodeId} and mapping.kind in ('warehouse', 'price_type', 'status', 'group')
    order by mapping.kind = 'group', mapping.kind, 3, mapping.external_id limit ${MAX_MAPPINGS}`.execute(db)
  return rows
}

/** Inventory groups with those above them: «Масла / Моторные». */
export async function selectGroupPaths(db: Db) {
  const { rows } = await sql<{ id: number; name: string }>`
    with recursive named as (
      select id, name from inventory_groups where parent_id is null
      union all
      select own.id, named.name || ' / ' || own.name from named join inventory_groups own on own.parent_id = named.id
    )
    select id, name from named order by name, id limit ${MAX_MAPPINGS}`.execute(db)
  return rows
}

export const selectGroupChanges = async (db: Db, nodeId: number) =>
  ((await db.selectFrom('one_c_nodes').select('group_changes').where('id', '=', nodeId).executeTakeFirst())
    ?.group_changes ?? null) as OneCChanges | null

/** Own warehouses of the node's seller. */
export const selectWarehousesOfNode = (db: Db, nodeId: number) =>
  db
    .selectFrom('warehouses')
    .innerJoin('supply_routes', 'supply_routes.id', 'warehouses.supply_route_id')
    .innerJoin('one_c_nodes', 'one_c_nodes.seller_id', 'supply_routes.seller_id')
    .select(['warehouses.id', 'warehouses.name'])
    .where('one_c_nodes.id', '=', nodeId)
    .where('supply_routes.kind', '=', 'own')
    .orderBy('warehouses.name')
    .limit(200)
    .execute()

export const selectPriceColumns = (db: Db) =>
  db.selectFrom('price_groups').select(['id', 'name']).orderBy('name').limit(200).execute()

/** Price type of the seller, of any base, whose prices the column has already. */
export const selectTypeOfColumn = (
  db: Db,
  node: { id: number; seller_id: number },
  { externalId, target }: { externalId: string; target: string },
) =>
  db
    .selectFrom('one_c_mappings')
    .innerJoin('one_c_nodes', 'one_c_nodes.id', 'one_c_mappings.node_id')
    .select(['one_c_mappings.name', 'one_c_nodes.name as node'])
    .where('one_c_nodes.seller_id', '=', node.seller_id)
    .where('kind', '=', 'price_type')
    .where('target', '=', target)
    .where((where) => where.or([where('node_id', '<>', node.id), where('external_id', '<>', externalId)]))
    .executeTakeFirst()

/** Only one price type holds the purchase prices. */
export async function updateMapping(db: Db, nodeId: number, { kind, external_id, target }: OneCMappingPatch) {
  if (target === PURCHASE_PRICE)
    await db
      .updateTable('one_c_mappings')
      .set({ target: null })
      .where('node_id', '=', nodeId)
      .where('kind', '=', 'price_type')
      .where('target', '=', PURCHASE_PRICE)
      .execute()
  return db
    .updateTable('one_c_mappings')
    .set({ target, price_changes: null })
    .where('node_id', '=', nodeId)
    .where('kind', '=', kind)
    .where('external_id', '=', external_id)
    .returning('name')
    .executeTakeFirst()
}

export interface SessionRow {
  id: number
  kind: 'catalog' | 'sale' | 'odata'
  started_at: Date
  seen_at: Date
  ended_at: Date | null
  sent_orders: number
  confirmed_orders: number
  total: number
}

/** Selects the sessions in which something was exchanged, or all. */
export async function selectSessions(db: Db, nodeId: number, isAll: boolean, { size, offset }: Page) {
  const { rows } = await sql<SessionRow>`
    select session.id, session.kind, session.started_at, session.seen_at, session.ended_at, count(*) over () as total,
      (select count(*) from one_c_orders where session_id = session.id) as sent_orders,
      (select count(*) from one_c_orders where session_id = session.id and confirmed_revision >= sent_revision)
        as confirmed_orders
    from one_c_sessions session where session.node_id = ${nodeId} and (${isAll}
      or exists (select from one_c_files where session_id = session.id)
      or exists (select from one_c_orders where session_id = session.id))
    order by session.id desc limit ${size} offset ${offset}`.execute(db)
  return rows
}

/** Selects the files of sessions; pictures, thousands of which one session may bring, are counted by the others. */
export const selectFilesOfSessions = (db: Db, sessionIds: readonly number[]) =>
  db
    .selectFrom('one_c_files as file')
    .select(['file.id', 'file.session_id', 'file.name', 'file.size', 'file.state', 'file.is_full', 'file.counts'])
    .select(['file.failure', 'file.created_at', 'file.finished_at'])
    .select(sql<boolean>`exists (select from one_c_file_parts part where part.file_id = file.id)`.as('has_content'))
    .where('file.session_id', '=', sql<number>`any(${sessionIds}::integer[])`)
    .where(sql<boolean>`file.name !~* ${PICTURE_NAME}`)
    .orderBy('file.id')
    .execute()

export const selectFileName = (db: Db, id: number) =>
  db.selectFrom('one_c_files').select(['id', 'name', 'size']).where('id', '=', id).executeTakeFirst()

export interface GoodsRow {
  external_id: string
  brand: string
  article: string
  name: string
  barcode: string
  is_matched_by_hand: boolean
  picture_refusal: string
  product: { id: number; code: string; brand: string; article: string; name: string } | null
  proposals: { id: number; brand: string; article: string; name: string }[]
  total: number
}

interface GoodsFilter {
  q?: string | undefined
  state?: 'unmatched' | 'matched' | undefined
}

export async function selectGoods(db: Db, nodeId: number, { q, state }: GoodsFilter, { size, offset }: Page) {
  const all: RawBuilder<unknown>[] = [sql`good.node_id = ${nodeId} and not good.is_deleted`]
  if (state === 'unmatched') all.push(sql`good.product_id is null`)
  if (state === 'matched') all.push(sql`good.product_id is not null`)
  if (q) {
    const like = `%${literal(q)}%`
    all.push(sql`(good.name ilike ${like} or good.article ilike ${like} or good.brand ilike ${like})`)
  }
  const where = sql.join(all, sql` and `)
  // The page and the count each read an index; counting beside the page would read every row.
  const { rows } = await sql<GoodsRow>`
    select good.external_id, good.brand, good.article, good.name, good.barcode, good.is_matched_by_hand,
      (select count(*) from one_c_goods good where ${where}) as total,
      (select coalesce(string_agg(distinct refusal, '; '), '') from one_c_pictures
        where node_id = good.node_id and external_id = good.external_id and refusal <> '') as picture_refusal,
      case when products.id is not null then jsonb_build_object('id', products.id, 'code', products.code,
        'brand', brands.name, 'article', products.article, 'name', products.name) end as product,
      case when products.id is not null then '[]'::jsonb else (
        select coalesce(jsonb_agg(jsonb_build_object('id', like_it.id, 'brand', maker.name, 'article', like_it.article,
          'name', like_it.name)), '[]'::jsonb)
        from (
          select id, brand_id, article, name from products where article_key = good.article_key and good.article_key <> ''
          union select id, brand_id, article, name from products where barcode = good.barcode and good.barcode <> ''
          limit 5
        ) like_it join brands maker on maker.id = like_it.brand_id
      ) end as proposals
    from (
      select * from one_c_goods good where ${where} order by good.name, good.external_id limit ${size} offset ${offset}
    ) good
    left join products on products.id = good.product_id left join brands on brands.id = products.brand_id
    order by good.name, good.external_id`.execute(db)
  return rows
}

/** Matches goods by hand, or detaches them; rules leave them alone afterwards. */
export async function setMatches(
  db: Db,
  nodeId: number,
  matches: readonly { external_id: string; product_id: number | null }[],
): Promise<number> {
  const { numAffectedRows = 0n } = await sql`
    update one_c_goods set product_id = given.product_id, is_matched_by_hand = true
    from unnest(${matches.map((one) => one.external_id)}::text[], ${matches.map((one) => one.product_id)}::integer[])
      as given (external_id, product_id)
    where node_id = ${nodeId} and one_c_goods.external_id = given.external_id`.execute(db)
  return Number(numAffectedRows)
}

export const countKnownProducts = async (db: Db, ids: readonly number[]) => {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from products where id = any(${ids}::integer[])`.execute(db)
  return rows[0]?.count ?? 0
}

export interface DocumentRow {
  id: number
  kind: 'order' | 'shipment' | 'payment' | 'return'
  number: string
  day: string
  sum_kop: number
  order_id: number | null
  order_number: string | null
  state: 'applied' | 'waiting' | 'refused'
  reason: string
  received_at: Date
  total: number
}

interface DocumentFilter {
  q?: string | undefined
  state?: DocumentRow['state'] | undefined
}

export async function selectReceivedDocuments(
  db: Db,
  nodeId: number,
  { q, state }: DocumentFilter,
  { size, offset }: Page,
) {
  const all: RawBuilder<unknown>[] = [sql`document.node_id = ${nodeId}`]
  if (state) all.push(sql`document.state = ${state}`)
  if (q) all.push(sql`(document.number ilike ${`%${literal(q)}%`} or orders.number ilike ${`%${literal(q)}%`})`)
  const { rows } = await sql<DocumentRow>`
    select document.id, document.kind, document.number, document.day, document.sum_kop, document.order_id,
      orders.number as order_number, document.state, document.reason, document.received_at, count(*) over () as total
    from one_c_documents document left join orders on orders.id = document.order_id
    where ${sql.join(all, sql` and `)}
    order by document.received_at desc, document.id desc limit ${size} offset ${offset}`.execute(db)
  return rows
}

export interface OrderRow {
  order_id: number
  number: string
  contractor: string
  total_kop: number
  queued_at: Date
  sent_at: Date | null
  confirmed_at: Date | null
  is_confirmed: boolean
  external_number: string | null
  total: number
}

export async function selectExchangedOrders(
  db: Db,
  nodeId: number,
  { state }: { state?: 'waiting' | 'confirmed' | undefined },
  { size, offset }: Page,
) {
  const all: RawBuilder<unknown>[] = [sql`own.node_id = ${nodeId}`]
  if (state === 'waiting') all.push(sql`own.confirmed_revision is distinct from own.revision`)
  if (state === 'confirmed') all.push(sql`own.confirmed_revision = own.revision`)
  const { rows } = await sql<OrderRow>`
    select own.order_id, orders.number, contractors.name as contractor, orders.total_kop, own.queued_at, own.sent_at,
      own.confirmed_at, coalesce(own.confirmed_revision = own.revision, false) as is_confirmed, own.external_number,
      count(*) over () as total
    from one_c_orders own join orders on orders.id = own.order_id join contractors on contractors.id = orders.contractor_id
    where ${sql.join(all, sql` and `)}
    order by own.order_id desc limit ${size} offset ${offset}`.execute(db)
  return rows
}
