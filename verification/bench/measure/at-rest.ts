import { setTimeout } from 'node:timers/promises'
import type { Sql } from '@artikul/server/db'

/**
 * Reads the tables and indexes used by lookups into the database's own memory, as on a server that has run for an hour,
 * independent of the system's cache.
 */
export async function warm(sql: Sql): Promise<void> {
  await sql`create extension if not exists pg_prewarm`
  await sql`
    select pg_prewarm(indexrelid) from pg_index
    where indrelid in ('products'::regclass, 'cross_references'::regclass)
      or indrelid = 'offers'::regclass and not indisprimary`
  await sql`select pg_prewarm(name::regclass) from unnest(array['products', 'cross_references', 'offers']) as name`
}

/** Waits until the background work of a fresh server is done: names are read and goods are assigned to groups. */
export async function atRest(sql: Sql): Promise<void> {
  for (;;) {
    const [left] = await sql`
      select where (select max(id) from products) > (select product_id from name_words_read)
        or exists (select from inventory_group_work where done <> asked)`
    if (!left) return
    await setTimeout(1000)
  }
}
