import type { ClaimKind, ClaimState } from '@artikul/contract/fulfilment/claim-states'
import { claimRoutes } from '@artikul/contract/fulfilment/claims'
import { query } from '../../../lib/api/query.ts'
import { call } from '../../../lib/api/call.ts'
import { uploadFile } from '../../../lib/api/attachments.ts'
import type { PageSearch } from '../../../lib/page/page-size.ts'
import type { KeyPrefix } from '../../../lib/api/key-prefix.ts'

export interface ClaimsSearch extends PageSearch {
  q?: string | undefined
  /** `open`: claims that staff must act on, their default; `any` disables the filter. */
  state?: ClaimState | 'open' | 'any' | undefined
  kind?: ClaimKind | undefined
  contractor_id?: number | undefined
  mine?: '1' | undefined
}

/** Polls for messages of the other side. */
export const claimQuery = (id: string) => query(claimRoutes.get, { params: { id } }, { refetchInterval: 30_000 })

/** @param claimId claim of the file; null: the claim is not created yet */
export const uploadClaimFile = (claimId: number | null) => (file: File) =>
  uploadFile(file, (query, sent) =>
    claimId === null
      ? call(claimRoutes.upload, { query, file: sent })
      : call(claimRoutes.uploadTo, { params: { id: claimId }, query, file: sent }),
  )

/** Claims with the shipments, orders and settlements that they change. */
export const CLAIM_KEYS: readonly KeyPrefix[] = [
  'claims',
  'shipments',
  'orders',
  'order-lines',
  'settlements',
  'documents',
  'contractors',
]
