import { formatQty, lineSumKop, toThousandths } from '@artikul/contract/core/money'
import { isDropped } from '@artikul/contract/ordering/orders/orders'
import { unitText } from '@artikul/contract/core/units'
import { vatIncludedKop } from '@artikul/contract/core/vat'
import type { Transaction } from 'kysely'
import { moscowDate } from '../../../../platform/clock.ts'
import type { DB } from '../../../../platform/db/index.ts'
import { AppError } from '../../../../platform/errors.ts'
import type { Writer } from '../../../../platform/http/index.ts'
import type { ReadDirectory } from '../../../catalog/index.ts'
import { reserveOffers } from '../../../suppliers/index.ts'
import { readVatRates } from '../../../companies/index.ts'
import { addWorkingDays } from '../../../pricing/index.ts'
import * as queries from './claimed-goods.queries.ts'
import { moveLines, putBackInStock, type By, type LineMove } from './line-transitions.ts'
import { lockParts, type PartRow } from './line-transitions.queries.ts'
import { insertClaimedOrder } from '../placing/place-order.queries.ts'
import { publishPlacedOrder } from '../publish-orders.ts'

/** Goods that are shipped again under a claim. */
export interface ClaimedGoods {
  /** Previously shipped line. */
  firstLineId: number
  qty: number
  /** Price in kopecks; 0 when the goods were billed with the first shipment. */
  priceKop: number
}

export interface ClaimOrderInput {
  /** Seller, contract, company and point of the original shipment. */
  place: { seller_id: number; contract_id: number; contractor_id: number; consignee_id: number }
  /** «Довоз по обращению О-000123». */
  words: string
  /** Reason of the order hold; null when the goods may be shipped immediately. */
  holdReason: string | null
  /** First day on which the goods may be shipped. */
  notBefore: string
  /** Lines whose pieces were recorded as shipped but are still in the warehouse: they are returned to stock first. */
  found: readonly { lineId: number; qty: number }[]
  goods: readonly ClaimedGoods[]
}

const GUARANTEE_DAYS = 2

interface Placed extends ClaimedGoods {
  stock: queries.FreeStock
}

/**
 * Chooses the warehouse for each of the goods: the original one, else the one with the largest free stock. Any shortage
 * is reported.
 */
function shelvesFor(
  goods: readonly ClaimedGoods[],
  lines: ReadonlyMap<number, queries.FirstLine>,
  stock: readonly queries.FreeStock[],
): Placed[] {
  const left = new Map(stock.map((one) => [one.offer_id, toThousandths(one.free)]))
  const leftOf = (one: queries.FreeStock) => left.get(one.offer_id) ?? 0
  const short: string[] = []
  const placed = goods.flatMap((one) => {
    const line = lines.get(one.firstLineId)
    if (!line) return []
    const shelves = stock
      .filter(({ product_id: id }) => id === line.product_id)
      .toSorted(
        (first, second) =>
          Number(second.warehouse_id === line.warehouse_id) - Number(first.warehouse_id === line.warehouse_id) ||
          leftOf(second) - leftOf(first),
      )
    const requestedQty = toThousandths(one.qty)
    const shelf = shelves.find((each) => leftOf(each) >= requestedQty)
    if (!shelf) {
      const most = Math.max(0, ...shelves.map(leftOf)) / 1000
      short.push(
        `${line.brand} ${line.article}: свободно ${formatQty(most)} ${unitText(line.unit)} из ${formatQty(one.qty)}`,
      )
      return []
    }
    left.set(shelf.offer_id, leftOf(shelf) - requestedQty)
    return [{ ...one, stock: shelf }]
  })
  if (short.length > 0)
    throw new AppError('claim.no_stock', { detail: `На своём складе не хватает. ${short.join('; ')}`.slice(0, 500) })
  return placed
}

function allocatedOf(placed: readonly Placed[]) {
  const allocated = new Map<number, number>()
  for (const { stock, qty } of placed)
    allocated.set(stock.offer_id, (allocated.get(stock.offer_id) ?? 0) + toThousandths(qty))
  return [...allocated].map(([offer_id, thousandths]) => ({ offer_id, qty: thousandths / 1000 }))
}

/**
 * Orders the same goods again from the seller's own warehouses only, and reserves them exactly. Limits are not checked,
 * because exchanged goods are credited and missing ones were already billed.
 * @returns the order and the ids of its lines, in the order of the goods
 * @throws AppError `claim.no_stock` with the available quantity
 */
export async function orderByClaim(
  tx: Transaction<DB>,
  { readDirectory }: { readDirectory: ReadDirectory },
  { author, now }: { author: Writer; now: Date },
  { place, words, holdReason, notBefore, found, goods }: ClaimOrderInput,
): Promise<{ id: number; number: string; lineIds: number[] }> {
  const lines = new Map(
    (
      await queries.selectFirstLines(
        tx,
        goods.map((one) => one.firstLineId),
      )
    ).map((line) => [line.id, line]),
  )
  const products = [...new Set([...lines.values()].map((line) => line.product_id))]
  const held = await queries.lockFreeStock(tx, place.seller_id, products)
  await putBackInStock(tx, found)
  const stock = found.length > 0 ? await queries.lockFreeStock(tx, place.seller_id, products) : held
  const placed = shelvesFor(goods, lines, stock)
  const { daysOff } = await readDirectory()
  const expected = addWorkingDays(notBefore, 1, daysOff)
  const vatOn = await readVatRates(tx)
  const rows = placed.map(({ firstLineId, qty, priceKop, stock }): queries.ClaimedLine => {
    const sum = lineSumKop(priceKop, toThousandths(qty))
    const rate = vatOn(lines.get(firstLineId)?.tax_regime ?? '', expected)
    return {
      first_line_id: firstLineId,
      warehouse_id: stock.warehouse_id,
      qty,
      price_kop: priceKop,
      sum_kop: sum,
      vat_rate: rate,
      vat_kop: vatIncludedKop(sum, rate),
    }
  })
  await reserveOffers(tx, allocatedOf(placed))
  const status = holdReason === null ? ('in_work' as const) : ('on_hold' as const)
  const order = await insertClaimedOrder(tx, author, Number(moscowDate(now).slice(0, 4)), {
    ...place,
    client_number: lines.get(goods[0]?.firstLineId ?? 0)?.client_number ?? '',
    comment: words,
    status,
    hold_reason: holdReason ?? '',
    expected_date: expected,
    lines_count: rows.length,
    total_kop: rows.reduce((sum, row) => sum + row.sum_kop, 0),
    vat_kop: rows.reduce((sum, row) => sum + row.vat_kop, 0),
    created_at: now,
  })
  const days = { id: order.id, expected, guaranteed: addWorkingDays(expected, GUARANTEE_DAYS, daysOff) }
  const first = { state: holdReason === null ? ('reserved' as const) : ('on_hold' as const), reason: words, now }
  const lineIds = await queries.insertClaimedLines(tx, days, first, rows, author)
  await publishPlacedOrder(tx, author, [{ ...order, ...place, status }], now)
  return { ...order, lineIds }
}

const sumOf = (parts: readonly PartRow[]) => parts.reduce((sum, { qty }) => sum + toThousandths(qty), 0)

/**
 * Releases goods that waited for a return: the given quantity of each line is shipped, the rest is freed. Parts already
 * moved manually count towards the shipped quantity.
 */
export async function releaseClaimed(
  tx: Transaction<DB>,
  by: By,
  lines: readonly { lineId: number; qty: number }[],
  reason: string,
  now: Date,
) {
  const parts = Map.groupBy(
    await lockParts(
      tx,
      lines.map(({ lineId }) => lineId),
    ),
    ({ line_id: id }) => id,
  )
  const moves = lines.flatMap(({ lineId, qty }): LineMove[] => {
    const own = parts.get(lineId) ?? []
    const held = sumOf(own.filter(({ state }) => state === 'on_hold'))
    const led = sumOf(own.filter(({ state }) => state !== 'on_hold' && !isDropped(state)))
    const released = Math.min(held, Math.max(toThousandths(qty) - led, 0))
    const move = (to: 'reserved' | 'removed', thousandths: number): LineMove[] =>
      thousandths > 0 ? [{ lineId, from: 'on_hold', to, qty: thousandths / 1000, reason }] : []
    return [...move('reserved', released), ...move('removed', held - released)]
  })
  await moveLines(tx, by, moves, now)
}

/**
 * Removes the unshipped rest of the lines and frees its stock.
 * @returns the removed quantity by line; lines with nothing to remove are absent
 */
export async function dropClaimed(
  tx: Transaction<DB>,
  by: By,
  lineIds: readonly number[],
  reason: string,
  now: Date,
): Promise<Map<number, number>> {
  const parts = (await lockParts(tx, lineIds)).filter(
    ({ state, shipment_line_id: shipped }) => shipped === null && !isDropped(state),
  )
  const moves = parts.map(({ line_id: lineId, state: from, qty }): LineMove => ({
    lineId,
    from,
    to: 'removed',
    qty,
    reason,
  }))
  await moveLines(tx, by, moves, now)
  const ofLine = Map.groupBy(parts, ({ line_id: id }) => id)
  return new Map([...ofLine].map(([id, own]) => [id, sumOf(own) / 1000]))
}
