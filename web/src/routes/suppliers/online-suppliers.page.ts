import { onlineSupplierRoutes } from '@artikul/contract/suppliers/online-suppliers'
import { healthQuery, onlineSuppliersQuery } from '../../features/suppliers/online-suppliers/online-suppliers.api.ts'
import { prefetch } from '../../lib/api/query-client.ts'
import { query } from '../../lib/api/query.ts'

export const read = ({ deps: { id, tab } }: { deps: { id?: number | undefined; tab?: string | undefined } }) => {
  prefetch(onlineSuppliersQuery)
  if (id === undefined) return
  if (tab === 'brands') prefetch(query(onlineSupplierRoutes.brands, { params: { id } }))
  else if (tab === 'warehouses') prefetch(query(onlineSupplierRoutes.warehouses, { params: { id } }))
  else if (tab === 'statuses') prefetch(query(onlineSupplierRoutes.statuses, { params: { id } }))
  else prefetch(healthQuery(id))
}

export { default } from '../../features/suppliers/online-suppliers/online-suppliers-page.tsx'
