import { PUBLIC_PAGES } from '@artikul/contract/page-head'
import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { IconHome } from '@tabler/icons-react'
import { createElement, lazy } from 'react'
import { rootRoute } from './root.ts'

/** What waits for the client's word about his orders: here the two features meet. */
const Decisions = lazy(() => import('../features/orders/decisions-panel.tsx'))
const News = lazy(() => import('../features/news/latest-news.tsx'))

export const homeRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/',
  staticData: {
    page: {
      name: 'home',
      icon: IconHome,
      ...PUBLIC_PAGES['/'],
    },
  },
  component: lazyRouteComponent(async () => {
    const { default: HomePage } = await import('../features/home/home-page.tsx')
    return {
      default: () => createElement(HomePage, { decisions: createElement(Decisions), news: createElement(News) }),
    }
  }),
})
