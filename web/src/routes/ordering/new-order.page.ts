import { phoneDraftsQuery } from '../../lib/queries/phone-drafts-query.ts'
import { prefetch } from '../../lib/api/query-client.ts'

export const read = ({
  deps: { draft, company },
}: {
  deps: { draft?: number | undefined; company?: number | undefined }
}) => {
  if (draft === undefined) prefetch(phoneDraftsQuery(company))
}

export { default } from '../../features/ordering/cart/assisted-orders/phone-drafts-page.tsx'
