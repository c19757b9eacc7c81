import { phoneDraftsQuery } from '../lib/phone-drafts-query.ts'
import { prefetch } from '../lib/query-client.ts'

export const read = ({
  deps: { draft, company },
}: {
  deps: { draft?: number | undefined; company?: number | undefined }
}) => {
  if (draft === undefined) prefetch(phoneDraftsQuery(company))
}

export { default } from '../features/ordering/cart/phone-drafts-page.tsx'
