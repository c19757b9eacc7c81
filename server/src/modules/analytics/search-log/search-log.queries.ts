import { sql } from 'kysely'
import type { Db } from '../../../platform/db/index.ts'

/** One search of a company. */
export interface SearchEvent {
  day: string
  contractorId: number
  channel: 'search' | 'list'
  /** Article key, or words of a name in lower case. */
  wish: string
  typed: string
  at: Date
  productId: number | null
  isFound: boolean
  offersCount: number
  hasOwnStock: boolean
  bestDate: string | null
  /** Kopecks with VAT. */
  bestPriceKop: number | null
}

/**
 * Inserts searches in one statement; those that the company has repeated within the day change nothing. Their
 * partitions are created before.
 */
export async function insertSearches(db: Db, events: readonly SearchEvent[]) {
  for (const month of new Set(events.map(({ day }) => `${day.slice(0, 7)}-01`)))
    await sql`select ensure_search_partition(${month})`.execute(db)
  const of = <T>(pick: (event: SearchEvent) => T) => events.map(pick)
  await sql`
    insert into search_events (day, contractor_id, channel, wish, typed, searched_at, product_id, is_found, offers_count,
      has_own_stock, best_date, best_price_kop)
    select * from unnest(${of(({ day }) => day)}::date[], ${of(({ contractorId }) => contractorId)}::integer[],
      ${of(({ channel }) => channel)}::text[], ${of(({ wish }) => wish)}::text[], ${of(({ typed }) => typed)}::text[],
      ${of(({ at }) => at)}::timestamptz[], ${of(({ productId }) => productId)}::integer[],
      ${of(({ isFound }) => isFound)}::boolean[], ${of(({ offersCount }) => offersCount)}::integer[],
      ${of(({ hasOwnStock }) => hasOwnStock)}::boolean[], ${of(({ bestDate }) => bestDate)}::date[],
      ${of(({ bestPriceKop }) => bestPriceKop)}::bigint[])
    on conflict do nothing`.execute(db)
}

/** Drops the months that ended before the day. */
export const dropSearches = (db: Db, before: string) => sql`select drop_search_partitions(${before})`.execute(db)

/** Selects the last searches of the company's people, each once, newest first. */
export async function selectRecentSearches(db: Db, contractorId: number, limit: number) {
  const { rows } = await sql<{ typed: string; searched_at: Date; is_found: boolean }>`
    select typed, searched_at, is_found from (
      select distinct on (wish) wish, typed, searched_at, is_found from (
        select * from search_events where contractor_id = ${contractorId} and channel = 'search'
        order by searched_at desc limit 200
      ) last order by wish, searched_at desc
    ) once order by searched_at desc limit ${limit}`.execute(db)
  return rows
}
