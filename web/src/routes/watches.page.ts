import { watchesQuery } from '../lib/watches-query.ts'
import { prefetch } from '../lib/query-client.ts'

export const read = () => {
  prefetch(watchesQuery)
}

export { default } from '../features/ordering/product-alerts/watches-page.tsx'
