import {
  debtsQuery,
  demandQuery,
  fallingQuery,
  salesQuery,
  serviceQuery,
  stockQuery,
  type AnalyticsSearch,
} from '../../features/analytics/sales/analytics.api.ts'
import { prefetch } from '../../lib/api/query-client.ts'

export const read = ({ deps }: { deps: AnalyticsSearch }) => {
  if (deps.tab === 'demand') prefetch(demandQuery(deps))
  else if (deps.tab === 'service') prefetch(serviceQuery(deps))
  else if (deps.tab === 'stock') prefetch(stockQuery(deps))
  else if (deps.tab === 'debts') prefetch(debtsQuery)
  else if (deps.tab === 'buyers') prefetch(fallingQuery)
  else prefetch(salesQuery(deps))
}

export { default } from '../../features/analytics/sales/analytics-page.tsx'
