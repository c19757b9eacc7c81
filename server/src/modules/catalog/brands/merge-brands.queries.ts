import { sql } from 'kysely'
import type { Db } from '../../../platform/db/index.ts'

const NAMED = 20

/** Article without commonly omitted characters; a slash is significant («W 712/75» is not «W7127/5»). */
const BARE = sql`upper(regexp_replace(article, '[\\s.\\u00a0\\u2010-\\u2015-]', '', 'g'))`

/** Products that both brands have: matched by the article as shown, the rest by its letters and digits. */
const pairs = (fromId: number, intoId: number) => sql`
  gone as materialized (select id, article, unit, ${BARE} as bare from products where brand_id = ${fromId}),
  kept as materialized (
    select id, article, unit, ${BARE} as bare from products where brand_id = ${intoId}
      and article_key in (select article_key from products where brand_id = ${fromId})
  ),
  same as materialized (select gone.id as from_id, kept.id as into_id from gone join kept using (article)),
  gone_else as (
    select id, bare, row_number() over (partition by bare order by id) as place from gone
    where id not in (select from_id from same)
  ),
  kept_else as (
    select id, bare, row_number() over (partition by bare order by id) as place from kept
    where id not in (select into_id from same)
  ),
  pair as materialized (
    select from_id, into_id from same
    union all
    select gone_else.id, kept_else.id from gone_else join kept_else using (bare, place)
  )`

export async function countProducts(db: Db, brandId: number): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from products where brand_id = ${brandId}`.execute(db)
  return rows[0]?.count ?? 0
}

/** Counts products that both brands have, with some of their names, and those whose units differ. */
export async function selectCoincidence(db: Db, fromId: number, intoId: number) {
  const { rows } = await sql<{
    count: number
    examples: { from: string; into: string }[]
    otherUnits: string[]
  }>`
    with ${pairs(fromId, intoId)}, named as (
      select gone.article as gone, kept.article as kept, gone.unit <> kept.unit as differs from pair
      join gone on gone.id = pair.from_id join kept on kept.id = pair.into_id
    )
    select (select count(*) from pair) as count,
      (select coalesce(jsonb_agg(jsonb_build_object('from', gone, 'into', kept)), '[]')
        from (select * from named order by kept limit ${NAMED}) few) as examples,
      array(select kept from named where differs order by kept limit ${NAMED}) as "otherUnits"`.execute(db)
  return rows[0] ?? { count: 0, examples: [], otherUnits: [] }
}

/** Counts current and future price conditions of the brand. */
export async function countCurrentConditions(db: Db, brandId: number, today: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from price_conditions
    where brand_id = ${brandId} and (valid_to is null or valid_to >= ${today}::date)`.execute(db)
  return rows[0]?.count ?? 0
}

/** Counts rules that assign goods of the brand to groups. */
export async function countGroupRules(db: Db, brandId: number): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from inventory_group_rules where brand_id = ${brandId}`.execute(db)
  return rows[0]?.count ?? 0
}

/** Stages the pairs of merged products for this transaction and returns their number. */
export async function stagePairs(db: Db, fromId: number, intoId: number): Promise<number> {
  await sql`set local work_mem = '128MB'`.execute(db)
  await sql`create temp table merged_products (from_id integer primary key, into_id integer not null) on commit drop`.execute(
    db,
  )
  const { numAffectedRows } = await sql`
    insert into merged_products with ${pairs(fromId, intoId)} select from_id, into_id from pair`.execute(db)
  await sql`analyze merged_products`.execute(db)
  return Number(numAffectedRows ?? 0)
}
