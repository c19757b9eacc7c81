import { toThousandths } from '@artikul/contract/core/money'
import type { LineState } from '@artikul/contract/ordering/orders/orders'
import type { Transaction } from 'kysely'
import type { DB } from '../../../platform/db/index.ts'
import { AppError } from '../../../platform/errors.ts'
import type { Author } from '../../../platform/http/index.ts'
import type { BrandKeys } from '../../catalog/index.ts'
import { lockParts, moveLines } from '../../ordering/index.ts'
import { addReceived, lockAwaited, publishSupplierOrders } from '../purchase-orders/index.ts'
import { mergedMoves, recordReceiptEvent } from './receipt-transitions.ts'
import { withdrawStock } from '../../suppliers/index.ts'
import * as posting from './posting.queries.ts'
import * as queries from './receipts.queries.ts'
import { productsOf, receiptNotFound, type ReceiptWork } from './receipts.ts'

/** Returns the goods of a posted receipt to the awaited quantities, as long as none of them has been picked. */
async function revertPosting(tx: Transaction<DB>, author: Author, id: number, now: Date) {
  const parts = await queries.selectPosted(tx, id)
  if (parts.length === 0) return
  await lockAwaited(
    tx,
    parts.map((part) => part.supplier_line_id),
  )
  const held = await lockParts(
    tx,
    parts.flatMap((part) => part.order_line_id ?? []),
  )
  const here = new Map(held.filter(({ state }) => state === 'arrived').map((part) => [part.line_id, part.qty]))
  const ofClients = parts.flatMap((part) =>
    part.order_line_id === null ? [] : [{ ...part, order_line_id: part.order_line_id }],
  )
  const back = new Map<number, number>()
  for (const { order_line_id: line, qty } of ofClients) back.set(line, (back.get(line) ?? 0) + toThousandths(qty))
  const shippedPart = ofClients.find(
    (part) => toThousandths(here.get(part.order_line_id) ?? 0) < (back.get(part.order_line_id) ?? 0),
  )
  if (shippedPart)
    throw new AppError('goods_receipt.invalid_state', {
      detail: `Товар заказа ${shippedPart.order_number} уже собирается или отгружен: приёмку не отменить`,
    })
  const reason = 'Приёмка отменена'
  await moveLines(
    tx,
    { mover: 'staff', author },
    mergedMoves(parts, (state) => ({ from: 'arrived' as const, to: state, reason })),
    now,
  )
  await addReceived(
    tx,
    parts.map((part) => ({ id: part.supplier_line_id, qty: -part.qty, state: part.from_state as LineState })),
    now,
  )
  await publishSupplierOrders(tx, await queries.selectSupplierOrders(tx, id), now)
}

/** Removes goods bought for own stock from their warehouses unless they were already sold. */
async function withdrawBought(tx: Transaction<DB>, id: number) {
  const goods = (await queries.selectPosted(tx, id)).flatMap(({ product_id: productId, stock_warehouse_id, qty }) =>
    productId === null || stock_warehouse_id === null
      ? []
      : [{ productId, warehouseId: stock_warehouse_id, qty, priceKop: 0 }],
  )
  for (const [warehouseId, part] of Map.groupBy(goods, (one) => one.warehouseId))
    if (!(await withdrawStock(tx, warehouseId, part)))
      throw new AppError('goods_receipt.invalid_state', {
        detail: 'Товар, купленный на склад, уже продан или в резерве: приёмку не отменить',
      })
}

/** Removes surplus goods from the own warehouse unless they were already sold. */
async function withdrawFromShelf(tx: Transaction<DB>, brands: BrandKeys, id: number, warehouseId: number | null) {
  const lines = (await queries.selectReceiptLines(tx, id)).filter((line) => line.is_stocked)
  if (warehouseId === null || lines.length === 0) return
  const products = await productsOf(tx, brands, lines)
  const goods = lines.flatMap((line) => {
    const productId = products.get(line.id)?.id
    return productId === undefined ? [] : [{ productId, qty: line.surplus_qty, priceKop: line.price_kop ?? 0 }]
  })
  if (goods.length < lines.length || !(await withdrawStock(tx, warehouseId, goods)))
    throw new AppError('goods_receipt.invalid_state', {
      detail: 'Излишек, положенный на склад, уже продан или в резерве: приёмку не отменить',
    })
}

/**
 * Cancels a draft, or reverses a posted receipt. Quantities that the supplier declared missing stay refused.
 * @throws AppError `not_found`, `goods_receipt.invalid_state` when it is already cancelled or some of the goods have moved on
 */
export async function cancelReceipt(
  tx: Transaction<DB>,
  { clock, brands }: ReceiptWork,
  author: Author,
  { id, reason }: { id: number; reason: string },
): Promise<void> {
  const now = clock.now()
  const receipt = await queries.lockReceipt(tx, id)
  if (!receipt) throw receiptNotFound()
  if (receipt.state === 'cancelled') throw new AppError('goods_receipt.invalid_state')
  if (receipt.state === 'posted') {
    await revertPosting(tx, author, id, now)
    await withdrawBought(tx, id)
    await withdrawFromShelf(tx, brands, id, receipt.surplus_warehouse_id)
  }
  await posting.setReceiptCancelled(tx, id, { cancellerId: author.actorId, reason, now })
  await recordReceiptEvent(tx, author, id, 'goods_receipt.cancelled')
}
