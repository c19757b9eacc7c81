import {
  healthQuery,
  metBrandsQuery,
  statusesQuery,
  suppliersQuery,
  warehousesQuery,
} from '../../features/suppliers/online-suppliers/online-suppliers.api.ts'
import { prefetch } from '../../lib/api/query-client.ts'

export const read = ({ deps: { id, tab } }: { deps: { id?: number | undefined; tab?: string | undefined } }) => {
  prefetch(suppliersQuery)
  if (id === undefined) return
  if (tab === 'brands') prefetch(metBrandsQuery(id))
  else if (tab === 'warehouses') prefetch(warehousesQuery(id))
  else if (tab === 'statuses') prefetch(statusesQuery(id))
  else prefetch(healthQuery(id))
}

export { default } from '../../features/suppliers/online-suppliers/online-suppliers-page.tsx'
