import { redirect } from '@tanstack/react-router'
import { createElement, lazy } from 'react'
import { cartQuery, cartsQuery, openCart } from '../../features/ordering/cart/cart.api.ts'
import { consigneesQuery } from '../../lib/queries/consignees-query.ts'
import { session } from '../../lib/session/current-session.ts'
import { offerToAcceptQuery } from '../../lib/queries/offer-query.ts'
import { prefetch, prefetchQuick } from '../../lib/api/query-client.ts'
import { PayOrdersContext } from '../../features/ordering/cart/checkout/pay-orders.ts'
import CartPage from '../../features/ordering/cart/cart-page.tsx'

/** Form for a missing delivery point in the cart; the route connects both features. */
const NewConsignee = lazy(() => import('../../features/companies/consignees/new-consignee.tsx'))

export const read = async ({ deps: { cart }, preload }: { deps: { cart?: number | undefined }; preload: boolean }) => {
  // Selects the cart first, so that the queries below read it.
  if (cart !== undefined) {
    if (preload) return
    await openCart(cart)
    redirect({ to: '/cart', search: {}, replace: true, throw: true })
  }
  prefetch(cartQuery)
  prefetch(cartsQuery)
  prefetch(consigneesQuery)
  // The cart lines are displayed together with the offer.
  if (session.getState().user?.may.place_orders) await prefetchQuick(offerToAcceptQuery)
}

/** Pays several placed orders by one invoice; the route connects both features. */
const OneInvoice = lazy(() => import('../../features/billing/invoices/one-invoice.tsx'))

const Page = () =>
  createElement(PayOrdersContext, { value: OneInvoice }, createElement(CartPage, { newConsignee: NewConsignee }))
export default Page
