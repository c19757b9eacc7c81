import { sql } from 'kysely'
import type { Db } from '../../platform/db/index.ts'

/** Numbers that buyers ask for and the demonstration does not have. */
const UNKNOWN = [
  ...['48520-80095', '1J0 615 301 E', '8200 768 913', 'GDB 3424', 'MR992310', '51360-SWA-A01', '3C0 407 151 F'],
  ...['масло 0W-16', 'свеча иридиевая Denso', 'фара Solaris 2017', 'тормозной шланг Логан', '6Q0 411 315 F'],
]
const DAYS = 365
const PRODUCTS = 480

/**
 * Inserts the searches of a year: numbers that are unknown, goods that were out of stock, and goods that were
 * found but not ordered.
 */
export async function insertDemoSearches(db: Db, contractorIds: readonly number[], today: string) {
  await sql`
    select ensure_search_partition(month::date)
    from generate_series(date_trunc('month', ${today}::date - ${DAYS}::integer), ${today}::date, interval '1 month') month`.execute(
    db,
  )
  const columns = sql`insert into search_events (day, contractor_id, channel, wish, typed, searched_at, product_id, is_found,
    offers_count, has_own_stock)`
  await sql`
    ${columns}
    select day, contractor, 'search', lower(typed), typed, day + interval '11 hours', null, false, 0, false
    from unnest(${UNKNOWN}::text[]) with ordinality as unknown (typed, place)
    cross join unnest(${contractorIds}::integer[]) contractor
    cross join lateral (
      select ${today}::date - step as day from generate_series(0, ${DAYS}::integer) step
      where (step * 7 + place * 5 + contractor) % (9 + place) = 0
    ) days`.execute(db)
  await sql`
    ${columns}
    select ${today}::date - (place * 7 % ${DAYS})::integer, contractor, 'search', article_key, article,
      ${today}::date - (place * 7 % ${DAYS})::integer + interval '10 hours', id, true, (place % 3)::integer, place % 3 = 2
    from (
      select id, article, article_key, row_number() over (order by article_key) as place from (
        select * from products where id % 97 = 5 order by id limit ${PRODUCTS}
      ) sample
    ) chosen
    cross join unnest(${contractorIds}::integer[]) contractor
    where (place + contractor) % 2 = 0
    on conflict do nothing`.execute(db)
}

/** Skips the steps of the setup that a demonstration does not need. */
export const skipDemoSteps = (db: Db, managerId: number, now: Date) =>
  db
    .insertInto('skipped_setup_steps')
    .values(
      ['second_factor', 'portal', 'mail'].map((step) => ({
        step,
        actor_id: managerId,
        subject_id: managerId,
        skipped_at: now,
      })),
    )
    .execute()
