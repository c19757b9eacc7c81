import { sql } from 'kysely'
import type { Db } from '../../../../platform/db/index.ts'

export interface Counted {
  asked: number
  answered: number
  failed: number
  timed_out: number
  refused: number
  offers: number
  dropped: number
  by_ms: number[]
}

/** Adds the counts of one server in one minute. */
export const addMinute = (db: Db, supplyRouteId: number, minute: Date, counted: Counted) =>
  sql`
    insert into online_supplier_minutes as known
      (supply_route_id, minute, asked, answered, failed, timed_out, refused, offers, dropped, by_ms)
    select supply_route_id, ${minute}, ${counted.asked}, ${counted.answered}, ${counted.failed}, ${counted.timed_out},
      ${counted.refused}, ${counted.offers}, ${counted.dropped}, ${counted.by_ms}::integer[]
    from online_suppliers where supply_route_id = ${supplyRouteId}
    on conflict (supply_route_id, minute) do update set
      asked = known.asked + excluded.asked, answered = known.answered + excluded.answered,
      failed = known.failed + excluded.failed, timed_out = known.timed_out + excluded.timed_out,
      refused = known.refused + excluded.refused, offers = known.offers + excluded.offers,
      dropped = known.dropped + excluded.dropped,
      by_ms = (select array_agg(coalesce(old, 0) + coalesce(new, 0) order by place)
        from unnest(known.by_ms, excluded.by_ms) with ordinality as step (old, new, place))`.execute(db)

/** Selects for every supplier since the moment the numbers of queries and answers, and the answers by duration. */
export async function selectDay(db: Db, since: Date) {
  const { rows } = await sql<{ supply_route_id: number; asked: number; answered: number; by_ms: number[] }>`
    with steps as (
      select supply_route_id, place, sum(count)::integer as count
      from online_supplier_minutes, unnest(by_ms) with ordinality as step (count, place)
      where minute >= ${since} group by supply_route_id, place
    )
    select day.supply_route_id, sum(day.asked)::integer as asked, sum(day.answered)::integer as answered,
      (select array_agg(count order by place) from steps where steps.supply_route_id = day.supply_route_id) as by_ms
    from online_supplier_minutes day where minute >= ${since} group by day.supply_route_id`.execute(db)
  return rows
}

/** Selects quarter-hour slices since the moment; slices without queries are absent. */
export async function selectSlices(db: Db, supplyRouteId: number, since: Date) {
  const { rows } = await sql<Omit<Counted, 'by_ms'> & { at: Date }>`
    select date_bin('15 minutes', minute, '2000-01-01Z') as at, sum(asked)::integer as asked,
      sum(answered)::integer as answered, sum(failed)::integer as failed, sum(timed_out)::integer as timed_out,
      sum(refused)::integer as refused, sum(offers)::integer as offers, sum(dropped)::integer as dropped
    from online_supplier_minutes where supply_route_id = ${supplyRouteId} and minute >= ${since}
    group by at order by at`.execute(db)
  return rows
}
