import { pointsOf, type CompanyScope } from '../../../platform/access/index.ts'
import { MAX_PRICE_EXPORTS, type PriceExportFields } from '@artikul/contract/ordering/price-exports'
import { sql } from 'kysely'
import type { Db } from '../../../platform/db/index.ts'
import { writtenBy, type Writer } from '../../../platform/http/index.ts'

export const namedBrands = sql<{ id: number; name: string }[]>`coalesce((
  select jsonb_agg(jsonb_build_object('id', brands.id, 'name', brands.name) order by brands.name)
  from brands where brands.id = any(filtered.brand_ids)), '[]')`

export const namedGroups = sql<{ id: number; name: string }[]>`coalesce((
  select jsonb_agg(jsonb_build_object('id', chosen.id, 'name', chosen.name) order by chosen.name)
  from inventory_groups chosen where chosen.id = any(filtered.group_ids)), '[]')`

/** True when groups were selected and none of them exists any more. */
export const groupsGone = sql<boolean>`(cardinality(filtered.group_ids) > 0 and not exists (
  select from inventory_groups chosen where chosen.id = any(filtered.group_ids)))`

export const pointName = sql<string | null>`(select name from consignees where consignees.id = filtered.consignee_id)`

/** Selects the company's files available to the person: files for points not available to them are excluded. */
export function selectPriceExports(db: Db, member: CompanyScope) {
  const points = pointsOf(member)
  let query = db
    .selectFrom('price_exports as filtered')
    .innerJoin('users', 'users.id', 'filtered.subject_id')
    .where('filtered.contractor_id', '=', member.contractorId)
  if (points)
    query = query.where(
      sql<boolean>`(filtered.consignee_id is null or filtered.consignee_id = any(${points}::integer[]))`,
    )
  return query
    .selectAll('filtered')
    .select([
      'users.full_name as ordered_by',
      namedBrands.as('brands'),
      namedGroups.as('groups'),
      groupsGone.as('groups_gone'),
      pointName.as('point'),
    ])
    .orderBy('filtered.id', 'desc')
    .limit(MAX_PRICE_EXPORTS)
    .execute()
}
export type PriceExportRow = Awaited<ReturnType<typeof selectPriceExports>>[number]

export async function selectPriceExport(db: Db, member: CompanyScope, id: number) {
  const points = pointsOf(member)
  let query = db
    .selectFrom('price_exports')
    .select(['id', 'state'])
    .where('id', '=', id)
    .where('contractor_id', '=', member.contractorId)
  if (points) query = query.where(sql<boolean>`(consignee_id is null or consignee_id = any(${points}::integer[]))`)
  return query.executeTakeFirst()
}

export const selectReadyFile = (db: Db, contractorId: number, id: number) =>
  db
    .selectFrom('price_exports')
    .select(['storage', 'format', 'bytes', 'finished_at'])
    .where('id', '=', id)
    .where('contractor_id', '=', contractorId)
    .where('state', '=', 'ready')
    .executeTakeFirst()

/** Selects brands whose name or alias starts with the text. */
export const selectBrandsLike = (db: Db, key: string, most: number) =>
  db
    .selectFrom('brands')
    .select(['id', 'name'])
    .where(
      sql<boolean>`id in (
        (select id from brands where key ~>=~ ${key} and key ~<~ (${key}::text || chr(1114111)) limit 100)
        union
        (select brand_id from brand_aliases where key ~>=~ ${key} and key ~<~ (${key}::text || chr(1114111)) limit 100))`,
    )
    .orderBy('name')
    .limit(most)
    .execute()

export const filterColumns = ({ format, brand_ids, group_ids, in_stock, consignee_id }: PriceExportFields) => ({
  format,
  brand_ids,
  group_ids,
  in_stock,
  consignee_id,
})

/** Locks the company's queue, so that only one call at a time checks and extends it. */
export const lockCompanyFiles = (db: Db, contractorId: number) =>
  sql`select pg_advisory_xact_lock(7331, ${contractorId})`.execute(db)

/** Selects the waiting file and whether its filters are identical. */
export const selectQueuedPriceExports = (db: Db, contractorId: number, filters: PriceExportFields) =>
  db
    .selectFrom('price_exports')
    .select([
      'id',
      sql<boolean>`(format, in_stock, brand_ids, group_ids) = (${filters.format}, ${filters.in_stock}::boolean,
          ${filters.brand_ids}::integer[], ${filters.group_ids}::integer[])
        and consignee_id is not distinct from ${filters.consignee_id}::integer`.as('is_same'),
    ])
    .where('contractor_id', '=', contractorId)
    .where('state', '=', 'queued')
    .executeTakeFirst()

/** Retention of finished files, besides the waiting and the building one. */
const MAX_FINISHED = MAX_PRICE_EXPORTS - 2

export interface NewFile {
  contractorId: number
  author: Writer
  filters: PriceExportFields
  isDaily: boolean
  at: Date
}

export const insertPriceExport = (db: Db, { contractorId, author, filters, isDaily, at }: NewFile) =>
  db
    .insertInto('price_exports')
    .values({
      contractor_id: contractorId,
      ...filterColumns(filters),
      is_daily: isDaily,
      ...writtenBy(author),
      created_at: at,
    })
    .returning('id')
    .executeTakeFirstOrThrow()

/**
 * Deletes the files superseded by a new order: failed ones with the same filters, and the oldest above the limit.
 * Returns their names on the disk.
 */
export const deleteSurplusPriceExports = (db: Db, contractorId: number, filters: PriceExportFields) =>
  db
    .deleteFrom('price_exports')
    .where('contractor_id', '=', contractorId)
    .where('state', 'in', ['ready', 'failed'])
    .where(
      sql<boolean>`(id in (
          select id from price_exports where contractor_id = ${contractorId} and state in ('ready', 'failed')
          order by id desc offset ${MAX_FINISHED})
        or (state = 'failed' and in_stock = ${filters.in_stock} and format = ${filters.format}
          and brand_ids = ${filters.brand_ids}::integer[] and group_ids = ${filters.group_ids}::integer[]
          and consignee_id is not distinct from ${filters.consignee_id}::integer))`,
    )
    .returning(['storage', 'format'])
    .execute()

export const deleteOldFiles = (db: Db, now: Date) =>
  db.deleteFrom('price_exports').where('keep_until', '<', now).returning(['storage', 'format']).execute()

/** Selects the names on the disk that belong to existing files. */
export const selectKnownStorages = async (db: Db, storages: readonly string[]): Promise<Set<string>> => {
  const rows = await db
    .selectFrom('price_exports')
    .select(sql<string>`storage::text`.as('storage'))
    .where('storage', '=', sql<string>`any(${storages}::uuid[])`)
    .execute()
  return new Set(rows.map((row) => row.storage))
}

/** Tables with the brands that a client chose for their price list, in ascending order. */
export const BRAND_LISTS = ['price_export_schedules', 'price_exports'] as const

export async function mergeChosenBrands(db: Db, fromId: number, keptId: number) {
  for (const table of BRAND_LISTS)
    await sql`
      update ${sql.table(table)} set brand_ids = array(
        select distinct * from unnest(array_replace(brand_ids, ${fromId}, ${keptId})) chosen order by 1
      ) where ${fromId} = any(brand_ids)`.execute(db)
}
