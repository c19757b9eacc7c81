import { priceFilesQuery } from '../features/price-files/price-files.api.ts'
import { prefetch } from '../lib/query-client.ts'

export const read = () => {
  prefetch(priceFilesQuery)
}

export { default } from '../features/price-files/price-files-page.tsx'
