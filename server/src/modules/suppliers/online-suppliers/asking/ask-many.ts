import { LRUCache } from 'lru-cache'
import { MOST_OF_BATCH, type Reading } from './dialect.ts'
import type { KnownSupplier } from '../directory.ts'
import type { Line } from '../line.ts'
import { questionOf, type Asked, type OnlineOffer } from '../offers.ts'

/** Answers of this age are reused instead of querying the supplier again. */
const FRESH_MS = 60_000
const MOST_KEPT = 20_000

export interface ManyAnswer {
  supplierId: number
  /** Age of the oldest part of the answer. */
  ageMs: number
  /** Offers of the requested articles only. */
  offers: OnlineOffer[]
}

interface Deps {
  lineOf: (supplier: KnownSupplier) => Line
  /** Checks whether the supplier is enabled, within its hours, and below its daily limit of queries. */
  mayBeAsked: (supplier: KnownSupplier) => boolean
  offersIn: (supplier: KnownSupplier, reading: Reading) => Promise<OnlineOffer[]>
  onFailure: (supplier: KnownSupplier, error: unknown) => void
}

interface Kept {
  offers: OnlineOffer[]
  at: number
}

const nameOf = ({ brandId, articleKey }: Pick<OnlineOffer, 'brandId' | 'articleKey'>) => `${brandId} ${articleKey}`

const batchesOf = (asked: readonly Asked[]): Asked[][] =>
  Array.from({ length: Math.ceil(asked.length / MOST_OF_BATCH) }, (_, at) =>
    asked.slice(at * MOST_OF_BATCH, (at + 1) * MOST_OF_BATCH),
  )

/** Queries one supplier for many articles, each once; after a failure the rest is skipped. */
export function createAskingMany({ lineOf, mayBeAsked, offersIn, onFailure }: Deps) {
  const answers = new LRUCache<string, Kept>({ max: MOST_KEPT, ttl: FRESH_MS })
  const answerOf = ({ source_id: supplierId }: KnownSupplier, kept: readonly Kept[]): ManyAnswer => ({
    supplierId,
    ageMs: Math.round(performance.now() - Math.min(...kept.map(({ at }) => at))),
    offers: kept.flatMap(({ offers }) => offers),
  })
  async function askBatch(supplier: KnownSupplier, batch: readonly Asked[], keyOf: (pair: Asked) => string) {
    const reading = await lineOf(supplier).askMany?.(batch.map((pair) => questionOf(supplier, pair)))
    const offers = Map.groupBy(reading ? await offersIn(supplier, reading) : [], nameOf)
    return batch.map((pair): Kept => {
      const kept = { offers: offers.get(nameOf(pair)) ?? [], at: performance.now() }
      answers.set(keyOf(pair), kept)
      return kept
    })
  }
  return async function* (supplier: KnownSupplier, asked: readonly Asked[]): AsyncGenerator<ManyAnswer> {
    const keyOf = (pair: Asked) => `${supplier.source_id}:${supplier.version}:${nameOf(pair)}`
    const pairs = [...new Map(asked.map((pair) => [keyOf(pair), pair])).values()]
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
