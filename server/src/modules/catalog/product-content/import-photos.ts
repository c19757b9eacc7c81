import {
  MAX_ARCHIVE_PHOTOS,
  MAX_PHOTO_BYTES,
  MAX_PHOTOS,
  PHOTO_ARCHIVE_BYTES,
} from '@artikul/contract/catalog/product-content'
import { articleKey } from '@artikul/contract/catalog/article'
import type { Kysely, Transaction } from 'kysely'
import type { DB } from '../../../platform/db/index.ts'
import { AppError } from '../../../platform/errors.ts'
import type { ShrunkPhoto } from '../../../platform/files/photo.ts'
import { listArchive, PriceListRefused, type ArchiveEntry } from '../../../platform/files/spreadsheet/index.ts'
import type { BrandKeys } from '../products/index.ts'
import { selectProductsOfKeys } from './content-imports.queries.ts'
import type { ImportRound, ImportStep } from './import-round.ts'
import { byKey, matchProduct, photoReadings } from './match-products.ts'
import { photoHashOf, shrinkProductPhoto } from './product-photos.ts'
import * as queries from './photos.queries.ts'

const AT_ONCE = 50
/** Files that archivers and file managers add themselves. */
const SERVICE_FILE = /(?:^|\/)(?:__MACOSX\/|\.|Thumbs\.db$|desktop\.ini$)/i

/** Photo of the archive whose product is known. */
interface MatchedPhoto {
  number: number
  entry: string
  productId: number
  position: number
  source: ArchiveEntry
}

interface ResizedPhoto extends MatchedPhoto {
  hash: string
  /** Null for a picture that is stored already. */
  shrunk: ShrunkPhoto | null
}

interface NumberedFile {
  number: number
  source: ArchiveEntry
}

/** Reads a file of the archive; a larger one than a photo may be is refused. */
async function readBytes(source: ArchiveEntry): Promise<Buffer> {
  const chunks: Buffer[] = []
  let length = 0
  for await (const chunk of source.open()) {
    length += chunk.length
    if (length > MAX_PHOTO_BYTES)
      throw new AppError('file.refused', { detail: `Фото больше ${MAX_PHOTO_BYTES / 1024 / 1024} МБ` })
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}

/** Assigns products to the files; each position of a product is taken once. */
async function matchAll(
  db: Kysely<DB>,
  brands: BrandKeys,
  files: readonly NumberedFile[],
  { step, taken }: { step: ImportStep; taken: Set<string> },
): Promise<MatchedPhoto[]> {
  const readings = files.map(({ source }) => photoReadings(source.name, brands))
  const keys = readings.flat().map(({ article }) => articleKey(article))
  const products = byKey(
    await selectProductsOfKeys(
      db,
      keys.filter((key) => key !== ''),
    ),
  )
  return files.flatMap(({ number, source }, at) => {
    const entry = source.name
    const refuse = (reason: string) => {
      step.refuse({ number, entry, reason })
      return []
    }
    const found = matchProduct(readings[at] ?? [], products)
    if ('reason' in found) return refuse(found.reason)
    const { product, reading } = found
    if (reading.number > MAX_PHOTOS) return refuse(`У товара не больше ${MAX_PHOTOS} фото`)
    const place = `${product.id} ${reading.number}`
    if (taken.has(place)) return refuse('В архиве уже есть фото этого товара с тем же номером')
    taken.add(place)
    return [{ number, entry, source, productId: product.id, position: reading.number }]
  })
}

/** Reads and shrinks the pictures one by one; those stored already are only read. */
async function resizeAll(db: Kysely<DB>, matched: readonly MatchedPhoto[], step: ImportStep): Promise<ResizedPhoto[]> {
  const resized: ResizedPhoto[] = []
  for (const one of matched) {
    try {
      const bytes = await readBytes(one.source)
      const hash = photoHashOf(bytes)
      const isStored = (await queries.selectStoredHashes(db, [hash])).length > 0
      resized.push({ ...one, hash, shrunk: isStored ? null : await shrinkProductPhoto(bytes) })
    } catch (error) {
      if (!(error instanceof AppError || error instanceof PriceListRefused)) throw error
      step.refuse({ number: one.number, entry: one.entry, reason: error.message })
    }
  }
  return resized
}

/** Saves the photos of a step; a photo that the product has already is counted as known. */
async function saveAll(tx: Transaction<DB>, resized: readonly ResizedPhoto[], { round, step }: Saving) {
  const { row, now } = round
  const existing = new Set(
    (
      await queries.lockProducts(
        tx,
        resized.map((one) => one.productId),
      )
    ).map(({ id }) => id),
  )
  const known = await queries.selectKnownPhotos(tx, resized)
  const isKnown = new Set(known.map((one) => `${one.product_id} ${one.hash}`))
  for (const { productId, position, hash, shrunk, number, entry } of resized) {
    if (isKnown.has(`${productId} ${hash}`)) step.know()
    else if (!existing.has(productId)) step.refuse({ number, entry, reason: 'Товар удалён во время загрузки' })
    else {
      if (shrunk) await queries.insertPhotoFile(tx, { ...shrunk, hash, created_at: now })
      else await queries.keepPhotoFile(tx, hash, now)
      await queries.deleteReplaced(tx, productId, position)
      const photo = { product_id: productId, hash, source: 'import', licence: row.licence, created_at: now } as const
      if (await queries.insertPhoto(tx, round.author, photo, position)) step.save(productId)
      else step.know()
    }
  }
  await queries.updateFirstPhotos(tx, step.changed())
}

interface Saving {
  round: ImportRound
  step: ImportStep
}

/**
 * Lists the files of an archive of photos without those that archivers add.
 * @throws PriceListRefused for an archive that cannot be read as a whole
 */
export async function listPhotos(path: string): Promise<ArchiveEntry[]> {
  const files = await listArchive(path, PHOTO_ARCHIVE_BYTES, MAX_ARCHIVE_PHOTOS)
  return files.filter(({ name }) => !SERVICE_FILE.test(name))
}

/**
 * Imports an archive of photos in steps, each in its own transaction, so that an interrupted import loses little.
 * @throws PriceListRefused for an archive that cannot be read as a whole
 */
export async function importPhotos(round: ImportRound, path: string, brands: BrandKeys): Promise<void> {
  const numbered = (await listPhotos(path)).map((source, at) => ({ number: at + 1, source }))
  await round.begin(numbered.length)
  const taken = new Set<string>()
  for (let from = 0; from < numbered.length; from += AT_ONCE) {
    const step = round.step()
    const some = numbered.slice(from, from + AT_ONCE)
    const matched = await matchAll(round.db, brands, some, { step, taken })
    const resized = await resizeAll(round.db, matched, step)
    await round.save(step, some.length, (tx) => saveAll(tx, resized, { round, step }))
  }
}
