import { requestQuery } from '../features/requests/requests.api.ts'
import { prefetch } from '../lib/query-client.ts'

export const read = ({ params }: { params: { id: string } }) => {
  prefetch(requestQuery(params.id))
}

export { default } from '../features/requests/request-page.tsx'
