import { sql, type Kysely } from 'kysely'
import type { Db, DB } from '../../../platform/db/index.ts'
import type { PricingCondition, RuleRows } from './price-rules.ts'

/** Selects the price groups of a company and of each of its contracts; null for those without one. */
export async function selectPricingGroups(db: Db, contractorId: number) {
  const [company, contracts] = await Promise.all([
    db.selectFrom('contractors').select('price_group_id').where('id', '=', contractorId).executeTakeFirst(),
    db
      .selectFrom('contracts')
      .select(['id', 'seller_id', 'signed_on', 'valid_to', 'is_default', 'renews_id', 'price_group_id'])
      .where('contractor_id', '=', contractorId)
      .limit(200)
      .execute(),
  ])
  return { usual: company?.price_group_id ?? null, contracts }
}

export async function selectRulesVersion(db: Db): Promise<number> {
  return (await db.selectFrom('price_rules').select('version').executeTakeFirstOrThrow()).version
}

/** Selects all rules in a consistent snapshot, without conditions that ended before the day. */
export const selectPriceRules = (db: Kysely<DB>, day: string): Promise<RuleRows> =>
  db
    .transaction()
    .setIsolationLevel('repeatable read')
    .execute(async (tx) => {
      const version = await selectRulesVersion(tx)
      const { min_markup_hundredths: minMarkup } = await tx
        .selectFrom('price_settings')
        .select('min_markup_hundredths')
        .executeTakeFirstOrThrow()
      const columns = await tx
        .selectFrom('price_groups')
        .select(['id', 'markup_hundredths as markup', 'rounds_to_ruble as roundsToRuble'])
        .execute()
      const groups = await tx
        .selectFrom('inventory_groups')
        .select(['id', 'parent_id as parentId', 'markup_hundredths as markup'])
        .select(['min_markup_hundredths as minMarkup', 'is_hidden as isHidden'])
        .execute()
      return { version, minMarkup, columns, groups, conditions: await selectConditions(tx, day) }
    })

async function selectConditions(db: Db, day: string): Promise<PricingCondition[]> {
  const { rows } = await sql<PricingCondition>`
    select id, contractor_id as "contractorId", price_group_id as "priceGroupId", product_id as "productId",
      brand_id as "brandId", inventory_group_id as "inventoryGroupId", supply_route_id as "supplyRouteId",
      purchase_from_kop as "purchaseFromKop", purchase_to_kop as "purchaseToKop", qty_from as "qtyFrom",
      valid_from as "validFrom", valid_to as "validTo", effect, percent_hundredths as "percentHundredths",
      fixed_kop as "fixedKop", column_id as "columnId"
    from price_conditions where valid_to is null or valid_to >= ${day}::date`.execute(db)
  return rows
}

/** Versions of the columns with own prices. */
export const selectPricedColumns = (db: Db) =>
  db.selectFrom('priced_columns').select(['seller_id', 'price_group_id', 'version']).limit(10_000).execute()

/**
 * Selects the prices of a column that are newer than the version, by product, as one value: 4 bytes of the product's id
 * and 8 of its price, not above zero for a removed one.
 */
export async function selectNewerPrices(
  db: Db,
  { seller_id, price_group_id }: { seller_id: number; price_group_id: number },
  version: number,
): Promise<Buffer> {
  const { rows } = await sql<{ packed: Buffer | null }>`
    select string_agg(int4send(product_id) || float8send(coalesce(price_kop, 0)), ''::bytea order by product_id) as packed
    from column_prices
    where seller_id = ${seller_id} and price_group_id = ${price_group_id} and version > ${version}`.execute(db)
  return rows[0]?.packed ?? Buffer.alloc(0)
}
