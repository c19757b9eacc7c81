import { contractorQuery } from '../../features/companies/contractors/contractors.api.ts'
import { prefetch } from '../../lib/api/query-client.ts'

export const read = ({ params }: { params: { id: string } }) => {
  prefetch(contractorQuery(params.id))
}

export { default } from '../../features/companies/contractors/contractor-page.tsx'
