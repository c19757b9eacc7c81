import { setTimeout as delay } from 'node:timers/promises'
import { LRUCache } from 'lru-cache'
import type { Kysely } from 'kysely'
import type { Logger } from 'pino'
import type { Clock } from '../../../../platform/clock.ts'
import type { DB } from '../../../../platform/db/index.ts'
import { loggable } from '../../../../platform/telemetry/log-error.ts'
import type { ReadBrands } from '../../../catalog/index.ts'
import { brandKey } from '@artikul/contract/catalog/brand'
import type { SupplierState } from '@artikul/contract/suppliers/online-suppliers'
import type { SupplierQuery, ParsedReply } from './adapter.ts'
import { isOpen, type KnownSupplier, type ReadSuppliers } from '../directory.ts'
import { createAskingMany, type ManyAnswer } from './query-many.ts'
import { Resting, type Connection, type ConnectionDeps } from '../connection.ts'
import type { Connections } from '../connections.ts'
import { newRoutes, offersOf, questionOf, type QueriedArticle, type SealedOffer } from '../offers.ts'
import { insertRoutes } from '../suppliers.queries.ts'
import { SupplierFailed } from './transport.ts'

/** Time for which an answer counts as new; for as long again it is shown while a newer one is fetched. */
const FRESH_MS = 60_000
const STALE_MS = 240_000
const MAX_ANSWERS = 5000
const MAX_CACHED_ITEMS = 200_000
/** Limit of places in one answer, above which a supplier is considered faulty. */
const MAX_ROUTES = 200

export interface SupplierReply {
  supplierId: number
  /** `late` follows a `timed_out` of the same supplier. */
  state: 'answered' | 'late' | 'failed' | 'timed_out' | 'resting' | 'paused'
  /** Age of the answer. */
  ageMs: number
  offers: SealedOffer[]
  /** Number of positions that are not offered. */
  dropped: number
}

export interface OnlineSuppliers {
  /** Suppliers in order of priority. */
  suppliers: () => Promise<{ id: number; code: string; priority: number; state: SupplierState }[]>
  /**
   * Queries all enabled suppliers at once; answers are yielded as they arrive within each supplier's budget, late ones
   * within 15 seconds. Iteration can be stopped early at no cost.
   */
  ask: (query: QueriedArticle, options: { signal: AbortSignal }) => AsyncIterable<SupplierReply>
  /** Queries the suppliers that support batches for many articles, one batch at a time. */
  askMany: (articles: readonly QueriedArticle[], options: { signal: AbortSignal }) => AsyncIterable<ManyAnswer>
}

export interface QueryDeps extends ConnectionDeps {
  db: Kysely<DB>
  clock: Clock
  log: Logger
  readSuppliers: ReadSuppliers
  readBrands: ReadBrands
}

interface CachedReply {
  reading: ParsedReply
  at: number
}
interface FetchContext {
  supplier: KnownSupplier
  question: SupplierQuery
}
const LATE = Symbol('late')

/** Yields the items of several sources as they are ready; ends with the signal. */
async function* asReady<T>(sources: AsyncIterator<T>[], signal: AbortSignal): AsyncGenerator<T> {
  const step = async (source: AsyncIterator<T>) => ({ source, result: await source.next() })
  const pending = new Map(sources.map((source) => [source, step(source)]))
  const { promise: ended, resolve: end } = Promise.withResolvers<null>()
  const onAbort = () => end(null)
  signal.addEventListener('abort', onAbort, { once: true })
  try {
    while (pending.size > 0 && !signal.aborted) {
      const ready = await Promise.race([...pending.values(), ended])
      if (!ready) return
      if (ready.result.done === true) pending.delete(ready.source)
      else {
        pending.set(ready.source, step(ready.source))
        yield ready.result.value
      }
    }
  } finally {
    signal.removeEventListener('abort', onAbort)
  }
}

/** Queries suppliers for searches; equal concurrent queries are sent once. */
export function createAsking(deps: QueryDeps, lines: Connections): OnlineSuppliers {
  const answers = new LRUCache<string, CachedReply, FetchContext>({
    max: MAX_ANSWERS,
    maxSize: MAX_CACHED_ITEMS,
    sizeCalculation: ({ reading }) => reading.items.length + 1,
    ttl: FRESH_MS,
    noDeleteOnStaleGet: true,
    fetchMethod: async (_key, _stale, { context: { supplier, question } }) => {
      if (isDailyLimitReached(supplier, deps)) throw new Resting()
      return { reading: await lines.of(supplier).ask(question), at: performance.now() }
    },
  })
  const find = (supplier: KnownSupplier, query: QueriedArticle) => {
    const question = questionOf(supplier, query)
    const key = `${supplier.supply_route_id}:${supplier.version}:${query.articleKey}:${question.brand}`
    const kept = answers.peek(key, { allowStale: true })
    const mayBeStale = kept !== undefined && performance.now() - kept.at < FRESH_MS + STALE_MS
    const context = { supplier, question }
    return answers.forceFetch(key, { context, allowStale: mayBeStale, allowStaleOnFetchRejection: mayBeStale })
  }
  const stateOf = (supplier: KnownSupplier): SupplierState => {
    if (!supplier.is_on) return 'paused'
    if (!isOpen(supplier, deps.clock.now())) return 'closed'
    return lines.isResting(supplier) || isDailyLimitReached(supplier, deps) ? 'resting' : 'ready'
  }
  async function* askOne(supplier: KnownSupplier, query: QueriedArticle): AsyncGenerator<SupplierReply> {
    if (stateOf(supplier) === 'closed') {
      yield emptyOf(supplier, 'paused')
      return
    }
    const found = find(supplier, query).catch((error: unknown) => failed(deps, supplier, error))
    const first = await Promise.race([found, delay(supplier.budget_ms, LATE, { ref: false })])
    if (first !== LATE) {
      yield 'state' in first ? first : await presented(deps, supplier, first, 'answered')
      return
    }
    yield emptyOf(supplier, 'timed_out')
    const late = await found
    if (!('state' in late)) yield await presented(deps, supplier, late, 'late')
  }
  async function* ask(query: QueriedArticle, { signal }: { signal: AbortSignal }) {
    const suppliers = (await deps.readSuppliers()).filter((supplier) => supplier.is_on)
    yield* asReady(
      suppliers.map((supplier) => askOne(supplier, query)),
      signal,
    )
  }
  return {
    suppliers: async () =>
      (await deps.readSuppliers()).map((supplier) => ({
        id: supplier.supply_route_id,
        code: `S${supplier.supply_route_id}`,
        priority: supplier.priority,
        state: stateOf(supplier),
      })),
    ask,
    askMany: createMany(deps, lines.of, (supplier) => stateOf(supplier) === 'ready'),
  }
}

function createMany(
  deps: QueryDeps,
  lineOf: (supplier: KnownSupplier) => Connection,
  mayBeAsked: (supplier: KnownSupplier) => boolean,
): OnlineSuppliers['askMany'] {
  const askOne = createAskingMany({
    lineOf,
    mayBeAsked,
    offersIn: async (supplier, reading) =>
      (await presented(deps, supplier, { reading, at: performance.now() }, 'answered')).offers,
    onFailure: (supplier, error) => failed(deps, supplier, error),
  })
  return async function* (articles, { signal }) {
    const suppliers = await deps.readSuppliers()
    yield* asReady(
      suppliers.map((supplier) => askOne(supplier, articles)),
      signal,
    )
  }
}

const isDailyLimitReached = (
  { supply_route_id: id, per_day: most, askedToday }: KnownSupplier,
  { health }: QueryDeps,
) => most !== null && askedToday + health.askedLately(id) >= most

const emptyOf = ({ supply_route_id: supplierId }: KnownSupplier, state: SupplierReply['state']): SupplierReply => ({
  supplierId,
  state,
  ageMs: 0,
  offers: [],
  dropped: 0,
})

function failed({ health, log }: QueryDeps, supplier: KnownSupplier, error: unknown): SupplierReply {
  if (error instanceof Resting) {
    health.count(supplier.supply_route_id, 'refused')
    return emptyOf(supplier, 'resting')
  }
  if (!(error instanceof SupplierFailed)) log.error({ err: loggable(error) }, 'supplier query failed')
  return emptyOf(supplier, 'failed')
}

async function presented(
  deps: QueryDeps,
  supplier: KnownSupplier,
  { reading, at }: CachedReply,
  state: SupplierReply['state'],
): Promise<SupplierReply> {
  const { health, readBrands } = deps
  const id = supplier.supply_route_id
  const onUnknown = (spelling: string) => health.unknown({ supply_route_id: id, key: brandKey(spelling), spelling })
  const known = await withRoutes(deps, supplier, reading)
  const made = offersOf(known, reading, { brands: await readBrands(), onUnknown })
  health.count(id, 'offers', made.offers.length)
  health.count(id, 'dropped', made.dropped)
  return { supplierId: id, state, ageMs: Math.round(performance.now() - at), ...made }
}

/** Returns the supplier with a warehouse for every place named in the answer. */
async function withRoutes({ db, readSuppliers }: QueryDeps, supplier: KnownSupplier, reading: ParsedReply) {
  const fresh = newRoutes(supplier, reading).slice(0, Math.max(0, MAX_ROUTES - supplier.routes.size))
  if (fresh.length === 0) return supplier
  await db
    .transaction()
    .execute((tx) => insertRoutes(tx, supplier.supply_route_id, fresh, supplier.takes_new_warehouses))
  readSuppliers.invalidate()
  return (await readSuppliers()).find(({ supply_route_id: id }) => id === supplier.supply_route_id) ?? supplier
}
