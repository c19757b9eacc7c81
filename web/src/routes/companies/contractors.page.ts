import { contractorsQuery, type ContractorsSearch } from '../../features/companies/contractors/contractors.api.ts'
import { prefetch } from '../../lib/api/query-client.ts'

export const read = ({ deps }: { deps: ContractorsSearch }) => {
  prefetch(contractorsQuery(deps))
}

export { default } from '../../features/companies/contractors/contractors-page.tsx'
