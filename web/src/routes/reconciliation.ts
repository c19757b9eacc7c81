import { IconScale } from '@tabler/icons-react'
import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { z } from 'zod'
import { choiceParam, lazySearch, pageParams } from '../lib/search-params.ts'
import { rootRoute } from './root.ts'

export const reconciliationRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/reconciliations/$id',
  validateSearch: lazySearch(() => z.object({ ...pageParams, state: choiceParam(['closed']) })),
  staticData: {
    page: {
      name: 'reconciliation',
      icon: IconScale,
      title: 'Сверка',
      robots: 'noindex',
      requiresAuth: true,
      roles: ['ArtikulOrderManager', 'ArtikulWarrantyManager', 'ContractorAdmin', 'ContractorUser'],
    },
  },
  component: lazyRouteComponent(() => import('../features/reconciliation/reconciliation-page.tsx')),
})
