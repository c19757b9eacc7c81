import {
  onlineSupplierRoutes as routes,
  type NewOnlineSupplier,
  type OnlineSupplierPatch,
  type OnlineWarehouse,
  type SupplierTrial,
} from '@artikul/contract/suppliers/online-suppliers'
import type { LineState } from '@artikul/contract/ordering/orders/orders'
import { supplierFactsRoutes } from '@artikul/contract/purchasing/supplier-facts'
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '../../../lib/api/call.ts'
import { formErrors } from '../../../lib/api/form-errors.ts'
import { toast } from '../../../ui/hints/toast.ts'
import type { SUPPLIER_TABS } from './suppliers-address.ts'

const ALL = ['online-suppliers'] as const
const REFUSAL_MS = 8000
/** Polling interval: suppliers fail and recover by themselves. */
const ASK_EVERY_MS = 15_000
export type SupplierTab = (typeof SUPPLIER_TABS)[number]

const paramsOf = (id: number) => ({ id: String(id) })

export const onlineSuppliersQuery = queryOptions({
  queryKey: [...ALL, 'list'],
  queryFn: ({ signal }) => call(routes.list, { signal }),
  refetchInterval: ASK_EVERY_MS,
})

export const healthQuery = (id: number) =>
  queryOptions({
    queryKey: [...ALL, 'health', id],
    queryFn: async ({ signal }) => (await call(routes.health, { params: paramsOf(id), signal })).results,
    refetchInterval: ASK_EVERY_MS,
  })

export const factsQuery = (id: number) =>
  queryOptions({
    queryKey: [...ALL, 'facts', id],
    queryFn: ({ signal }) => call(supplierFactsRoutes.get, { params: paramsOf(id), signal }),
  })

export const unmappedBrandsQuery = (id: number) =>
  queryOptions({
    queryKey: [...ALL, 'brands', id],
    queryFn: async ({ signal }) => (await call(routes.brands, { params: paramsOf(id), signal })).results,
  })

export const supplierWarehousesQuery = (id: number) =>
  queryOptions({
    queryKey: [...ALL, 'warehouses', id],
    queryFn: async ({ signal }) => (await call(routes.warehouses, { params: paramsOf(id), signal })).results,
  })

export const statusesQuery = (id: number) =>
  queryOptions({
    queryKey: [...ALL, 'statuses', id],
    queryFn: async ({ signal }) => (await call(routes.statuses, { params: paramsOf(id), signal })).results,
  })

export const addSupplier = (body: NewOnlineSupplier) => call(routes.create, { body })

export const changeSupplier = ({ id, ...body }: OnlineSupplierPatch & { id: number }) =>
  call(routes.update, { params: paramsOf(id), body })

export const turnSupplier = ({ id, isOn }: { id: number; isOn: boolean }) =>
  call(routes.setActive, { params: paramsOf(id), body: { is_on: isOn } })

export const moveSupplier = ({ id, before }: { id: number; before: number | null }) =>
  call(routes.move, { params: paramsOf(id), body: { before } })

export const checkSupplier = (body: SupplierTrial) => call(routes.check, { body })

export const mapBrand = ({ id, ...body }: { id: number; spelling: string; brand_id: number | null }) =>
  call(routes.mapBrand, { params: paramsOf(id), body })

type WarehouseChange = Pick<OnlineWarehouse, 'id' | 'version' | 'is_allowed' | 'term_correction_days' | 'ships_on'>

export const updateSupplierWarehouse = ({ id, version, is_allowed, term_correction_days, ships_on }: WarehouseChange) =>
  call(routes.updateWarehouse, { params: paramsOf(id), body: { version, is_allowed, term_correction_days, ships_on } })

export const readStatuses = (id: number) => call(routes.readStatuses, { params: paramsOf(id), body: {} })

export const mapStatus = ({ id, ...body }: { id: number; code: string; state: LineState | null }) =>
  call(routes.mapStatus, { params: paramsOf(id), body })

/**
 * Refreshes all online suppliers after success and failure.
 * @param refused title of the toast for an error that no form displays: «Порядок не изменён»
 */
export function useSuppliersChange<T, R>(change: (input: T) => Promise<R>, refused?: string) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: change,
    onError: (refusal) => {
      if (refused === undefined) return
      const detail = formErrors(refusal, []).form ?? ''
      toast({ severity: 'error', summary: refused, detail, life: REFUSAL_MS })
    },
    onSettled: () => queryClient.invalidateQueries({ queryKey: ALL }),
  })
}
