import type { AccessScope } from '../../../platform/access/index.ts'
import { MAX_FILES } from '@artikul/contract/core/attachments'
import { isEnded } from '@artikul/contract/fulfilment/claim-rules'
import { MAX_CLAIM_FILES } from '@artikul/contract/fulfilment/new-claim'
import type { Kysely } from 'kysely'
import { attachmentOf, dayBefore, requireRoom, withFile } from '../../../platform/files/attachment.ts'
import type { Clock } from '../../../platform/clock.ts'
import type { Db, DB } from '../../../platform/db/index.ts'
import { AppError } from '../../../platform/errors.ts'
import type { Author } from '../../../platform/http/index.ts'
import { countClaimFiles, selectClaim, selectClaimFile } from './claims.queries.ts'
import { purgeWaitingFilesExcept, insertClaimFile } from './write-claims.queries.ts'

/** Maximum number of a person's unattached files; the oldest ones of abandoned forms are deleted. */
const MAX_WAITING = 2 * MAX_FILES
/** Files that stay unattached for this long are deleted. */

interface UploadedBytes {
  contractorId: number
  claimId: number | null
  name: string
  bytes: Buffer
}

/**
 * Stores a file until its claim or message is created.
 * @throws AppError `file.refused`
 */
export async function storeClaimFile(db: Kysely<DB>, clock: Clock, author: Author, given: UploadedBytes) {
  const now = clock.now()
  const kept = await countClaimFiles(db, given, dayBefore(now))
  requireRoom('В обращении', withFile(kept, given.bytes), MAX_CLAIM_FILES)
  const file = await insertClaimFile(db, author, {
    contractor_id: given.contractorId,
    claim_id: given.claimId,
    ...(await attachmentOf(given)),
    created_at: now,
  })
  await purgeWaitingFilesExcept(db, author.actorId, MAX_WAITING)
  return file
}

/**
 * Stores a file for a message of a claim.
 * @throws AppError `not_found`, also for another company's claim, `claim.invalid_state`, `file.refused`
 */
export async function storeFileOfClaim(
  db: Kysely<DB>,
  clock: Clock,
  { reader, author }: { reader: AccessScope; author: Author },
  { claimId, ...input }: { claimId: number; name: string; bytes: Buffer },
) {
  const claim = await selectClaim(db, reader, claimId)
  if (!claim) throw new AppError('not_found', { detail: 'Обращение не найдено' })
  if (isEnded(claim.state))
    throw new AppError('claim.invalid_state', { detail: 'Обращение закрыто: файлы уже не приложить' })
  return storeClaimFile(db, clock, author, { ...input, contractorId: claim.contractor_id, claimId })
}

/** @throws AppError `not_found`, also for another company's file */
export async function readClaimFile(db: Db, who: { reader: AccessScope; userId: number }, id: number) {
  const file = await selectClaimFile(db, who, id)
  if (!file) throw new AppError('not_found', { detail: 'Файл не найден' })
  return file
}
