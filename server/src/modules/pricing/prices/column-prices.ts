import type { Db } from '../../../platform/db/index.ts'
import { selectNewerPrices, selectPricedColumns } from './pricing.queries.ts'

/** Own prices of one column, by ascending product: 12 bytes each, as 200,000 goods may have one in every column. */
export interface ColumnPrices {
  version: number
  productIds: Int32Array
  kop: Float64Array
}
/** By column. */
export type PricesOfColumns = ReadonlyMap<number, ColumnPrices>
/** By seller. */
export type PricesBySeller = ReadonlyMap<number, PricesOfColumns>
export type ReadColumnPrices = () => Promise<PricesBySeller>

const ROW_BYTES = 12
const NO_PRICES: ColumnPrices = { version: 0, productIds: new Int32Array(), kop: new Float64Array() }

/** Finds the own price of a product in a column, in kopecks. */
export function priceInColumn(columns: PricesOfColumns, columnId: number | null, productId: number) {
  const prices = columns.get(columnId ?? 0)
  if (!prices) return undefined
  let [low, high] = [0, prices.productIds.length]
  while (low < high) {
    const middle = (low + high) >>> 1
    if ((prices.productIds[middle] ?? 0) < productId) low = middle + 1
    else high = middle
  }
  return prices.productIds[low] === productId ? prices.kop[low] : undefined
}

/** Merges changed rows, packed by ascending product, into the known prices; a price that is not above zero is removed. */
function merged(known: ColumnPrices, packed: Buffer, version: number): ColumnPrices {
  const changes = packed.length / ROW_BYTES
  const productIds = new Int32Array(known.productIds.length + changes)
  const kop = new Float64Array(productIds.length)
  let count = 0
  let at = 0
  const keep = (productId: number, price: number) => {
    productIds[count] = productId
    kop[count] = price
    count += 1
  }
  for (let change = 0; change < changes; change += 1) {
    const productId = packed.readInt32BE(change * ROW_BYTES)
    const price = packed.readDoubleBE(change * ROW_BYTES + 4)
    for (; (known.productIds[at] ?? Infinity) < productId; at += 1) keep(known.productIds[at] ?? 0, known.kop[at] ?? 0)
    if (known.productIds[at] === productId) at += 1
    if (price > 0) keep(productId, price)
  }
  for (; at < known.productIds.length; at += 1) keep(known.productIds[at] ?? 0, known.kop[at] ?? 0)
  return { version, productIds: productIds.slice(0, count), kop: kop.slice(0, count) }
}

/** Creates a reader that keeps the own prices of all columns in memory and reads only what has changed. */
export function createColumnPrices(db: Db): ReadColumnPrices {
  let known = new Map<number, ReadonlyMap<number, ColumnPrices>>()
  return async () => {
    const columns = await selectPricedColumns(db)
    const pricesOf = ({ seller_id, price_group_id, version }: (typeof columns)[number]) => {
      const found = known.get(seller_id)?.get(price_group_id) ?? NO_PRICES
      // A restored database may be older than what is known.
      return found.version > version ? NO_PRICES : found
    }
    const stale = columns.filter((column) => pricesOf(column).version !== column.version)
    if (stale.length === 0) return known
    const next = new Map<number, Map<number, ColumnPrices>>()
    for (const column of columns) {
      const before = pricesOf(column)
      const after = stale.includes(column)
        ? merged(before, await selectNewerPrices(db, column, before.version), column.version)
        : before
      const ofSeller = next.get(column.seller_id) ?? new Map<number, ColumnPrices>()
      next.set(column.seller_id, ofSeller.set(column.price_group_id, after))
    }
    known = next
    return known
  }
}
