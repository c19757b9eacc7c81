import type { SupplierReturnState } from '@artikul/contract/purchasing/supplier-returns'
import { sql, type RawBuilder } from 'kysely'
import type { Db } from '../../../platform/db/index.ts'
import { literal } from '../../../platform/like.ts'
import type { Page } from '../../../platform/paging.ts'

export interface ReturnFilter {
  state?: SupplierReturnState | undefined
  supply_route_id?: number | undefined
  q?: string | undefined
}

export interface ReturnRow {
  id: number
  number: string
  claim_id: number
  claim_number: string
  contractor: string
  supply_route_id: number
  source: string
  email: string
  state: SupplierReturnState
  text: string
  answer: string
  document_number: string
  lines_count: number
  total_kop: number
  credited_kop: number | null
  version: number
  made_by: string
  created_at: Date
  sent_at: Date | null
  answered_at: Date | null
  ended_at: Date | null
}

const shown = (chosen: RawBuilder<unknown>) => sql<ReturnRow>`
  select own.*, claims.number as claim_number, contractors.name as contractor, supply_routes.name as source,
    supply_routes.orders_email as email, users.full_name as made_by, sums.lines_count, sums.total_kop
  from (${chosen}) own
  join claims on claims.id = own.claim_id
  join contractors on contractors.id = claims.contractor_id
  join supply_routes on supply_routes.id = own.supply_route_id
  join users on users.id = own.actor_id
  cross join lateral (
    select count(*)::integer as lines_count,
      coalesce(sum(round(coalesce(line.accepted_qty, line.qty) * line.purchase_kop)), 0)::bigint as total_kop
    from supplier_return_lines line where line.return_id = own.id
  ) sums
  order by own.id desc`

function matching({ state, supply_route_id: source, q }: ReturnFilter) {
  const all: RawBuilder<unknown>[] = [sql`true`]
  if (state) all.push(sql`own.state = ${state}`)
  if (source) all.push(sql`own.supply_route_id = ${source}`)
  if (q) all.push(sql`reverse(own.number) like ${`${literal(Array.from(q).toReversed().join(''))}%`}`)
  return sql.join(all, sql` and `)
}

export async function selectReturns(db: Db, filter: ReturnFilter, { size, offset }: Page) {
  const where = matching(filter)
  const [{ rows }, total] = await Promise.all([
    shown(
      sql`select * from supplier_returns own where ${where} order by id desc limit ${size} offset ${offset}`,
    ).execute(db),
    sql<{ total: number }>`select count(*)::integer as total from supplier_returns own where ${where}`.execute(db),
  ])
  return { rows, total: total.rows[0]?.total ?? 0 }
}

export const selectReturnsOfClaim = async (db: Db, claimId: number) =>
  (await shown(sql`select * from supplier_returns where claim_id = ${claimId}`).execute(db)).rows

export const selectReturn = async (db: Db, id: number) =>
  (await shown(sql`select * from supplier_returns where id = ${id}`).execute(db)).rows[0]

export async function selectReturnSources(db: Db) {
  const { rows } = await sql<{ id: number; name: string }>`
    select id, name from supply_routes where id in (select supply_route_id from supplier_returns)
    order by name limit 500`.execute(db)
  return rows
}

/** Selects the lines of returns, as their goods were sold. */
export const selectReturnLines = (db: Db, returnIds: readonly number[]) =>
  db
    .selectFrom('supplier_return_lines as own')
    .innerJoin('claim_lines', 'claim_lines.id', 'own.claim_line_id')
    .innerJoin('shipment_lines', 'shipment_lines.id', 'claim_lines.shipment_line_id')
    .innerJoin('order_lines as line', 'line.id', 'shipment_lines.order_line_id')
    .select(['own.id', 'own.return_id', 'own.claim_line_id', 'own.qty', 'own.purchase_kop', 'own.accepted_qty'])
    .select(['line.brand', 'line.article', 'line.name', 'line.unit'])
    .select(sql<number>`coalesce(claim_lines.accepted_qty, claim_lines.qty)`.as('claimed_qty'))
    .where('own.return_id', '=', sql<number>`any(${returnIds}::integer[])`)
    .orderBy('claim_lines.position')
    .execute()

/** Selects the photos and documents of the claim, without pending uploads. */
export const selectFilesOfReturn = (db: Db, claimId: number) =>
  db
    .selectFrom('claim_files')
    .select(['id', 'name', 'type'])
    .where('claim_id', '=', claimId)
    .where('message_id', 'is not', null)
    .orderBy('id')
    .limit(100)
    .execute()

/** Selects the contents of the first files that fit into a number of bytes. */
export async function selectAttachments(db: Db, claimId: number, bytes: number) {
  const { rows } = await sql<{ name: string; content: Buffer }>`
    select name, bytes as content from (
      select id, name, bytes, sum(octet_length(bytes)) over (order by id) as total
      from claim_files where claim_id = ${claimId} and message_id is not null
    ) file where total <= ${bytes} order by id`.execute(db)
  return rows
}

export interface ReturnedGoods {
  claim_line_id: number
  qty: number
  /** Supplier of the goods; null for own stock of unknown origin. */
  supply_route_id: number | null
  purchase_kop: number
}

/**
 * Selects the goods of a claim that stand in no return yet, with their supplier and purchase price: of the supplier's order for the client's line, of
 * the partner's price list, or of the last order that brought the product into the own warehouse.
 */
export async function selectGoodsToReturn(db: Db, claimId: number): Promise<ReturnedGoods[]> {
  const { rows } = await sql<ReturnedGoods>`
    select own.id as claim_line_id, coalesce(own.accepted_qty, own.qty) as qty,
      coalesce(ordered.supply_route_id, case when supply_routes.kind <> 'own' then supply_routes.id end,
        bought.supply_route_id) as supply_route_id,
      coalesce(ordered.kop, case when supply_routes.kind = 'own' then bought.kop end, line.purchase_kop) as purchase_kop
    from claim_lines own
    join shipment_lines on shipment_lines.id = own.shipment_line_id
    join order_lines line on line.id = shipment_lines.order_line_id
    join warehouses on warehouses.id = line.warehouse_id
    join supply_routes on supply_routes.id = warehouses.supply_route_id
    left join lateral (
      select supply_route_id, coalesce(confirmed_kop, purchase_kop) as kop from supplier_order_lines asked
      where asked.order_line_id = line.id and asked.received_qty > 0 order by asked.id desc limit 1
    ) ordered on true
    left join lateral (
      select supply_route_id, coalesce(confirmed_kop, purchase_kop) as kop from supplier_order_lines asked
      where asked.product_id = line.product_id and asked.stock_warehouse_id = line.warehouse_id and asked.received_qty > 0
        and asked.state not in ('refused', 'cancelled')
      order by asked.id desc limit 1
    ) bought on true
    where own.claim_id = ${claimId} and coalesce(own.accepted_qty, own.qty) > 0
      and not exists (select from supplier_return_lines returned where returned.claim_line_id = own.id)
    order by own.position`.execute(db)
  return rows
}

export const isClaim = async (db: Db, id: number) =>
  (await db.selectFrom('claims').select('id').where('id', '=', id).executeTakeFirst()) !== undefined

export const lockClaimToReturn = (db: Db, id: number) =>
  db.selectFrom('claims').select(['id', 'kind', 'text', 'state']).where('id', '=', id).forUpdate().executeTakeFirst()

export const selectReturnSupplier = (db: Db, id: number) =>
  db.selectFrom('supply_routes').select('id').where('id', '=', id).where('kind', '<>', 'own').executeTakeFirst()

interface NewReturn {
  claim_id: number
  supply_route_id: number
  text: string
  actor_id: number
  subject_id: number
  created_at: Date
}

/** @returns undefined when the claim already has a return to the supplier */
export async function insertReturn(db: Db, made: NewReturn) {
  const { rows } = await sql<{ id: number; number: string }>`
    insert into supplier_returns (number, claim_id, supply_route_id, text, actor_id, subject_id, created_at)
    values ('ВП-' || lpad(nextval('supplier_return_number')::text, 6, '0'), ${made.claim_id}, ${made.supply_route_id},
      ${made.text}, ${made.actor_id}, ${made.subject_id}, ${made.created_at})
    on conflict (claim_id, supply_route_id) do nothing returning id, number`.execute(db)
  return rows[0]
}

/** Selects the draft of the claim's return to the supplier. */
export const selectReturnDraft = (db: Db, claimId: number, supplyRouteId: number) =>
  db
    .selectFrom('supplier_returns')
    .select(['id', 'number'])
    .where('claim_id', '=', claimId)
    .where('supply_route_id', '=', supplyRouteId)
    .where('state', '=', 'draft')
    .executeTakeFirst()

export const insertReturnLines = (db: Db, returnId: number, goods: readonly ReturnedGoods[]) =>
  db
    .insertInto('supplier_return_lines')
    .values(
      goods.map(({ claim_line_id, qty, purchase_kop }) => ({ return_id: returnId, claim_line_id, qty, purchase_kop })),
    )
    .execute()

export const lockReturn = (db: Db, id: number) =>
  db
    .selectFrom('supplier_returns')
    .select(['id', 'version', 'state'])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()

interface ReturnFields {
  state?: SupplierReturnState
  text?: string
  answer?: string
  document_number?: string
  credited_kop?: number | null
  sent_at?: Date
  answered_at?: Date
  ended_at?: Date
}

export const updateReturn = (db: Db, id: number, fields: ReturnFields) =>
  db
    .updateTable('supplier_returns')
    .set({ ...fields, version: sql`version + 1` })
    .where('id', '=', id)
    .execute()

export const updateReturnLines = (db: Db, lines: readonly { id: number; qty: number; purchase_kop: number }[]) =>
  sql`
    update supplier_return_lines line set qty = given.qty, purchase_kop = given.kop
    from unnest(${lines.map(({ id }) => id)}::integer[], ${lines.map(({ qty }) => qty)}::numeric[],
      ${lines.map((line) => line.purchase_kop)}::bigint[]) as given (id, qty, kop)
    where line.id = given.id`.execute(db)

export const deleteReturnLines = (db: Db, ids: readonly number[]) =>
  sql`delete from supplier_return_lines where id = any(${ids}::integer[])`.execute(db)

export const setAcceptedQuantities = (db: Db, lines: readonly { id: number; accepted_qty: number }[]) =>
  sql`
    update supplier_return_lines line set accepted_qty = given.qty
    from unnest(${lines.map(({ id }) => id)}::integer[], ${lines.map((line) => line.accepted_qty)}::numeric[]) as given (id, qty)
    where line.id = given.id`.execute(db)

export const deleteReturn = (db: Db, id: number) => db.deleteFrom('supplier_returns').where('id', '=', id).execute()
