import type { PlaceOrder } from '@artikul/contract/ordering/orders/orders'
import type { Db } from '../../../../platform/db/index.ts'
import { selectCartGoods, type Buyer, type CartLineRow } from '../../cart/index.ts'

/** Goods of a warehouse. */
export type Goods = Pick<CartLineRow, 'product_id' | 'warehouse_id'>

/**
 * Asks suppliers anew of goods that are about to be ordered; answers those that nobody has answered for. Where nobody is
 * asked at once, the goods are not even read.
 */
export type AskAgain = (readGoods: () => Promise<readonly Goods[]>) => Promise<Goods[]>

/** Asks of the lines that are about to be ordered, before the transaction that orders them begins. */
export function askOfLines(db: Db, buyer: Buyer, askAgain: AskAgain, asked: PlaceOrder['lines']) {
  const ids = asked.map((line) => line.cart_line_id)
  return askAgain(() => selectCartGoods(db, buyer, ids))
}
