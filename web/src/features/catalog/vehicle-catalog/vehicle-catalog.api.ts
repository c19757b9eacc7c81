import { vehicleCatalogRoutes, type CatalogVehicle } from '@artikul/contract/catalog/vehicle-catalog'
import { query } from '../../../lib/api/query.ts'

/** Each answer costs quota of the provider, and its contents do not change within a visit. */
const SETTINGS = { staleTime: Infinity, retry: false }

type VehicleRef = Pick<CatalogVehicle, 'catalog' | 'vehicle_id' | 'ssd'>

const refOf = ({ catalog, vehicle_id, ssd }: VehicleRef) => ({ catalog, vehicle_id, ssd })

export const catalogVehiclesQuery = (number: string) =>
  query(vehicleCatalogRoutes.vehicles, { query: { number } }, SETTINGS)

export const catalogGroupsQuery = (vehicle: VehicleRef) =>
  query(vehicleCatalogRoutes.groups, { query: refOf(vehicle) }, SETTINGS)

export const catalogUnitsQuery = (vehicle: VehicleRef, group: { id: string; ssd: string }) =>
  query(vehicleCatalogRoutes.units, { query: { ...refOf(vehicle), ssd: group.ssd, group_id: group.id } }, SETTINGS)

export const catalogUnitQuery = (catalog: string, unit: { id: string; ssd: string }) =>
  query(vehicleCatalogRoutes.unit, { query: { catalog, unit_id: unit.id, ssd: unit.ssd } }, SETTINGS)

export const unitImageQuery = (path: string) => query(vehicleCatalogRoutes.image, { query: { path } }, SETTINGS)
