import { priceConditionRoutes, type TargetKind } from '@artikul/contract/pricing/price-conditions'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { call } from '../api/call.ts'

/** Targets that match a text: companies, articles, brands, inventory groups, supply routes. */
export const targetsQuery = (kind: TargetKind) => (q: string) =>
  queryOptions({
    queryKey: ['price-targets', kind, q],
    queryFn: async ({ signal }) => (await call(priceConditionRoutes.targets, { query: { kind, q }, signal })).results,
    placeholderData: keepPreviousData,
  })
