import type { Kysely } from 'kysely'
import type { OneCDirection } from '@artikul/contract/integrations/one-c'
import type { Clock } from '../../../platform/clock.ts'
import { json, type Database, type DB, type SqlTransaction } from '../../../platform/db/index.ts'
import { PriceListRefused } from '../../../platform/files/spreadsheet/index.ts'
import { isDataError } from './data-error.ts'
import type { Batch } from './reading/commerceml.ts'
import type { ReceivedDocument } from './reading/documents.ts'
import { readOneCFile } from './reading/read-file.ts'
import { FileRefused } from './reading/xml-elements.ts'
import { unpackArchive, withStoredFile } from './received-files.ts'
import * as goods from './goods.queries.ts'
import { mergePictures } from './pictures.queries.ts'
import * as queries from './sessions.queries.ts'

/** Content of larger files is deleted once read: every package repeats the catalogue. */
const LARGE_FILE = 20 * 1024 * 1024
/** First key of the advisory lock of a file that is being read. */
const FILE_LOCK = 7_321_030
const PROGRESS_EVERY_MS = 1000

export interface ImportDeps {
  database: Pick<Database, 'long'>
  db: Kysely<DB>
  clock: Clock
  /** Applies a document within its own transaction. */
  applyDocument: (file: queries.FileRow, document: ReceivedDocument) => Promise<'applied' | 'waiting' | 'skipped'>
}

type Counts = Partial<
  Record<
    | 'goods'
    | 'offers'
    | 'prices'
    | 'stocks'
    | 'documents'
    | 'foreign_prices'
    | 'pictures'
    | 'applied'
    | 'waiting'
    | 'skipped',
    number
  >
>

function addTo(counts: Counts, added: Counts) {
  for (const [name, count] of Object.entries(added) as [keyof Counts, number][])
    if (count > 0) counts[name] = (counts[name] ?? 0) + count
}

const countsOf = (batch: Batch): Counts => ({
  goods: batch.goods.count,
  offers: batch.offers,
  prices: batch.prices.count,
  stocks: batch.stocks.count,
  documents: batch.documents.length,
  foreign_prices: batch.foreignPrices,
  pictures: batch.pictures.count,
})

async function stage(tx: SqlTransaction, file: queries.FileRow, batch: Batch) {
  if (batch.references.length > 0) await goods.upsertReferences(tx.db, file.node_id, batch.references)
  if (batch.makers.length > 0) await goods.upsertMakers(tx.db, file.node_id, batch.makers)
  await goods.stageBatch(tx, batch)
}

/** Notes the progress outside the transaction of the import, at a limited rate. */
function createProgress(db: Kysely<DB>, fileId: number) {
  let notedAt = performance.now()
  let done = 0
  return async (count: number) => {
    done += count
    if (performance.now() - notedAt < PROGRESS_EVERY_MS) return
    notedAt = performance.now()
    await queries.updateFile(db, fileId, { objects_done: done })
  }
}

/**
 * Reads a file in one transaction: an interrupted import leaves nothing, and is repeated from the beginning.
 * @throws FileRefused
 */
async function readWithin(
  tx: SqlTransaction,
  deps: ImportDeps,
  file: queries.FileRow,
  directions: readonly OneCDirection[],
) {
  const counts: Counts = {}
  const documents: ReceivedDocument[] = []
  const noteProgress = createProgress(deps.db, file.id)
  const known = await goods.selectKnown(tx.db, file.node_id)
  await goods.createReadTables(tx)
  const isFull = await withStoredFile(deps.db, file.id, (path) =>
    readOneCFile(path, known, async (batch) => {
      addTo(counts, countsOf(batch))
      if (directions.includes('offers')) await stage(tx, file, batch)
      documents.push(...batch.documents)
      await noteProgress(batch.goods.count + batch.offers)
    }),
  )
  const hasGoods = [counts.goods, counts.offers, counts.prices, counts.stocks].some((count) => count !== undefined)
  if (hasGoods && directions.includes('offers')) {
    await goods.mergeStaged(tx, { nodeId: file.node_id, sessionId: file.session_id })
    await mergePictures(tx, { nodeId: file.node_id, sessionId: file.session_id })
    await goods.mapOnlyOnes(tx.db, file.node_id)
    if (directions.includes('groups')) await goods.mapGroupsByName(tx.db, file.node_id)
    await goods.noteNewOffers(tx.db, file.node_id, true)
  }
  return { counts, documents, isFull }
}

function asReason(error: unknown): string | null {
  if (isDataError(error)) return 'В файле есть значение, которое портал не может записать'
  return error instanceof FileRefused || error instanceof PriceListRefused ? error.message : null
}

/**
 * Reads one file of a session; its outcome is stored in its row.
 * @returns false when another server is reading it
 * @throws any error other than a refusal of the file; 1C is told to send it again
 */
export async function importFile(
  deps: ImportDeps,
  file: queries.FileRow,
  directions: readonly OneCDirection[],
): Promise<boolean> {
  const { database, db, clock } = deps
  const fail = (failure: string) =>
    queries.updateFile(db, file.id, { state: 'failed', failure, finished_at: clock.now() })
  try {
    // The lock is kept until the documents are applied, too.
    const isMine = await database.long.begin(async (tx) => {
      const [lock] = await tx<{ held: boolean }[]>`select pg_try_advisory_xact_lock(${FILE_LOCK}, ${file.id}) as held`
      if (!lock?.held) return false
      const current = await queries.selectReceivedFile(db, file.session_id, file.name)
      if (current?.state === 'done') return true
      await queries.updateFile(db, file.id, { state: 'importing', failure: '', objects_done: 0 })
      const read = await readWithin(tx, deps, file, directions)
      for (const document of read.documents) addTo(read.counts, { [await deps.applyDocument(file, document)]: 1 })
      const done = { state: 'done', is_full: read.isFull, counts: json(read.counts), finished_at: clock.now() } as const
      await queries.updateFile(tx.db, file.id, done)
      return true
    })
    await queries.deleteLargeContent(db, file.id, LARGE_FILE)
    return isMine
  } catch (error) {
    const reason = asReason(error)
    await fail(reason ?? 'Внутренняя ошибка портала: повторите обмен позже')
    if (reason === null) throw error
    return true
  }
}

/** Unpacks the received archives of a session, each once. */
export async function unpackArchives({ db, clock }: ImportDeps, sessionId: number): Promise<void> {
  for (const file of await queries.selectFilesOf(db, sessionId)) {
    if (!/\.zip$/i.test(file.name) || file.state === 'done' || file.state === 'failed') continue
    try {
      const counts = await unpackArchive(db, file, clock.now())
      const done = { state: 'done', counts: json(counts), finished_at: clock.now() } as const
      await queries.updateFile(db, file.id, done)
      await queries.deleteLargeContent(db, file.id, LARGE_FILE)
    } catch (error) {
      const reason = asReason(error)
      if (reason === null) throw error
      await queries.updateFile(db, file.id, { state: 'failed', failure: reason, finished_at: clock.now() })
    }
  }
}
