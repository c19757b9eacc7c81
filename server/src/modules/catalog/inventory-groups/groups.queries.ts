import { type GroupFields, type InventoryGroup, MAX_GROUPS } from '@artikul/contract/catalog/inventory-groups'
import { sql } from 'kysely'
import type { Db, Sql } from '../../../platform/db/index.ts'
import { writtenBy, type Writer } from '../../../platform/http/index.ts'
import type { ShownGroup } from '@artikul/contract/ordering/search'

export async function selectInventoryGroups(db: Db): Promise<InventoryGroup[]> {
  const { rows } = await sql<InventoryGroup>`
    select id, version, name, parent_id, markup_hundredths, min_markup_hundredths, marking, marking_from, is_hidden,
      position, products_count, (select count(*) from inventory_group_rules where group_id = inventory_groups.id) as rules_count
    from inventory_groups order by parent_id nulls first, position, id limit ${MAX_GROUPS}`.execute(db)
  return rows
}

export const selectGroup = (db: Db, id: number) =>
  db.selectFrom('inventory_groups').select(['id', 'products_count']).where('id', '=', id).executeTakeFirst()

/** Locks the group; goods can still be assigned to it meanwhile. */
export const lockInventoryGroup = (db: Db, id: number) =>
  db.selectFrom('inventory_groups').selectAll().where('id', '=', id).forNoKeyUpdate().executeTakeFirst()

/** Locks the tree, so that concurrent moves cannot create a cycle. */
export const lockTree = (db: Db) => sql`select pg_advisory_xact_lock(7321020)`.execute(db)

export const insertInventoryGroup = (db: Db, author: Writer, group: GroupFields) =>
  db
    .insertInto('inventory_groups')
    .values({
      ...group,
      ...writtenBy(author),
      position: sql<number>`(select coalesce(max(position), 0) + 1 from inventory_groups
        where parent_id is not distinct from ${group.parent_id}::integer)`,
    })
    .returning('id')
    .executeTakeFirstOrThrow()

export async function updateInventoryGroupRow(db: Db, author: Writer, id: number, group: GroupFields): Promise<number> {
  const { version } = await db
    .updateTable('inventory_groups')
    .set({ ...group, ...writtenBy(author), version: sql`version + 1`, changed_at: sql`now()` })
    .where('id', '=', id)
    .returning('version')
    .executeTakeFirstOrThrow()
  return version
}

export const countGroups = async (db: Db): Promise<number> =>
  (
    await db
      .selectFrom('inventory_groups')
      .select(sql<number>`count(*)`.as('count'))
      .executeTakeFirstOrThrow()
  ).count

/** Selects names of groups by id. */
export async function selectGroupNames(db: Db, ids: readonly number[]): Promise<Map<number, string>> {
  const rows = await db.selectFrom('inventory_groups').select(['id', 'name']).where('id', 'in', ids).execute()
  return new Map(rows.map(({ id, name }) => [id, name]))
}

/** Selects the group and all of its ancestors. */
export async function selectAncestors(db: Db, id: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    with recursive path as (
      select id, parent_id from inventory_groups where id = ${id}
      union
      select above.id, above.parent_id from path join inventory_groups above on above.id = path.parent_id
    )
    select id from path`.execute(db)
  return rows.map((row) => row.id)
}

/** Sets the order of a group's children; one from another parent is moved. */
export const orderGroups = (db: Db, parentId: number | null, ids: readonly number[]) =>
  sql`
    update inventory_groups set parent_id = ${parentId}::integer, position = given.place::integer,
      version = version + (parent_id is distinct from ${parentId}::integer)::integer
    from unnest(${ids}::integer[]) with ordinality as given (id, place) where inventory_groups.id = given.id`.execute(
    db,
  )

export async function selectChildren(db: Db, parentId: number | null): Promise<number[]> {
  const rows = await db
    .selectFrom('inventory_groups')
    .select('id')
    .where('parent_id', 'is not distinct from', parentId)
    .orderBy('position')
    .orderBy('id')
    .execute()
  return rows.map((row) => row.id)
}

/** Deletes the group with its rules; its goods are regrouped. */
export async function deleteInventoryGroupRow(db: Db, id: number) {
  await db.deleteFrom('inventory_group_rules').where('group_id', '=', id).execute()
  await db.deleteFrom('inventory_group_products').where('group_id', '=', id).execute()
  await db.deleteFrom('accounted_groups').where('group_id', '=', id).execute()
  await db.updateTable('products').set({ group_id: null }).where('group_id', '=', id).execute()
  await db.deleteFrom('inventory_groups').where('id', '=', id).execute()
}

/** A hidden group hides its subgroups. */
const SHOWN_GROUPS = `
  with recursive shown as (
    select id, parent_id, name, position, products_count, 1 as depth
    from inventory_groups where parent_id is null and is_hidden is not true
    union all
    select below.id, below.parent_id, below.name, below.position, below.products_count, shown.depth + 1
    from shown join inventory_groups below on below.parent_id = shown.id and below.is_hidden is not true
  )
  select id, parent_id, name, products_count from shown order by depth, position, id limit ${MAX_GROUPS}`

/** Selects the groups that clients may see, parents before their subgroups; `products_count` is of the group alone. */
export const selectShownGroups = (driver: Sql) => driver.query<ShownGroup>(SHOWN_GROUPS, [])
