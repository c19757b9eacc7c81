import { formatQty } from '@artikul/contract/core/money'
import type { Kysely } from 'kysely'
import { recordEvent } from '../../../platform/audit/index.ts'
import type { Clock } from '../../../platform/clock.ts'
import type { Config } from '../../../platform/config.ts'
import type { DB } from '../../../platform/db/index.ts'
import { AppError } from '../../../platform/errors.ts'
import { PriceListRefused } from '../../../platform/files/spreadsheet/index.ts'
import type { Job } from '../../../platform/jobs.ts'
import type { ReadBrands } from '../products/index.ts'
import { selectNextImport, updateContentImport, type QueuedImport } from './content-imports.queries.ts'
import { createContentStore, type ContentStore } from './content-store.ts'
import { createPhotoDownloads } from './download-photo.ts'
import { importPhotos } from './import-photos.ts'
import { importPriceListPhotos } from './price-list-photos.ts'
import { importProperties } from './import-properties.ts'
import { createRound, Interrupted, type ImportRound } from './import-round.ts'

const EVERY_MS = 60_000
const BROKEN = 'Загрузка прервалась из-за ошибки портала: загрузите файл ещё раз'

interface Deps {
  config: Pick<Config, 'dataDir' | 'PRIVATE_URLS'>
  clock: Clock
  readBrands: ReadBrands
}

/** Imports uploaded archives and tables one after another; photos of price lists, which take hours, beside them. */
export function contentImportJobs(db: Kysely<DB>, { config, clock, readBrands }: Deps): Job[] {
  const store = createContentStore(config.dataDir)
  const deps = { db, store, clock, readBrands, allowsPrivate: config.PRIVATE_URLS === 'on' }
  const runQueued = async (kinds: readonly string[], stopping: AbortSignal) => {
    for (let after = 0; !stopping.aborted;) {
      const row = await selectNextImport(db, kinds, after)
      if (!row) return
      after = row.id
      await runContentImport(deps, row, stopping)
    }
  }
  return [
    { name: 'product_content', everyMs: EVERY_MS, work: (stopping) => runQueued(['photos', 'properties'], stopping) },
    { name: 'price_list_photos', everyMs: EVERY_MS, work: (stopping) => runQueued(['price_list'], stopping) },
  ]
}

interface RunDeps {
  db: Kysely<DB>
  store: ContentStore
  clock: Clock
  readBrands: ReadBrands
  allowsPrivate: boolean
}

/** Returns the reason of a refused file as shown to staff; other errors are thrown. */
function failureOf(error: unknown): string {
  if (error instanceof PriceListRefused || error instanceof AppError) return error.message
  throw error
}

async function importContent({ store, readBrands, allowsPrivate }: RunDeps, round: ImportRound, signal: AbortSignal) {
  const { kind, storage } = round.row
  const download = createPhotoDownloads({ allowsPrivate, signal })
  if (kind === 'price_list') return importPriceListPhotos(round, download)
  if (storage === null) throw new Error(BROKEN)
  const [path, brands] = [store.pathOf(storage), await readBrands()]
  return kind === 'photos' ? importPhotos(round, path, brands) : importProperties(round, path, brands, download)
}

async function runContentImport(deps: RunDeps, row: QueuedImport, stopping: AbortSignal) {
  const { db, store, clock } = deps
  const { id, storage } = row
  const removeFile = async () => storage !== null && store.remove(storage)
  const round = createRound({ db, row, now: clock.now(), stopping })
  try {
    await updateContentImport(db, id, { state: 'running' })
    const failure = await importContent(deps, round, stopping).then(() => '', failureOf)
    await db.transaction().execute(async (tx) => {
      const ended = { state: failure === '' ? 'done' : 'failed', failure, ended_at: clock.now(), storage: null }
      await updateContentImport(tx, id, ended)
      if (failure === '') await recordImport(tx, round)
    })
    await removeFile()
  } catch (error) {
    // The import begins again at the next start.
    if (error instanceof Interrupted || stopping.aborted) return
    // One file must not stop those behind it.
    await updateContentImport(db, id, { state: 'failed', failure: BROKEN, ended_at: clock.now(), storage: null })
    await removeFile()
    throw error
  }
}

async function recordImport(tx: Kysely<DB>, { row, author, totals }: ImportRound) {
  const { saved, products, refused } = totals()
  await recordEvent(tx, author, {
    event: 'product_content.imported',
    object: row.file_name,
    changes: [
      { field: row.kind === 'properties' ? 'Свойства и фото' : 'Фото', before: null, after: formatQty(saved) },
      { field: 'Товаров', before: null, after: formatQty(products) },
      { field: 'Не принято', before: null, after: formatQty(refused) },
    ],
  })
}
