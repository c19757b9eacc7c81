import { watchesQuery } from '../../lib/queries/watches-query.ts'
import { prefetch } from '../../lib/api/query-client.ts'

export const read = () => {
  prefetch(watchesQuery)
}

export { default } from '../../features/ordering/product-alerts/watches-page.tsx'
