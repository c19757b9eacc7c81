import { PUBLIC_PAGES } from '@artikul/contract/site/page-head'
import type { TextPage } from '@artikul/contract/site/page-texts'
import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { createElement } from 'react'
import { lazyRead } from '../../lib/api/lazy-read.ts'
import { rootRoute } from '../root.ts'

const WRITERS = ['ArtikulOrderManager'] as const

const aboutPage = () => import('./about.page.ts')
const rospartPage = () => import('./rospart.page.ts')

const edited = (page: TextPage) =>
  lazyRouteComponent(async () => {
    const { default: Page } = await import('../../features/site/pages/edit-text-page.tsx')
    return { default: () => createElement(Page, { page }) }
  })

export const aboutRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/about',
  loader: lazyRead(aboutPage),
  staticData: { page: { name: 'about', ...PUBLIC_PAGES['/about'] } },
  component: lazyRouteComponent(aboutPage),
})

export const rospartRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/rospart',
  loader: lazyRead(rospartPage),
  staticData: { page: { name: 'rospart', ...PUBLIC_PAGES['/rospart'] } },
  component: lazyRouteComponent(rospartPage),
})

export const editAboutRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/about/edit',
  staticData: {
    page: {
      name: 'about-edit',
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
      title: 'Текст страницы «Роспарт»',
      requiresAuth: true,
      roles: WRITERS,
    },
  },
  component: edited('rospart'),
})
