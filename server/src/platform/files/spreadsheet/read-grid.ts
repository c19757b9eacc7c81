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
/** Counted from the start of parsing, without the wait for a thread. */
const READ_TIMEOUT_MS = 30_000
const THREADS = 2
const MAX_WAITING = 50

/**
 * Small tables are parsed by two permanent threads: one thread per file would exhaust the memory in a busy hour, and
 * starting it takes most of the time of a short file.
 */
const readers = new Piscina<object, Exclude<FromWorker<Grid>, { done: true }>>({
  filename: new URL('workers/grid.worker.ts', import.meta.url).href,
  minThreads: 0,
  maxThreads: THREADS,
  idleTimeout: 60_000,
  resourceLimits: { maxOldGenerationSizeMb: 512 },
})

const threads = pLimit(THREADS)
/** Files of one company are parsed one at a time, so that its slow files leave a thread for others. */
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
  /** Sheet to parse; by default the one most similar to a list of parts. */
  sheet?: string | undefined
  /** Contractor that owns the file; undefined for staff. */
  company?: number | undefined
}

/**
 * Parses any supported table in a separate thread with its raw cells, for lists with other columns than a price list.
 * @throws PriceListRefused with a Russian sentence when the file as a whole cannot be read, or contains more rows
 */
export async function readGrid(path: string, { mostRows, sheet, company = STAFF }: GridOptions): Promise<Grid> {
  const limits = { ...LIMITS, sheetRows: mostRows, textRows: mostRows }
  const options = { limits, allowsPdf: true, ...(sheet !== undefined && { sheet }) }
  const answer = await inTurn(company, () => readInThread({ path, options }))
  if ('error' in answer) throw asError(answer.error)
  return answer.event
}

/** Growth of the process above which a file is too heavy: the heap limit of a thread does not count its buffers. */
const MAX_GROWTH_BYTES = 1024 * 1024 * 1024
const MEMORY_CHECK_MS = 50

/** Reads a file in a thread, which is terminated when it takes too long or too much memory. */
async function readInThread(task: object): Promise<Exclude<FromWorker<Grid>, { done: true }>> {
  const heavy = new AbortController()
  const before = process.memoryUsage.rss()
  const watch = setInterval(() => {
    if (process.memoryUsage.rss() - before > MAX_GROWTH_BYTES) heavy.abort()
  }, MEMORY_CHECK_MS)
  try {
    const signal = AbortSignal.any([heavy.signal, AbortSignal.timeout(READ_TIMEOUT_MS)])
    return await readers.run(task, { signal })
  } catch (error) {
    if (heavy.signal.aborted) throw new PriceListRefused('too_heavy')
    return refusalOf(error)
  } finally {
    clearInterval(watch)
  }
}

/** Maps the termination of the thread by its time or memory limit to a refusal. */
function refusalOf(error: unknown): never {
  if (error instanceof Error && error.name === 'AbortError')
    throw new PriceListRefused('too_slow', { limit: `${READ_TIMEOUT_MS / 1000} с` })
  throw error instanceof Error && isOutOfMemory(error) ? new PriceListRefused('too_heavy') : error
}
