import { ANSWER_STEPS_MS } from '@artikul/contract/suppliers/online-suppliers'
import type { Kysely } from 'kysely'
import type { Logger } from 'pino'
import type { Clock } from '../../../../platform/clock.ts'
import type { DB } from '../../../../platform/db/index.ts'
import { loggable } from '../../../../platform/telemetry/log-error.ts'
import { addMinute, type Counted } from './health.queries.ts'
import type { SupplierMeters } from '../supplier-metrics.ts'
import { noteUnknownBrands } from '../suppliers.queries.ts'

const WRITE_EVERY_MS = 60_000
/** Limit of unknown spellings of all suppliers between two writes. */
const MAX_UNKNOWN = 1000

export interface UnknownBrand {
  supply_route_id: number
  key: string
  spelling: string
}

type What = Exclude<keyof Counted, 'by_ms'>

/** Health of suppliers' answers, counted in memory and written once a minute, so that searches do not wait for it. */
export interface Health {
  count: (supplierId: number, what: What, by?: number) => void
  /** Records an answer and its duration in milliseconds. */
  took: (supplierId: number, ms: number) => void
  unknown: (brand: UnknownBrand) => void
  /** Number of queries to a supplier since the last write. */
  askedLately: (supplierId: number) => number
  write: () => Promise<void>
  start: () => void
  stop: () => Promise<void>
}

const nothing = (): Counted => ({
  asked: 0,
  answered: 0,
  failed: 0,
  timed_out: 0,
  refused: 0,
  offers: 0,
  dropped: 0,
  by_ms: ANSWER_STEPS_MS.map(() => 0),
})

/** Returns the upper bound of the bucket in which the share of answers is reached; null without answers. */
export function percentileOf(byMs: readonly number[], share: number): number | null {
  const all = byMs.reduce((sum, count) => sum + count, 0)
  let seen = 0
  for (const [step, count] of byMs.entries()) {
    seen += count
    if (all > 0 && seen >= all * share) return ANSWER_STEPS_MS[step] ?? null
  }
  return null
}

interface HealthDeps {
  db: Kysely<DB>
  clock: Clock
  log: Logger
  meters?: SupplierMeters | undefined
}

/** Limits the counters to outcomes of queries, which are the ones exported as metrics. */
const isOutcome = (what: What) => what !== 'asked' && what !== 'offers' && what !== 'dropped'

export function createHealth({ db, clock, log, meters }: HealthDeps): Health {
  let counted = new Map<number, Counted>()
  let unknown = new Map<string, UnknownBrand>()
  let timer: NodeJS.Timeout | undefined
  const of = (supplierId: number) => {
    const known = counted.get(supplierId) ?? nothing()
    counted.set(supplierId, known)
    return known
  }
  const write = async () => {
    const [minutes, brands] = [counted, [...unknown.values()]]
    counted = new Map()
    unknown = new Map()
    const now = clock.now()
    const minute = new Date(Math.floor(now.getTime() / 60_000) * 60_000)
    for (const [supplierId, one] of minutes) await addMinute(db, supplierId, minute, one)
    if (brands.length > 0) await noteUnknownBrands(db, brands, now)
  }
  const writeOrTell = () =>
    write().catch((error: unknown) => log.error({ err: loggable(error) }, 'supplier statistics not saved'))
  return {
    count: (supplierId, what, by = 1) => {
      of(supplierId)[what] += by
      if (isOutcome(what)) meters?.searched(supplierId, what)
    },
    took: (supplierId, ms) => {
      meters?.took(supplierId, ms)
      const step = ANSWER_STEPS_MS.findIndex((most) => ms <= most)
      const { by_ms } = of(supplierId)
      const at = step === -1 ? by_ms.length - 1 : step
      by_ms[at] = (by_ms[at] ?? 0) + 1
    },
    unknown: (brand) => {
      if (unknown.size < MAX_UNKNOWN) unknown.set(`${brand.supply_route_id} ${brand.key}`, brand)
    },
    askedLately: (supplierId) => counted.get(supplierId)?.asked ?? 0,
    write,
    start: () => {
      timer = setInterval(() => void writeOrTell(), WRITE_EVERY_MS)
      timer.unref()
    },
    stop: async () => {
      clearInterval(timer)
      await writeOrTell()
    },
  }
}
