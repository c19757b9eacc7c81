import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { lazyRead } from '../../lib/api/lazy-read.ts'
import { rootRoute } from '../root.ts'

const page = () => import('./goods-receipt.page.ts')

export const goodsReceiptRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/goods-receipts/$id',
  loader: lazyRead(page),
  staticData: {
    page: {
      name: 'goods-receipt',
      title: 'Приёмка',
      requiresAuth: true,
      roles: ['ArtikulOrderManager'],
    },
  },
  component: lazyRouteComponent(page),
})
