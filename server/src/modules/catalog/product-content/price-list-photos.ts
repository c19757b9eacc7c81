import type { SqlTransaction } from '../../../platform/db/index.ts'
import type { Writer } from '../../../platform/http/index.ts'
import { enqueueJob } from '../../../platform/jobs.ts'
import type { DownloadPhotos } from './download-photo.ts'
import { importPhotoLinks } from './import-photo-links.ts'
import type { ImportRound } from './import-round.ts'
import * as queries from './price-list-photos.queries.ts'

interface PriceListOfPhotos {
  fileName: string
  licence: string
  /** Null for a price list that came by itself. */
  writer: Writer | null
  now: Date
}

/**
 * Queues the addresses of a price list staged in `import_rows` for those of its products that have no photo. Addresses
 * tried recently are left out.
 * @returns the number of queued addresses
 */
export async function queueStagedPhotos(tx: SqlTransaction, list: PriceListOfPhotos): Promise<number> {
  const importId = await queries.insertPhotoImport(tx.db, list)
  const count = await queries.insertStagedLinks(tx, importId, list.now)
  if (count > 0) await enqueueJob(tx.db, 'price_list_photos')
  else await queries.deletePhotoImport(tx.db, importId)
  return count
}

const ROWS_AT_ONCE = 1000

/** Downloads the photos that a price list has queued. */
export async function importPriceListPhotos(round: ImportRound, download: DownloadPhotos): Promise<void> {
  const { db, row } = round
  await round.begin(await queries.countPhotoLinks(db, row.id))
  for (let after = 0; ;) {
    const rows = await queries.selectPhotoLinks(db, row.id, after, ROWS_AT_ONCE)
    const last = rows.at(-1)
    if (!last) return
    await importPhotoLinks(round, rows, download)
    after = last.number
  }
}
