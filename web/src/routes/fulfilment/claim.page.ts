import { createElement } from 'react'
import { claimQuery } from '../../features/fulfilment/claims/claims.api.ts'
import ClaimPage from '../../features/fulfilment/claims/claim-page.tsx'
import { ClaimReturns } from '../../features/purchasing/supplier-returns/claim-returns.tsx'
import { prefetch } from '../../lib/api/query-client.ts'

export const read = ({ params }: { params: { id: string } }) => {
  prefetch(claimQuery(params.id))
}

/** Returns to suppliers on the page of a claim; the route connects both features. */
const Page = () => createElement(ClaimPage, { returns: ClaimReturns })
export default Page
