import { once } from 'node:events'
import { createWriteStream } from 'node:fs'
import type { Writable } from 'node:stream'
import { finished } from 'node:stream/promises'
import type { Database, Sql } from '../../platform/db/index.ts'
import type { CopiedBrand, CopyEvent } from './copy-events.ts'
import {
  applyOffers,
  countWinners,
  insertNewProducts,
  insertPartnerWarehouse,
  lockChangedOffers,
  lockImports,
  openStaging,
  resolveBrands,
  resolveProducts,
  selectImportTarget,
  selectRepeatedRows,
  updateMarkup,
} from './imports.queries.ts'
import type { ImportTarget, OfferChanges } from './imports.queries.ts'
import { PriceListRefused } from './price-list-refused.ts'
import type { PriceListLayout, PriceListOptions, PriceListSummary } from './price-list.ts'
import { describeReasons } from './refusals.data.ts'
import { REPEATED_TEXT, REPORT_HEADER } from './report-lines.ts'
import { workerEvents } from './worker-stream.ts'

/** A new warehouse belongs to a seller, and the portal has none yet. */
export class NoSeller extends Error {
  constructor() {
    super('На портале нет ни одного продавца: сначала добавьте своё юридическое лицо')
  }
}

export interface ImportRequest {
  path: string
  warehouse: string
  /** hundredths of a percent; the warehouse keeps its markup when absent */
  markupHundredths?: number
  defaultBrand?: string
  /** CSV of refused and repeated rows; not written when absent */
  reportPath?: string
  onProgress?: (progress: ImportProgress) => void
}

export type ImportProgress =
  { stage: 'layout'; layout: PriceListLayout } | { stage: 'reading'; rows: number } | { stage: 'products' | 'offers' }

export interface ImportResult extends PriceListSummary, OfferChanges {
  brandsAdded: number
  productsAdded: number
  /** accepted rows that repeat a product met above */
  repeated: number
}

/**
 * Brings the offers of a warehouse to what the file says, in one transaction: a killed import leaves the old prices
 * whole, the same file twice writes nothing the second time, offers that left the file leave the portal.
 *
 * @throws PriceListRefused when the file cannot be read or holds no position: an empty list never wipes a warehouse
 */
export async function importPriceList({ sql }: Database, request: ImportRequest): Promise<ImportResult> {
  const report = request.reportPath === undefined ? null : createWriteStream(request.reportPath)
  report?.write(REPORT_HEADER)
  try {
    return await sql.begin((tx) => importWithin(tx as unknown as Sql, request, report))
  } finally {
    if (report !== null) {
      report.end()
      await finished(report)
    }
  }
}

async function importWithin(tx: Sql, request: ImportRequest, report: Writable | null): Promise<ImportResult> {
  const known = await selectImportTarget(tx, request.warehouse)
  const { summary, brands } = await stage(tx, request, known?.vatMode ?? 'included', report)
  if (summary.rows === 0) throw new PriceListRefused('no_rows')
  if (summary.accepted === 0) {
    throw new PriceListRefused('nothing_accepted', { because: describeReasons(summary.refusedByReason) })
  }
  request.onProgress?.({ stage: 'products' })
  await lockImports(tx)
  const target = await requireTarget(tx, request)
  const brandsAdded = await resolveBrands(tx, brands)
  await resolveProducts(tx)
  const productsAdded = await insertNewProducts(tx)
  request.onProgress?.({ stage: 'offers' })
  const repeated = summary.accepted - (await countWinners(tx))
  if (repeated > 0 && report !== null) await reportRepeated(tx, report)
  await lockChangedOffers(tx, target)
  const changes = await applyOffers(tx, target)
  return { ...summary, ...changes, brandsAdded, productsAdded, repeated }
}

/** Asked again under the lock: another import may have just made the same warehouse. */
async function requireTarget(tx: Sql, { warehouse, markupHundredths }: ImportRequest): Promise<ImportTarget> {
  const target = (await selectImportTarget(tx, warehouse)) ?? (await insertPartnerWarehouse(tx, warehouse))
  if (target === undefined) throw new NoSeller()
  if (markupHundredths !== undefined) await updateMarkup(tx, target.warehouseId, markupHundredths)
  return target
}

async function stage(
  tx: Sql,
  request: ImportRequest,
  vatMode: ImportTarget['vatMode'],
  report: Writable | null,
): Promise<{ summary: PriceListSummary; brands: CopiedBrand[] }> {
  const options: PriceListOptions = {
    ...(request.defaultBrand === undefined ? {} : { defaultBrand: request.defaultBrand }),
    ...(vatMode === 'none' ? { vatPercent: 0 } : {}),
    pricesWithoutVat: vatMode === 'on_top',
  }
  const staging = await openStaging(tx)
  const script = new URL('./import.worker.ts', import.meta.url)
  let rows = 0
  try {
    for await (const event of workerEvents<CopyEvent>(script, request.path, options)) {
      if (event.kind === 'layout') request.onProgress?.({ stage: 'layout', layout: event.layout })
      if (event.kind === 'rows') {
        rows += event.rows
        request.onProgress?.({ stage: 'reading', rows })
        await write(staging, event.copy)
        if (event.report !== '' && report !== null) await write(report, event.report)
      }
      if (event.kind !== 'end') continue
      staging.end()
      await finished(staging)
      return { summary: event.summary, brands: event.brands }
    }
  } catch (error) {
    // Fails the COPY; the stream repeats the error that is thrown below.
    staging.once('error', () => undefined)
    staging.destroy(error instanceof Error ? error : undefined)
    throw error
  }
  throw new PriceListRefused('damaged')
}

async function write(stream: Writable, chunk: Uint8Array | string): Promise<void> {
  if (chunk.length > 0 && !stream.write(chunk)) await once(stream, 'drain')
}

async function reportRepeated(tx: Sql, report: Writable): Promise<void> {
  for await (const rows of selectRepeatedRows(tx)) {
    await write(report, rows.map((row) => `${row.row_number};${REPEATED_TEXT};${row.article}\r\n`).join(''))
  }
}
