import { PUBLIC_PAGES } from '@artikul/contract/site/page-head'
import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { lazyRead } from '../../lib/api/lazy-read.ts'
import { rootRoute } from '../root.ts'

const page = () => import('./contacts.page.ts')

export const contactsRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/contacts',
  loader: lazyRead(page),
  staticData: {
    page: {
      name: 'contacts',
      ...PUBLIC_PAGES['/contacts'],
    },
  },
  component: lazyRouteComponent(page),
})
