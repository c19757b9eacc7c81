import { consigneesListQuery, type ConsigneesSearch } from '../../features/companies/consignees/consignees.api.ts'
import { prefetch } from '../../lib/api/query-client.ts'

export const read = ({ deps }: { deps: ConsigneesSearch }) => {
  prefetch(consigneesListQuery(deps))
}

export { default } from '../../features/companies/consignees/consignees-page.tsx'
