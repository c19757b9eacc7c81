import { createElement, lazy } from 'react'
import { productQuery } from '../../features/ordering/search/catalog.api.ts'
import { knownViewer } from '../../lib/session/buyer.ts'
import { prefetch } from '../../lib/api/query-client.ts'
import ProductPage from '../../features/ordering/search/product/product-page.tsx'

/** Product alerts for goods out of stock: the route connects both features. */
const AlertProductButton = lazy(() => import('../../features/ordering/product-alerts/alert-product.tsx'))

/** Explanation of the price for managers, and in the buyer's terms. */
const WhyPrice = lazy(() => import('../../features/pricing/price-conditions/why-price.tsx'))
const WhyOwnPrice = lazy(() => import('../../features/pricing/price-conditions/why-own-price.tsx'))

/** Photos and properties for managers. */
const EditContent = lazy(() => import('../../features/catalog/product-content/content-button.tsx'))

/** Certificates of the product and its brand. */
const Certificates = lazy(() => import('../../features/catalog/product-content/product-certificates.tsx'))

export const read = ({ params }: { params: { code: string } }) => {
  prefetch(productQuery(params.code, knownViewer()))
}

const Page = () =>
  createElement(ProductPage, {
    watchProduct: AlertProductButton,
    whyPrice: WhyPrice,
    whyOwnPrice: WhyOwnPrice,
    editContent: EditContent,
    certificates: Certificates,
  })
export default Page
