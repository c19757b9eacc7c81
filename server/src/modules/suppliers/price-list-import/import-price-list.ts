import type { PriceListOptions } from '../../../platform/files/spreadsheet/types.ts'
import { createWriteStream } from 'node:fs'
import { once } from 'node:events'
import type { Writable } from 'node:stream'
import { finished } from 'node:stream/promises'
import type { Database, SqlTransaction } from '../../../platform/db/index.ts'
import { countNewProducts, insertNewProducts, resolveBrands, resolveProducts } from '../../catalog/index.ts'
import type { CopiedBrand, CopyEvent } from './copy-events.ts'
import { countDifference, type OfferDifference } from './difference.queries.ts'
import {
  applyOffers,
  copyRows,
  countWinners,
  createStaging,
  findChanges,
  insertPartnerWarehouse,
  lockChangedOffers,
  lockImports,
  selectImportTarget,
  selectRepeatedRows,
  updateMarkup,
} from './imports.queries.ts'
import type { ImportTarget, OfferChanges } from './imports.queries.ts'
import { PriceListRefused } from '../../../platform/files/spreadsheet/price-list-refused.ts'
import type { ResolvedLayout, PriceListSummary } from './price-list.ts'
import { describeReasons } from '../../../platform/files/spreadsheet/refusals.data.ts'
import { formatRowNumber, REPEATED_TEXT, REPORT_HEADER } from './report-lines.ts'
import { snapshotOffers, type Mark } from './roll-back.queries.ts'
import { workerEvents } from '../../../platform/files/spreadsheet/workers/worker-stream.ts'

/** A new warehouse requires a seller, and none exists yet. */
export class NoSeller extends Error {
  constructor() {
    super('На портале нет ни одного продавца: сначала добавьте своё юридическое лицо')
  }
}

export interface ImportRequest {
  path: string
  warehouse: string
  /** Hundredths of a percent; when absent, the warehouse keeps its markup. */
  markupHundredths?: number
  /** Layout of the file; detected when absent. */
  reading?: Pick<
    PriceListOptions,
    'defaultBrand' | 'sheet' | 'requested' | 'hasBrandGroups' | 'missingStock' | 'currencyRate'
  >
  /** CSV file for refused and repeated rows; not written when absent. */
  reportPath?: string
  /** Import id under which changed offers are stored for `rollBackOffers`. */
  importId?: number
  /** Leaves offers unchanged that the file does not contain. */
  keepsMissing?: boolean
  /** Inspects the changes before anything is written; only `true` permits them. */
  judge?: (difference: ImportDifference) => boolean
  /** Runs within the transaction, before the file is read and after the offers are written. */
  onBegin?: (tx: SqlTransaction) => Promise<void>
  onEnd?: (tx: SqlTransaction, result: ImportResult) => Promise<void>
  onProgress?: (progress: ImportProgress) => void
}

export type ImportProgress =
  | { stage: 'layout'; layout: ResolvedLayout }
  | { stage: 'reading'; rows: number }
  | { stage: 'products' | 'weighing' | 'offers' }

export interface ImportResult extends PriceListSummary, OfferChanges, Mark {
  warehouseId: number
  brandsAdded: number
  productsAdded: number
  /** Accepted rows that repeat an earlier product. */
  repeated: number
  /** Difference passed to `judge`. */
  difference: ImportDifference | null
  /** False when `judge` has refused the changes. */
  written: boolean
}

type CountedRows = Pick<PriceListSummary, 'refusedByReason' | 'accepted' | 'unreadQty' | 'leadingZeros' | 'units'>

export interface ImportDifference extends OfferDifference, CountedRows {
  newProducts: number
  newBrands: readonly string[]
  repeated: number
}

/** Rolls the transaction back and carries its result. */
class NothingWritten extends Error {
  readonly result: ImportResult

  constructor(result: ImportResult) {
    super()
    this.result = result
  }
}

/**
 * Updates the offers of a warehouse from a file in one transaction: a killed import leaves the old prices intact, a
 * repeated file writes nothing, offers missing in the file are withdrawn.
 * @throws PriceListRefused when the file cannot be read or contains no position: an empty list never empties a
 * warehouse
 */
export async function importPriceList({ long }: Pick<Database, 'long'>, request: ImportRequest): Promise<ImportResult> {
  const report = request.reportPath === undefined ? null : createWriteStream(request.reportPath)
  report?.write(REPORT_HEADER)
  try {
    return await long.begin((tx) => importWithin(tx, request, report))
  } catch (error) {
    if (error instanceof NothingWritten) return error.result
    throw error
  } finally {
    if (report !== null) {
      report.end()
      await finished(report)
    }
  }
}

async function importWithin(
  tx: SqlTransaction,
  request: ImportRequest,
  report: Writable | null,
): Promise<ImportResult> {
  await request.onBegin?.(tx)
  const known = await selectImportTarget(tx, request.warehouse)
  const { layout, summary, brands } = await stage(tx, request, known?.vatMode ?? 'included', report)
  if (summary.rows === 0) throw new PriceListRefused('no_rows')
  if (summary.accepted === 0) {
    throw new PriceListRefused('nothing_accepted', { match_reason: describeReasons(summary.refusedByReason) })
  }
  request.onProgress?.({ stage: 'products' })
  await lockImports(tx)
  const target = await requireTarget(tx, request)
  const newBrands = await resolveBrands(tx, brands)
  await resolveProducts(tx)
  const repeated = summary.accepted - (await countWinners(tx))
  if (repeated > 0 && report !== null) await reportRepeated(tx, report, layout.furtherSheets)
  await findChanges(tx, target, { keepsMissing: request.keepsMissing ?? false })
  const difference = await measureDifference(tx, request, target, { newBrands, repeated, ...summary })
  const found = { ...summary, warehouseId: target.warehouseId, brandsAdded: newBrands.length, repeated, difference }
  if (difference !== null && request.judge?.(difference) !== true)
    throw new NothingWritten({ ...found, ...NO_CHANGES, productsAdded: difference.newProducts, written: false })
  const productsAdded = await insertNewProducts(tx)
  request.onProgress?.({ stage: 'offers' })
  await lockChangedOffers(tx)
  const mark = request.importId === undefined ? NO_MARK : await snapshotOffers(tx, request.importId, target)
  const changes = await applyOffers(tx, target)
  const result = { ...found, ...changes, ...mark, productsAdded, written: true }
  await request.onEnd?.(tx, result)
  return result
}

const NO_MARK: Mark = { lastOfferId: null, importedBefore: null }
const NO_CHANGES = { ...NO_MARK, added: 0, changed: 0, withdrawn: 0 }

/** Calculated only when `judge` needs it, because it takes time. */
async function measureDifference(
  tx: SqlTransaction,
  { judge, onProgress }: ImportRequest,
  target: ImportTarget,
  found: CountedRows & Pick<ImportDifference, 'newBrands' | 'repeated'>,
): Promise<ImportDifference | null> {
  if (judge === undefined) return null
  onProgress?.({ stage: 'weighing' })
  const newProducts = await countNewProducts(tx)
  return { ...(await countDifference(tx, target)), ...found, newProducts }
}

/** Checked again under the lock: another import may have just created the same warehouse. */
async function requireTarget(
  tx: SqlTransaction,
  { warehouse, markupHundredths }: ImportRequest,
): Promise<ImportTarget> {
  const target = (await selectImportTarget(tx, warehouse)) ?? (await insertPartnerWarehouse(tx, warehouse))
  if (target === undefined) throw new NoSeller()
  if (markupHundredths !== undefined) await updateMarkup(tx, target.warehouseId, markupHundredths)
  return target
}

async function stage(
  tx: SqlTransaction,
  request: ImportRequest,
  vatMode: ImportTarget['vatMode'],
  report: Writable | null,
): Promise<{ layout: ResolvedLayout; summary: PriceListSummary; brands: CopiedBrand[] }> {
  const options: PriceListOptions = {
    ...request.reading,
    ...(vatMode === 'none' ? { vatPercent: 0 } : {}),
    pricesWithoutVat: vatMode === 'on_top',
  }
  const script = new URL('./import.worker.ts', import.meta.url)
  let rows = 0
  let layout: ResolvedLayout | undefined
  let read: { summary: PriceListSummary; brands: CopiedBrand[] } | undefined
  await createStaging(tx)
  for await (const event of workerEvents<CopyEvent>(script, request.path, options)) {
    if (event.kind === 'layout') {
      layout = event.layout
      request.onProgress?.({ stage: 'layout', layout })
    }
    if (event.kind === 'rows') {
      rows += event.rows
      request.onProgress?.({ stage: 'reading', rows })
      await copyRows(tx, event.copy)
      if (report !== null) await write(report, event.report)
    }
    if (event.kind === 'end') read = event
  }
  if (!layout || !read) throw new PriceListRefused('damaged')
  return { layout, ...read }
}

async function write(stream: Writable, text: string): Promise<void> {
  if (text.length > 0 && !stream.write(text)) await once(stream, 'drain')
}

async function reportRepeated(
  tx: SqlTransaction,
  report: Writable,
  furtherSheets: ResolvedLayout['furtherSheets'],
): Promise<void> {
  for await (const rows of selectRepeatedRows(tx)) {
    const lines = rows.map((row) => {
      return `${formatRowNumber(row.row_number, furtherSheets)};${REPEATED_TEXT};${row.article}\r\n`
    })
    await write(report, lines.join(''))
  }
}
