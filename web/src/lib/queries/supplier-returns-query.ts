import { supplierReturnRoutes } from '@artikul/contract/purchasing/supplier-returns'
import { query } from '../api/query.ts'

/** Returns to suppliers made from a claim, with the decision that their answers propose; for staff only. */
export const returnsOfClaimQuery = (claimId: number) => query(supplierReturnRoutes.ofClaim, { params: { id: claimId } })
