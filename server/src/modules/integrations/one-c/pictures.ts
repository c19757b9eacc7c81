import { MAX_PHOTO_BYTES } from '@artikul/contract/catalog/product-content'
import type { Kysely } from 'kysely'
import type { Clock } from '../../../platform/clock.ts'
import type { DB } from '../../../platform/db/index.ts'
import { AppError } from '../../../platform/errors.ts'
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

/** Reads and decodes the file of a picture; a file that has become a photo already is not decoded. */
async function readPicture(db: Kysely<DB>, picture: queries.WaitingPicture): Promise<OneCPhoto> {
  if (picture.size > MAX_PHOTO_BYTES)
    throw new AppError('file.refused', { detail: `Фото больше ${MAX_PHOTO_BYTES / 1024 / 1024} МБ` })
  const bytes = Buffer.concat(await Array.fromAsync(readParts(db, picture.file_id)))
  const hash = photoHashOf(bytes)
  const { position, photo_hash: replaced } = picture
  return { hash, position, replaced, shrunk: hash === replaced ? null : await shrinkProductPhoto(bytes) }
}

/** Adds the pictures of one product; a picture that is no photo keeps the reason and stops no other. */
async function takeOfProduct({ db, clock }: Deps, node: Node, pictures: readonly queries.WaitingPicture[]) {
  const [{ product_id: productId } = { product_id: 0 }] = pictures
  const isDecorated = await hasPhotosFromElsewhere(db, productId)
  const photos = new Map<queries.WaitingPicture, OneCPhoto>()
  const refusals = new Map<queries.WaitingPicture, string>()
  for (const picture of isDecorated ? [] : pictures)
    try {
      photos.set(picture, await readPicture(db, picture))
    } catch (error) {
      if (!(error instanceof AppError)) throw error
      refusals.set(picture, error.message)
    }
  await db.transaction().execute(async (tx) => {
    const sent = { productId, photos: [...photos.values()], now: clock.now() }
    const added = await addOneCPhotos(tx, authorOfNode(node), sent)
    const outcomes = pictures.map((picture) => {
      const hash = photos.get(picture)?.hash
      const isAdded = hash !== undefined && added.has(hash)
      return {
        ...picture,
        photo_hash: isAdded ? hash : picture.photo_hash,
        refusal: refusals.get(picture) ?? '',
      }
    })
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
  await processEach(byProduct.values(), (pictures) => takeOfProduct(deps, node, pictures), stopping)
}
