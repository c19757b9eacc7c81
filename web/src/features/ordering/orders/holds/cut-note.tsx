import { formatQty } from '@artikul/contract/core/money'
import { MOST_LISTED } from '@artikul/contract/ordering/orders/order-lists'
import { MOST_TOGETHER } from '@artikul/contract/ordering/orders/order-scope'
import type { OrdersSearch } from '../orders.api.ts'

interface Props {
  search: OrdersSearch
  isCut: boolean | undefined
}

/** More is found than can be leafed through. */
export const CutNote = ({ search, isCut = false }: Props) =>
  isCut && (
    <p className="mt-3 text-sm text-text-2">
      Показано не всё: в списке не больше {formatQty(search.companies ? MOST_TOGETHER : MOST_LISTED)} строк. Уточните
      поиск или период.
    </p>
  )
