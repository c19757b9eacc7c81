import { readyQuery, type ReadySearch } from '../../features/fulfilment/shipments/shipments.api.ts'
import { prefetch } from '../../lib/api/query-client.ts'

export const read = ({ deps }: { deps: ReadySearch }) => {
  prefetch(readyQuery(deps))
}

export { default } from '../../features/fulfilment/shipments/ready-page.tsx'
