import {
  returnSourcesQuery,
  returnsQuery,
  type ReturnsSearch,
} from '../../features/purchasing/supplier-returns/supplier-returns.api.ts'
import { prefetch } from '../../lib/api/query-client.ts'

export const read = ({ deps }: { deps: ReturnsSearch }) => {
  prefetch(returnSourcesQuery)
  prefetch(returnsQuery(deps))
}

export { default } from '../../features/purchasing/supplier-returns/returns-page.tsx'
