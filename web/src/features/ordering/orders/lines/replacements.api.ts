import { roundedDown } from '@artikul/contract/catalog/sale-step'
import { priceAt } from '@artikul/contract/catalog/best-offers'
import { cartRoutes } from '@artikul/contract/ordering/cart'
import { catalogRoutes, type Offer, type Product, type ProductBrief } from '@artikul/contract/catalog/catalog'
import type { Order, OrderLine } from '@artikul/contract/ordering/orders/orders'
import { replacementRoutes } from '@artikul/contract/ordering/orders/replacements'
import { requestRoutes } from '@artikul/contract/ordering/quote-requests'
import { useMutation } from '@tanstack/react-query'
import { call } from '../../../../lib/api/call.ts'
import { useSendOnce } from '../../../../lib/api/use-idempotency-key.ts'
import { roundQtyUp } from '../../../../lib/text/sale-step.ts'
import { toast, toastRefusal } from '../../../../ui/hints/toast.ts'
import { query } from '../../../../lib/api/query.ts'
import { useInvalidate } from '../../../../lib/api/use-api-mutation.ts'
import { ORDER_KEYS } from '../order-acts.ts'

/** Offers of the article, its replacements and analogues at the company's prices, with dates for the order's point. */
export const insteadQuery = ({ product_code: code }: OrderLine, { consignee_id }: Order) =>
  query(catalogRoutes.product, { params: { code }, query: { consignee_id } })

export type Kind = 'same' | 'replacement' | 'analogue'
export interface ReplacementChoice {
  kind: Kind
  product: ProductBrief
  offer: Offer
}

const isThere = (offer: Offer) => !offer.qty_exact || roundedDown(offer.qty, offer) > 0

/** Sorts choices: the article from other warehouses, replacements, analogues; within each by date, then by price. */
export function replacementChoices(product: Product, { warehouse }: OrderLine): ReplacementChoice[] {
  const bySoonest = (a: ReplacementChoice, b: ReplacementChoice) =>
    a.offer.expected_date.localeCompare(b.offer.expected_date) || (a.offer.price_kop ?? 0) - (b.offer.price_kop ?? 0)
  const ofGroups = (kind: Kind, groups: Product['analogues']) =>
    groups.flatMap((group) => group.offers.map((offer): ReplacementChoice => ({ kind, product: group.product, offer })))
  const same = product.offers
    .filter((offer) => offer.warehouse !== warehouse)
    .map((offer): ReplacementChoice => ({ kind: 'same', product, offer }))
  return [same, ofGroups('replacement', product.replacements), ofGroups('analogue', product.analogues)].flatMap((all) =>
    all.filter(({ offer }) => isThere(offer)).toSorted(bySoonest),
  )
}

/** Returns the part of the wanted quantity that an offer covers, and the quantity to order: whole packs. */
export function replaceableQty(offer: Offer, wanted: number) {
  const most = offer.qty_exact ? roundedDown(offer.qty, offer) : Infinity
  const covered = Math.min(wanted, most)
  return { covered, ordered: roundQtyUp(covered, offer) }
}

/** Refreshes promised prices and the cart too. */
const useRefresh = () => useInvalidate(...ORDER_KEYS, 'catalog', 'cart', 'quote-requests')

interface Chosen extends ReplacementChoice {
  wanted: number
}
const titleOf = ({ brand, article }: { brand: string; article: string }) => `${brand} ${article}`

/** Places a separate order linked to the refused line, in one press. */
export function useOrderInstead(line: OrderLine) {
  const sendOnce = useSendOnce()
  return useMutation({
    mutationFn: ({ offer, wanted }: Chosen) => {
      const { covered, ordered } = replaceableQty(offer, wanted)
      // The displayed price, which decreases with the quantity.
      const price_kop = priceAt(offer, ordered)
      const body = { offer_id: offer.id, qty: covered, price_kop, expected_date: offer.expected_date }
      return sendOnce(body, (idempotencyKey) =>
        call(replacementRoutes.order, { params: { id: line.id }, body, idempotencyKey }),
      )
    },
    onSuccess: ({ orders: [order] }) =>
      toast({
        severity: 'success',
        summary: `Оформлен заказ № ${order?.number ?? ''}`,
        detail: `Вместо ${titleOf(line)}`,
      }),
    onError: toastRefusal('Замена не заказана'),
    onSettled: useRefresh(),
  })
}

/** Adds to the cart for an employee without the right to order; the company's admins receive it by email. */
export function useSendInstead(line: OrderLine) {
  const sendOnce = useSendOnce()
  return useMutation({
    mutationFn: async ({ offer, wanted }: Chosen) => {
      const body = { offer_id: offer.id, qty: replaceableQty(offer, wanted).covered }
      await sendOnce(body, (idempotencyKey) =>
        call(replacementRoutes.toCart, { params: { id: line.id }, body, idempotencyKey }),
      )
      return call(cartRoutes.sendForPlacing, { body: { comment: `Замена отказанной строки ${titleOf(line)}` } })
    },
    onSuccess: ({ sent_to: names }) =>
      toast({
        severity: 'success',
        summary: 'Отправлено на оформление',
        ...(names.length > 0 && { detail: `Кому: ${names.join(', ')}` }),
      }),
    onError: toastRefusal('Не отправлено'),
    onSettled: useRefresh(),
  })
}

/** Creates a quote request linked to the line. */
export function useRequestReplacement(line: OrderLine) {
  const sendOnce = useSendOnce()
  return useMutation({
    mutationFn: (qty: number) => {
      const { brand, article, name, client_ref } = line
      const row = { product_id: null, brand, article, name, qty, client_ref, order_line_id: line.id }
      const body = { text: 'Строка отказана: подберите замену.', vin: '', car: '', rows: [row] }
      return sendOnce(body, (idempotencyKey) => call(requestRoutes.create, { body, idempotencyKey }))
    },
    onError: toastRefusal('Запрос не отправлен'),
    onSettled: useRefresh(),
  })
}
