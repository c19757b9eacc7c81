import { sql } from 'kysely'
import type { Db } from '../../platform/db/index.ts'

/** Markup of the company's price group, hundredths of a per cent; without a group the highest one stands (retail). */
export async function selectMarkup(db: Db, contractorId: number | null): Promise<number> {
  const row = await db
    .selectNoFrom(
      sql<number>`coalesce(
        (select markup_hundredths from price_groups join contractors on contractors.price_group_id = price_groups.id
         where contractors.id = ${contractorId}),
        (select max(markup_hundredths) from price_groups), 0)`.as('markup'),
    )
    .executeTakeFirstOrThrow()
  return row.markup
}

/** Contracts of a company and the markup of each one's own price group; null: the company's holds. */
export const selectContractMarkups = (db: Db, contractorId: number) =>
  db
    .selectFrom('contracts')
    .leftJoin('price_groups', 'price_groups.id', 'contracts.price_group_id')
    .select(['contracts.id', 'seller_id', 'signed_on', 'valid_to', 'is_default', 'renews_id'])
    .select('price_groups.markup_hundredths as markup')
    .where('contractor_id', '=', contractorId)
    .limit(200)
    .execute()
