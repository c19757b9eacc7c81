import { PUBLIC_PAGES } from '@artikul/contract/site/page-head'
import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { lazyRead } from '../../lib/api/lazy-read.ts'
import { rootRoute } from '../root.ts'

const page = () => import('./home.page.ts')

export const homeRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/',
  loader: lazyRead(page),
  staticData: {
    page: {
      name: 'home',
      ...PUBLIC_PAGES['/'],
    },
  },
  component: lazyRouteComponent(page),
})
