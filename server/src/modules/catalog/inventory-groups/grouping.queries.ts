import { sql, type Kysely } from 'kysely'
import type { Db, DB } from '../../../platform/db/index.ts'
import { enqueueJob } from '../../../platform/jobs.ts'
import { wordsIn } from '../products/index.ts'

/** First rule in order that matches a product; brands narrow the candidates by their index. */
const FIRST_RULE = sql`
  select group_id from (
    select * from inventory_group_rules where brand_id = product.brand_id
    union all
    select * from inventory_group_rules where brand_id is null
  ) rule
  where (rule.article_mask = '' or product.article_key like rule.pattern)
    and (rule.words = '' or product.name_words @@ rule.query)
  order by place limit 1`

/** Group of each product: assigned manually, else by the rules, else by the accounting system. A name is split into words once, not for every rule. */
const belonging = (products: ReturnType<typeof sql>) => sql`
  with product as materialized (
    select *, ${sql.raw(wordsIn('name'))} as name_words from (${products}) chosen
  )
  select product.id, product.group_id, coalesce(listed.group_id, by_rules.group_id, accounted.group_id)
    as right_id
  from product
  left join inventory_group_products listed on listed.product_id = product.id
  left join lateral (${FIRST_RULE}) by_rules on true
  left join lateral (
    select group_id from accounted_groups where product_id = product.id order by accounting_id limit 1
  ) accounted on true`

/**
 * Schedules the regrouping of all products. Called before any group or product is locked, because the grouper locks in
 * this order too; the wait lasts one chunk at most.
 */
export async function scheduleRegrouping(db: Db): Promise<void> {
  await sql`update inventory_group_work set asked = asked + 1`.execute(db)
  await enqueueJob(db, 'grouping')
}

const lockWork = (db: Db) => db.selectFrom('inventory_group_work').selectAll().forUpdate().executeTakeFirstOrThrow()

/** Waits for the grouper, because a chunk started earlier would overwrite a manual assignment. */
export const waitForGrouper = async (db: Db): Promise<void> => {
  await lockWork(db)
}

/** Assigns a product to its group immediately and updates the counters. */
export const regroupProduct = (db: Db, productId: number) =>
  sql`
    with belongs as (${belonging(sql`select * from products where id = ${productId}`)}), moved as (
      update products set group_id = belongs.right_id from belongs
      where products.id = belongs.id and belongs.group_id is distinct from belongs.right_id
      returning belongs.group_id as old_id, belongs.right_id as new_id
    )
    update inventory_groups
    set products_count = greatest(products_count + case when id = moved.new_id then 1 else -1 end, 0)
    from moved where id in (moved.old_id, moved.new_id)`.execute(db)

export const selectGroupingJob = (db: Db) => db.selectFrom('inventory_group_work').selectAll().executeTakeFirstOrThrow()

/**
 * Assigns the next products to their groups in its own transaction; concurrent servers take turns. A newer request
 * starts from the first product again.
 * @returns true when there is more to do
 */
export const regroupNext = (db: Kysely<DB>, most: number): Promise<boolean> =>
  db.transaction().execute(async (tx) => {
    const work = await lockWork(tx)
    const isNew = work.working !== work.asked
    const lastId = isNew ? 0 : work.last_id
    const { rows } = await sql<{ seen: number; last: number | null; moved: number }>`
      with belongs as materialized (
        ${belonging(sql`select * from products where id > ${lastId} order by id limit ${most}`)}
      ), moved as (
        update products set group_id = belongs.right_id from belongs
        where products.id = belongs.id and belongs.group_id is distinct from belongs.right_id
        returning products.id
      )
      select count(*)::integer as seen, max(id) as last, (select count(*) from moved)::integer as moved
      from belongs`.execute(tx)
    const [chunk] = rows
    const isLast = (chunk?.seen ?? 0) < most
    const moved = (isNew ? 0 : work.moved) + (chunk?.moved ?? 0)
    await sql`
      update inventory_group_work set working = asked, last_id = ${chunk?.last ?? lastId}, moved = ${moved},
        started_at = case when ${isNew} then now() else started_at end,
        most_id = case when ${isNew} then (select coalesce(max(id), 0) from products) else most_id end,
        finished_at = case when ${isLast} then now() end, done = case when ${isLast} then asked else done end`.execute(
      tx,
    )
    if (isLast && (work.done !== work.asked || (chunk?.moved ?? 0) > 0)) await countGroups(tx)
    return !isLast
  })

/** Counts the products of each group, and those of none. */
const countGroups = (db: Db) =>
  sql`
    with counted as (
      select group_id, count(*)::integer as products from products where group_id is not null group by group_id
    ), written as (
      update inventory_groups set products_count = coalesce(counted.products, 0)
      from inventory_groups own left join counted on counted.group_id = own.id
      where inventory_groups.id = own.id and inventory_groups.products_count <> coalesce(counted.products, 0)
    )
    update inventory_group_work set ungrouped_count =
      (select count(*) from products) - coalesce((select sum(products) from counted), 0)`.execute(db)
