import { articleKey } from '@artikul/contract/catalog/article'
import type { SearchReply } from '@artikul/contract/ordering/search'
import type { Kysely } from 'kysely'
import type { Logger } from 'pino'
import { moscowDate, type Clock } from '../../../platform/clock.ts'
import type { DB } from '../../../platform/db/index.ts'
import { loggable } from '../../../platform/telemetry/log-error.ts'
import type { ListWish } from '../../ordering/index.ts'
import { insertSearches, type SearchEvent } from './search-log.queries.ts'

const FLUSH_EVERY_MS = 5000
/** Searches written by one statement. */
const BATCH = 500
/** Searches that wait at most; while the database is away, the oldest are lost. */
const WAITING_LIMIT = 20_000
/** Searches of a day remembered as written; beyond, the database recognises the repeated ones. */
const NOTED_LIMIT = 200_000

declare module 'fastify' {
  interface FastifyInstance {
    searchLog: SearchLog
  }
}

export interface SearchLog {
  /** Notes the search of a company; it is written later, so that no request waits for it. */
  noteSearch: (contractorId: number, typed: string, reply: SearchReply) => void
  /** Notes the rows of a company's list. */
  noteList: (contractorId: number, wishes: readonly ListWish[]) => void
  /** Writes what waits. */
  flush: () => Promise<void>
  stop: () => Promise<void>
}

/**
 * Creates the log of searches of this process. Events wait in memory for some seconds and are written in batches; a crash
 * loses them, which statistics bear.
 */
export function createSearchLog(db: Kysely<DB>, clock: Clock, log: Pick<Logger, 'warn'>): SearchLog {
  let waiting: SearchEvent[] = []
  // Searches of the day that are written already: most repeat.
  const noted = { day: '', wishes: new Set<string>() }
  let flushing: Promise<void> = Promise.resolve()
  const write = async () => {
    while (waiting.length > 0) {
      const batch = waiting.slice(0, BATCH)
      await insertSearches(db, batch)
      waiting = waiting.slice(batch.length)
    }
  }
  const flush = () => {
    flushing = flushing
      .then(write)
      .catch((error: unknown) => log.warn({ err: loggable(error) }, 'searches not written'))
    return flushing
  }
  const note = (event: Omit<SearchEvent, 'day' | 'at'>) => {
    const at = clock.now()
    const day = moscowDate(at)
    if (noted.day !== day || noted.wishes.size > NOTED_LIMIT) Object.assign(noted, { day, wishes: new Set() })
    const wish = `${event.contractorId} ${event.channel} ${event.wish}`
    if (noted.wishes.has(wish)) return
    noted.wishes.add(wish)
    waiting.push({ ...event, at, day })
    if (waiting.length > WAITING_LIMIT) waiting = waiting.slice(-WAITING_LIMIT)
  }
  const timer = setInterval(() => void flush(), FLUSH_EVERY_MS).unref()
  return {
    noteSearch: (contractorId, typed, reply) => note(searchEventOf(contractorId, typed, reply)),
    noteList: (contractorId, wishes) => {
      for (const wish of wishes) {
        const event = listEventOf(contractorId, wish)
        if (event) note(event)
      }
    },
    flush,
    stop: async () => {
      clearInterval(timer)
      await flush()
    },
  }
}

const minOf = <T extends number | string>(values: readonly T[]): T | null =>
  values.reduce<T | null>((least, value) => (least === null || value < least ? value : least), null)

const MAX_TYPED = 100

const tidy = (typed: string) => typed.trim().replaceAll(/\s+/g, ' ').slice(0, MAX_TYPED)

/** Describes a row of a company's list; null for a row without an article and a name. */
function listEventOf(
  contractorId: number,
  { article, name, productId, hasOffers }: ListWish,
): Omit<SearchEvent, 'day' | 'at'> | null {
  const key = articleKey(article)
  const typed = tidy(key === '' ? name : article)
  if (typed === '') return null
  return {
    contractorId,
    channel: 'list',
    wish: key === '' ? typed.toLowerCase() : key,
    typed,
    productId,
    isFound: productId !== null,
    offersCount: hasOffers ? 1 : 0,
    hasOwnStock: false,
    bestDate: null,
    bestPriceKop: null,
  }
}

/** Summarises the answer to a search: what was found of the searched article itself, without its analogues. */
function searchEventOf(contractorId: number, typed: string, reply: SearchReply): Omit<SearchEvent, 'day' | 'at'> {
  const asked = reply.groups.filter(({ kind }) => kind === 'asked' || kind === 'found')
  const offers = asked.flatMap((group) => group.offers)
  const isName = reply.found === 'name' || reply.found === 'nothing'
  const shown = tidy(typed)
  return {
    contractorId,
    channel: 'search',
    wish: isName ? shown.toLowerCase() : reply.key,
    typed: shown,
    productId: !isName && asked.length === 1 ? (asked[0]?.product.id ?? null) : null,
    isFound: reply.found !== 'nothing',
    offersCount: offers.length,
    hasOwnStock: offers.some(({ own_stock: isOwn }) => isOwn),
    bestDate: minOf(offers.map(({ expected_date: day }) => day)),
    bestPriceKop: minOf(offers.flatMap(({ price_kop: kop }) => kop ?? [])),
  }
}
