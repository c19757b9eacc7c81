import type { PriceEffect } from '@artikul/contract/pricing/price-condition'
import { priceConditionRoutes } from '@artikul/contract/pricing/price-conditions'
import type { ConditionScope } from '@artikul/contract/pricing/condition-scopes'
import { priceGroupRoutes } from '@artikul/contract/pricing/price-groups'
import { keepPreviousData } from '@tanstack/react-query'
import type { PageSearch } from '../../../lib/page/page-size.ts'
import { query, pageQuery } from '../../../lib/api/query.ts'
import type { KeyPrefix } from '../../../lib/api/key-prefix.ts'
import type { CONDITION_TABS, SHOWN_STATES } from './conditions-address.ts'

export interface ConditionsSearch extends PageSearch {
  tab?: (typeof CONDITION_TABS)[number] | undefined
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

export const conditionsFilter = ({ q, scope, effect, state, price_group_id }: ConditionsSearch) => ({
  q,
  scope,
  effect,
  state,
  price_group_id,
})

export const conditionsQuery = (search: ConditionsSearch) => {
  const { page, page_size } = search
  return pageQuery(priceConditionRoutes.list, { query: { page, page_size, ...conditionsFilter(search) } })
}

export const changesQuery = ({ page, page_size }: ConditionsSearch) =>
  pageQuery(priceConditionRoutes.changes, { query: { page, page_size } })

export const underFloorQuery = ({ page, page_size }: ConditionsSearch) =>
  pageQuery(priceConditionRoutes.underFloor, { query: { page, page_size } })

export const priceGroupsQuery = query(priceGroupRoutes.list, {}, { select: ({ results }) => results })

export const explanationQuery = ({ product_id, contractor_id, qty, day }: ConditionsSearch) =>
  query(
    priceConditionRoutes.explain,
    { query: { product_id: product_id ?? 0, contractor_id, qty, day } },
    { enabled: product_id !== undefined, placeholderData: keepPreviousData },
  )

/** Refreshed after a change of prices. */
export const PRICE_KEYS: readonly KeyPrefix[] = [
  'price-conditions',
  'price-groups',
  'price-settings',
  'search',
  'catalog',
]
