import {
  choicesQuery,
  proposalsQuery,
  type ProposalsSearch,
} from '../../features/purchasing/stock-purchases/stock-purchases.api.ts'
import { prefetch } from '../../lib/api/query-client.ts'

export const read = ({ deps }: { deps: ProposalsSearch }) => {
  prefetch(choicesQuery)
  prefetch(proposalsQuery(deps))
}

export { default } from '../../features/purchasing/stock-purchases/proposals-page.tsx'
