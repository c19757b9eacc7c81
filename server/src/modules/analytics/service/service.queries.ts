import { sql, type Transaction } from 'kysely'
import type { Db, DB } from '../../../platform/db/index.ts'

/**
 * Recomputes the outcome of the lines ordered on the days, both included. The first promise is the guaranteed date before
 * any change that the client was asked about.
 */
export async function computeService(db: Transaction<DB>, from: string, to: string) {
  await db.deleteFrom('service_days').where('day', '>=', from).where('day', '<=', to).execute()
  await computeRefusals(db, from, to)
  await sql`
    with outcome as (
      select (orders.created_at at time zone 'Europe/Moscow')::date as day, warehouses.supply_route_id,
        parts.shipped = line.qty - parts.cancelled as is_shipped, parts.cancelled = line.qty as is_cancelled,
        parts.shipped_on, parts.refused > 0 as is_refused, round(parts.refused * line.price_kop) as refused_kop,
        coalesce((select old_guaranteed_date from change_approvals changed
          where changed.order_id = orders.id and changed.line_id = line.id
          order by changed.id limit 1), line.guaranteed_date) as promised
      from orders
      join order_lines line on line.order_id = orders.id and not line.is_delivery
      join warehouses on warehouses.id = line.warehouse_id
      cross join lateral (
        select coalesce(sum(part.qty) filter (where part.state in ('shipped', 'issued', 'return_requested', 'returned')), 0)
            as shipped,
          coalesce(sum(part.qty) filter (where part.state = 'cancelled_client'), 0) as cancelled,
          coalesce(sum(part.qty) filter (where part.state in ('refused_supplier', 'removed')), 0) as refused,
          max(shipments.shipped_on) as shipped_on
        from order_line_allocations part
        left join shipment_lines on shipment_lines.id = part.shipment_line_id
        left join shipments on shipments.id = shipment_lines.shipment_id
        where part.line_id = line.id
      ) parts
      where orders.created_at >= ${from}::date::timestamp at time zone 'Europe/Moscow'
        and orders.created_at < (${to}::date + 1)::timestamp at time zone 'Europe/Moscow'
    )
    insert into service_days (day, supply_route_id, lines_count, shipped_count, dated_count, on_time_count, refused_count,
      refused_kop)
    select day, supply_route_id, count(*), count(*) filter (where is_shipped),
      count(*) filter (where is_shipped and shipped_on is not null),
      count(*) filter (where is_shipped and shipped_on <= promised), count(*) filter (where is_refused), sum(refused_kop)
    from outcome where not is_cancelled group by day, supply_route_id`.execute(db)
}

async function computeRefusals(db: Transaction<DB>, from: string, to: string) {
  await db.deleteFrom('refusal_days').where('day', '>=', from).where('day', '<=', to).execute()
  await sql`
    insert into refusal_days (day, reason, lines_count, refused_kop)
    select (refused.created_at at time zone 'Europe/Moscow')::date, reason, count(distinct line_id),
      round(sum(refused.qty * line.price_kop))
    from line_transitions refused join order_lines line on line.id = refused.line_id
    where refused.to_state = 'refused_supplier'
      and refused.created_at >= ${from}::date::timestamp at time zone 'Europe/Moscow'
      and refused.created_at < (${to}::date + 1)::timestamp at time zone 'Europe/Moscow'
    group by 1, 2`.execute(db)
}

export interface ServiceSums {
  id: number
  name: string
  lines_count: number
  shipped_count: number
  dated_count: number
  on_time_count: number
  refused_count: number
  refused_kop: number
}

export async function selectService(db: Db, from: string, to: string) {
  const { rows } = await sql<ServiceSums>`
    select supply_routes.id, supply_routes.name, sum(lines_count)::integer as lines_count,
      sum(shipped_count)::integer as shipped_count, sum(dated_count)::integer as dated_count,
      sum(on_time_count)::integer as on_time_count, sum(refused_count)::integer as refused_count,
      sum(refused_kop)::bigint as refused_kop
    from service_days join supply_routes on supply_routes.id = service_days.supply_route_id
    where day between ${from} and ${to} group by supply_routes.id order by lines_count desc, supply_routes.id limit 200`.execute(
    db,
  )
  return rows
}

/** Selects the reasons given for refusals of suppliers in the period, those with the largest sums first. */
export async function selectReasons(db: Db, from: string, to: string, limit: number) {
  const { rows } = await sql<{ reason: string; lines_count: number; sum_kop: number }>`
    select reason, sum(lines_count)::integer as lines_count, sum(refused_kop)::bigint as sum_kop
    from refusal_days where day between ${from} and ${to}
    group by reason order by sum_kop desc, reason limit ${limit}`.execute(db)
  return rows
}
