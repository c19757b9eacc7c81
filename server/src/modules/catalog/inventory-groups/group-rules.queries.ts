import {
  MAX_MATCHED_PRODUCTS,
  MAX_RULES,
  type GroupRule,
  type RuleFields,
} from '@artikul/contract/catalog/inventory-groups'
import { sql } from 'kysely'
import type { Db } from '../../../platform/db/index.ts'
import { wordsIn } from '../products/index.ts'

export const selectGroupRules = (db: Db): Promise<GroupRule[]> =>
  db
    .selectFrom('inventory_group_rules as rule')
    .innerJoin('inventory_groups as owner', 'owner.id', 'rule.group_id')
    .leftJoin('brands', 'brands.id', 'rule.brand_id')
    .select(['rule.id', 'rule.group_id', 'owner.name as group', 'rule.brand_id', 'brands.name as brand'])
    .select(['rule.article_mask', 'rule.words'])
    .orderBy('rule.place')
    .limit(MAX_RULES)
    .execute()

export const countGroupRules = async (db: Db): Promise<number> =>
  (
    await db
      .selectFrom('inventory_group_rules')
      .select(sql<number>`count(*)`.as('count'))
      .executeTakeFirstOrThrow()
  ).count

export const insertGroupRule = (db: Db, groupId: number, rule: RuleFields) =>
  db
    .insertInto('inventory_group_rules')
    .values({
      ...rule,
      group_id: groupId,
      place: sql<number>`(select coalesce(max(place), 0) + 1 from inventory_group_rules)`,
    })
    .returning('id')
    .executeTakeFirstOrThrow()

export const lockRule = (db: Db, id: number) =>
  db
    .selectFrom('inventory_group_rules as rule')
    .innerJoin('inventory_groups as owner', 'owner.id', 'rule.group_id')
    .leftJoin('brands', 'brands.id', 'rule.brand_id')
    .select(['rule.id', 'owner.name as group', 'brands.name as brand', 'rule.article_mask', 'rule.words'])
    .where('rule.id', '=', id)
    .forUpdate('rule')
    .executeTakeFirst()

export const updateGroupRuleRow = (db: Db, id: number, rule: RuleFields) =>
  db.updateTable('inventory_group_rules').set(rule).where('id', '=', id).execute()

export const deleteGroupRuleRow = (db: Db, id: number) =>
  db.deleteFrom('inventory_group_rules').where('id', '=', id).execute()

export async function selectGroupRuleOrder(db: Db): Promise<number[]> {
  const rows = await db.selectFrom('inventory_group_rules').select('id').orderBy('place').execute()
  return rows.map((row) => row.id)
}

/** Positions are unique at every moment, so all of them are first moved out of the range. */
export async function orderGroupRules(db: Db, ids: readonly number[]) {
  await sql`update inventory_group_rules set place = -place`.execute(db)
  await sql`
    update inventory_group_rules set place = given.place::integer
    from unnest(${ids}::integer[]) with ordinality as given (id, place)
    where inventory_group_rules.id = given.id`.execute(db)
}

/** Selects the products matched by a rule, each condition by its index. */
function caught({ brand_id: brandId, article_mask: mask, words }: RuleFields) {
  const conditions = [
    ...(brandId === null ? [] : [sql`product.brand_id = ${brandId}`]),
    ...(mask === '' ? [] : [sql`product.article_key like ${mask.replaceAll('*', '%').replaceAll('?', '_')}`]),
    ...(words === '' ? [] : [sql`${sql.raw(wordsIn('product.name'))} @@ plainto_tsquery('russian', ${words})`]),
  ]
  return sql`products product where ${sql.join(conditions, sql` and `)}`
}

export async function countCaught(db: Db, rule: RuleFields): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from (select from ${caught(rule)} limit ${MAX_MATCHED_PRODUCTS + 1}) caught`.execute(db)
  return rows[0]?.count ?? 0
}

const SHOWN = 12

export async function selectCaught(db: Db, rule: RuleFields) {
  const { rows } = await sql<{
    id: number
    code: string
    brand: string
    article: string
    name: string
    unit: string
    group: string | null
  }>`
    select product.id, product.code, brands.name as brand, product.article, product.name, product.unit,
      inventory_groups.name as "group"
    from (select * from ${caught(rule)} limit ${SHOWN}) product
    join brands on brands.id = product.brand_id
    left join inventory_groups on inventory_groups.id = product.group_id`.execute(db)
  return rows
}
