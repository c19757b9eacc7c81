import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { IconPackage } from '@tabler/icons-react'
import { createElement, lazy } from 'react'
import { productQuery } from '../features/catalog/catalog.api.ts'
import { knownViewer } from '../lib/buyer.ts'
import { prefetch } from '../lib/query-client.ts'
import { rootRoute } from './root.ts'

/** Whoever does not find a product in stock may wait for it: here the two features meet. */
const WatchProduct = lazy(() => import('../features/watches/watch-product.tsx'))

/** Managers are told why a price is what it is. */
const WhyPrice = lazy(() => import('../features/price-conditions/why-price.tsx'))

export const productRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/catalog/$code',
  loader: ({ params }) => {
    prefetch(productQuery(params.code, knownViewer()))
  },
  staticData: {
    page: {
      name: 'product',
      icon: IconPackage,
      title: 'Карточка товара',
      requiresAuth: true,
      roles: ['ArtikulOrderManager', 'ArtikulWarrantyManager', 'ContractorAdmin', 'ContractorUser'],
    },
  },
  component: lazyRouteComponent(async () => {
    const { default: ProductPage } = await import('../features/catalog/product-page.tsx')
    return { default: () => createElement(ProductPage, { watchProduct: WatchProduct, whyPrice: WhyPrice }) }
  }),
})
