import { readyQuery, type ReadySearch } from '../features/shipments/shipments.api.ts'
import { prefetch } from '../lib/query-client.ts'

export const read = ({ deps }: { deps: ReadySearch }) => {
  prefetch(readyQuery(deps))
}

export { default } from '../features/shipments/ready-page.tsx'
