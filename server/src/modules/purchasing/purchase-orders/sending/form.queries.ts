import type { SupplierOrderChannel } from '@artikul/contract/purchasing/supplier-orders'
import { sql } from 'kysely'
import type { Db } from '../../../../platform/db/index.ts'

/** Channel by which orders reach a supplier; the expression refers to `supply_routes`. Own APIs are only searched. */
export const CHANNEL = sql<SupplierOrderChannel>`
  case when supply_routes.kind = 'online' and not exists (select from online_suppliers
      where online_suppliers.supply_route_id = supply_routes.id and adapter = 'api') then 'api' when supply_routes.orders_email <> '' then 'file' else 'hand' end`

export interface DueLine {
  id: number
  supply_route_id: number
  channel: SupplierOrderChannel
  sum_kop: number
  min_order_kop: number
}

/** Last cut-off of the warehouse up to now, in its own time zone. */
const lastCutoff = (now: Date) => sql`(
  select case when today <= ${now}::timestamptz then today
    else ((${now}::timestamptz at time zone warehouses.time_zone)::date - 1 + warehouses.cutoff)
      at time zone warehouses.time_zone end
  from (select ((${now}::timestamptz at time zone warehouses.time_zone)::date + warehouses.cutoff)
    at time zone warehouses.time_zone as today) clock)`

/** Selects lines due to be sent, of sources with automatic ordering, oldest first. */
export async function lockDueOrders(db: Db, now: Date, most: number): Promise<DueLine[]> {
  const { rows } = await sql<DueLine>`
    select line.id, line.supply_route_id, ${CHANNEL} as channel, round(line.qty * line.purchase_kop)::bigint as sum_kop,
      supply_routes.min_order_kop
    from supplier_order_lines line
    join supply_routes on supply_routes.id = line.supply_route_id
    join order_lines own on own.id = line.order_line_id
    join warehouses on warehouses.id = own.warehouse_id
    left join online_suppliers online on online.supply_route_id = supply_routes.id
    where line.state = 'waiting' and line.supplier_order_id is null
      and (supply_routes.sending = 'now' or (supply_routes.sending = 'cutoff' and line.created_at <= ${lastCutoff(now)}))
      and (supply_routes.kind = 'online' or supply_routes.orders_email <> '') and coalesce(online.is_on, true)
      and not exists (select from supplier_suspensions stop where stop.supply_route_id = supply_routes.id and stop.retry_at > ${now})
    order by line.supply_route_id, line.id limit ${most} for update of line`.execute(db)
  return rows
}

/** Selects all lines in the source's queue, regardless of its terms. */
export async function lockWaitingLines(db: Db, supplyRouteId: number, most: number): Promise<DueLine[]> {
  const { rows } = await sql<DueLine>`
    select line.id, line.supply_route_id, ${CHANNEL} as channel, round(line.qty * line.purchase_kop)::bigint as sum_kop,
      supply_routes.min_order_kop
    from supplier_order_lines line join supply_routes on supply_routes.id = line.supply_route_id
    where line.supply_route_id = ${supplyRouteId} and line.state = 'waiting' and line.supplier_order_id is null
    order by line.id limit ${most} for update of line`.execute(db)
  return rows
}

export const selectOrderingRoute = (db: Db, id: number) =>
  db
    .selectFrom('supply_routes')
    .select(['id', 'name', 'version', 'sending', 'min_order_kop', 'tolerance_hundredths', 'orders_email'])
    .where('id', '=', id)
    .where('kind', '<>', 'own')
    .executeTakeFirst()

export interface SupplierOrderToInsert {
  supply_route_id: number
  channel: SupplierOrderChannel
  actor_id: number | null
}

/** Selects the channel by which orders reach the source now. */
export async function selectChannel(db: Db, supplyRouteId: number): Promise<SupplierOrderChannel> {
  const { channel } = await db
    .selectFrom('supply_routes')
    .select(CHANNEL.as('channel'))
    .where('id', '=', supplyRouteId)
    .executeTakeFirstOrThrow()
  return channel
}

/** Inserts a draft, which is sent when a person says so. */
export async function insertDraft(db: Db, supplyRouteId: number, actorId: number, now: Date) {
  const channel = await selectChannel(db, supplyRouteId)
  return insertOrder(db, { supply_route_id: supplyRouteId, channel, actor_id: actorId, isDraft: true }, now)
}

/** Inserts an order for immediate sending, or a draft; its number belongs to the year. */
export async function insertOrder(
  db: Db,
  { supply_route_id, channel, actor_id, isDraft = false }: SupplierOrderToInsert & { isDraft?: boolean },
  now: Date,
) {
  const [state, nextAt] = isDraft ? ['draft', null] : ['due', now]
  const { rows } = await sql<{ id: number; number: string }>`
    insert into supplier_orders (supply_route_id, number, channel, state, next_at, actor_id, created_at)
    values (${supply_route_id}, 'A' || to_char(${now}::timestamptz at time zone 'Europe/Moscow', 'YY') || '-' ||
      lpad(nextval('supplier_order_number')::text, 6, '0'), ${channel}, ${state}, ${nextAt}, ${actor_id}, ${now})
    returning id, number`.execute(db)
  return rows[0] ?? { id: 0, number: '' }
}

export const putIntoOrder = (db: Db, orderId: number, lineIds: readonly number[]) =>
  sql`update supplier_order_lines set supplier_order_id = ${orderId} where id = any(${lineIds}::integer[])`.execute(db)
