import { useDeferredValue } from 'react'
import { savedPageSize, type PageSize } from '../../lib/page/page-size.ts'
import { PaginationBar } from './pagination.tsx'

interface Props {
  /** `has_more`: the total counts only a part of the list. */
  query: { data: { pagination: { total_count: number }; has_more?: boolean } | undefined }
  /** Paging from the address. */
  search: { page?: number | undefined; page_size?: PageSize | undefined }
  onChange: (next: { page: number; page_size: PageSize }) => void
  /** Hides the pages of lists up to this length. */
  moreThan?: number
}

/** Pagination below a list. */
export function Pages({ query, search, onChange, moreThan = 0 }: Props) {
  // Deferred like the rows above, which would otherwise push the pages down.
  const data = useDeferredValue(query.data, undefined)
  const total = data?.pagination.total_count ?? 0
  if (total <= moreThan) return null
  return (
    <div className="mt-3">
      <PaginationBar
        page={search.page ?? 1}
        pageSize={search.page_size ?? savedPageSize()}
        total={total}
        isPartial={data?.has_more}
        onChange={(next) => onChange({ page: next.page, page_size: next.pageSize })}
      />
    </div>
  )
}
