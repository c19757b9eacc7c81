import { PRICE_MOVES, type MovedPrice } from '@artikul/contract/suppliers/price-list'
import type { Sql } from '../../../platform/db/index.ts'
import type { ImportTarget } from './imports.queries.ts'

/** Effect of an import on the offers of its warehouse, calculated before anything is written. */
export interface OfferDifference {
  offers_before: number
  added: number
  changed: number
  gone: number
  price_up: number
  price_down: number
  /** Number of prices that changed fivefold or more, and their median factor. */
  jumped_up: number
  jumped_down: number
  jump_up_ratio: number
  jump_down_ratio: number
  /** Number of prices that changed tenfold or more. */
  tenfold: number
  stock_vanished: number
  /** Median ratio of new to old price among remaining offers. */
  median_ratio: number
  /** Number of price changes in each range of `PRICE_MOVES`. */
  moves: number[]
  biggest: MovedPrice[]
  /** Offers of the file with a stock of exactly zero. */
  without_stock: number
  /** Figures of the list by itself, when the warehouse has no offers to compare it with. */
  first: FirstList | null
}

export interface FirstList {
  /** Offers whose product other warehouses offer, in a sample, and the median ratio of the prices. */
  compared: number
  compared_ratio: number
}

const JUMP = 5
const MAX_BIGGEST_CHANGES = 20
/** Tolerance for binary fractions, so that a price reduced to exactly one tenth counts as a tenfold drop. */
const NUDGE = 1e-9

/** Calculates the difference from the result of `findChanges`. */
export async function countDifference(sql: Sql, { warehouseId }: ImportTarget): Promise<OfferDifference> {
  await sql`
    create temp table import_moves on commit drop as
    select offer.product_id, offer.purchase_kop as before_kop, staged.purchase_kop as after_kop,
      staged.purchase_kop::float8 / nullif(offer.purchase_kop, 0) as ratio,
      offer.on_hand > 0 and staged.on_hand = 0 as vanished
    from import_changes change
    join offers offer on offer.id = change.offer_id
    join import_rows staged on staged.row_number = change.row_number`
  const [offers, prices, moves, biggest] = [
    await countOffers(sql, warehouseId),
    await countPrices(sql),
    await countMoves(sql),
    await selectBiggest(sql),
  ]
  const { changed, ...moved } = prices
  const still = offers.offers_before - offers.gone - changed
  const first = offers.offers_before === 0 ? await describeFirstList(sql, warehouseId) : null
  const without_stock = await countWithoutStock(sql)
  return {
    without_stock,
    first,
    ...offers,
    changed,
    ...moved,
    median_ratio: await medianOf(sql, still),
    moves,
    biggest,
  }
}

async function countOffers(sql: Sql, warehouseId: number) {
  const [row] = await sql<Pick<OfferDifference, 'offers_before' | 'added' | 'gone'>[]>`
    select (select count(*) from offers where warehouse_id = ${warehouseId}) as offers_before,
      count(*) filter (where offer_id is null) as added, count(*) filter (where product_id is null) as gone
    from import_changes`
  return row ?? { offers_before: 0, added: 0, gone: 0 }
}

async function countWithoutStock(sql: Sql): Promise<number> {
  const [row] = await sql<{ count: number }[]>`
    select count(*) as count from import_winners winner join import_rows staged using (row_number)
    where staged.on_hand = 0 and staged.qty_exact`
  return row?.count ?? 0
}

const COMPARED_SAMPLE = 10_000

async function describeFirstList(sql: Sql, warehouseId: number): Promise<FirstList> {
  const rows = await sql<FirstList[]>`
    select count(*) as compared, coalesce(percentile_disc(0.5) within group (order by ratio), 1) as compared_ratio
    from (
      select staged.purchase_kop / avg(offer.purchase_kop)::float8 as ratio
      from (select * from import_winners order by row_number limit ${COMPARED_SAMPLE}) winner
      join import_rows staged using (row_number)
      join offers offer on offer.product_id = winner.product_id and offer.warehouse_id <> ${warehouseId}
        and offer.purchase_kop > 0
      group by winner.product_id, staged.purchase_kop
    ) compared`
  return rows[0] as FirstList // an aggregate always returns a row
}

type Prices = Omit<
  OfferDifference,
  'offers_before' | 'added' | 'gone' | 'median_ratio' | 'moves' | 'biggest' | 'without_stock' | 'first'
>

async function countPrices(sql: Sql): Promise<Prices> {
  const rows = await sql<Prices[]>`
    select count(*) as changed, count(*) filter (where ratio > 1) as price_up,
      count(*) filter (where ratio < 1) as price_down, count(*) filter (where vanished) as stock_vanished,
      count(*) filter (where ratio >= ${JUMP}) as jumped_up,
      count(*) filter (where ratio <= ${1 / JUMP}) as jumped_down,
      coalesce(percentile_disc(0.5) within group (order by ratio) filter (where ratio >= ${JUMP}), 1) as jump_up_ratio,
      coalesce(percentile_disc(0.5) within group (order by ratio) filter (where ratio <= ${1 / JUMP}), 1)
        as jump_down_ratio,
      count(*) filter (where ratio >= 10 or ratio <= 0.1) as tenfold
    from import_moves`
  return rows[0] as Prices // an aggregate always returns a row
}

async function countMoves(sql: Sql): Promise<number[]> {
  const bounds = PRICE_MOVES.slice(1).map(({ from }) => from)
  const rows = await sql<{ bucket: number; count: number }[]>`
    select width_bucket(case when ratio < 1 then ratio - ${NUDGE} else ratio end, ${bounds}::float8[]) as bucket,
      count(*) as count
    from import_moves where ratio <> 1 group by 1`
  const counts = new Map(rows.map(({ bucket, count }) => [bucket, count]))
  return PRICE_MOVES.map((_, bucket) => counts.get(bucket) ?? 0)
}

/** Unchanged offers count with a ratio of one. */
async function medianOf(sql: Sql, still: number): Promise<number> {
  const [row] = await sql<{ ratio: number | null }[]>`
    select percentile_disc(0.5) within group (order by ratio) as ratio from (
      select ratio from import_moves where ratio is not null
      union all select 1 from generate_series(1, ${still}::integer)
    ) stayed`
  return row?.ratio ?? 1
}

const selectBiggest = (sql: Sql): Promise<MovedPrice[]> => sql<MovedPrice[]>`
  select brand.name as brand, product.article, moved.before_kop, moved.after_kop
  from (
    select * from import_moves where ratio > 0 and ratio <> 1
    order by abs(ln(ratio)) desc, product_id limit ${MAX_BIGGEST_CHANGES}
  ) moved
  join products product on product.id = moved.product_id
  join brands brand on brand.id = product.brand_id
  order by abs(ln(moved.ratio)) desc, moved.product_id`
