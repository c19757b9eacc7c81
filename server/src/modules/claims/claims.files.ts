import { isEnded } from '@artikul/contract/claim-rules'
import { MOST_CLAIM_FILES, MOST_FILES_OF_CLAIM } from '@artikul/contract/new-claim'
import type { Kysely } from 'kysely'
import type { Clock } from '../../platform/clock.ts'
import type { Db, DB } from '../../platform/db/index.ts'
import { AppError } from '../../platform/errors.ts'
import { fileTypeOf, type FileType } from '../../platform/file-type.ts'
import type { Author } from '../../platform/http/index.ts'
import { isDrawable, withoutMetadata } from '../../platform/photo.ts'
import type { Reader } from '../consignees/index.ts'
import { countFiles, selectClaim, selectFile } from './claims.queries.ts'
import { forgetAllWaitingBut, forgetWaitingFiles, insertFile } from './claims.write.queries.ts'

/** Of one person, not attached to anything: of forms that were left the oldest are forgotten. */
const MOST_WAITING = 2 * MOST_CLAIM_FILES
/** What nobody has attached for so long is forgotten. */
const WAITS_MS = 24 * 3_600_000

const EXTENSIONS: Record<FileType, string> = {
  'application/pdf': 'pdf',
  'image/jpeg': 'jpg',
  'image/png': 'png',
  'image/webp': 'webp',
}

/** What it is, its first bytes say; a photo loses the place and the person that its camera has noted. */
function cleaned(bytes: Buffer): { type: FileType; bytes: Buffer } {
  const type = fileTypeOf(bytes, ['application/pdf', 'image/jpeg', 'image/png', 'image/webp'])
  if (!type) throw new AppError('file.refused', { detail: 'Нужна фотография JPEG, PNG, WebP или файл PDF' })
  if (type === 'application/pdf') return { type, bytes }
  const photo = withoutMetadata(bytes, type)
  if (!photo) throw new AppError('file.refused', { detail: 'Фотография повреждена' })
  if (!isDrawable(photo))
    throw new AppError('file.refused', { detail: 'Фотография слишком велика: не больше 60 мегапикселей' })
  return { type, bytes: photo.bytes }
}

/** A name as people keep files, without what a disk would take for a path, and with the ending of what it is. */
function nameOf(typed: string, type: FileType): string {
  const base = typed.replace(/\.[A-Za-z0-9]{1,5}$/, '').replace(/[\p{C}\\/:*?"<>|]/gu, '_')
  return `${base.slice(0, 100) || 'Файл'}.${EXTENSIONS[type]}`
}

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
  const { type, bytes } = cleaned(given.bytes)
  const file = await insertFile(db, author, {
    contractor_id: given.contractorId,
    claim_id: given.claimId,
    name: nameOf(given.name, type),
    type,
    bytes,
    created_at: clock.now(),
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
  { reader, author }: { reader: Reader; author: Author },
  { claimId, ...given }: { claimId: number; name: string; bytes: Buffer },
) {
  const claim = await selectClaim(db, reader, claimId)
  if (!claim) throw new AppError('not_found', { detail: 'Обращение не найдено' })
  if (isEnded(claim.state)) throw new AppError('claim.not_now', { detail: 'Обращение закрыто: файлы уже не приложить' })
  if ((await countFiles(db, claimId)) >= MOST_FILES_OF_CLAIM)
    throw new AppError('file.refused', { detail: `В обращении не больше ${MOST_FILES_OF_CLAIM} файлов` })
  return keepFile(db, clock, author, { ...given, contractorId: claim.contractor_id, claimId })
}

/** @throws AppError `not_found` for another company's too */
export async function readFileOf(db: Db, who: { reader: Reader; userId: number }, id: number) {
  const file = await selectFile(db, who, id)
  if (!file) throw new AppError('not_found', { detail: 'Файл не найден' })
  return file
}

export const forgetOldClaimFiles = (db: Db, now: Date) => forgetWaitingFiles(db, new Date(now.getTime() - WAITS_MS))
