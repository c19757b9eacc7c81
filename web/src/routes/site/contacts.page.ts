import { supplierRoutes } from '@artikul/contract/companies/legal'
import { prefetch } from '../../lib/api/query-client.ts'
import { query } from '../../lib/api/query.ts'

export const read = () => {
  prefetch(query(supplierRoutes.contacts, {}, { staleTime: 60 * 60_000 }))
}

export { default } from '../../features/site/contacts/contacts-page.tsx'
