import { vehicleRoutes } from '@artikul/contract/companies/vehicles'
import { vehiclePurchaseRoutes } from '@artikul/contract/ordering/orders/vehicle-purchases'
import { pageQuery, query } from '../../../lib/api/query.ts'
import type { PageSearch } from '../../../lib/page/page-size.ts'

export interface VehiclesSearch extends PageSearch {
  q?: string | undefined
  archived?: 'true' | undefined
}

export const vehiclesListQuery = ({ page, page_size, q, archived }: VehiclesSearch) =>
  pageQuery(vehicleRoutes.list, { query: { page, page_size, q, archived } })

/** Vehicles offered in the frame; more are chosen in the garage. */
export const vehicleChoicesQuery = query(vehicleRoutes.list, { query: { page_size: 50 } }, { staleTime: 5 * 60_000 })

export const vehicleQuery = (id: string) => query(vehicleRoutes.get, { params: { id } })

export const vehicleByNumberQuery = (number: string) => query(vehicleRoutes.byNumber, { query: { number } })

export const vehiclePurchasesQuery = (id: string, { page, page_size }: PageSearch = {}) =>
  pageQuery(vehiclePurchaseRoutes.ofVehicle, { params: { id }, query: { page, page_size } })
