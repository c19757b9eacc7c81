import { Piscina } from 'piscina'
import { PriceListRefused } from './price-list-refused.ts'
import type { PriceListLimits, RawRow } from './price-list.ts'
import type { GridOrigin } from './read-price-list.ts'
import type { FromWorker } from './worker-protocol.ts'
import { asError, isOutOfMemory } from './worker-stream.ts'

export interface Grid extends GridOrigin {
  rows: RawRow[]
}

const LIMITS: Partial<PriceListLimits> = { sheetBytes: 32 * 1024 * 1024, textBytes: 32 * 1024 * 1024 }
/** Waiting for a turn included: on Monday morning everybody sends his list at once. */
const PATIENCE_MS = 60_000

/**
 * Small tables are read by two threads that stay for the next ones: a thread for each file of a busy hour would take the
 * machine's memory, and most of a short file's time goes into starting one.
 */
const readers = new Piscina<object, Exclude<FromWorker<Grid>, { done: true }>>({
  filename: new URL('grid.worker.ts', import.meta.url).href,
  minThreads: 0,
  maxThreads: 2,
  maxQueue: 500,
  idleTimeout: 60_000,
  resourceLimits: { maxOldGenerationSizeMb: 512 },
})

/**
 * Any table that a price list may be, read in a thread of its own, with its cells as they are: for lists whose columns
 * mean something else than a price list's.
 * @param sheet the sheet to read; without it the one that looks most like a list of parts
 * @throws PriceListRefused with a Russian sentence when the file as a whole cannot be read, or holds more rows
 */
export async function readGrid(path: string, mostRows: number, sheet?: string): Promise<Grid> {
  const limits = { ...LIMITS, sheetRows: mostRows, textRows: mostRows }
  const options = { limits, ...(sheet !== undefined && { sheet }) }
  const answer = await readers.run({ path, options }, { signal: AbortSignal.timeout(PATIENCE_MS) }).catch(refusalOf)
  if ('error' in answer) throw asError(answer.error)
  return answer.event
}

/** What ends the thread itself: its clock, or its memory. */
function refusalOf(error: unknown): never {
  if (error instanceof Error && error.name === 'AbortError')
    throw new PriceListRefused('too_slow', { limit: `${PATIENCE_MS / 1000} с` })
  throw error instanceof Error && isOutOfMemory(error) ? new PriceListRefused('too_heavy') : error
}
