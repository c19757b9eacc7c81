import type { AccessScope } from '../../../platform/access/index.ts'
import { MAX_PHOTOS } from '@artikul/contract/ordering/quote-requests'
import type { Kysely } from 'kysely'
import type { Clock } from '../../../platform/clock.ts'
import type { Db, DB } from '../../../platform/db/index.ts'
import { AppError } from '../../../platform/errors.ts'
import { decodePhoto } from '../../../platform/files/photo.ts'
import { selectPhoto } from './quote-requests.queries.ts'
import { requireRequest, type QuoteRequestParty } from './quote-request-messages.ts'
import { countPhotos, insertPhoto } from './write-quote-requests.queries.ts'

/**
 * Stores a photo without its camera metadata.
 * @throws AppError `not_found`, `file.refused`, `quote_request.photo_limit_reached`
 */
export async function addPhoto(
  db: Kysely<DB>,
  clock: Clock,
  { reader, author }: QuoteRequestParty,
  id: number,
  bytes: Buffer,
) {
  const photo = await decodePhoto(bytes)
  return db.transaction().execute(async (tx) => {
    const request = await requireRequest(tx, reader, id)
    if ((await countPhotos(tx, id)) >= MAX_PHOTOS) throw new AppError('quote_request.photo_limit_reached')
    const place = { request_id: id, contractor_id: request.contractor_id }
    return insertPhoto(tx, place, author, { type: photo.type, bytes: photo.bytes, created_at: clock.now() })
  })
}

/** @throws AppError `not_found`, also for another company's photo */
export async function readPhoto(db: Db, reader: AccessScope, id: number) {
  const photo = await selectPhoto(db, reader, id)
  if (!photo) throw new AppError('not_found', { detail: 'Фотография не найдена' })
  return { ...photo, name: `photo-${id}.${photo.type.slice('image/'.length)}` }
}
