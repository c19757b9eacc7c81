import type { TextPage } from '@artikul/contract/page-texts'
import { pageTextQuery } from '../features/text-pages/text-pages.api.ts'
import { prefetch } from '../lib/query-client.ts'

export const read = (page: TextPage) => {
  prefetch(pageTextQuery(page))
}

export { default } from '../features/text-pages/text-page.tsx'
