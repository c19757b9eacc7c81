import type { ContractorDetails } from '@artikul/contract/companies/contractors'
import type { PageSize } from '../../../../lib/page/page-size.ts'
import type { PageSearch } from '../../../../lib/page/page-size.ts'

/** Props of a tab with a paged list whose position is in the address. */
export interface PagedTabProps {
  company: ContractorDetails
  staff: boolean
  search: PageSearch
  onChange: (next: { page: number; page_size: PageSize }) => void
}
