import { LRUCache } from 'lru-cache'
import { MAX_BATCH_SIZE, type ParsedReply } from './adapter.ts'
import type { KnownSupplier } from '../directory.ts'
import type { Connection } from '../connection.ts'
import { questionOf, type QueriedArticle, type SealedOffer } from '../offers.ts'

/** Answers of this age are reused instead of querying the supplier again. */
const FRESH_MS = 60_000
const MAX_KEPT = 20_000

export interface ManyAnswer {
  supplierId: number
  /** Age of the oldest part of the answer. */
  ageMs: number
  /** Offers of the requested articles only. */
  offers: SealedOffer[]
}

interface Deps {
  lineOf: (supplier: KnownSupplier) => Connection
  /** Checks whether the supplier is enabled, within its hours, and below its daily limit of queries. */
  mayBeAsked: (supplier: KnownSupplier) => boolean
  offersIn: (supplier: KnownSupplier, reading: ParsedReply) => Promise<SealedOffer[]>
  onFailure: (supplier: KnownSupplier, error: unknown) => void
}

interface CachedReply {
  offers: SealedOffer[]
  at: number
}

const nameOf = ({ brandId, articleKey }: Pick<SealedOffer, 'brandId' | 'articleKey'>) => `${brandId} ${articleKey}`

const batchesOf = (articles: readonly QueriedArticle[]): QueriedArticle[][] =>
  Array.from({ length: Math.ceil(articles.length / MAX_BATCH_SIZE) }, (_, at) =>
    articles.slice(at * MAX_BATCH_SIZE, (at + 1) * MAX_BATCH_SIZE),
  )

/** Queries one supplier for many articles, each once; after a failure the rest is skipped. */
export function createAskingMany({ lineOf, mayBeAsked, offersIn, onFailure }: Deps) {
  const answers = new LRUCache<string, CachedReply>({ max: MAX_KEPT, ttl: FRESH_MS })
  const answerOf = ({ supply_route_id: supplierId }: KnownSupplier, kept: readonly CachedReply[]): ManyAnswer => ({
    supplierId,
    ageMs: Math.round(performance.now() - Math.min(...kept.map(({ at }) => at))),
    offers: kept.flatMap(({ offers }) => offers),
  })
  async function askBatch(
    supplier: KnownSupplier,
    batch: readonly QueriedArticle[],
    keyOf: (pair: QueriedArticle) => string,
  ) {
    const reading = await lineOf(supplier).askMany?.(batch.map((pair) => questionOf(supplier, pair)))
    const offers = Map.groupBy(reading ? await offersIn(supplier, reading) : [], nameOf)
    return batch.map((pair): CachedReply => {
      const kept = { offers: offers.get(nameOf(pair)) ?? [], at: performance.now() }
      answers.set(keyOf(pair), kept)
      return kept
    })
  }
  return async function* (supplier: KnownSupplier, articles: readonly QueriedArticle[]): AsyncGenerator<ManyAnswer> {
    const keyOf = (pair: QueriedArticle) => `${supplier.supply_route_id}:${supplier.version}:${nameOf(pair)}`
    const pairs = [...new Map(articles.map((pair) => [keyOf(pair), pair])).values()]
    const known = pairs.flatMap((pair) => answers.get(keyOf(pair)) ?? [])
    if (!mayBeAsked(supplier) || lineOf(supplier).askMany === null) return
    if (known.length > 0) yield answerOf(supplier, known)
    try {
      for (const batch of batchesOf(pairs.filter((pair) => !answers.has(keyOf(pair))))) {
        if (!mayBeAsked(supplier)) return
        yield answerOf(supplier, await askBatch(supplier, batch, keyOf))
      }
    } catch (error) {
      onFailure(supplier, error)
    }
  }
}
