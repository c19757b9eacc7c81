import { createElement } from 'react'
import { pageTextQuery } from '../../features/site/pages/text-pages.api.ts'
import TextPage from '../../features/site/pages/text-page.tsx'
import { prefetch } from '../../lib/api/query-client.ts'

export const read = () => {
  prefetch(pageTextQuery('about'))
}

const Page = () => createElement(TextPage, { page: 'about' })
export default Page
