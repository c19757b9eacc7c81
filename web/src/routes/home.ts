import { PUBLIC_PAGES } from '@artikul/contract/page-head'
import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { IconHome } from '@tabler/icons-react'
import { createElement, lazy } from 'react'
import { cartsQuery, cartSumsQuery } from '../features/cart/cart.api.ts'
import { newestOrdersQuery, pointsCutoffsQuery, todayQuery } from '../features/home/home.api.ts'
import { contractsQuery, spendMonthsQuery } from '../features/settlements/settlements.api.ts'
import { session } from '../lib/current-session.ts'
import { decisionsQuery } from '../lib/decisions-query.ts'
import { knownDestination } from '../lib/destination.ts'
import { hasRole } from '../lib/guard.ts'
import { prefetch, prefetchQuick } from '../lib/query-client.ts'
import { rolesOf } from '../lib/session.ts'
import { rootRoute } from './root.ts'

const CLIENTS = ['ContractorAdmin', 'ContractorUser'] as const

/** What a client's day is made of stands in many features: here they meet. */
const PARTS = {
  decisions: lazy(() => import('../features/orders/decisions-panel.tsx')),
  standing: lazy(() => import('../features/settlements/standing-panel.tsx')),
  carts: lazy(() => import('../features/cart/carts-panel.tsx')),
  spend: lazy(() => import('../features/settlements/spend-panel.tsx')),
  searched: lazy(() => import('../features/catalog/searched-panel.tsx')),
  brands: lazy(() => import('../features/brands/known-brands.tsx')),
  news: lazy(() => import('../features/news/latest-news.tsx')),
}

/** What the page is made of is read beside its code: which panels there are is seldom seen to change. */
function readAll() {
  const { user, contractor } = session.getState()
  if (!user || contractor === null || !hasRole(rolesOf(user), CLIENTS)) return undefined
  prefetch(cartsQuery)
  if (user.may.see_prices) prefetch(cartSumsQuery)
  if (user.may.see_settlements) {
    prefetch(contractsQuery)
    prefetch(spendMonthsQuery())
  }
  return Promise.all([
    prefetchQuick(decisionsQuery),
    prefetchQuick(todayQuery),
    prefetchQuick(newestOrdersQuery()),
    prefetchQuick(newestOrdersQuery('awaiting_payment')),
    prefetchQuick(newestOrdersQuery('on_hold')),
    prefetchQuick(pointsCutoffsQuery(knownDestination())),
  ])
}

export const homeRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/',
  loader: readAll,
  staticData: {
    page: {
      name: 'home',
      icon: IconHome,
      ...PUBLIC_PAGES['/'],
    },
  },
  component: lazyRouteComponent(async () => {
    const { default: HomePage } = await import('../features/home/home-page.tsx')
    const parts = Object.fromEntries(Object.entries(PARTS).map(([name, Part]) => [name, createElement(Part)]))
    return { default: () => createElement(HomePage, parts) }
  }),
})
