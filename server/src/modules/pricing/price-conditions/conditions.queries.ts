import { articleKey } from '@artikul/contract/catalog/article'
import { brandKey } from '@artikul/contract/catalog/brand'
import type { ConditionsQuery } from '@artikul/contract/pricing/price-conditions'
import { sql, type RawBuilder } from 'kysely'
import type { Db } from '../../../platform/db/index.ts'
import { literal } from '../../../platform/like.ts'
import type { Page } from '../../../platform/paging.ts'
import type { StoredCondition } from './condition-rows.ts'

export interface NamedCondition extends StoredCondition {
  id: number
  version: number
  contractor: string | null
  inn: string | null
  kpp: string | null
  price_group: string | null
  product_code: string | null
  product_brand: string | null
  article: string | null
  product_name: string | null
  unit: string | null
  brand: string | null
  inventory_group: string | null
  source: string | null
  column_name: string | null
  newer_id: number | null
  newer_from: string | null
  author: string
  changed_at: Date
}

type Filters = Omit<ConditionsQuery, 'page' | 'page_size'>

/** Newer condition for the same target that is in force at the same time. */
const newer = (row: string) => sql`
  select newer.id, newer.valid_from from price_conditions newer
  where newer.target = ${sql.ref(`${row}.target`)}
    and (newer.valid_from, newer.id) > (${sql.ref(`${row}.valid_from`)}, ${sql.ref(`${row}.id`)})
    and newer.valid_from <= coalesce(${sql.ref(`${row}.valid_to`)}, 'infinity')
    and (newer.valid_to is null or newer.valid_to >= newer.valid_from)
  order by newer.valid_from, newer.id limit 1`

function inState(state: Filters['state'], day: string): RawBuilder<unknown> {
  const notEnded = sql`(condition.valid_to is null or condition.valid_to >= ${day}::date)`
  switch (state) {
    case 'any':
      return sql`true`
    case 'in_force':
      return sql`condition.valid_from <= ${day}::date and ${notEnded}`
    case 'coming':
      return sql`condition.valid_from > ${day}::date`
    case 'ended':
      return sql`condition.valid_to < ${day}::date`
    case 'overlapped':
      return sql`${notEnded} and exists (${newer('condition')})`
    case undefined:
      return notEnded
  }
}

const SCOPES = {
  company: sql`condition.contractor_id is not null`,
  group: sql`condition.price_group_id is not null`,
  all: sql`condition.contractor_id is null and condition.price_group_id is null`,
}

/** Matches an article, a brand, a company or its ИНН, or words of the note. */
function named(q: string): RawBuilder<unknown> {
  const part = `%${literal(q)}%`
  return sql`(
    condition.product_id in (select id from products where article_key = ${articleKey(q)})
    or condition.brand_id in (select id from brands where key = ${brandKey(q)})
    or condition.brand_id in (select brand_id from brand_aliases where key = ${brandKey(q)})
    or condition.contractor_id in (select id from contractors where name ilike ${part} or inn = ${q})
    or condition.note ilike ${part})`
}

function filtered({ q, scope, contractor_id, price_group_id, effect, state }: Filters, day: string) {
  const conditions = [
    inState(state, day),
    ...(q ? [named(q)] : []),
    ...(scope ? [SCOPES[scope]] : []),
    ...(contractor_id === undefined ? [] : [sql`condition.contractor_id = ${contractor_id}`]),
    ...(price_group_id === undefined ? [] : [sql`condition.price_group_id = ${price_group_id}`]),
    ...(effect === undefined ? [] : [sql`condition.effect = ${effect}`]),
  ]
  return sql`price_conditions condition where ${sql.join(conditions, sql` and `)}`
}

const withNames = (picked: RawBuilder<unknown>) => sql<NamedCondition>`
  with picked as materialized (${picked})
  select condition.id, condition.version, condition.contractor_id, condition.price_group_id, condition.product_id,
    condition.brand_id, condition.inventory_group_id, condition.supply_route_id, condition.purchase_from_kop,
    condition.purchase_to_kop, condition.qty_from, condition.effect, condition.percent_hundredths, condition.fixed_kop,
    condition.column_id, condition.valid_from, condition.valid_to, condition.note, condition.changed_at,
    contractors.name as contractor, contractors.inn, contractors.kpp, price_group.name as price_group, product.code as product_code,
    product_brand.name as product_brand, product.article, product.name as product_name, product.unit,
    brand.name as brand, inventory_groups.name as inventory_group, supply_routes.name as source, price_column.name as column_name,
    newer.id as newer_id, newer.valid_from as newer_from, author.full_name as author
  from picked
  join price_conditions condition using (id)
  join users author on author.id = condition.actor_id
  left join contractors on contractors.id = condition.contractor_id
  left join price_groups price_group on price_group.id = condition.price_group_id
  left join products product on product.id = condition.product_id
  left join brands product_brand on product_brand.id = product.brand_id
  left join brands brand on brand.id = condition.brand_id
  left join inventory_groups on inventory_groups.id = condition.inventory_group_id
  left join supply_routes on supply_routes.id = condition.supply_route_id
  left join price_groups price_column on price_column.id = condition.column_id
  left join lateral (${newer('condition')}) newer on true
  order by condition.id desc`

export async function selectConditions(db: Db, filters: Filters, day: string, page: Pick<Page, 'size' | 'offset'>) {
  const { rows } = await withNames(
    sql`select id from ${filtered(filters, day)} order by id desc limit ${page.size} offset ${page.offset}`,
  ).execute(db)
  return rows
}

export async function countConditions(db: Db, filters: Filters, day: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*) as count from ${filtered(filters, day)}`.execute(db)
  return rows[0]?.count ?? 0
}

export async function selectConditionsByIds(db: Db, ids: readonly number[]): Promise<NamedCondition[]> {
  if (ids.length === 0) return []
  const { rows } = await withNames(sql`select unnest(${ids}::integer[]) as id`).execute(db)
  return rows
}

/** Selects and locks rows until the transaction ends, by ascending id to avoid deadlocks. */
export async function lockConditions(db: Db, ids: readonly number[]) {
  const { rows } = await sql<StoredCondition & { id: number; version: number }>`
    select * from price_conditions where id = any(${ids}::integer[]) order by id for update`.execute(db)
  return rows
}

/** Selects and locks conditions with the same target and first day until the transaction ends. */
export async function lockTwins(db: Db, targets: readonly string[]) {
  const { rows } = await sql<StoredCondition & { id: number; version: number; target: string }>`
    select * from price_conditions where target = any(${targets}::text[]) order by id for update`.execute(db)
  return rows
}

export async function selectChanges(db: Db, { size, offset }: Pick<Page, 'size' | 'offset'>) {
  return db
    .selectFrom('price_changes')
    .innerJoin('users', 'users.id', 'price_changes.actor_id')
    .select(['price_changes.id', 'at', 'kind', 'text', 'count', 'undone_by', 'users.full_name as author'])
    .orderBy('price_changes.id', 'desc')
    .limit(size)
    .offset(offset)
    .execute()
}

export async function countChanges(db: Db): Promise<number> {
  const { count } = await db
    .selectFrom('price_changes')
    .select(sql<number>`count(*)`.as('count'))
    .executeTakeFirstOrThrow()
  return count
}
