import { MAX_PHOTOS } from '@artikul/contract/catalog/product-content'
import type { Transaction } from 'kysely'
import type { DB } from '../../../platform/db/index.ts'
import { AppError } from '../../../platform/errors.ts'
import { NotFetched } from '../../../platform/files/fetch-file.ts'
import type { ShrunkPhoto } from '../../../platform/files/photo.ts'
import type { DownloadPhotos } from './download-photo.ts'
import type { ImportRound, ImportStep } from './import-round.ts'
import { photoHashOf, shrinkProductPhoto } from './product-photos.ts'
import * as queries from './photos.queries.ts'

const ROWS_AT_ONCE = 20
const TOO_MANY = `У товара не больше ${MAX_PHOTOS} фото`

/** Row of a table with addresses of photos. */
export interface PhotoRow {
  number: number
  entry: string
  productId: number
  urls: readonly string[]
}

interface Downloaded extends PhotoRow {
  photos: { url: string; hash: string; shrunk: ShrunkPhoto }[]
  /** Addresses that gave no photo, with the reasons. */
  reasons: string[]
}

/** Downloads the photos of a row one after another in their order. */
async function downloadRow(row: PhotoRow, known: ReadonlySet<string>, download: DownloadPhotos, step: ImportStep) {
  const result: Downloaded = { ...row, photos: [], reasons: row.urls.length > MAX_PHOTOS ? [TOO_MANY] : [] }
  for (const url of row.urls.slice(0, MAX_PHOTOS)) {
    if (known.has(`${row.productId} ${url}`)) step.know()
    else
      try {
        const photo = await download(url, async (bytes) => ({
          ...{ url, hash: photoHashOf(bytes), shrunk: await shrinkProductPhoto(bytes) },
        }))
        result.photos.push(photo)
      } catch (error) {
        if (!(error instanceof AppError || error instanceof NotFetched)) throw error
        result.reasons.push(`${url}: ${error.message}`)
      }
  }
  return result
}

/** Saves the photos of a row after those of its product; a photo that the product has already is counted as known. */
async function saveRow(
  tx: Transaction<DB>,
  row: Downloaded,
  { round, step }: { round: ImportRound; step: ImportStep },
) {
  const { productId, photos, reasons } = row
  let count = (await queries.selectPhotos(tx, productId)).length
  for (const { url, hash, shrunk } of photos) {
    if (count >= MAX_PHOTOS) {
      if (!reasons.includes(TOO_MANY)) reasons.push(TOO_MANY)
      continue
    }
    const created_at = round.now
    await queries.insertPhotoFile(tx, { ...shrunk, hash, created_at })
    const { licence } = round.row
    const source = round.row.kind === 'price_list' ? 'price_list' : 'url'
    const photo = { product_id: productId, hash, source, source_url: url, licence, created_at } as const
    if (await queries.insertPhoto(tx, round.author, photo, null)) {
      step.save(productId)
      count += 1
    } else step.know()
  }
}

/** Downloads and saves the photos of a table in steps, each in its own transaction; its failures join the report. */
export async function importPhotoLinks(round: ImportRound, rows: readonly PhotoRow[], download: DownloadPhotos) {
  for (let from = 0; from < rows.length; from += ROWS_AT_ONCE) {
    const step = round.step()
    const some = rows.slice(from, from + ROWS_AT_ONCE)
    const ids = some.map(({ productId }) => productId)
    const known = new Set(
      (await queries.selectPhotoAddresses(round.db, ids)).map((one) => `${one.product_id} ${one.source_url}`),
    )
    const downloaded = await Promise.all(some.map((row) => downloadRow(row, known, download, step)))
    await round.save(step, some.length, async (tx) => {
      const existing = new Set((await queries.lockProducts(tx, ids)).map(({ id }) => id))
      for (const row of downloaded) {
        if (existing.has(row.productId)) await saveRow(tx, row, { round, step })
        else row.reasons.push('Товар удалён во время загрузки')
        const { number, entry, reasons } = row
        if (reasons.length > 0) step.refuse({ number, entry, reason: reasons.join('; ') })
      }
      await queries.updateFirstPhotos(tx, step.changed())
    })
  }
}
