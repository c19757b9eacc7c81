import { createElement, lazy } from 'react'
import {
  catalogGroupsQuery,
  frequentPurchasesQuery,
  groupQuery,
  searchQuery,
} from '../../features/ordering/search/catalog.api.ts'
import { session } from '../../lib/session/current-session.ts'
import { knownViewer } from '../../lib/session/buyer.ts'
import { prefetchQuick } from '../../lib/api/query-client.ts'
import CatalogPage from '../../features/ordering/search/catalog-page.tsx'

/** Product alerts for goods out of stock: the route connects both features. */
const AlertProductButton = lazy(() => import('../../features/ordering/product-alerts/alert-product.tsx'))

interface Deps {
  q?: string | undefined
  maker?: number | undefined
  group?: number | undefined
  page?: number | undefined
}

export const read = ({ deps: { q, maker, group, page } }: { deps: Deps }) => {
  if (q && q.length > 1) return prefetchQuick(searchQuery(q, maker, knownViewer()))
  // Panels that appear later would push each other down.
  const groups = prefetchQuick(catalogGroupsQuery)
  if (group !== undefined) return Promise.all([groups, prefetchQuick(groupQuery(group, page ?? 1, knownViewer()))])
  return Promise.all([groups, session.getState().contractor && prefetchQuick(frequentPurchasesQuery)])
}

/** Vehicle of a searched VIN or plate: of the garage, too. */
const VehicleOfNumber = lazy(() => import('../../features/companies/vehicles/vehicle-of-number.tsx'))

const Page = () => createElement(CatalogPage, { watchProduct: AlertProductButton, vehicleOfNumber: VehicleOfNumber })
export default Page
