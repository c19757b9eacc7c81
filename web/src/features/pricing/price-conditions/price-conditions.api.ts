import { omitUndefined } from '@artikul/contract/core/omit-undefined'
import type { PriceConditionTerms, ConditionFields, PriceEffect } from '@artikul/contract/pricing/price-condition'
import { priceConditionRoutes, type ConditionsChange } from '@artikul/contract/pricing/price-conditions'
import type { ConditionScope } from '@artikul/contract/pricing/condition-scopes'
import { priceGroupRoutes, type PriceGroup, type PriceGroupFields } from '@artikul/contract/pricing/price-groups'
import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '../../../lib/api/call.ts'
import { savedPageSize, type PageSize } from '../../../lib/page/page-size.ts'
import type { CONDITION_TABS, SHOWN_STATES } from './conditions-address.ts'

export interface ConditionsSearch {
  tab?: (typeof CONDITION_TABS)[number] | undefined
  page?: number | undefined
  page_size?: PageSize | undefined
  q?: string | undefined
  scope?: ConditionScope | undefined
  effect?: PriceEffect['kind'] | undefined
  state?: (typeof SHOWN_STATES)[number] | undefined
  price_group_id?: number | undefined
  /** Buyer of the calculator. */
  contractor_id?: number | undefined
  product_id?: number | undefined
  qty?: number | undefined
  day?: string | undefined
}

const pageOf = ({ page = 1, page_size = savedPageSize() }: ConditionsSearch) =>
  ({ page: String(page), page_size: `${page_size}` }) as const

const filtersOf = ({ q, scope, effect, state, price_group_id }: ConditionsSearch) =>
  omitUndefined({ q, scope, effect, state, price_group_id: price_group_id?.toString() })

export const conditionsQuery = (search: ConditionsSearch) => {
  const query = { ...pageOf(search), ...filtersOf(search) }
  return queryOptions({
    queryKey: ['price-conditions', query],
    queryFn: ({ signal }) => call(priceConditionRoutes.list, { query, signal }),
    placeholderData: keepPreviousData,
  })
}

export const changesQuery = (search: ConditionsSearch) => {
  const query = pageOf(search)
  return queryOptions({
    queryKey: ['price-conditions', 'changes', query],
    queryFn: ({ signal }) => call(priceConditionRoutes.changes, { query, signal }),
    placeholderData: keepPreviousData,
  })
}

/** Gets the name of the company in the address; disabled without a company. */
export const namedTargetQuery = (id: number | undefined) =>
  queryOptions({
    queryKey: ['price-targets', 'contractor', id ?? null],
    queryFn: async ({ signal }) => {
      const query = { kind: 'contractor', id: String(id) } as const
      return (await call(priceConditionRoutes.targets, { query, signal })).results[0] ?? null
    },
    enabled: id !== undefined,
  })

export const underFloorQuery = (search: ConditionsSearch) => {
  const query = pageOf(search)
  return queryOptions({
    queryKey: ['price-conditions', 'under-floor', query],
    queryFn: ({ signal }) => call(priceConditionRoutes.underFloor, { query, signal }),
    placeholderData: keepPreviousData,
  })
}

export const previewCondition = (id: number | null, fields: ConditionFields) =>
  call(priceConditionRoutes.preview, { body: { id, fields } })

export const priceGroupsQuery = queryOptions({
  queryKey: ['price-groups'],
  queryFn: async ({ signal }) => (await call(priceGroupRoutes.list, { signal })).results,
})

export const settingsQuery = queryOptions({
  queryKey: ['price-settings'],
  queryFn: ({ signal }) => call(priceGroupRoutes.settings, { signal }),
})

export const explanationQuery = ({ product_id, contractor_id, qty, day }: ConditionsSearch) =>
  queryOptions({
    queryKey: ['price-conditions', 'explain', product_id ?? 0, contractor_id ?? 0, qty ?? 0, day ?? ''],
    queryFn: ({ signal }) =>
      call(priceConditionRoutes.explain, {
        query: {
          product_id: String(product_id),
          ...omitUndefined({ contractor_id: contractor_id?.toString(), qty: qty?.toString(), day }),
        },
        signal,
      }),
    enabled: product_id !== undefined,
    placeholderData: keepPreviousData,
  })

export const saveCondition = (
  known: Pick<PriceConditionTerms, 'id' | 'version'> | null,
  fields: ConditionFields,
): Promise<{ change_id: number }> =>
  known
    ? call(priceConditionRoutes.update, { params: { id: String(known.id) }, body: { version: known.version, fields } })
    : call(priceConditionRoutes.create, { body: fields })

export const changeMany = ({ ids, change }: { ids: number[]; change: ConditionsChange }) =>
  call(priceConditionRoutes.changeMany, { body: { ids, change } })

export const undoChange = (id: number) => call(priceConditionRoutes.undo, { params: { id: String(id) } })

export const exportConditions = (search: ConditionsSearch) =>
  call(priceConditionRoutes.export, { query: filtersOf(search) })

export const readConditions = (file: File) => call(priceConditionRoutes.readList, { file })

export const importConditions = ({ file, digest }: { file: File; digest: string }) =>
  call(priceConditionRoutes.importList, { file, query: { digest } })

export const savePriceGroup = (known: PriceGroup | null, fields: PriceGroupFields): Promise<unknown> =>
  known
    ? call(priceGroupRoutes.update, { params: { id: String(known.id) }, body: { version: known.version, ...fields } })
    : call(priceGroupRoutes.create, { body: fields })

export const deletePriceGroup = ({ id }: Pick<PriceGroup, 'id'>) =>
  call(priceGroupRoutes.remove, { params: { id: String(id) } })

export const changeSettings = (body: { version: number; min_markup_hundredths: number }) =>
  call(priceGroupRoutes.changeSettings, { body })

/** Refreshes all price lists after a change. */
export function usePriceChange<T, R>(change: (input: T) => Promise<R>) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: change,
    onSettled: () =>
      Promise.all(
        ['price-conditions', 'price-groups', 'price-settings', 'search', 'product'].map((key) =>
          queryClient.invalidateQueries({ queryKey: [key] }),
        ),
      ),
  })
}
