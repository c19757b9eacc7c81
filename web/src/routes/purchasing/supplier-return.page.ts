import { returnQuery } from '../../features/purchasing/supplier-returns/supplier-returns.api.ts'
import { prefetch } from '../../lib/api/query-client.ts'

export const read = ({ params }: { params: { id: string } }) => {
  prefetch(returnQuery(params.id))
}

export { default } from '../../features/purchasing/supplier-returns/return-page.tsx'
