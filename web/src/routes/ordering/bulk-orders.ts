import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { SHOWN } from '../../features/ordering/bulk-orders/list-rows-shown.ts'
import { lazyRead } from '../../lib/api/lazy-read.ts'
import { addressOf, choiceParam, numberParam } from '../../lib/page/search-params.ts'
import { rootRoute } from '../root.ts'

const page = () => import('./bulk-orders.page.ts')

export const listsRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/search-by-document',
  validateSearch: addressOf({ list: numberParam(), show: choiceParam(SHOWN) }),
  loaderDeps: ({ search: { list } }) => ({ list }),
  loader: lazyRead(page),
  staticData: {
    page: {
      name: 'search-by-document',
      title: 'Заказ по списку',
      requiresAuth: true,
      roles: ['ArtikulOrderManager', 'ArtikulWarrantyManager', 'ContractorAdmin', 'ContractorUser'],
      order: 1.5,
      group: 'buying',
      help: { client: 'Заказать по списку' },
      menu: 'По списку',
    },
  },
  component: lazyRouteComponent(page),
})
