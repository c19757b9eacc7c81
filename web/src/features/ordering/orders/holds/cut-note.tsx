import { formatQty } from '@artikul/contract/core/money'
import { MAX_LISTED_ORDERS } from '@artikul/contract/ordering/orders/order-lists'
import { MAX_MERGED_ROWS } from '@artikul/contract/ordering/orders/order-scope'
import type { OrdersSearch } from '../orders.api.ts'

interface Props {
  search: OrdersSearch
  hasMore: boolean | undefined
}

/** Notes that more rows match than can be paged through. */
export const CutNote = ({ search, hasMore = false }: Props) =>
  hasMore && (
    <p className="mt-3 text-sm text-text-2">
      Показано не всё: в списке не больше {formatQty(search.companies ? MAX_MERGED_ROWS : MAX_LISTED_ORDERS)} строк.
      Уточните поиск или период.
    </p>
  )
