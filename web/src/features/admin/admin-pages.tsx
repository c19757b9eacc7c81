import { savedPageSize } from '../../lib/page-size.ts'
import { Pagination } from '../../ui/pagination.tsx'
import type { AdminSearch } from './admin.api.ts'

interface Props {
  search: AdminSearch
  total: number
  onChange: (next: AdminSearch) => void
}

export function AdminPages({ search, total, onChange }: Props) {
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
