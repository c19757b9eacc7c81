import { PUBLIC_PAGES } from '@artikul/contract/page-head'
import { IconBuilding, IconCertificate } from '@tabler/icons-react'
import type { TextPage } from '@artikul/contract/page-texts'
import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { createElement } from 'react'
import { rootRoute } from './root.ts'

const WRITERS = ['ArtikulOrderManager'] as const

const textPage = () => import('./text-pages.page.ts')

/** Which of the texts it is, the page and its read are told alike. */
const shown = (page: TextPage) => ({
  loader: async () => (await textPage()).read(page),
  component: lazyRouteComponent(async () => {
    const { default: Page } = await textPage()
    return { default: () => createElement(Page, { page }) }
  }),
})

const edited = (page: TextPage) =>
  lazyRouteComponent(async () => {
    const { default: Page } = await import('../features/text-pages/edit-text-page.tsx')
    return { default: () => createElement(Page, { page }) }
  })

export const aboutRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/about',
  staticData: { page: { name: 'about', icon: IconBuilding, ...PUBLIC_PAGES['/about'] } },
  ...shown('about'),
})

export const rospartRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/rospart',
  staticData: { page: { name: 'rospart', icon: IconCertificate, ...PUBLIC_PAGES['/rospart'] } },
  ...shown('rospart'),
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
