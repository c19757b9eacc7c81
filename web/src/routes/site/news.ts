import { PUBLIC_PAGES } from '@artikul/contract/site/page-head'
import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { lazyRead } from '../../lib/api/lazy-read.ts'
import { addressOf, pageParams } from '../../lib/page/search-params.ts'
import { rootRoute } from '../root.ts'

const WRITERS = ['ArtikulOrderManager'] as const

const newsPage = () => import('./news.page.ts')
const oneNewsPage = () => import('./one-news.page.ts')
const editNewsPage = () => import('./edit-news.page.ts')

export const newsRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/news',
  validateSearch: addressOf(pageParams),
  loaderDeps: ({ search }) => search,
  loader: lazyRead(newsPage),
  staticData: { page: { name: 'news', ...PUBLIC_PAGES['/news'] } },
  component: lazyRouteComponent(newsPage),
})

export const newsDetailRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/news/$id',
  loader: lazyRead(oneNewsPage),
  staticData: { page: { name: 'news-detail', title: 'Новость' } },
  component: lazyRouteComponent(oneNewsPage),
})

export const newNewsRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/news/new',
  staticData: {
    page: { name: 'news-new', title: 'Новая новость', requiresAuth: true, roles: WRITERS },
  },
  component: lazyRouteComponent(() => import('../../features/site/news/editor-page.tsx')),
})

export const editNewsRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/news/$id/edit',
  loader: lazyRead(editNewsPage),
  staticData: {
    page: { name: 'news-edit', title: 'Изменение новости', requiresAuth: true, roles: WRITERS },
  },
  component: lazyRouteComponent(editNewsPage),
})
