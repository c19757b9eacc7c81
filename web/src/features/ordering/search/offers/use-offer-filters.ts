import { getRouteApi } from '@tanstack/react-router'
import { useMemo } from 'react'
import type { OfferFilters } from '../search-result.ts'

const route = getRouteApi('/catalog')

/** Filters, sort order and «Нужно» of the results, all stored in the address. */
export function useOfferFilters() {
  const search = route.useSearch()
  const navigate = route.useNavigate()
  const { qty } = search
  const filters = useMemo((): OfferFilters => {
    const { q: _, maker: _maker, group: _group, page: _page, qty: _qty, ...rest } = search
    return rest
  }, [search])
  const put = (next: OfferFilters & { qty?: number | undefined }) =>
    void navigate({
      search: ({ q, maker, group, page }) => ({ q, maker, group, page, ...next }),
      replace: true,
      resetScroll: false,
    })
  return {
    filters,
    qty,
    change: (next: OfferFilters) => put({ ...next, qty }),
    need: (count: number) => put({ ...filters, qty: count > 1 ? count : undefined }),
  }
}
