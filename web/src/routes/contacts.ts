import { PUBLIC_PAGES } from '@artikul/contract/page-head'
import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { IconPhone } from '@tabler/icons-react'
import { contactsQuery } from '../features/contacts/contacts.api.ts'
import { prefetch } from '../lib/query-client.ts'
import { rootRoute } from './root.ts'

export const contactsRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/contacts',
  loader: () => {
    prefetch(contactsQuery)
  },
  staticData: {
    page: {
      name: 'contacts',
      icon: IconPhone,
      ...PUBLIC_PAGES['/contacts'],
    },
  },
  component: lazyRouteComponent(() => import('../features/contacts/contacts-page.tsx')),
})
