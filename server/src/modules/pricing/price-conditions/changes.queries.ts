import type { PriceChange } from '@artikul/contract/pricing/price-conditions'
import { sql, type RawBuilder } from 'kysely'
import { json, type Db } from '../../../platform/db/index.ts'
import type { Writer } from '../../../platform/http/index.ts'
import type { StoredCondition } from './condition-rows.ts'

const FIELDS = sql.raw(
  `contractor_id, price_group_id, product_id, brand_id, inventory_group_id, supply_route_id, purchase_from_kop,
  purchase_to_kop, qty_from, effect, percent_hundredths, fixed_kop, column_id, valid_from, valid_to, note`,
)
const GIVEN_FIELDS = sql.raw(
  `given.contractor_id, given.price_group_id, given.product_id, given.brand_id, given.inventory_group_id,
  given.supply_route_id, given.purchase_from_kop, given.purchase_to_kop, given.qty_from, given.effect,
  given.percent_hundredths, given.fixed_kop, given.column_id, given.valid_from, given.valid_to, given.note`,
)

export interface NewChange {
  kind: PriceChange['kind']
  count: number
}

export async function insertChange(db: Db, { actorId, subjectId }: Writer, change: NewChange): Promise<number> {
  const { id } = await db
    .insertInto('price_changes')
    .values({ ...change, actor_id: actorId, subject_id: subjectId })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

export const describeChange = (db: Db, id: number, text: string) =>
  db.updateTable('price_changes').set({ text }).where('id', '=', id).execute()

/** Inserts conditions, records each in the change, and returns their ids. */
export async function insertConditions(
  db: Db,
  { actorId, subjectId }: Writer,
  changeId: number,
  rows: StoredCondition[],
) {
  const saved = await sql<{ condition_id: number }>`
    with saved as (
      insert into price_conditions (${FIELDS}, actor_id, subject_id)
      select ${GIVEN_FIELDS}, ${actorId}::integer, ${subjectId}::integer
      from jsonb_populate_recordset(null::price_conditions, ${json(rows)}) given
      returning *
    )
    insert into price_change_rows (change_id, condition_id, after)
    select ${changeId}::integer, id, to_jsonb(saved) from saved returning condition_id`.execute(db)
  return saved.rows.map((row) => row.condition_id)
}

/** Updates conditions, which must be locked. */
export const updateConditions = (
  db: Db,
  { actorId, subjectId }: Writer,
  changeId: number,
  rows: (StoredCondition & { id: number })[],
) =>
  sql`
    with given as materialized (
      select * from jsonb_populate_recordset(null::price_conditions, ${json(rows)})
    ), old as materialized (
      select id, to_jsonb(price_conditions) as image from price_conditions where id in (select id from given)
    ), saved as (
      update price_conditions condition
      set (${FIELDS}, version, actor_id, subject_id, changed_at) =
        (${GIVEN_FIELDS}, condition.version + 1, ${actorId}::integer, ${subjectId}::integer, now())
      from given where condition.id = given.id
      returning condition.*
    )
    insert into price_change_rows (change_id, condition_id, before, after)
    select ${changeId}::integer, id, old.image, to_jsonb(saved) from saved join old using (id)`.execute(db)

/** Deletes conditions that never took effect; only the change records them. */
export const deleteConditions = (db: Db, changeId: number, ids: readonly number[]) =>
  sql`
    with gone as (delete from price_conditions where id = any(${ids}::integer[]) returning *)
    insert into price_change_rows (change_id, condition_id, before)
    select ${changeId}::integer, id, to_jsonb(gone) from gone`.execute(db)

export const lockChange = (db: Db, id: number) =>
  db
    .selectFrom('price_changes')
    .select(['id', 'kind', 'text', 'count', 'undone_by'])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()

export const markUndone = (db: Db, id: number, undoneBy: number) =>
  db.updateTable('price_changes').set({ undone_by: undoneBy }).where('id', '=', id).execute()

/** Checks whether any of the conditions was changed again, and locks them until the transaction ends. */
export async function isSuperseded(db: Db, changeId: number): Promise<boolean> {
  await sql`
    select from price_conditions where id in (
      select condition_id from price_change_rows where change_id = ${changeId}) order by id for update`.execute(db)
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from price_change_rows done
    left join price_conditions condition on condition.id = done.condition_id
    where done.change_id = ${changeId}
      and (done.after ->> 'version')::integer is distinct from condition.version`.execute(db)
  return (rows[0]?.count ?? 0) > 0
}

/** Restores every condition of a change to its previous state and records that in another change. */
export async function restoreConditions(db: Db, { actorId, subjectId }: Writer, changeId: number, undoId: number) {
  await sql`
    with done as materialized (select * from price_change_rows where change_id = ${changeId} and before is null),
    gone as (delete from price_conditions where id in (select condition_id from done) returning *)
    insert into price_change_rows (change_id, condition_id, before)
    select ${undoId}::integer, id, to_jsonb(gone) from gone`.execute(db)
  await sql`
    with saved as (
      insert into price_conditions (id, version, ${FIELDS}, actor_id, subject_id, created_at)
      overriding system value
      select given.id, given.version + 1, ${GIVEN_FIELDS}, ${actorId}::integer, ${subjectId}::integer, given.created_at
      from price_change_rows done, jsonb_populate_record(null::price_conditions, done.before) given
      where done.change_id = ${changeId} and done.after is null
      returning *
    )
    insert into price_change_rows (change_id, condition_id, after)
    select ${undoId}::integer, id, to_jsonb(saved) from saved`.execute(db)
  const { rows } = await sql<StoredCondition & { id: number }>`
    select given.* from price_change_rows done, jsonb_populate_record(null::price_conditions, done.before) given
    where done.change_id = ${changeId} and done.before is not null and done.after is not null`.execute(db)
  if (rows.length > 0) await updateConditions(db, { actorId, subjectId }, undoId, rows)
}

const IMAGES = ['before', 'after'] as const
const changedTo = (image: string, field: string, value: RawBuilder<unknown>) =>
  sql`${sql.ref(image)} = jsonb_set(${sql.ref(image)}, ${`{${field}}`}::text[], to_jsonb(${value}))`

/** Updates the stored previous states of price conditions, so that an undo refers to the kept product. */
export async function moveChangedProducts(db: Db) {
  for (const image of IMAGES)
    await sql`
      update price_change_rows set ${changedTo(image, 'product_id', sql`pair.into_id`)}
      from merged_products pair where (${sql.ref(image)} ->> 'product_id')::integer = pair.from_id`.execute(db)
}

export async function moveChangedBrand(db: Db, fromId: number, keptId: number) {
  for (const image of IMAGES)
    await sql`
      update price_change_rows set ${changedTo(image, 'brand_id', sql`${keptId}::integer`)}
      where (${sql.ref(image)} ->> 'brand_id')::integer = ${fromId}`.execute(db)
}
