import { savedPageSize } from '../../lib/page-size.ts'
import { Pagination } from '../../ui/pagination.tsx'
import type { ConditionsSearch } from './price-conditions.api.ts'

interface Props {
  search: ConditionsSearch
  total: number
  onChange: (next: ConditionsSearch) => void
}

export function Pages({ search, total, onChange }: Props) {
  if (total === 0) return null
  return (
    <div className="mt-3">
      <Pagination
        page={search.page ?? 1}
        pageSize={search.page_size ?? savedPageSize()}
        total={total}
        onChange={(next) => onChange({ page: next.page, page_size: next.pageSize })}
      />
    </div>
  )
}
