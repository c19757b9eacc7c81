import { purchaseRoutes, MAX_QUERIED_PRODUCTS, type Purchases } from '@artikul/contract/ordering/orders/purchases'
import { LINE_STATES } from '@artikul/contract/ordering/orders/orders'
import { IconTruck } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { createContext, use, useMemo } from 'react'
import { useQuery, keepPreviousData } from '@tanstack/react-query'
import { useHasRole } from '../../../../lib/session/current-session.ts'
import { quantity, roubles, shortDay } from '../../../../lib/text/format.ts'
import { useShowsClient } from '../client-view/client-view.ts'
import { query } from '../../../../lib/api/query.ts'

export type OwnPurchases = ReadonlyMap<number, Purchases>
const NOTHING: OwnPurchases = new Map()
const PurchasesContext = createContext<OwnPurchases>(NOTHING)
export const PurchasesProvider = PurchasesContext

/** Earlier purchases of the company by product, loaded independently of offers. Hidden in the client view. */
export function useOwnPurchases(productIds: readonly number[]): OwnPurchases {
  const isClient = useHasRole('ContractorAdmin', 'ContractorUser')
  const showsClient = useShowsClient()
  const isAsked = isClient && !showsClient && productIds.length > 0
  // As many as fit into a request.
  const product_ids = productIds.slice(0, MAX_QUERIED_PRODUCTS).join(',')
  const { data } = useQuery(
    query(
      purchaseRoutes.ofProducts,
      { query: { product_ids } },
      { enabled: isAsked, placeholderData: keepPreviousData },
    ),
  )
  return useMemo(
    () => (isAsked && data ? new Map(data.results.map((one) => [one.product_id, one])) : NOTHING),
    [isAsked, data],
  )
}

/** «Уже заказано: 2 шт. на Ленина, в пути, № 26-000123», «Прошлая закупка 12.10: 1 240 ₽». */
export function PurchasesOf({ product: { id, unit } }: { product: { id: number; unit: string } }) {
  const own = use(PurchasesContext).get(id)
  if (!own) return null
  const [first, ...more] = own.coming
  return (
    <p className="flex items-start gap-x-4 pb-1.5 pl-8 text-xs text-text-2 max-lg:flex-wrap lg:h-[22px] lg:[&>span]:truncate">
      {first && (
        <span className="inline-flex items-center gap-1">
          <IconTruck size={14} aria-hidden="true" />
          <span>
            Уже заказано: {quantity(first.qty, unit)} на {first.consignee}, {LINE_STATES[first.state].toLowerCase()},{' '}
            <Link to="/orders/$id" params={{ id: String(first.order_id) }} className="underline underline-offset-2">
              № {first.number}
            </Link>
            {more.length > 0 && ` и ещё ${more.length}`}
          </span>
        </span>
      )}
      {own.last && own.last.price_kop !== null && (
        <span>
          Прошлая закупка {shortDay(own.last.day)}: {roubles(own.last.price_kop)}
        </span>
      )}
    </p>
  )
}
