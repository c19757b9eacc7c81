import { priceExportsQuery } from '../../features/ordering/price-exports/price-exports.api.ts'
import { prefetch } from '../../lib/api/query-client.ts'

export const read = () => {
  prefetch(priceExportsQuery)
}

export { default } from '../../features/ordering/price-exports/price-exports-page.tsx'
