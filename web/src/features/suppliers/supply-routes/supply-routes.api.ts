import {
  sourceRoutes,
  type Source,
  type SourceFields,
  type Warehouse,
  type WarehouseFields,
} from '@artikul/contract/suppliers/supply-routes'
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '../../../lib/api/call.ts'

export const sourcesQuery = queryOptions({
  queryKey: ['supply-routes'],
  queryFn: async ({ signal }) => (await call(sourceRoutes.list, { signal })).results,
})

export const changeSource = ({ id, version }: Source, fields: SourceFields) =>
  call(sourceRoutes.update, { params: { id: String(id) }, body: { version, ...fields } })

export const changeWarehouse = ({ id, version }: Warehouse, fields: WarehouseFields) =>
  call(sourceRoutes.updateWarehouse, { params: { id: String(id) }, body: { version, ...fields } })

/** Refreshes the list after success and failure. */
export function useSourcesChange<T>(change: (input: T) => Promise<unknown>) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: change,
    onSettled: () => queryClient.invalidateQueries({ queryKey: ['supply-routes'] }),
  })
}
