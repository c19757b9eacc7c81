import { createRoute, lazyRouteComponent, redirect } from '@tanstack/react-router'
import { IconShoppingCart } from '@tabler/icons-react'
import { createElement, lazy } from 'react'
import { z } from 'zod'
import { cartQuery, cartsQuery, openCart } from '../features/cart/cart.api.ts'
import { consigneesQuery } from '../lib/consignees-query.ts'
import { session } from '../lib/current-session.ts'
import { offerToAcceptQuery } from '../lib/offer-query.ts'
import { prefetch, prefetchQuick } from '../lib/query-client.ts'
import { numberParam } from '../lib/search-params.ts'
import { rootRoute } from './root.ts'

/** A delivery point that is missing is made in the cart itself: here the two features meet. */
const NewConsignee = lazy(() => import('../features/consignees/new-consignee.tsx'))

export const cartRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/cart',
  /** A letter or the bell names one of the company's carts. */
  validateSearch: z.object({ cart: numberParam() }),
  loaderDeps: ({ search: { cart } }) => ({ cart }),
  loader: async ({ deps: { cart }, preload }) => {
    // Chosen before anything is read, so that what is read is that cart.
    if (cart !== undefined) {
      if (preload) return
      await openCart(cart)
      redirect({ to: '/cart', search: {}, replace: true, throw: true })
    }
    prefetch(cartQuery)
    prefetch(cartsQuery)
    prefetch(consigneesQuery)
    // The lines wait for it.
    if (session.getState().user?.may.place_orders) await prefetchQuick(offerToAcceptQuery)
  },
  staticData: {
    page: {
      name: 'cart',
      icon: IconShoppingCart,
      title: 'Корзина',
      requiresAuth: true,
      roles: ['ContractorAdmin', 'ContractorUser'],
      order: 3,
    },
  },
  component: lazyRouteComponent(async () => {
    const { default: CartPage } = await import('../features/cart/cart-page.tsx')
    return { default: () => createElement(CartPage, { newConsignee: NewConsignee }) }
  }),
})
