import { productAlertsQuery } from '../../lib/queries/watches-query.ts'
import { prefetch } from '../../lib/api/query-client.ts'

export const read = () => {
  prefetch(productAlertsQuery)
}

export { default } from '../../features/ordering/product-alerts/watches-page.tsx'
