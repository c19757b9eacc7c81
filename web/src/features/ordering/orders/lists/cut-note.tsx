import { MAX_LISTED_ORDERS } from '@artikul/contract/ordering/orders/order-lists'
import { MAX_MERGED_ROWS } from '@artikul/contract/ordering/orders/order-scope'
import type { OrdersSearch } from '../orders.api.ts'

interface Props {
  search: OrdersSearch
  list: { pagination: { total_count: number }; has_more: boolean } | undefined
}

/** Notes that more rows match than can be paged through; a search by text has a lower limit. */
export function CutNote({ search, list }: Props) {
  const limit = search.companies ? MAX_MERGED_ROWS : MAX_LISTED_ORDERS
  if (!list?.has_more || (search.q === undefined && list.pagination.total_count < limit)) return null
  return <p className="mt-3 text-sm text-text-2">Показано не всё: строк слишком много. Уточните поиск или период.</p>
}
