import type { ClaimMessage } from '@artikul/contract/fulfilment/claims'
import type { EventKind } from '@artikul/contract/platform/events'
import type { Db } from '../../../platform/db/index.ts'
import type { Author } from '../../../platform/http/index.ts'
import { publishEvents } from '../../../platform/events/index.ts'
import type { ClaimRecord } from './claims.queries.ts'

const EVENTS: Partial<Record<ClaimMessage['kind'], EventKind>> = {
  created: 'claim.created',
  message: 'claim.message',
  asked: 'claim.details_requested',
  decided: 'claim.decided',
  settled: 'claim.decided',
}

type About = Pick<ClaimRecord, 'id' | 'number' | 'contractor_id' | 'consignee_id'>

/** Publishes to the other side; other actions only refresh open pages. */
export const publishClaim = (
  tx: Db,
  { isStaff, author }: { isStaff: boolean; author: Author },
  claim: About,
  { kind, at }: { kind: ClaimMessage['kind']; at: Date },
) =>
  publishEvents(
    tx,
    [
      {
        kind: EVENTS[kind] ?? 'claim.changed',
        about: 'claim',
        aboutId: claim.id,
        label: claim.number,
        contractorId: claim.contractor_id,
        consigneeId: claim.consignee_id,
        tells: isStaff ? 'client' : 'staff',
        author,
      },
    ],
    at,
  )
