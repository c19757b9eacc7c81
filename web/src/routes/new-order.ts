import { IconPhone } from '@tabler/icons-react'
import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { z } from 'zod'
import { phoneDraftsQuery } from '../lib/phone-drafts-query.ts'
import { prefetch } from '../lib/query-client.ts'
import { numberParam } from '../lib/search-params.ts'
import { rootRoute } from './root.ts'

export const newOrderRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/orders/new',
  validateSearch: z.object({
    /** Without it: all that are open. */
    draft: numberParam(),
    /** Of this company alone. */
    company: numberParam(),
  }),
  loaderDeps: ({ search }) => search,
  loader: ({ deps: { draft, company } }) => {
    if (draft === undefined) prefetch(phoneDraftsQuery(company))
  },
  staticData: {
    page: {
      name: 'new-order',
      icon: IconPhone,
      title: 'Черновики по телефону',
      requiresAuth: true,
      roles: ['ArtikulOrderManager'],
    },
  },
  component: lazyRouteComponent(() => import('../features/cart/phone-drafts-page.tsx')),
})
