import { createElement, lazy } from 'react'
import { productQuery } from '../features/catalog/catalog.api.ts'
import { knownViewer } from '../lib/buyer.ts'
import { prefetch } from '../lib/query-client.ts'
import ProductPage from '../features/catalog/product-page.tsx'

/** Whoever does not find a product in stock may wait for it: here the two features meet. */
const WatchProduct = lazy(() => import('../features/watches/watch-product.tsx'))

/** Managers are told why a price is what it is. */
const WhyPrice = lazy(() => import('../features/price-conditions/why-price.tsx'))

export const read = ({ params }: { params: { code: string } }) => {
  prefetch(productQuery(params.code, knownViewer()))
}

const Page = () => createElement(ProductPage, { watchProduct: WatchProduct, whyPrice: WhyPrice })
export default Page
