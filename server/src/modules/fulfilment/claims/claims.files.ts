import type { AccessScope } from '../../../platform/access/index.ts'
import { MOST_FILES } from '@artikul/contract/core/attachments'
import { isEnded } from '@artikul/contract/fulfilment/claim-rules'
import { MOST_FILES_OF_CLAIM } from '@artikul/contract/fulfilment/new-claim'
import type { Kysely } from 'kysely'
import { attachmentOf, dayBefore, requireRoom, withFile } from '../../../platform/files/attachment.ts'
import type { Clock } from '../../../platform/clock.ts'
import type { Db, DB } from '../../../platform/db/index.ts'
import { AppError } from '../../../platform/errors.ts'
import type { Author } from '../../../platform/http/index.ts'
import { countFiles, selectClaim, selectFile } from './claims.queries.ts'
import { forgetAllWaitingBut, forgetWaitingFiles, insertFile } from './claims.write.queries.ts'

/** Of one person, not attached to anything: of forms that were left the oldest are forgotten. */
const MOST_WAITING = 2 * MOST_FILES
/** What nobody has attached for so long is forgotten. */
const WAITS_MS = 24 * 3_600_000

interface Given {
  contractorId: number
  claimId: number | null
  name: string
  bytes: Buffer
}

/**
 * Keeps a file until the claim or the message that it belongs to is written.
 * @throws AppError `file.refused`
 */
export async function keepFile(db: Kysely<DB>, clock: Clock, author: Author, given: Given) {
  const now = clock.now()
  const kept = await countFiles(db, given, dayBefore(now))
  requireRoom('В обращении', withFile(kept, given.bytes), MOST_FILES_OF_CLAIM)
  const file = await insertFile(db, author, {
    contractor_id: given.contractorId,
    claim_id: given.claimId,
    ...attachmentOf(given),
    created_at: now,
  })
  await forgetAllWaitingBut(db, author.actorId, MOST_WAITING)
  return file
}

/**
 * Keeps a file for a message of a claim.
 * @throws AppError `not_found` for another company's too, `claim.not_now`, `file.refused`
 */
export async function keepFileOf(
  db: Kysely<DB>,
  clock: Clock,
  { reader, author }: { reader: AccessScope; author: Author },
  { claimId, ...given }: { claimId: number; name: string; bytes: Buffer },
) {
  const claim = await selectClaim(db, reader, claimId)
  if (!claim) throw new AppError('not_found', { detail: 'Обращение не найдено' })
  if (isEnded(claim.state)) throw new AppError('claim.not_now', { detail: 'Обращение закрыто: файлы уже не приложить' })
  return keepFile(db, clock, author, { ...given, contractorId: claim.contractor_id, claimId })
}

/** @throws AppError `not_found` for another company's too */
export async function readFileOf(db: Db, who: { reader: AccessScope; userId: number }, id: number) {
  const file = await selectFile(db, who, id)
  if (!file) throw new AppError('not_found', { detail: 'Файл не найден' })
  return file
}

export const forgetOldClaimFiles = (db: Db, now: Date) => forgetWaitingFiles(db, new Date(now.getTime() - WAITS_MS))
