import { PriceListRefused } from './price-list-refused.ts'
import { PRICE_LIST_LIMITS } from './price-list.ts'
import type { PriceListEvent, PriceListOptions } from './price-list.ts'
import { openWorker } from './worker-stream.ts'
import type { FromWorker } from './worker-protocol.ts'

export { PriceListRefused } from './price-list-refused.ts'
export { PRICE_LIST_LIMITS } from './price-list.ts'
export { REFUSAL_TEXTS } from './refusals.data.ts'
export type { RefusalReason } from './refusals.data.ts'
export type {
  PriceListEvent,
  PriceListLayout,
  PriceListOptions,
  PriceListSummary,
  PriceRow,
  RecognisedColumn,
  RefusedRow,
  SkippedRow,
} from './price-list.ts'

/**
 * Reads a price list in a worker: first its layout, then batches of accepted, refused and skipped rows, then the counts.
 * The kind of the file is found by its bytes, the table and its columns by their words and values.
 *
 * @throws PriceListRefused with a Russian sentence when the file as a whole cannot be read
 */
export async function* readPriceList(path: string, options: PriceListOptions = {}): AsyncGenerator<PriceListEvent> {
  const limits = { ...PRICE_LIST_LIMITS, ...options.limits }
  const script = new URL('./price-list-worker.ts', import.meta.url)
  const worker = openWorker<FromWorker>(script, { path, options }, limits)
  try {
    for (;;) {
      const message = await worker.next()
      if ('done' in message) return
      if ('error' in message) throw asError(message.error)
      yield message.event
    }
  } finally {
    await worker.close()
  }
}

function asError({ refused, text, rowNumber }: Extract<FromWorker, { error: unknown }>['error']): Error {
  if (refused === null) return new Error(`price list reader failed: ${text}`)
  return PriceListRefused.from(refused, text, rowNumber)
}
