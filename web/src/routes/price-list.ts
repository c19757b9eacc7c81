import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { IconFileDownload } from '@tabler/icons-react'
import { priceFilesQuery } from '../features/price-files/price-files.api.ts'
import { prefetch } from '../lib/query-client.ts'
import { rootRoute } from './root.ts'

export const priceListRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/price-list',
  loader: () => {
    prefetch(priceFilesQuery)
  },
  staticData: {
    page: {
      name: 'price-list',
      icon: IconFileDownload,
      title: 'Скачать прайс',
      requiresAuth: true,
      roles: ['ContractorAdmin', 'ContractorUser'],
    },
  },
  component: lazyRouteComponent(() => import('../features/price-files/price-files-page.tsx')),
})
