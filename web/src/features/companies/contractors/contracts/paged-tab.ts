import type { ContractorDetails } from '@artikul/contract/companies/contractors'
import type { PageSize } from '../../../../lib/page/page-size.ts'
import type { PageSearch } from '../contractors.api.ts'

/** What a tab with a list of pages is given: where it stands is in the address. */
export interface PagedTabProps {
  company: ContractorDetails
  staff: boolean
  search: PageSearch
  onChange: (next: { page: number; page_size: PageSize }) => void
}
