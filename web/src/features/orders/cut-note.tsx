import { formatQty } from '@artikul/contract/money'
import { MOST_LISTED } from '@artikul/contract/order-lists'

/** More is found than can be leafed through. */
export const CutNote = ({ isCut = false }: { isCut?: boolean | undefined }) =>
  isCut ? (
    <p className="mt-3 text-sm text-text-2">
      Показано не всё: в списке не больше {formatQty(MOST_LISTED)} строк. Уточните поиск или период.
    </p>
  ) : null
