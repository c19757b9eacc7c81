import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { SUPPLIER_TABS } from '../../features/suppliers/online-suppliers/suppliers-address.ts'
import { lazyRead } from '../../lib/api/lazy-read.ts'
import { addressOf, choiceParam, numberParam } from '../../lib/page/search-params.ts'
import { rootRoute } from '../root.ts'

const page = () => import('./online-suppliers.page.ts')

export const onlineSuppliersRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/admin/online-suppliers',
  validateSearch: addressOf({ id: numberParam(), tab: choiceParam(SUPPLIER_TABS) }),
  loaderDeps: ({ search }) => search,
  loader: lazyRead(page),
  staticData: {
    page: {
      name: 'online-suppliers',
      title: 'Поставщики (онлайн)',
      roles: ['ArtikulOrderManager', 'ArtikulWarrantyManager'],
      order: 7,
      group: 'setup',
      help: { staff: 'Поставщики (онлайн)' },
      menu: 'Поставщики',
    },
  },
  component: lazyRouteComponent(page),
})
