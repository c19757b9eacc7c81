import { productAlertsQuery } from '../../lib/queries/product-alerts-query.ts'
import { prefetch } from '../../lib/api/query-client.ts'

export const read = () => {
  prefetch(productAlertsQuery)
}

export { default } from '../../features/ordering/product-alerts/product-alerts-page.tsx'
