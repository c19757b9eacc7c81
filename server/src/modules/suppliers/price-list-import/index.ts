import type { PriceListOptions } from '../../../platform/files/spreadsheet/types.ts'
import { PriceListRefused } from '../../../platform/files/spreadsheet/price-list-refused.ts'
import type { PriceListEvent } from './price-list.ts'
import type { DescribedList } from './read-price-list.ts'
import { workerEvents } from '../../../platform/files/spreadsheet/workers/worker-stream.ts'

export { describeLayout } from './describe-layout.ts'
export { importPriceList, NoSeller } from './import-price-list.ts'
export type { ImportDifference, ImportProgress, ImportRequest, ImportResult } from './import-price-list.ts'
export { rollBackOffers } from './roll-back.queries.ts'
export { lockImports, selectImportTarget } from './imports.queries.ts'
export type { DescribedList } from './read-price-list.ts'
export type {
  PriceListEvent,
  ResolvedLayout,
  PriceListSummary,
  PriceRow,
  RefusedPriceRow,
  SkippedRow,
} from './price-list.ts'

/**
 * Detects the layout of a price list and its first rows in a worker.
 * @throws PriceListRefused with a Russian sentence when the file as a whole cannot be read
 */
export async function describePriceList(path: string, options: PriceListOptions): Promise<DescribedList> {
  for await (const described of workerEvents<DescribedList>(
    new URL('./describe.worker.ts', import.meta.url),
    path,
    options,
  ))
    return described
  throw new PriceListRefused('empty')
}

/**
 * Parses a price list in a worker: first its layout, then batches of accepted, refused and skipped rows, then the
 * counts. The file type is detected by its bytes, the table and its columns by their words and values.
 * @throws PriceListRefused with a Russian sentence when the file as a whole cannot be read
 */
export function readPriceList(path: string, options: PriceListOptions = {}): AsyncGenerator<PriceListEvent> {
  return workerEvents(new URL('./price-list.worker.ts', import.meta.url), path, options)
}
