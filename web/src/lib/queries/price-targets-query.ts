import { priceConditionRoutes, type TargetKind } from '@artikul/contract/pricing/price-conditions'
import { keepPreviousData } from '@tanstack/react-query'
import { query } from '../api/query.ts'

/** Targets that match a text: companies, articles, brands, inventory groups, supply routes. */
export const targetsQuery = (kind: TargetKind) => (q: string) =>
  query(
    priceConditionRoutes.targets,
    { query: { kind, q } },
    { select: ({ results }) => results, placeholderData: keepPreviousData },
  )
