import { IconListSearch } from '@tabler/icons-react'
import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { z } from 'zod'
import { SHOWN } from '../features/lists/list-rows-shown.ts'
import { listQuery, listsQuery } from '../features/lists/lists.api.ts'
import { prefetch } from '../lib/query-client.ts'
import { choiceParam, numberParam } from '../lib/search-params.ts'
import { rootRoute } from './root.ts'

export const listsRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/search-by-document',
  validateSearch: z.object({ list: numberParam(), show: choiceParam(SHOWN) }),
  loaderDeps: ({ search: { list } }) => ({ list }),
  loader: ({ deps: { list } }) => {
    if (list === undefined) prefetch(listsQuery)
    else prefetch(listQuery(list))
  },
  staticData: {
    page: {
      name: 'search-by-document',
      icon: IconListSearch,
      title: 'Заказ по списку',
      requiresAuth: true,
      roles: ['ArtikulOrderManager', 'ArtikulWarrantyManager', 'ContractorAdmin', 'ContractorUser'],
      order: 1.5,
      menu: 'По списку',
    },
  },
  component: lazyRouteComponent(() => import('../features/lists/lists-page.tsx')),
})
