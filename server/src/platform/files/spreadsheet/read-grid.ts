import type { GridOrigin } from './sheet-rows.ts'
import type { PriceListLimits, RawRow } from './types.ts'
import { LRUCache } from 'lru-cache'
import pLimit, { type LimitFunction } from 'p-limit'
import { Piscina } from 'piscina'
import { PriceListRefused } from './price-list-refused.ts'
import type { FromWorker } from './workers/worker-protocol.ts'
import { asError, isOutOfMemory } from './workers/worker-stream.ts'

export interface Grid extends GridOrigin {
  rows: RawRow[]
}

const LIMITS: Partial<PriceListLimits> = { sheetBytes: 32 * 1024 * 1024, textBytes: 32 * 1024 * 1024 }
/** From the start of the reading; waiting for a thread is not counted. */
const READ_TIMEOUT_MS = 30_000
const THREADS = 2
const MAX_WAITING = 50

/**
 * Small tables are read by two threads that stay for the next ones: a thread for each file of a busy hour would take the
 * machine's memory, and most of a short file's time goes into starting one.
 */
const readers = new Piscina<object, Exclude<FromWorker<Grid>, { done: true }>>({
  filename: new URL('workers/grid.worker.ts', import.meta.url).href,
  minThreads: 0,
  maxThreads: THREADS,
  idleTimeout: 60_000,
  resourceLimits: { maxOldGenerationSizeMb: 512 },
})

const threads = pLimit(THREADS)
/** Files of one company are read one at a time, so that its slow files leave a thread to the others. */
const companies = new LRUCache<number, LimitFunction>({ max: 1000 })
const STAFF = 0

function inTurn<T>(company: number, read: () => Promise<T>): Promise<T> {
  const turns = companies.get(company) ?? pLimit(1)
  companies.set(company, turns)
  if (turns.pendingCount >= MAX_WAITING) throw new PriceListRefused('too_many_files')
  return turns(() => threads(read))
}

interface GridOptions {
  mostRows: number
  /** The sheet to read; without it the one that looks most like a list of parts. */
  sheet?: string | undefined
  /** The contractor whose file it is; without it, a file of the supplier's own staff. */
  company?: number | undefined
}

/**
 * Any table that a price list may be, read in a thread of its own, with its cells as they are: for lists whose columns
 * mean something else than a price list's.
 * @throws PriceListRefused with a Russian sentence when the file as a whole cannot be read, or holds more rows
 */
export async function readGrid(path: string, { mostRows, sheet, company = STAFF }: GridOptions): Promise<Grid> {
  const limits = { ...LIMITS, sheetRows: mostRows, textRows: mostRows }
  const options = { limits, ...(sheet !== undefined && { sheet }) }
  const answer = await inTurn(company, () =>
    readers.run({ path, options }, { signal: AbortSignal.timeout(READ_TIMEOUT_MS) }).catch(refusalOf),
  )
  if ('error' in answer) throw asError(answer.error)
  return answer.event
}

/** What ends the thread itself: its clock, or its memory. */
function refusalOf(error: unknown): never {
  if (error instanceof Error && error.name === 'AbortError')
    throw new PriceListRefused('too_slow', { limit: `${READ_TIMEOUT_MS / 1000} с` })
  throw error instanceof Error && isOutOfMemory(error) ? new PriceListRefused('too_heavy') : error
}
