import type { PlaceOrder } from '@artikul/contract/ordering/orders/orders'
import type { Db } from '../../../../platform/db/index.ts'
import { selectCartGoods, type Buyer, type CartLineRow } from '../../cart/index.ts'

export type GoodsToRequery = Pick<CartLineRow, 'product_id' | 'warehouse_id'>

/**
 * Queries suppliers again for goods that are about to be ordered and returns those without an answer. The goods are
 * read only if some supplier is queried immediately.
 */
export type RequeryBeforePlacing = (readGoods: () => Promise<readonly GoodsToRequery[]>) => Promise<GoodsToRequery[]>

/** Queries the suppliers of the lines before the transaction that orders them begins. */
export function requerySuppliersOfLines(
  db: Db,
  buyer: Buyer,
  askAgain: RequeryBeforePlacing,
  lines: PlaceOrder['lines'],
) {
  const ids = lines.map((line) => line.cart_line_id)
  return askAgain(() => selectCartGoods(db, buyer, ids))
}
