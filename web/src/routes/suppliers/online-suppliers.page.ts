import {
  healthQuery,
  unmappedBrandsQuery,
  statusesQuery,
  onlineSuppliersQuery,
  supplierWarehousesQuery,
} from '../../features/suppliers/online-suppliers/online-suppliers.api.ts'
import { prefetch } from '../../lib/api/query-client.ts'

export const read = ({ deps: { id, tab } }: { deps: { id?: number | undefined; tab?: string | undefined } }) => {
  prefetch(onlineSuppliersQuery)
  if (id === undefined) return
  if (tab === 'brands') prefetch(unmappedBrandsQuery(id))
  else if (tab === 'warehouses') prefetch(supplierWarehousesQuery(id))
  else if (tab === 'statuses') prefetch(statusesQuery(id))
  else prefetch(healthQuery(id))
}

export { default } from '../../features/suppliers/online-suppliers/online-suppliers-page.tsx'
