import { PUBLIC_PAGES } from '@artikul/contract/page-head'
import { IconNews } from '@tabler/icons-react'
import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { z } from 'zod'
import { draftQuery, newsQuery, oneNewsQuery, waitingNewsQuery } from '../features/news/news.api.ts'
import { session } from '../lib/current-session.ts'
import { hasRole } from '../lib/guard.ts'
import { prefetch } from '../lib/query-client.ts'
import { pageParams } from '../lib/search-params.ts'
import { rolesOf } from '../lib/session.ts'
import { rootRoute } from './root.ts'

export const newsRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/news',
  validateSearch: z.object(pageParams),
  loaderDeps: ({ search }) => search,
  loader: ({ deps }) => {
    prefetch(newsQuery(deps))
    if (hasRole(rolesOf(session.getState().user), WRITERS)) prefetch(waitingNewsQuery)
  },
  staticData: { page: { name: 'news', icon: IconNews, ...PUBLIC_PAGES['/news'] } },
  component: lazyRouteComponent(() => import('../features/news/news-page.tsx')),
})

export const newsDetailRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/news/$id',
  loader: ({ params }) => {
    prefetch(oneNewsQuery(params.id))
  },
  staticData: { page: { name: 'news-detail', icon: IconNews, title: 'Новость' } },
  component: lazyRouteComponent(() => import('../features/news/one-news-page.tsx')),
})

const WRITERS = ['ArtikulOrderManager'] as const

export const newNewsRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/news/new',
  staticData: {
    page: { name: 'news-new', icon: IconNews, title: 'Новая новость', requiresAuth: true, roles: WRITERS },
  },
  component: lazyRouteComponent(() => import('../features/news/editor-page.tsx')),
})

export const editNewsRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/news/$id/edit',
  loader: ({ params }) => {
    prefetch(draftQuery(params.id))
  },
  staticData: {
    page: { name: 'news-edit', icon: IconNews, title: 'Изменение новости', requiresAuth: true, roles: WRITERS },
  },
  component: lazyRouteComponent(() => import('../features/news/editor-page.tsx')),
})
