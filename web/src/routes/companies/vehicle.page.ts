import { vehiclePurchasesQuery, vehicleQuery } from '../../features/companies/vehicles/vehicles.api.ts'
import { prefetch } from '../../lib/api/query-client.ts'
import type { PageSearch } from '../../lib/page/page-size.ts'

export const read = ({ params, deps }: { params: { id: string }; deps: PageSearch }) => {
  prefetch(vehicleQuery(params.id))
  prefetch(vehiclePurchasesQuery(params.id, deps))
}

export { default } from '../../features/companies/vehicles/vehicle-page.tsx'
