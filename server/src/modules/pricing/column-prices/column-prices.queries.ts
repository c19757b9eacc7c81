import type { SqlTransaction } from '../../../platform/db/index.ts'

export interface PricedColumn {
  sellerId: number
  priceGroupId: number
}

/** Difference between the prices of a column and those that replace them; `total` of the latter. */
export interface ColumnPriceChanges {
  total: number
  added: number
  changed: number
  removed: number
}

/** Creates the table of new prices; it disappears with the transaction. */
export const createInput = (tx: SqlTransaction) =>
  tx.query('create temp table column_price_input (product_id integer, price_kop bigint) on commit drop')

export const copyInput = (tx: SqlTransaction, rows: readonly { product_id: number; price_kop: number }[]) =>
  tx.copy('copy column_price_input from stdin', [
    rows.map(({ product_id, price_kop }) => `${product_id}\t${price_kop}\n`).join(''),
  ])

/** Creates the column unless it has prices, locks it until the transaction ends and returns its version. */
export async function lockPricedColumn(tx: SqlTransaction, { sellerId, priceGroupId }: PricedColumn): Promise<number> {
  await tx`
    insert into priced_columns (seller_id, price_group_id) values (${sellerId}, ${priceGroupId}) on conflict do nothing`
  const [row] = await tx<{ version: number }[]>`
    select version from priced_columns where seller_id = ${sellerId} and price_group_id = ${priceGroupId} for update`
  return row?.version ?? 0
}

/** Keeps the higher of two prices of a product, and counts what differs. */
export async function countPriceChanges(
  tx: SqlTransaction,
  { sellerId, priceGroupId }: PricedColumn,
): Promise<ColumnPriceChanges> {
  await tx.query(`
    create temp table column_price_new on commit drop as
      select product_id, max(price_kop) as price_kop from column_price_input group by product_id;
    analyze column_price_new`)
  const [row] = await tx<ColumnPriceChanges[]>`
    select count(given.product_id) as total,
      count(*) filter (where given.product_id is not null and stored.product_id is null) as added,
      count(*) filter (where given.price_kop <> stored.price_kop) as changed,
      count(*) filter (where given.product_id is null) as removed
    from column_price_new given full join (
      select product_id, price_kop from column_prices
      where seller_id = ${sellerId} and price_group_id = ${priceGroupId} and price_kop is not null
    ) stored on stored.product_id = given.product_id`
  return row ?? { total: 0, added: 0, changed: 0, removed: 0 }
}

export const writePrices = (tx: SqlTransaction, { sellerId, priceGroupId }: PricedColumn, version: number) =>
  tx`
    insert into column_prices (seller_id, price_group_id, product_id, price_kop, version)
    select ${sellerId}::integer, ${priceGroupId}::integer, given.product_id, given.price_kop, ${version}::bigint
    from column_price_new given left join column_prices stored on stored.seller_id = ${sellerId}
      and stored.price_group_id = ${priceGroupId} and stored.product_id = given.product_id
    where stored.price_kop is distinct from given.price_kop
    on conflict (seller_id, price_group_id, product_id) do update set price_kop = excluded.price_kop,
      version = excluded.version`

export const removeAbsentPrices = (tx: SqlTransaction, { sellerId, priceGroupId }: PricedColumn, version: number) =>
  tx`
    update column_prices set price_kop = null, version = ${version}
    where seller_id = ${sellerId} and price_group_id = ${priceGroupId} and price_kop is not null
      and not exists (select from column_price_new given where given.product_id = column_prices.product_id)`

export const updatePricedColumn = (
  tx: SqlTransaction,
  { sellerId, priceGroupId }: PricedColumn,
  version: number,
  count: number,
) =>
  tx`
    update priced_columns set version = ${version}, prices_count = ${count}
    where seller_id = ${sellerId} and price_group_id = ${priceGroupId}`
