import type { LineState } from '@artikul/contract/ordering/orders/line-states'
import { sql } from 'kysely'
import type { Db } from '../../../platform/db/index.ts'

/**
 * Queues the orders of the node's seller that have changed since the last time: each once, at its last version.
 * Concurrent calls queue the same orders once, because the node's row is locked.
 */
export async function queueChangedOrders(tx: Db, nodeId: number, now: Date): Promise<void> {
  const node = await tx
    .selectFrom('one_c_nodes')
    .select(['seller_id', 'events_position', 'sends_from'])
    .where('id', '=', nodeId)
    .forUpdate()
    .executeTakeFirst()
  if (!node) return
  const { rows } = await sql<{ last: number | null }>`
    with changed as (
      select about_id, position from events where about = 'order' and position > ${node.events_position}
    ), queued as (
      insert into one_c_orders (node_id, order_id, revision, queued_at)
      select ${nodeId}::integer, orders.id, orders.version, ${now}::timestamptz
      from orders where id in (select about_id from changed) and seller_id = ${node.seller_id}
        and created_at >= ${node.sends_from}
      on conflict (node_id, order_id) do update set revision = excluded.revision, queued_at = excluded.queued_at
        where one_c_orders.revision <> excluded.revision
    )
    select max(position) as last from changed`.execute(tx)
  const last = rows[0]?.last ?? null
  if (last !== null)
    await tx.updateTable('one_c_nodes').set({ events_position: last }).where('id', '=', nodeId).execute()
}

/** Order as 1C receives it. */
export interface SentOrder {
  id: number
  number: string
  version: number
  client_number: string
  comment: string
  status: string
  created_at: Date
  expected_date: string
  total_kop: number
  is_pickup: boolean
  seller: string
  seller_inn: string
  seller_kpp: string | null
  seller_address: string
  contractor_id: number
  contractor: string
  contractor_inn: string
  contractor_kpp: string | null
  contractor_address: string
  contractor_external_id: string | null
  consignee_id: number
  consignee: string
  consignee_address: string
  contract_number: string
  contract_day: string
}

/** Selects orders that wait for 1C: each is given until 1C has confirmed it. */
export async function selectOrdersToSend(db: Db, nodeId: number, limit: number) {
  const { rows } = await sql<SentOrder>`
    select orders.id, orders.number, orders.version, orders.client_number, orders.comment, orders.status, orders.created_at,
      orders.expected_date, orders.total_kop, orders.is_pickup, sellers.full_name as seller, sellers.inn as seller_inn,
      sellers.kpp as seller_kpp, sellers.address as seller_address, contractors.id as contractor_id,
      contractors.full_name as contractor, contractors.inn as contractor_inn, contractors.kpp as contractor_kpp,
      contractors.address as contractor_address, contractors.external_id as contractor_external_id,
      consignees.id as consignee_id, consignees.name as consignee, consignees.address as consignee_address,
      contracts.number as contract_number, contracts.signed_on::text as contract_day
    from one_c_orders waiting join orders on orders.id = waiting.order_id
    join sellers on sellers.id = orders.seller_id join contractors on contractors.id = orders.contractor_id
    join consignees on consignees.id = orders.consignee_id join contracts on contracts.id = orders.contract_id
    where waiting.node_id = ${nodeId} and waiting.confirmed_revision is distinct from waiting.revision
    order by orders.id limit ${limit}`.execute(db)
  return rows
}

export interface SentLine {
  id: number
  order_id: number
  product_id: number
  product_code: string
  brand: string
  article: string
  name: string
  unit: string
  /** Ordered, and what is left after refusals and cancellations. */
  qty: number
  kept_qty: number
  price_kop: number
  vat_rate: string
  client_ref: string
  comment: string
  expected_date: string
  is_delivery: boolean
  barcode: string | null
}

export async function selectLinesToSend(db: Db, orderIds: readonly number[], dropped: readonly LineState[]) {
  const { rows } = await sql<SentLine>`
    select line.id, line.order_id, line.product_id, products.code as product_code, line.brand, line.article, line.name,
      line.unit, line.qty, line.price_kop, line.vat_rate, line.client_ref, line.comment, line.expected_date, line.is_delivery,
      products.barcode, coalesce((
        select sum(part.qty) from order_line_allocations part
        where part.line_id = line.id and part.state <> all(${dropped}::text[])
      ), 0) as kept_qty
    from order_lines line join products on products.id = line.product_id
    where line.order_id = any(${orderIds}::integer[]) order by line.order_id, line.position`.execute(db)
  return rows
}

/** Notes the versions of the last answer of the session: only these are confirmed. */
export async function noteSent(
  tx: Db,
  { nodeId, sessionId }: { nodeId: number; sessionId: number },
  orders: readonly Pick<SentOrder, 'id' | 'version'>[],
  now: Date,
): Promise<void> {
  await tx.updateTable('one_c_orders').set({ session_id: null }).where('session_id', '=', sessionId).execute()
  await sql`
    update one_c_orders set sent_revision = given.version, session_id = ${sessionId}, sent_at = ${now}
    from unnest(${orders.map(({ id }) => id)}::integer[], ${orders.map(({ version }) => version)}::integer[])
      as given (order_id, version)
    where node_id = ${nodeId} and one_c_orders.order_id = given.order_id`.execute(tx)
}

/** 1C has saved the orders of the session. */
export const confirmSent = (db: Db, sessionId: number, now: Date) =>
  sql`
    update one_c_orders set confirmed_revision = sent_revision, confirmed_at = ${now}
    where session_id = ${sessionId} and confirmed_revision is distinct from sent_revision`.execute(db)

/** Checks whether 1C has confirmed the order as it is now. */
export async function isOrderConfirmed(db: Db, nodeId: number, orderId: number): Promise<boolean> {
  const { rows } = await sql`
    select from one_c_orders own join orders on orders.id = own.order_id
    where own.node_id = ${nodeId} and own.order_id = ${orderId} and own.confirmed_revision = orders.version`.execute(db)
  return rows.length > 0
}

/** Notes that the change of a confirmed order came from 1C itself: it need not be sent back. */
export const noteOwnChange = (db: Db, nodeId: number, orderId: number) =>
  sql`
    update one_c_orders set revision = orders.version, confirmed_revision = orders.version
    from orders where node_id = ${nodeId} and order_id = ${orderId} and orders.id = order_id`.execute(db)

export const noteOwnNumber = (db: Db, nodeId: number, orderId: number, number: string) =>
  db
    .updateTable('one_c_orders')
    .set({ external_number: number })
    .where('node_id', '=', nodeId)
    .where('order_id', '=', orderId)
    .execute()

/** Sends an order again in the next session. */
export async function resendOrder(db: Db, nodeId: number, orderId: number): Promise<boolean> {
  const row = await db
    .updateTable('one_c_orders')
    .set({ confirmed_revision: null, confirmed_at: null, sent_revision: null, session_id: null })
    .where('node_id', '=', nodeId)
    .where('order_id', '=', orderId)
    .returning('order_id')
    .executeTakeFirst()
  return row !== undefined
}
