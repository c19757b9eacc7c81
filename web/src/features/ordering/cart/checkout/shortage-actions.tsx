import { bestOffers, covers, priceAt } from '@artikul/contract/catalog/best-offers'
import { ONE_BY_ONE, roundedUp } from '@artikul/contract/catalog/sale-step'
import { cartRoutes, type CartLine } from '@artikul/contract/ordering/cart'
import type { LineDifference } from '@artikul/contract/core/errors'
import { formatQty } from '@artikul/contract/core/money'
import { searchRoutes } from '@artikul/contract/ordering/search'
import { queryOptions, skipToken, useMutation, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { call } from '../../../../lib/api/call.ts'
import { nearDay, roubles } from '../../../../lib/text/format.ts'
import { Button } from '../../../../ui/button.tsx'
import { cartQuery } from '../cart.api.ts'
import { useInvalidate } from '../../../../lib/api/use-api-mutation.ts'

/** True when a line cannot be ordered as it is: part or all of it is unavailable, or its quantity is not sold. */
export const isShort = ({ kind }: LineDifference) => kind === 'stock' || kind === 'gone' || kind === 'multiplicity'

interface Props {
  item: LineDifference
  /** Displayed version of the cart line. */
  version: number | undefined
  onTaken: () => void
  onRemoved: () => void
  onError: (error: unknown) => void
}

/** Other offers of the line's product for its consignee. */
const otherOffersQuery = ({ article }: LineDifference, line: CartLine | undefined) =>
  queryOptions({
    queryKey: ['search', 'others', line?.product.id, line?.consignee_id],
    queryFn: line
      ? async ({ signal }) => {
          const { groups } = await call(searchRoutes.byArticle, {
            query: { q: article, consignee_id: line.consignee_id },
            signal,
          })
          return groups.find(({ kind, product }) => kind === 'asked' && product.id === line.product.id)?.offers ?? []
        }
      : skipToken,
  })

/** Finds the cheapest other offer that covers the shortage; with hidden prices, the fastest one. */
function useOtherOffer(item: LineDifference, missing: number) {
  const { data: cart } = useQuery(cartQuery)
  const line = cart?.lines.find(({ id }) => id === item.cart_line_id)
  const { data: offers = [] } = useQuery(otherOffersQuery(item, line))
  const others = offers.filter((offer) => offer.id !== line?.offer?.id && covers(offer, missing))
  const priced = others.flatMap((offer) => (offer.price_kop === null ? [] : [{ ...offer, price_kop: offer.price_kop }]))
  const [{ cheapest }] = bestOffers([{ kind: 'asked', offers: priced }], missing)
  const fastest = others.toSorted((a, b) => a.expected_date.localeCompare(b.expected_date))[0]
  return { line, offer: cheapest ?? fastest }
}

/** «Взять 31», «Добрать 19» (Склад 107, завтра), «Найти ещё 19», «Убрать»: actions for a line that cannot be ordered. */
export function ShortageActions({ item, version, onTaken, onRemoved, onError }: Props) {
  const available = item.available_qty ?? 0
  const missing = (item.asked_qty ?? 0) - available
  const params = { id: item.cart_line_id }
  const refreshCart = useInvalidate('cart')
  const take = useMutation({
    mutationFn: (qty: number) =>
      call(cartRoutes.change, { params, body: { qty, ...(version !== undefined && { version }) } }),
    onSuccess: onTaken,
    onError,
    onSettled: refreshCart,
  })
  const remove = useMutation({
    mutationFn: () => call(cartRoutes.remove, { params }),
    onSuccess: onRemoved,
    onError,
    onSettled: refreshCart,
  })
  const topUp = useMutation({
    mutationFn: async (other: { offer_id: number; consignee_id: number | null }) => {
      const { consignee_id: consignee, offer_id: offer } = other
      const body = { offer_id: offer, qty: missing, ...(consignee !== null && { consignee_id: consignee }) }
      await call(cartRoutes.add, { body })
      await (available > 0 ? take.mutateAsync(available) : remove.mutateAsync())
    },
    onError,
    onSettled: refreshCart,
  })
  const { line, offer } = useOtherOffer(item, missing)
  const price = offer && priceAt(offer, missing)
  const extra = roundedUp(missing, offer ?? ONE_BY_ONE)
  return (
    <div className="mt-1 flex flex-wrap items-center gap-2">
      {available > 0 && (
        <Button size="sm" busy={take.isPending} onClick={() => take.mutate(available)}>
          Взять {formatQty(available)}
        </Button>
      )}
      {missing > 0 && line && offer && (
        <span className="flex flex-wrap items-center gap-2">
          <Button
            size="sm"
            busy={topUp.isPending}
            onClick={() => topUp.mutate({ offer_id: offer.id, consignee_id: line.consignee_id })}
          >
            {available > 0
              ? `Добрать ${formatQty(extra)}`
              : extra === missing
                ? 'Взять другое'
                : `Взять другое, ${formatQty(extra)}`}
          </Button>
          <span className="text-sm">
            {offer.warehouse}, {nearDay(offer.expected_date)}
            {price !== null && price !== undefined && `, по ${roubles(price)}`}
          </span>
        </span>
      )}
      <Button size="sm" look="danger" busy={remove.isPending} onClick={() => remove.mutate()}>
        Убрать
      </Button>
      {missing > 0 && (
        <Link to="/catalog" search={{ q: item.article }} className="text-sm text-brand underline underline-offset-2">
          Найти {available > 0 ? `ещё ${formatQty(missing)}` : 'другое предложение'}
        </Link>
      )}
    </div>
  )
}
