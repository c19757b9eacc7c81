import { setTimeout } from 'node:timers/promises'
import type { Sql } from '@artikul/server/db'

/** Waits until what a fresh server does behind the scenes is done: names are read, goods are in their groups. */
export async function atRest(sql: Sql): Promise<void> {
  for (;;) {
    const [left] = await sql`
      select where exists (select from products where id > (select product_id from name_words_read))
        or exists (select from inventory_group_work where done <> asked)`
    if (!left) return
    await setTimeout(1000)
  }
}
