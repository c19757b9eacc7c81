import { requestQuery } from '../../features/ordering/quote-requests/quote-requests.api.ts'
import { prefetch } from '../../lib/api/query-client.ts'

export const read = ({ params }: { params: { id: string } }) => {
  prefetch(requestQuery(params.id))
}

export { default } from '../../features/ordering/quote-requests/request-page.tsx'
