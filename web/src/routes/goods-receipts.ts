import { ReceiptState } from '@artikul/contract/goods-receipts'
import { IconPackageImport } from '@tabler/icons-react'
import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { z } from 'zod'
import { RECEIPT_TABS, receiptsQuery, suppliersQuery } from '../features/goods-receipts/goods-receipts.api.ts'
import { prefetch } from '../lib/query-client.ts'
import { choiceParam, numberParam, pageParams, textParam } from '../lib/search-params.ts'
import { rootRoute } from './root.ts'

export const goodsReceiptsRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/goods-receipts',
  validateSearch: z.object({
    ...pageParams,
    tab: choiceParam(RECEIPT_TABS),
    source_id: numberParam(),
    state: ReceiptState.optional().catch(undefined),
    q: textParam(50),
  }),
  loaderDeps: ({ search }) => search,
  loader: ({ deps }) => {
    prefetch(suppliersQuery)
    if (deps.tab !== 'expected') prefetch(receiptsQuery(deps))
  },
  staticData: {
    page: {
      name: 'goods-receipts',
      icon: IconPackageImport,
      title: 'Приёмка',
      requiresAuth: true,
      roles: ['ArtikulOrderManager'],
      order: 5.5,
    },
  },
  component: lazyRouteComponent(() => import('../features/goods-receipts/receipts-page.tsx')),
})
