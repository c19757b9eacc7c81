import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { lazyRead } from '../../lib/api/lazy-read.ts'
import { addressOf, numberParam } from '../../lib/page/search-params.ts'
import { rootRoute } from '../root.ts'

const page = () => import('./cart.page.ts')

export const cartRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/cart',
  /** Cart of the company named by an email or the bell. */
  validateSearch: addressOf({ cart: numberParam() }),
  loaderDeps: ({ search: { cart } }) => ({ cart }),
  loader: lazyRead(page),
  staticData: {
    page: {
      name: 'cart',
      title: 'Корзина',
      requiresAuth: true,
      roles: ['ContractorAdmin', 'ContractorUser'],
      order: 3,
      group: 'buying',
      help: { client: 'Оформить заказ' },
    },
  },
  component: lazyRouteComponent(page),
})
