import { vehiclesListQuery, type VehiclesSearch } from '../../features/companies/vehicles/vehicles.api.ts'
import { prefetch } from '../../lib/api/query-client.ts'

export const read = ({ deps }: { deps: VehiclesSearch }) => {
  prefetch(vehiclesListQuery(deps))
}

export { default } from '../../features/companies/vehicles/garage-page.tsx'
