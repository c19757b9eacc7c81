import { PriceListRefused, REFUSAL_TEXTS, type RefusalReason } from '../../../platform/files/spreadsheet/index.ts'
import { formatQty } from '@artikul/contract/core/money'
import { openQuestions, PRICE_LIST_QUESTIONS, type PriceListDifference } from '@artikul/contract/suppliers/price-list'
import type { PriceImportStage } from '@artikul/contract/suppliers/price-lists'
import type { Clock } from '../../../platform/clock.ts'
import type { Database, Db, Sql, SqlTransaction } from '../../../platform/db/index.ts'
import { recordEvent } from '../../../platform/audit/index.ts'
import { queueStagedPhotos } from '../../catalog/index.ts'
import {
  importPriceList,
  NoSeller,
  type ImportDifference,
  type ImportProgress,
  type ImportResult,
} from '../price-list-import/index.ts'
import { doubtsOf, USUAL_LIMITS, type DoubtLimits } from './warnings.ts'
import { importOptionsOf } from './layouts.ts'
import * as queries from './price-imports.queries.ts'
import type { ListStore } from './import-storage.ts'
import { selectWarehouse, settingsOf } from './settings.queries.ts'

export interface RunDeps {
  database: Pick<Database, 'db' | 'long'>
  store: ListStore
  clock: Clock
}

/** Another server has claimed the import meanwhile, or it was declined. */
class RunningElsewhere extends Error {}

const NEW_BRANDS_SHOWN = 50
const PROGRESS_EVERY_MS = 500

export const figuresOf = (result: ImportResult): queries.Figures => ({
  rows_count: result.rows,
  accepted_count: result.accepted,
  refused_count: result.refused,
  repeated_count: result.repeated,
  added_count: result.added,
  changed_count: result.changed,
  withdrawn_count: result.withdrawn,
  products_count: result.productsAdded,
  brands_count: result.brandsAdded,
})

const refusedOf = (counts: ImportDifference['refusedByReason']) =>
  (Object.entries(counts) as [RefusalReason, number][])
    .sort(([, one], [, other]) => other - one)
    .map(([reason, count]) => ({ reason: REFUSAL_TEXTS[reason], count }))

const unitsOf = (counts: ImportDifference['units']) =>
  Object.entries(counts)
    .sort(([, one], [, other]) => other - one)
    .map(([unit, count]) => ({ unit, count }))

const differenceOf = (found: ImportDifference): PriceListDifference => ({
  offers_before: found.offers_before,
  added: found.added,
  changed: found.changed,
  gone: found.gone,
  price_up: found.price_up,
  price_down: found.price_down,
  jumped: found.jumped_up + found.jumped_down,
  tenfold: found.tenfold,
  stock_vanished: found.stock_vanished,
  median_ratio: found.median_ratio,
  moves: found.moves,
  biggest: found.biggest,
  new_products: found.newProducts,
  new_brands: found.newBrands.length,
  new_brand_names: found.newBrands.slice(0, NEW_BRANDS_SHOWN),
  repeated: found.repeated,
  unread_qty: found.unreadQty,
  leading_zeros: found.leadingZeros,
  units: unitsOf(found.units),
  without_stock: found.without_stock,
  refused: refusedOf(found.refusedByReason),
})

/** Records the progress of an import sequentially and at a limited rate. */
export function createNotes(db: Db, importId: number) {
  let writing = Promise.resolve()
  let reportedAt = 0
  let rows = 0
  return {
    note: (progress: ImportProgress) => {
      if (progress.stage === 'layout') return
      if (progress.stage === 'reading') {
        rows = progress.rows
        if (performance.now() - reportedAt < PROGRESS_EVERY_MS) return
        reportedAt = performance.now()
      }
      const stage: PriceImportStage = progress.stage
      writing = writing.then(() => queries.saveImportProgress(db, importId, stage, rows)).then(nothing, nothing)
    },
    written: () => writing,
  }
}

const nothing = () => undefined

async function limitsOf(db: Db, { warehouse_id }: queries.PriceImportRow): Promise<DoubtLimits> {
  const warehouse = warehouse_id === null ? undefined : await selectWarehouse(db, warehouse_id)
  return warehouse ? settingsOf(warehouse) : USUAL_LIMITS
}

interface Judged {
  difference: PriceListDifference | null
  doubts: string[]
}

/**
 * Creates a judge that stores the difference and permits the changes unless this is an inspection, they raise doubts, or
 * a question about the file is open.
 */
function createApproval(row: queries.PriceImportRow, limits: DoubtLimits, layout: queries.StoredLayout) {
  const seen: Judged = { difference: null, doubts: [] }
  const questions = openQuestions({ ...layout, default_brand: row.default_brand })
  const judge = (found: ImportDifference) => {
    seen.difference = differenceOf(found)
    seen.doubts = [...questions.map((question) => PRICE_LIST_QUESTIONS[question]), ...doubtsOf(found, limits)]
    return !row.is_check && (row.is_approved || seen.doubts.length === 0)
  }
  return { judge, seen }
}

/**
 * Runs a queued import: parses its file, evaluates the difference, and writes it unless a decision is required. The
 * outcome is stored in its row in any case.
 */
export async function runImport(deps: RunDeps, row: queries.PriceImportRow, stopping: AbortSignal): Promise<void> {
  const { database, store, clock } = deps
  const { db } = database
  const [content, limits] = await Promise.all([queries.selectImportContent(db, row.id), limitsOf(db, row)])
  if (row.storage === null || content.layout === null) return
  const { judge, seen } = createApproval(row, limits, content.layout)
  const notes = createNotes(db, row.id)
  await store.makeFolder()
  try {
    const result = await importPriceList(database, {
      path: store.pathOf(row.storage),
      warehouse: row.warehouse_name,
      reading: {
        ...importOptionsOf(content.layout),
        ...(row.default_brand !== '' && { defaultBrand: row.default_brand }),
      },
      reportPath: store.reportOf(row.id),
      importId: row.id,
      keepsMissing: row.keeps_missing,
      judge,
      onBegin: (tx) => claimImport(db, tx, row.id, clock.now()),
      onEnd: async (tx, done) => {
        const at = clock.now()
        const photosCount = await queuePhotos(tx, row, done, at)
        await applied(tx.db, row, { ...done, ...seen, ...readFrom(done), photosCount, at })
      },
      onProgress: (progress) => {
        stopping.throwIfAborted()
        notes.note(progress)
      },
    })
    await notes.written()
    if (result.written) await store.remove(row.storage)
    else
      await queries.finishImport(db, row.id, {
        state: row.is_check ? 'checked' : 'waiting',
        ...seen,
        ...readFrom(result),
        at: clock.now(),
      })
  } catch (error) {
    await notes.written()
    await failImport(deps, row, error)
  }
}

const readFrom = (result: ImportResult) => ({
  figures: figuresOf(result),
  hasReport: result.refused + result.repeated > 0,
})

interface PhotoSource {
  file_name: string
  actor_id: number | null
  subject_id: number | null
}

/** Queues the photos of the staged price list; a list without them costs nothing. */
export async function queuePhotos(tx: SqlTransaction, source: PhotoSource, done: ImportResult, now: Date) {
  if (done.withPhotos === 0) return 0
  const { file_name: fileName, actor_id: actorId, subject_id: subjectId } = source
  const writer = actorId !== null && subjectId !== null ? { actorId, subjectId } : null
  const warehouse = await selectWarehouse(tx.db, done.warehouseId)
  const licence = warehouse?.photo_licence ?? ''
  return queueStagedPhotos(tx, { fileName, licence, writer, now })
}

async function claimImport(db: Db, tx: Sql, id: number, now: Date): Promise<void> {
  const isMine =
    (await queries.lockImport(tx, id)) &&
    (await queries.moveOn(db, id, ['queued'], { state: 'running', started_at: now, finished_at: null }))
  if (!isMine) throw new RunningElsewhere()
}

type Applied = Parameters<typeof queries.settleApplied>[2]

/** Writes the journal in the transaction of the offers. */
async function applied(tx: Db, row: queries.PriceImportRow, done: Applied): Promise<void> {
  const { actor_id: actorId, subject_id: subjectId } = row
  await queries.settleApplied(tx, row.id, done)
  const author = actorId !== null && subjectId !== null ? { actorId, subjectId } : {}
  await recordEvent(tx, { ...NOWHERE, ...author }, importedEvent(row.file_name, row.warehouse_name, done.figures))
}

/** Placeholder for background work and commands, which have no request. */
export const NOWHERE = { address: '', requestId: '' }

export const importedEvent = (file: string, warehouse: string, { accepted_count, rows_count }: queries.Figures) =>
  ({
    event: 'price_list.imported',
    object: `${file} → ${warehouse}: принято ${formatQty(accepted_count)} из ${formatQty(rows_count)}`,
  }) as const

const isRefusal = (error: unknown): error is PriceListRefused | NoSeller =>
  error instanceof PriceListRefused || error instanceof NoSeller

/** @throws any error other than a refusal of the file or a shutdown, after recording it */
async function failImport({ database, clock }: RunDeps, row: queries.PriceImportRow, error: unknown): Promise<void> {
  if (error instanceof RunningElsewhere) return
  await noteFailure(database.db, row.id, error, clock.now())
  if (!isRefusal(error) && !isAbort(error)) throw error
}

/** Records the failure with the reason when the file is at fault; after any other error the import can be repeated. */
export async function noteFailure(db: Db, id: number, error: unknown, at: Date): Promise<void> {
  const end = isRefusal(error)
    ? ({ state: 'failed', failure: error.message } as const)
    : ({ state: 'interrupted' } as const)
  await queries.moveOn(db, id, ['running', 'interrupted'], { ...end, finished_at: at })
}

const isAbort = (error: unknown) => error instanceof Error && error.name === 'AbortError'
