import type { ShortageChoice } from '@artikul/contract/purchasing/goods-receipts'
import { toThousandths } from '@artikul/contract/core/money'
import type { Transaction } from 'kysely'
import type { DB } from '../../../platform/db/index.ts'
import { AppError } from '../../../platform/errors.ts'
import type { Author } from '../../../platform/http/index.ts'
import type { BrandKeys } from '../../catalog/index.ts'
import { lockParts, moveLines } from '../../ordering/index.ts'
import {
  addReceived,
  applyAnswers,
  AWAITED,
  lockAwaited,
  publishSupplierOrders,
  type AwaitedRow,
} from '../purchase-orders/index.ts'
import type { Matched } from './match.ts'
import { mergedMoves, recordReceiptEvent } from './receipt-transitions.ts'
import { shelve } from '../../suppliers/index.ts'
import * as posting from './posting.queries.ts'
import * as queries from './receipts.queries.ts'
import { matchNow, productsOf, receiptNotFound, type ReceiptWork } from './receipts.ts'

interface Choice {
  version: number
  shortage: ShortageChoice
  surplus_warehouse_id: number | null
}

type AllMatched = ReadonlyMap<number, Matched<AwaitedRow>>
interface Planned {
  matched: AllMatched
  awaitedParts: readonly { line_id: number; state: string; qty: number }[]
}

const partOf = (receiptLineId: number, row: AwaitedRow, state: string, qty: number): posting.NewPart => ({
  receipt_line_id: receiptLineId,
  supplier_line_id: row.id,
  order_line_id: row.order_line_id,
  from_state: state,
  qty,
})

/** Goods bought for own stock that have come, at the price of the УПД, else of the order. */
const boughtForStock = (lines: readonly queries.ReceiptLineRow[], matched: AllMatched): posting.StockedGoods[] =>
  lines.flatMap((line) =>
    (matched.get(line.id)?.allocations ?? []).flatMap(({ row, qty }) =>
      row.product_id === null || row.stock_warehouse_id === null
        ? []
        : [
            {
              productId: row.product_id,
              warehouseId: row.stock_warehouse_id,
              qty,
              priceKop: line.price_kop || row.price_kop,
            },
          ],
    ),
  )

/** Puts goods into their warehouses, whose offers are locked. */
async function shelveAll(tx: Transaction<DB>, goods: readonly posting.StockedGoods[]) {
  for (const [warehouseId, part] of Map.groupBy(goods, ({ warehouseId: id }) => id)) await shelve(tx, warehouseId, part)
}

/** Plans which parts of the clients' lines arrive, those closest to arrival first. */
function partsOf({ matched, awaitedParts }: Planned): posting.NewPart[] {
  const left = new Map(awaitedParts.map(({ line_id, state, qty }) => [`${line_id} ${state}`, toThousandths(qty)]))
  return [...matched].flatMap(([receiptLineId, { allocations }]) =>
    allocations.flatMap(({ row, qty }) => {
      if (row.order_line_id === null) return [partOf(receiptLineId, row, row.line_state, qty)]
      let wanted = toThousandths(qty)
      return AWAITED.flatMap((state) => {
        const name = `${row.order_line_id} ${state}`
        const moved = Math.min(wanted, left.get(name) ?? 0)
        if (moved <= 0) return []
        wanted -= moved
        left.set(name, (left.get(name) ?? 0) - moved)
        return [partOf(receiptLineId, row, state, moved / 1000)]
      })
    }),
  )
}

/**
 * Calculates for each supplier line the quantity that is in the УПД but was not received; the latest promise loses
 * first.
 */
function refusedOf(
  lines: readonly queries.ReceiptLineRow[],
  byPaper: AllMatched,
  came: AllMatched,
): Map<number, number> {
  const sum = (all: AllMatched) => {
    const ofRow = new Map<number, number>()
    for (const { allocations } of all.values())
      for (const { row, qty } of allocations) ofRow.set(row.id, (ofRow.get(row.id) ?? 0) + toThousandths(qty))
    return ofRow
  }
  if (lines.every((line) => (line.counted_qty ?? 0) >= line.qty)) return new Map()
  const received = sum(came)
  return new Map(
    [...sum(byPaper)]
      .map(([id, qty]): [number, number] => [id, qty - (received.get(id) ?? 0)])
      .filter(([, qty]) => qty > 0),
  )
}

/** Refuses missing goods that the supplier will not deliver; clients are notified as of any refusal. */
async function refuse(tx: Transaction<DB>, author: Author, refused: ReadonlyMap<number, number>, now: Date) {
  const before = await queries.selectOrderedOf(tx, [...refused.keys()])
  const answers = before.map(({ id, asked_qty }) => ({
    lineId: id,
    confirmedQty: (toThousandths(asked_qty) - (refused.get(id) ?? 0)) / 1000,
    reason: 'Недостача в поставке',
  }))
  await applyAnswers(tx, author, answers, now)
}

/**
 * Finds the surplus, and the part of it that can be added to the own warehouse: known to the catalogue and with a known
 * price.
 */
async function surplusOf(
  tx: Transaction<DB>,
  brands: BrandKeys,
  { lines, matched }: { lines: readonly queries.ReceiptLineRow[]; matched: AllMatched },
  warehouseId: number | null,
) {
  const products = await productsOf(tx, brands, lines)
  return lines.flatMap((line) => {
    const qty = matched.get(line.id)?.surplus ?? 0
    if (qty <= 0) return []
    const [productId, priceKop] = [products.get(line.id)?.id, line.price_kop ?? 0]
    const goods = warehouseId !== null && productId !== undefined && priceKop > 0 ? { productId, qty, priceKop } : null
    return [{ id: line.id, qty, goods, isStocked: goods !== null }]
  })
}

function requireCounted(lines: readonly queries.ReceiptLineRow[]) {
  if (lines.length === 0) throw new AppError('goods_receipt.not_counted', { detail: 'В приёмке нет ни одной строки' })
  const uncounted = lines.filter((line) => line.counted_qty === null).length
  if (uncounted > 0)
    throw new AppError('goods_receipt.not_counted', {
      detail: `Не сосчитано строк: ${uncounted}. Сосчитайте их или нажмите «Всё по документу»`,
    })
}

async function requireWarehouse(tx: Transaction<DB>, id: number | null) {
  if (id === null || (await queries.selectOwnWarehouses(tx)).some((one) => one.id === id)) return
  throw new AppError('input.invalid', {
    errors: [{ path: 'surplus_warehouse_id', message: 'Выберите собственный склад' }],
  })
}

/** Matches twice: before the second time the awaited rows are locked against changes. */
async function lockMatched(
  tx: Transaction<DB>,
  brands: BrandKeys,
  supplyRouteId: number,
  lines: readonly queries.ReceiptLineRow[],
) {
  const asWritten = lines.map((line) => ({ ...line, counted_qty: Math.max(line.qty, line.counted_qty ?? 0) }))
  const first = await matchNow(tx, brands, supplyRouteId, asWritten)
  const rows = [...first.matched.values()].flatMap(({ allocations }) => allocations.map(({ row }) => row))
  await lockAwaited(
    tx,
    rows.map(({ id }) => id),
  )
  await lockParts(
    tx,
    rows.flatMap((row) => row.order_line_id ?? []),
  )
  const locked = new Set(rows.map(({ id }) => id))
  const came = await matchNow(tx, brands, supplyRouteId, lines)
  const paper = lines.map((line) => ({ ...line, counted_qty: line.qty }))
  const byPaper = (await matchNow(tx, brands, supplyRouteId, paper)).matched
  const isHeld = [...came.matched.values(), ...byPaper.values()].every(({ allocations }) =>
    allocations.every(({ row }) => locked.has(row.id)),
  )
  if (!isHeld) throw new AppError('stale')
  return { came, byPaper }
}

/**
 * «Принять»: assigns goods to the orders that wait for them, oldest promise first, all or nothing. Locks are taken in a
 * fixed order: the receipt, suppliers' lines, clients' orders, offers.
 * @throws AppError `not_found`, `stale`, `goods_receipt.invalid_state` when already posted, `goods_receipt.not_counted`,
 * `input.invalid` for a warehouse that is not an own one
 */
export async function postReceipt(
  tx: Transaction<DB>,
  { clock, brands }: ReceiptWork,
  author: Author,
  { id, ...choice }: Choice & { id: number },
): Promise<void> {
  const now = clock.now()
  const receipt = await queries.lockReceipt(tx, id)
  if (!receipt) throw receiptNotFound()
  if (receipt.state !== 'draft') throw new AppError('goods_receipt.invalid_state')
  if (receipt.version !== choice.version) throw new AppError('stale')
  await requireWarehouse(tx, choice.surplus_warehouse_id)
  const lines = await queries.selectReceiptLines(tx, id)
  requireCounted(lines)
  const { came, byPaper } = await lockMatched(tx, brands, receipt.supply_route_id, lines)
  const parts = partsOf(came)
  const rows = new Map(
    [...came.matched.values()].flatMap(({ allocations }) => allocations.map(({ row }) => [row.id, row])),
  )
  for (const { allocations } of byPaper.values()) for (const { row } of allocations) rows.set(row.id, row)
  const words = 'Принято на склад'
  await moveLines(
    tx,
    { mover: 'staff', author },
    mergedMoves(parts, (from) => ({ from, to: 'arrived' as const, reason: words })),
    now,
  )
  await addReceived(
    tx,
    parts.map(({ supplier_line_id, qty }) => ({ id: supplier_line_id, qty, state: 'arrived' as const })),
    now,
  )
  const refused = choice.shortage === 'refused' ? refusedOf(lines, byPaper, came.matched) : new Map<number, number>()
  const warehouseId = choice.surplus_warehouse_id
  const surplus = await surplusOf(tx, brands, { lines, matched: came.matched }, warehouseId)
  const goods = [
    ...boughtForStock(lines, came.matched),
    ...surplus.flatMap((one) => (one.goods && warehouseId !== null ? [{ ...one.goods, warehouseId }] : [])),
  ]
  await posting.lockOffers(tx, {
    goods,
    orderLineIds: [...refused.keys()].flatMap((id) => rows.get(id)?.order_line_id ?? []),
  })
  if (refused.size > 0) await refuse(tx, author, refused, now)
  if (parts.length > 0) await posting.insertParts(tx, parts)
  if (surplus.length > 0) await posting.setSurplus(tx, surplus)
  await shelveAll(tx, goods)
  const by = { posterId: author.actorId, shortage: choice.shortage, warehouseId, now }
  await posting.setPosted(tx, id, by)
  await publishSupplierOrders(
    tx,
    [...rows.values()].map((row) => row.supplier_order_id),
    now,
  )
  await recordReceiptEvent(tx, author, id, 'goods_receipt.posted')
}
