import { createElement, lazy } from 'react'
import { searchQuery } from '../../features/ordering/search/catalog.api.ts'
import { knownViewer } from '../../lib/session/buyer.ts'
import { prefetchQuick } from '../../lib/api/query-client.ts'
import CatalogPage from '../../features/ordering/search/catalog-page.tsx'

/** Product alerts for goods out of stock: the route connects both features. */
const AlertProductButton = lazy(() => import('../../features/ordering/product-alerts/alert-product.tsx'))

export const read = ({ deps: { q, maker } }: { deps: { q?: string | undefined; maker?: number | undefined } }) =>
  q && q.length > 1 ? prefetchQuick(searchQuery(q, maker, knownViewer())) : undefined

/** Vehicle of a searched VIN or plate: of the garage, too. */
const VehicleOfNumber = lazy(() => import('../../features/companies/vehicles/vehicle-of-number.tsx'))

const Page = () => createElement(CatalogPage, { watchProduct: AlertProductButton, vehicleOfNumber: VehicleOfNumber })
export default Page
