import { SELLER_PICTURES, type SellerPictureKind } from '@artikul/contract/companies/sellers'
import { readFile } from 'node:fs/promises'
import type { Kysely } from 'kysely'
import { recordEvent } from '../../../platform/audit/index.ts'
import type { Db, DB } from '../../../platform/db/index.ts'
import { AppError } from '../../../platform/errors.ts'
import { decodePicture } from '../../../platform/files/photo.ts'
import type { Author, FileReply } from '../../../platform/http/index.ts'
import { writtenBy } from '../../../platform/http/index.ts'
import { auditObject } from './sellers.ts'
import { lockSeller } from './sellers.queries.ts'
import { insertPicture, retirePicture, selectPicture } from './seller-pictures.queries.ts'

const NOT_FOUND = 'Картинка не найдена'
/** Longest side, px: 50 mm on paper at 300 dpi. */
const MAX_SIDE_PX = 600

const changeOf = (kind: SellerPictureKind, before: string | null, after: string | null) => [
  { field: SELLER_PICTURES[kind], before, after },
]

/**
 * Adds the company's picture in place of the former one, which stays on the invoices issued before.
 * @param path uploaded file
 * @throws AppError `not_found`, `file.refused`
 */
export async function addPicture(
  db: Kysely<DB>,
  author: Author,
  { sellerId, kind, path, now }: { sellerId: number; kind: SellerPictureKind; path: string; now: Date },
): Promise<{ id: number }> {
  const bytes = await decodePicture(await readFile(path), MAX_SIDE_PX)
  return db.transaction().execute(async (tx) => {
    const seller = await lockSeller(tx, sellerId)
    if (!seller) throw new AppError('not_found', { detail: 'Компания не найдена' })
    const isReplaced = await retirePicture(tx, sellerId, kind, now)
    const added = await insertPicture(tx, { seller_id: sellerId, kind, bytes, added_at: now, ...writtenBy(author) })
    const changes = changeOf(kind, isReplaced ? 'прежняя' : null, 'новая')
    await recordEvent(tx, author, { event: 'seller.changed', object: auditObject(seller), changes })
    return added
  })
}

/** @throws AppError `not_found` */
export const removePicture = (db: Kysely<DB>, author: Author, id: number, now: Date): Promise<void> =>
  db.transaction().execute(async (tx) => {
    const picture = await selectPicture(tx, id)
    const seller = picture && (await lockSeller(tx, picture.seller_id))
    if (!seller || !(await retirePicture(tx, picture.seller_id, picture.kind, now)))
      throw new AppError('not_found', { detail: NOT_FOUND })
    const changes = changeOf(picture.kind as SellerPictureKind, 'прежняя', null)
    await recordEvent(tx, author, { event: 'seller.changed', object: auditObject(seller), changes })
  })

/** @throws AppError `not_found` */
export async function readPicture(db: Db, id: number): Promise<FileReply> {
  const picture = await selectPicture(db, id)
  if (!picture) throw new AppError('not_found', { detail: NOT_FOUND })
  return { bytes: picture.bytes, type: 'image/png', name: `${picture.kind}-${id}.png` }
}
