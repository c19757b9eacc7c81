import { PUBLIC_PAGES } from '@artikul/contract/page-head'
import { IconBuilding, IconCertificate } from '@tabler/icons-react'
import type { TextPage } from '@artikul/contract/page-texts'
import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { createElement } from 'react'
import { pageTextQuery } from '../features/text-pages/text-pages.api.ts'
import { prefetch } from '../lib/query-client.ts'
import { rootRoute } from './root.ts'

const WRITERS = ['ArtikulOrderManager'] as const

const shown = (page: TextPage) =>
  lazyRouteComponent(async () => {
    const { default: Page } = await import('../features/text-pages/text-page.tsx')
    return { default: () => createElement(Page, { page }) }
  })
const edited = (page: TextPage) =>
  lazyRouteComponent(async () => {
    const { default: Page } = await import('../features/text-pages/edit-text-page.tsx')
    return { default: () => createElement(Page, { page }) }
  })

export const aboutRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/about',
  loader: () => {
    prefetch(pageTextQuery('about'))
  },
  staticData: { page: { name: 'about', icon: IconBuilding, ...PUBLIC_PAGES['/about'] } },
  component: shown('about'),
})

export const rospartRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/rospart',
  loader: () => {
    prefetch(pageTextQuery('rospart'))
  },
  staticData: { page: { name: 'rospart', icon: IconCertificate, ...PUBLIC_PAGES['/rospart'] } },
  component: shown('rospart'),
})

export const editAboutRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/about/edit',
  staticData: {
    page: {
      name: 'about-edit',
      icon: IconBuilding,
      title: 'Текст страницы «О компании»',
      requiresAuth: true,
      roles: WRITERS,
    },
  },
  component: edited('about'),
})

export const editRospartRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/rospart/edit',
  staticData: {
    page: {
      name: 'rospart-edit',
      icon: IconCertificate,
      title: 'Текст страницы «Роспарт»',
      requiresAuth: true,
      roles: WRITERS,
    },
  },
  component: edited('rospart'),
})
