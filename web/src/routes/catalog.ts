import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { IconSearch } from '@tabler/icons-react'
import { createElement, lazy } from 'react'
import { z } from 'zod'
import { searchQuery } from '../features/catalog/catalog.api.ts'
import { knownViewer } from '../lib/buyer.ts'
import { prefetchQuick } from '../lib/query-client.ts'
import { choiceParam, listParam, numberParam, textParam } from '../lib/search-params.ts'
import { rootRoute } from './root.ts'

const SORTS = ['price', '-price', 'date', '-date', 'stock', '-stock'] as const

/** Whoever does not find a product in stock may wait for it: here the two features meet. */
const WatchProduct = lazy(() => import('../features/watches/watch-product.tsx'))

export const catalogRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/catalog',
  validateSearch: z.object({
    q: textParam(100),
    /** The maker chosen among several. */
    maker: numberParam(999_999_999),
    /** «Нужно, шт.»: the quantity with which offers are shown. */
    qty: numberParam(999_999),
    brand: listParam,
    warehouse: listParam,
    days: numberParam(365),
    from_kop: numberParam(),
    to_kop: numberParam(),
    own: choiceParam(['true']),
    returns: choiceParam(['true']),
    enough: choiceParam(['true']),
    sort: choiceParam(SORTS),
  }),
  loaderDeps: ({ search: { q, maker } }) => ({ q, maker }),
  loader: ({ deps: { q, maker } }) =>
    q && q.length > 1 ? prefetchQuick(searchQuery(q, maker, knownViewer())) : undefined,
  staticData: {
    page: {
      name: 'catalog',
      icon: IconSearch,
      title: 'Поиск запчастей',
      requiresAuth: true,
      roles: ['ArtikulOrderManager', 'ArtikulWarrantyManager', 'ContractorAdmin', 'ContractorUser'],
      order: 1,
      menu: 'Каталог',
    },
  },
  component: lazyRouteComponent(async () => {
    const { default: CatalogPage } = await import('../features/catalog/catalog-page.tsx')
    return { default: () => createElement(CatalogPage, { watchProduct: WatchProduct }) }
  }),
})
