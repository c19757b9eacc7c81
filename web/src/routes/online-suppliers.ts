import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { IconPlugConnected } from '@tabler/icons-react'
import { z } from 'zod'
import {
  healthQuery,
  metBrandsQuery,
  statusesQuery,
  SUPPLIER_TABS,
  suppliersQuery,
  warehousesQuery,
} from '../features/online-suppliers/online-suppliers.api.ts'
import { prefetch } from '../lib/query-client.ts'
import { choiceParam, numberParam } from '../lib/search-params.ts'
import { rootRoute } from './root.ts'

export const onlineSuppliersRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/admin/online-suppliers',
  validateSearch: z.object({ id: numberParam(), tab: choiceParam(SUPPLIER_TABS) }),
  loaderDeps: ({ search }) => search,
  loader: ({ deps: { id, tab } }) => {
    prefetch(suppliersQuery)
    if (id === undefined) return
    if (tab === 'brands') prefetch(metBrandsQuery(id))
    else if (tab === 'warehouses') prefetch(warehousesQuery(id))
    else if (tab === 'statuses') prefetch(statusesQuery(id))
    else prefetch(healthQuery(id))
  },
  staticData: {
    page: {
      name: 'online-suppliers',
      icon: IconPlugConnected,
      title: 'Поставщики (онлайн)',
      robots: 'noindex',
      roles: ['ArtikulOrderManager', 'ArtikulWarrantyManager'],
      order: 7,
      menu: 'Поставщики',
    },
  },
  component: lazyRouteComponent(() => import('../features/online-suppliers/online-suppliers-page.tsx')),
})
