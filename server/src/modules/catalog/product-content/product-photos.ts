import { createHash } from 'node:crypto'
import { MAX_PHOTOS } from '@artikul/contract/catalog/product-content'
import { PHOTO_SIDES, type PhotoSize, type ProductPhoto } from '@artikul/contract/catalog/product-photos'
import type { Kysely } from 'kysely'
import { recordEvent } from '../../../platform/audit/index.ts'
import type { Clock } from '../../../platform/clock.ts'
import type { Db, DB } from '../../../platform/db/index.ts'
import { AppError } from '../../../platform/errors.ts'
import { shrinkPhoto } from '../../../platform/files/photo.ts'
import type { Author } from '../../../platform/http/index.ts'
import * as queries from './photos.queries.ts'

/** Part of the hash: a change of sizes or quality gives the pictures new addresses. */
const ENCODING = 'webp-1'

/** Computes the address of a picture from the bytes of its original. */
export const photoHashOf = (bytes: Buffer) =>
  createHash('sha256').update(ENCODING).update(bytes).digest('hex').slice(0, 32)

export const shrinkProductPhoto = (bytes: Buffer) => shrinkPhoto(bytes, PHOTO_SIDES)

const photoNotFound = () => new AppError('not_found', { detail: 'Фото не найдено' })

/** @throws AppError `not_found` */
export async function readPhotoFile(db: Db, hash: string, size: PhotoSize) {
  const file = await queries.selectPhotoFile(db, hash, size)
  if (!file) throw photoNotFound()
  return { bytes: file.bytes, type: 'image/webp', name: `${hash}.webp` }
}

/**
 * Locks the product until the transaction ends.
 * @returns its name in the audit log
 * @throws AppError `not_found`
 */
export async function lockProduct(tx: Db, id: number): Promise<string> {
  const [product] = await queries.lockProducts(tx, [id])
  if (!product) throw new AppError('not_found', { detail: 'Товар не найден' })
  return `${product.brand} ${product.article}`
}

/** @throws AppError `not_found` */
export async function requireProduct(db: Db, id: number): Promise<void> {
  const product = await db.selectFrom('products').select('id').where('id', '=', id).executeTakeFirst()
  if (!product) throw new AppError('not_found', { detail: 'Товар не найден' })
}

type Change = readonly [before: string | null, after: string | null]

/** Records a change of the photos of a product. */
export const recordPhotos = (tx: Db, author: Author, object: string, [before, after]: Change) =>
  recordEvent(tx, author, { event: 'product_photos.changed', object, changes: [{ field: 'Фото', before, after }] })

interface Sent {
  productId: number
  bytes: Buffer
  licence: string
  /** Address that it was downloaded from. */
  url?: string
}

/**
 * Adds a photo after the others.
 * @throws AppError `not_found`, `product_photo.exists`, `file.refused` for no picture or too many
 */
export async function addPhoto(db: Kysely<DB>, { clock }: { clock: Clock }, author: Author, sent: Sent) {
  const shrunk = await shrinkProductPhoto(sent.bytes)
  const hash = photoHashOf(sent.bytes)
  const now = clock.now()
  return db.transaction().execute(async (tx): Promise<ProductPhoto> => {
    const object = await lockProduct(tx, sent.productId)
    if ((await queries.selectPhotos(tx, sent.productId)).length >= MAX_PHOTOS)
      throw new AppError('file.refused', { detail: `У товара не больше ${MAX_PHOTOS} фото` })
    await queries.insertPhotoFile(tx, { ...shrunk, hash, created_at: now })
    const { licence, url = null, productId } = sent
    const source = url === null ? 'manual' : 'url'
    const photo = { product_id: productId, hash, source, source_url: url, licence, created_at: now } as const
    const added = await queries.insertPhoto(tx, author, photo, null)
    if (!added) throw new AppError('product_photo.exists')
    await queries.updateFirstPhotos(tx, [sent.productId])
    await recordPhotos(tx, author, object, [null, `№ ${added.id}`])
    return { id: added.id, hash, width: shrunk.width, height: shrunk.height, licence }
  })
}

interface One {
  productId: number
  photoId: number
}

/** @throws AppError `not_found`, also for a photo of another product */
export async function removePhoto(db: Kysely<DB>, author: Author, { productId, photoId }: One): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const object = await lockProduct(tx, productId)
    if (!(await queries.deletePhoto(tx, productId, photoId))) throw photoNotFound()
    await queries.updateFirstPhotos(tx, [productId])
    await recordPhotos(tx, author, object, [`№ ${photoId}`, null])
  })
}

/**
 * Moves a photo before the others.
 * @throws AppError `not_found`, also for a photo of another product
 */
export async function makePhotoFirst(db: Kysely<DB>, author: Author, { productId, photoId }: One): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const object = await lockProduct(tx, productId)
    const photos = await queries.selectPhotos(tx, productId)
    const [first] = photos
    if (!first || photos.every(({ id }) => id !== photoId)) throw photoNotFound()
    if (first.id === photoId) return
    await queries.movePhotoFirst(tx, productId, photoId)
    await queries.updateFirstPhotos(tx, [productId])
    await recordPhotos(tx, author, object, [`Главное № ${first.id}`, `Главное № ${photoId}`])
  })
}
