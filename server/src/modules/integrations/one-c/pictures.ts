import { MAX_PHOTO_BYTES } from '@artikul/contract/catalog/product-content'
import type { Kysely } from 'kysely'
import type { Clock } from '../../../platform/clock.ts'
import type { DB } from '../../../platform/db/index.ts'
import { AppError } from '../../../platform/errors.ts'
import { freeBuffer } from '../../../platform/free-buffer.ts'
import { processEach } from '../../../platform/process-each.ts'
import {
  addOneCPhotos,
  hasPhotosFromElsewhere,
  photoHashOf,
  shrinkProductPhoto,
  type OneCPhoto,
} from '../../catalog/index.ts'
import * as queries from './pictures.queries.ts'
import { readParts } from './received-files.ts'
import type { Node } from './sessions.queries.ts'
import { authorOfNode } from './waits.ts'

interface Deps {
  db: Kysely<DB>
  clock: Clock
}

/** Pictures of a node in one round: decoding them takes about ten seconds. */
const PICTURES_AT_ONCE = 200

interface ReadPicture {
  picture: queries.WaitingPicture
  /** Null for a picture that is not added. */
  photo: OneCPhoto | null
  refusal: string
}

/** Decodes the file of a picture, unless it is the photo that the picture became before. */
async function decodePicture(db: Kysely<DB>, picture: queries.WaitingPicture): Promise<OneCPhoto> {
  if (picture.size > MAX_PHOTO_BYTES)
    throw new AppError('file.refused', { detail: `Фото больше ${MAX_PHOTO_BYTES / 1024 / 1024} МБ` })
  const parts: Buffer[] = []
  for await (const part of readParts(db, picture.file_id)) parts.push(part)
  const bytes = Buffer.concat(parts)
  parts.forEach(freeBuffer)
  const hash = photoHashOf(bytes)
  const { position, photo_hash: replaced } = picture
  return { hash, position, replaced, shrunk: hash === replaced ? null : await shrinkProductPhoto(bytes) }
}

async function readPicture(db: Kysely<DB>, picture: queries.WaitingPicture): Promise<ReadPicture> {
  try {
    return { picture, photo: await decodePicture(db, picture), refusal: '' }
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    return { picture, photo: null, refusal: error.message }
  }
}

/** Adds the pictures of one product; one that is no photo keeps the reason and stops no other. */
async function takeOfProduct(
  { db, clock }: Deps,
  node: Node,
  { productId, pictures }: { productId: number; pictures: readonly queries.WaitingPicture[] },
) {
  const keepsItsOwn = await hasPhotosFromElsewhere(db, productId)
  const read: ReadPicture[] = []
  for (const picture of pictures)
    read.push(keepsItsOwn ? { picture, photo: null, refusal: '' } : await readPicture(db, picture))
  await db.transaction().execute(async (tx) => {
    const photos = read.flatMap(({ photo }) => photo ?? [])
    const added = await addOneCPhotos(tx, authorOfNode(node), { productId, photos, now: clock.now() })
    const outcomes = read.map(({ picture, photo, refusal }) => ({
      ...picture,
      photo_hash: photo && added.has(photo.hash) ? photo.hash : picture.photo_hash,
      refusal,
    }))
    await queries.finishPictures(tx, node.id, outcomes)
  })
}

/**
 * Makes received pictures of matched goods photos of their products, each product in its own transaction.
 * @param quietSince moment after which a session that 1C has not ended is still going on
 */
export async function takePictures(deps: Deps, node: Node, quietSince: Date, stopping: AbortSignal): Promise<void> {
  if (node.is_trial || !node.directions.includes('offers')) return
  const waiting = await queries.selectWaitingPictures(deps.db, node.id, quietSince, PICTURES_AT_ONCE)
  const byProduct = Map.groupBy(waiting, (picture) => picture.product_id)
  await processEach(byProduct, ([productId, pictures]) => takeOfProduct(deps, node, { productId, pictures }), stopping)
}
