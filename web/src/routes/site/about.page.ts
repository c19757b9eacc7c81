import { createElement } from 'react'
import { pageTextRoutes } from '@artikul/contract/site/page-texts'
import TextPage from '../../features/site/pages/text-page.tsx'
import { prefetch } from '../../lib/api/query-client.ts'
import { query } from '../../lib/api/query.ts'

export const read = () => {
  prefetch(query(pageTextRoutes.get, { params: { page: 'about' } }))
}

const Page = () => createElement(TextPage, { page: 'about' })
export default Page
