import {
  supplyRouteRoutes,
  type SupplyRoute,
  type SupplyRouteFields,
  type Warehouse,
  type WarehouseFields,
} from '@artikul/contract/suppliers/supply-routes'
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '../../../lib/api/call.ts'

export const supplyRoutesQuery = queryOptions({
  queryKey: ['supply-routes'],
  queryFn: async ({ signal }) => (await call(supplyRouteRoutes.list, { signal })).results,
})

export const changeSupplyRoute = ({ id, version }: SupplyRoute, fields: SupplyRouteFields) =>
  call(supplyRouteRoutes.update, { params: { id: String(id) }, body: { version, ...fields } })

export const changeWarehouse = ({ id, version }: Warehouse, fields: WarehouseFields) =>
  call(supplyRouteRoutes.updateWarehouse, { params: { id: String(id) }, body: { version, ...fields } })

/** Refreshes the list after success and failure. */
export function useSupplyRoutesChange<T>(change: (input: T) => Promise<unknown>) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: change,
    onSettled: () => queryClient.invalidateQueries({ queryKey: ['supply-routes'] }),
  })
}
