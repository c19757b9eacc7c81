import type { SupplierOrderChannel } from '@artikul/contract/purchasing/supplier-orders'
import type { SupplierOrderState } from '@artikul/contract/purchasing/supplier-order-states'
import { sql, type RawBuilder } from 'kysely'
import type { Db } from '../../../platform/db/index.ts'
import { literal } from '../../../platform/like.ts'
import type { Page } from '../../../platform/paging.ts'
import { CHANNEL } from './sending/form.queries.ts'

/** Upper bound above the number of sources in any installation. */
const MAX_QUEUES = 500

export interface SupplierOrderFilter {
  supply_route_id?: number | undefined
  state?: SupplierOrderState | undefined
  requires_action?: boolean | undefined
  q?: string | undefined
}

function conditions({
  supply_route_id: supplyRouteId,
  state,
  requires_action: requiresAction,
  q,
}: SupplierOrderFilter): RawBuilder<unknown> {
  const all: RawBuilder<unknown>[] = [sql`true`]
  if (supplyRouteId) all.push(sql`own.supply_route_id = ${supplyRouteId}`)
  if (state) all.push(sql`own.state = ${state}`)
  if (q) all.push(sql`reverse(own.number) like ${`${literal(Array.from(q).reverse().join(''))}%`}`)
  // Three conditions, each with its own index: stopped orders, lines that could not follow, manual cancellations.
  if (requiresAction)
    all.push(sql`own.id in (
      select id from supplier_orders where state in ('unknown', 'stopped', 'refused')
      union select supplier_order_id from supplier_order_lines where not_applied <> ''
      union select line.supplier_order_id from supplier_cancellations wish
        join supplier_order_lines line on line.id = wish.line_id where wish.state in ('refused', 'by_hand'))`)
  return sql.join(all, sql` and `)
}

export interface SupplierOrderRow {
  id: number
  version: number
  number: string
  supply_route_id: number
  source: string
  min_order_kop: number
  channel: SupplierOrderChannel
  state: SupplierOrderState
  reason: string
  lines_count: number
  total_kop: number
  not_applied_count: number
  cancellations_count: number
  created_at: Date
  made_by: string | null
  sent_at: Date | null
  asked_at: Date | null
  next_at: Date | null
}

const presented = (chosen: RawBuilder<unknown>) => sql<SupplierOrderRow>`
  select own.id, own.version, own.number, own.supply_route_id, supply_routes.name as source, supply_routes.min_order_kop, own.channel, own.state, own.reason,
    lines.lines_count, lines.total_kop, lines.not_applied_count,
    lines.cancellations_count, own.created_at, users.full_name as made_by,
    own.sent_at, own.asked_at, own.next_at
  from (${chosen}) own
  join supply_routes on supply_routes.id = own.supply_route_id
  left join users on users.id = own.actor_id
  cross join lateral (
    select count(*)::integer as lines_count, count(*) filter (where not_applied <> '')::integer as not_applied_count,
      count(*) filter (where wish.state in ('refused', 'by_hand'))::integer as cancellations_count,
      coalesce(sum(round(coalesce(confirmed_qty, line.qty) * coalesce(confirmed_kop, purchase_kop))), 0)::bigint as total_kop
    from supplier_order_lines line left join supplier_cancellations wish on wish.line_id = line.id
    where line.supplier_order_id = own.id
  ) lines
  order by own.id desc`

export async function selectSupplierOrders(db: Db, filter: SupplierOrderFilter, page: Page) {
  const where = conditions(filter)
  const [{ rows }, total] = await Promise.all([
    presented(
      sql`select * from supplier_orders own where ${where} order by id desc limit ${page.size} offset ${page.offset}`,
    ).execute(db),
    sql<{ total: number }>`select count(*) as total from supplier_orders own where ${where}`.execute(db),
  ])
  return { rows, total: total.rows[0]?.total ?? 0 }
}

export async function selectSupplierOrder(db: Db, id: number): Promise<SupplierOrderRow | undefined> {
  const { rows } = await presented(sql`select * from supplier_orders where id = ${id}`).execute(db)
  return rows[0]
}

/** Name and unit as sold to the client; of goods for stock, those of the catalogue. */
const NAME = sql<string>`coalesce(own.name, products.name)`.as('name')
const UNIT = sql<string>`coalesce(own.unit, products.unit)`.as('unit')

const lineColumns = (db: Db) =>
  db
    .selectFrom('supplier_order_lines as line')
    .innerJoin('supply_routes', 'supply_routes.id', 'line.supply_route_id')
    .leftJoin('order_lines as own', 'own.id', 'line.order_line_id')
    .leftJoin('orders', 'orders.id', 'own.order_id')
    .leftJoin('contractors', 'contractors.id', 'orders.contractor_id')
    .leftJoin('products', 'products.id', 'line.product_id')
    .leftJoin('warehouses', 'warehouses.id', 'line.stock_warehouse_id')
    .leftJoin('online_supplier_statuses as status', (join) =>
      join.onRef('status.supply_route_id', '=', 'line.supply_route_id').onRef('status.code', '=', 'line.status_code'),
    )
    .leftJoin('supplier_cancellations as wish', 'wish.line_id', 'line.id')
    .selectAll('line')
    .select(['wish.state as wish_state', 'wish.qty as wish_qty', 'wish.cancelled_qty', 'wish.reason as wish_reason'])
    .select(['supply_routes.name as source', 'orders.id as order_id', 'orders.number as order_number'])
    .select(['contractors.name as contractor', 'warehouses.name as warehouse', 'status.state as meaning'])
    .select([NAME, UNIT])
    .orderBy('line.id')

export const selectSupplierOrderLines = (db: Db, orderId: number, most: number) =>
  lineColumns(db).where('line.supplier_order_id', '=', orderId).limit(most).execute()
export type SupplierOrderLineRow = Awaited<ReturnType<typeof selectSupplierOrderLines>>[number]

export const selectWaitingLines = (db: Db, supplyRouteId: number, page: Page) =>
  lineColumns(db)
    .where('line.supply_route_id', '=', supplyRouteId)
    .where('line.supplier_order_id', 'is', null)
    .where('line.state', 'in', ['waiting', 'held'])
    .limit(page.size)
    .offset(page.offset)
    .execute()

export async function countWaiting(db: Db, supplyRouteId: number): Promise<number> {
  const { count } = await db
    .selectFrom('supplier_order_lines')
    .select(sql<number>`count(*)::integer`.as('count'))
    .where('supply_route_id', '=', supplyRouteId)
    .where('supplier_order_id', 'is', null)
    .where('state', 'in', ['waiting', 'held'])
    .executeTakeFirstOrThrow()
  return count
}

/** Selects sources of other than own goods, with their queues. */
export const selectSupplierQueues = (db: Db) =>
  db
    .selectFrom('supply_routes')
    .leftJoin('supplier_suspensions as stop', 'stop.supply_route_id', 'supply_routes.id')
    .leftJoinLateral(
      (from) =>
        from
          .selectFrom('supplier_order_lines as line')
          .select([
            sql<number>`count(*) filter (where state = 'waiting')::integer`.as('waiting_count'),
            sql<number>`count(*) filter (where state = 'held')::integer`.as('held_count'),
            sql<number>`coalesce(sum(round(qty * purchase_kop)) filter (where state = 'waiting'), 0)::bigint`.as(
              'waiting_kop',
            ),
            sql<Date | null>`min(created_at) filter (where state = 'waiting')`.as('oldest_at'),
          ])
          .whereRef('line.supply_route_id', '=', 'supply_routes.id')
          .where('line.supplier_order_id', 'is', null)
          .where('line.state', 'in', ['waiting', 'held'])
          .as('queue'),
      (join) => join.onTrue(),
    )
    .select([
      'supply_routes.id',
      'supply_routes.name',
      'supply_routes.kind',
      'supply_routes.version',
      'supply_routes.sending',
    ])
    .select(['supply_routes.min_order_kop', 'supply_routes.tolerance_hundredths', 'supply_routes.orders_email'])
    .select(['supply_routes.payment_method', 'supply_routes.shipment_method', 'supply_routes.shipment_address'])
    .select(['queue.waiting_count', 'queue.held_count', 'queue.waiting_kop', 'queue.oldest_at'])
    .select(['stop.reason', 'stop.stopped_at', 'stop.retry_at', CHANNEL.as('channel')])
    .where('supply_routes.kind', '<>', 'own')
    .orderBy('supply_routes.name')
    .limit(MAX_QUEUES)
    .execute()

export const lockLine = (db: Db, id: number) =>
  db.selectFrom('supplier_order_lines').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()

export const setLineHeld = (db: Db, id: number, isHeld: boolean, now: Date) =>
  db
    .updateTable('supplier_order_lines')
    .set({
      state: isHeld ? 'held' : 'waiting',
      supplier_order_id: null,
      version: sql`version + 1`,
      changed_at: now,
    })
    .where('id', '=', id)
    .execute()

export const lockSupplierOrder = (db: Db, id: number) =>
  db.selectFrom('supplier_orders').select('id').where('id', '=', id).forUpdate().execute()

/** Schedules the order immediately at a person's request; an order that may already exist is searched for first. */
export const putNextNow = (db: Db, id: number, now: Date) =>
  db
    .updateTable('supplier_orders')
    .set({ state: 'due', next_at: now, version: sql`version + 1` })
    .where('id', '=', id)
    .execute()
