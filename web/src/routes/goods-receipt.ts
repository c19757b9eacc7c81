import { IconPackageImport } from '@tabler/icons-react'
import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { receiptQuery } from '../features/goods-receipts/goods-receipts.api.ts'
import { prefetch } from '../lib/query-client.ts'
import { rootRoute } from './root.ts'

export const goodsReceiptRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/goods-receipts/$id',
  loader: ({ params }) => {
    prefetch(receiptQuery(params.id))
  },
  staticData: {
    page: {
      name: 'goods-receipt',
      icon: IconPackageImport,
      title: 'Приёмка',
      requiresAuth: true,
      roles: ['ArtikulOrderManager'],
    },
  },
  component: lazyRouteComponent(() => import('../features/goods-receipts/receipt-page.tsx')),
})
