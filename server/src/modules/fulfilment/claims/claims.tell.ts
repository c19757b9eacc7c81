import type { ClaimMessage } from '@artikul/contract/fulfilment/claims'
import type { HappeningKind } from '@artikul/contract/platform/happenings'
import type { Db } from '../../../platform/db/index.ts'
import type { Author } from '../../../platform/http/index.ts'
import { tellOf } from '../../../platform/events/index.ts'
import type { ClaimRecord } from './claims.queries.ts'

const HAPPENINGS: Partial<Record<ClaimMessage['kind'], HappeningKind>> = {
  created: 'claim.made',
  message: 'claim.message',
  asked: 'claim.asked',
  decided: 'claim.decided',
  settled: 'claim.decided',
}

type About = Pick<ClaimRecord, 'id' | 'number' | 'contractor_id' | 'consignee_id'>

/** The other side knows at once; other acts move open pages alone. */
export const tellOfClaim = (
  tx: Db,
  { isStaff, author }: { isStaff: boolean; author: Author },
  claim: About,
  { kind, at }: { kind: ClaimMessage['kind']; at: Date },
) =>
  tellOf(
    tx,
    [
      {
        kind: HAPPENINGS[kind] ?? 'claim.changed',
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
