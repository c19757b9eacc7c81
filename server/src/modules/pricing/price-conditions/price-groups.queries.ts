import type { PriceGroupFields } from '@artikul/contract/pricing/price-groups'
import { sql } from 'kysely'
import type { Db } from '../../../platform/db/index.ts'

const MAX_GROUPS = 200

/** Selects price columns with the numbers of their companies and conditions. */
export async function selectPriceGroupRows(db: Db) {
  const { rows } = await sql<
    PriceGroupFields & Record<'id' | 'version' | 'contractors_count' | 'conditions_count' | 'prices_count', number>
  >`
    select id, name, markup_hundredths, rounds_to_ruble, version,
      (select count(*) from contractors where price_group_id = price_groups.id) +
        (select count(distinct contractor_id) from contracts where price_group_id = price_groups.id) as contractors_count,
      (select count(*) from price_conditions where price_group_id = price_groups.id) +
        (select count(*) from price_conditions where column_id = price_groups.id) as conditions_count,
      (select coalesce(sum(prices_count), 0) from priced_columns where price_group_id = price_groups.id)::integer as prices_count
    from price_groups order by markup_hundredths desc, id limit ${MAX_GROUPS}`.execute(db)
  return rows
}

export const insertPriceGroup = (db: Db, group: PriceGroupFields) =>
  db.insertInto('price_groups').values(group).returning('id').executeTakeFirstOrThrow()

export const lockPriceGroup = (db: Db, id: number) =>
  db.selectFrom('price_groups').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()

export async function updatePriceGroupRow(db: Db, id: number, group: PriceGroupFields): Promise<number> {
  const { version } = await db
    .updateTable('price_groups')
    .set({ ...group, version: sql`version + 1` })
    .where('id', '=', id)
    .returning('version')
    .executeTakeFirstOrThrow()
  return version
}

/** Deletes a column with the traces of its removed own prices; one that has prices is in use. */
export async function deletePriceGroupRow(db: Db, id: number): Promise<void> {
  await db.deleteFrom('column_prices').where('price_group_id', '=', id).where('price_kop', 'is', null).execute()
  await db.deleteFrom('priced_columns').where('price_group_id', '=', id).execute()
  await db.deleteFrom('price_groups').where('id', '=', id).execute()
}

const settings = ['version', 'min_markup_hundredths'] as const

export const selectSettings = (db: Db) => db.selectFrom('price_settings').select(settings).executeTakeFirstOrThrow()

export const lockSettings = (db: Db) =>
  db.selectFrom('price_settings').select(settings).forUpdate().executeTakeFirstOrThrow()

export const updateSettings = (db: Db, hundredths: number) =>
  db
    .updateTable('price_settings')
    .set({ min_markup_hundredths: hundredths, version: sql`version + 1` })
    .execute()
