import { savedPageSize } from '../../lib/page-size.ts'
import { Pagination } from '../../ui/pagination.tsx'
import type { PagedTabProps } from './paged-tab.ts'

type Props = Pick<PagedTabProps, 'search' | 'onChange'> & { total: number }

export const PagesBelow = ({ search, total, onChange }: Props) =>
  total > 50 && (
    <div className="mt-3">
      <Pagination
        page={search.page ?? 1}
        pageSize={search.page_size ?? savedPageSize()}
        total={total}
        onChange={onChange}
      />
    </div>
  )
