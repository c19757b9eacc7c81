import { claimQuery } from '../../features/fulfilment/claims/claims.api.ts'
import { prefetch } from '../../lib/api/query-client.ts'

export const read = ({ params }: { params: { id: string } }) => {
  prefetch(claimQuery(params.id))
}

export { default } from '../../features/fulfilment/claims/claim-page.tsx'
