import { MAX_PHOTOS } from '@artikul/contract/catalog/product-content'
import type { Db } from '../../../platform/db/index.ts'
import type { ShrunkPhoto } from '../../../platform/files/photo.ts'
import type { Author } from '../../../platform/http/index.ts'
import { lockProduct, recordPhotos } from './product-photos.ts'
import * as queries from './photos.queries.ts'

export interface OneCPhoto {
  hash: string
  /** Place among the pictures of 1C. */
  position: number
  /** Hash of the photo that the same picture of 1C was before. */
  replaced: string | null
  /** Null for a photo that the product has had: one that a person has removed does not come back. */
  shrunk: ShrunkPhoto | null
}

interface Sent {
  productId: number
  photos: readonly OneCPhoto[]
  now: Date
}

/**
 * Adds pictures of 1C to a product in place of those that they replace. A product with photos from elsewhere keeps them
 * and gets none.
 * @returns hashes of the pictures that are photos of the product now, or have been
 * @throws AppError `not_found`
 */
export async function addOneCPhotos(tx: Db, author: Author, { productId, photos, now }: Sent): Promise<Set<string>> {
  const added = new Set<string>()
  const object = await lockProduct(tx, productId)
  if (await queries.hasPhotosFromElsewhere(tx, productId)) return added
  const hashes = new Set(photos.map(({ hash }) => hash))
  const gone = photos.flatMap(({ replaced }) => (replaced === null || hashes.has(replaced) ? [] : [replaced]))
  await queries.deleteOneCPhotos(tx, productId, gone)
  const before = (await queries.selectPhotos(tx, productId)).length
  let count = before
  for (const { hash, position, shrunk } of photos) {
    if (shrunk) {
      if (count >= MAX_PHOTOS) continue
      await queries.insertPhotoFile(tx, { ...shrunk, hash, created_at: now })
      const photo = { product_id: productId, hash, source: 'one_c', licence: '', created_at: now } as const
      if (await queries.insertPhoto(tx, author, photo, position)) count += 1
    }
    added.add(hash)
  }
  await queries.updateFirstPhotos(tx, [productId])
  if (count > before) await recordPhotos(tx, author, object, [null, `Из 1С: ${count - before}`])
  return added
}
