import type { CrossReferenceRow } from '@artikul/contract/catalog/cross-references'
import { sql, type Updateable } from 'kysely'
import type { Db, DB } from '../../../platform/db/index.ts'

const LAST_SHOWN = 20
const REFUSED_ROW_RETENTION_DAYS = 30
const APPLIED_LAST = sql<number>`(
  select id from cross_reference_imports where state = 'applied' order by applied_at desc, id desc limit 1)`

const imports = (db: Db) =>
  db
    .selectFrom('cross_reference_imports')
    .select([
      'id',
      'file_name',
      'source',
      'state',
      'rows_count',
      'new_count',
      'known_count',
      'unknown_count',
      'refused_count',
      'cross_references_added',
      'products_added',
      'created_at',
      'applied_at',
      sql<boolean>`coalesce(id = ${APPLIED_LAST}, false)`.as('is_last'),
    ])

export const selectCrossReferenceImports = (db: Db) => imports(db).orderBy('id', 'desc').limit(LAST_SHOWN).execute()
export type CrossReferenceImportRow = Awaited<ReturnType<typeof selectCrossReferenceImports>>[number]

export const selectCrossReferenceImport = (db: Db, id: number) => imports(db).where('id', '=', id).executeTakeFirst()

export const lockImport = (db: Db, id: number) => imports(db).where('id', '=', id).forUpdate().executeTakeFirst()

/** Selects refused rows after the given number. */
export async function selectRefused(db: Db, id: number, after: number, most: number): Promise<CrossReferenceRow[]> {
  const { rows } = await sql<CrossReferenceRow>`
    select row_number as row, brand, article, other_brand, other_article, reason, state = 'unknown' as is_unknown
    from cross_reference_import_rows where import_id = ${id} and row_number > ${after} and state in ('refused', 'unknown')
    order by row_number limit ${most}`.execute(db)
  return rows
}

export const updateImport = (db: Db, id: number, changes: Updateable<DB['cross_reference_imports']>) =>
  db.updateTable('cross_reference_imports').set(changes).where('id', '=', id).execute()

/**
 * Inserts the rows of the import as cross references, each in both directions, in the order of their key. Rows of
 * products deleted since the file was parsed are dropped.
 * @returns the number of new pairs
 */
export async function insertCrossReferences(db: Db, id: number, source: string): Promise<number> {
  await sql`set local work_mem = '128MB'`.execute(db)
  const { rows } = await sql<{ count: number }>`
    with pair as (
      select product_id, related_product_id, kind, reliability from cross_reference_import_rows
      where import_id = ${id} and state in ('new', 'unknown') and product_id <> related_product_id
        and product_id in (select id from products) and related_product_id in (select id from products)
    ), added as (
      insert into cross_references (product_id, related_product_id, kind, reliability, source, import_id)
      select distinct on (1, 2) product_id, related_product_id, kind, reliability, ${source}, ${id} from (
        select product_id, related_product_id, kind, reliability from pair
        union all
        select related_product_id, product_id,
          case kind when 'replaced_by' then 'replaces' when 'replaces' then 'replaced_by' else kind end, reliability
        from pair
      ) both_ways
      order by 1, 2
      on conflict do nothing returning product_id < related_product_id as is_first
    )
    select count(*) filter (where is_first) as count from added`.execute(db)
  return rows[0]?.count ?? 0
}

/** Deletes rows that are in the catalogue now; refused rows stay for their report. */
export const deleteAppliedRows = (db: Db, id: number) =>
  sql`
    delete from cross_reference_import_rows where import_id = ${id} and (state = 'new' or state = 'unknown'
      and product_id is not null and related_product_id is not null)`.execute(db)

export const deleteCrossReferencesOf = (db: Db, id: number) =>
  db.deleteFrom('cross_references').where('import_id', '=', id).execute()

/** Purges old refused rows of applied files. */
export const purgeRefusedRows = (db: Db, now: Date) =>
  sql`
    delete from cross_reference_import_rows using cross_reference_imports
    where cross_reference_imports.id = import_id and cross_reference_imports.state <> 'checked'
      and created_at < ${new Date(now.getTime() - REFUSED_ROW_RETENTION_DAYS * 86_400_000)}`.execute(db)
