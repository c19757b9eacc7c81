import type { Logger } from 'pino'
import { moscowDate, type Clock } from '../../../platform/clock.ts'
import type { Db } from '../../../platform/db/index.ts'
import { loggable } from '../../../platform/telemetry/log-error.ts'
import { addCalls, type KeyRow, type SpentCalls } from './api-keys.queries.ts'

const FLUSH_EVERY_MS = 1000
const MINUTE_MS = 60_000
const DAY_SECONDS = 86_400
const NONE = { day: 0, minute: 0, refused: 0, searches: 0 }

/** Calls of a key on one day: those of all servers as known, and those of this server that are not written yet. */
interface Spent {
  keyId: number
  day: string
  minute: number
  known: { day: number; minute: number }
  waiting: { day: number; minute: number; refused: number; searches: number }
  lastAt: Date
}

/** State of the limit that ends first, for the headers of a reply. */
export interface Allowance {
  limit: number
  remaining: number
  /** Seconds until calls are counted anew. */
  reset: number
  isExceeded: boolean
}

type Limits = Pick<KeyRow, 'id' | 'calls_per_minute' | 'calls_per_day' | 'calls' | 'minute' | 'minute_calls'>

export interface KeyUsage {
  /** Counts a call of the key; a call beyond its limits counts as refused. */
  spend: (key: Limits, isSearch: boolean) => Allowance
  /** Counts a call refused for another reason. */
  refuse: (key: Limits) => void
  stop: () => Promise<void>
}

/** Seconds until midnight in Moscow, which is three hours ahead of UTC. */
const secondsOfDayLeft = (now: Date) => DAY_SECONDS - ((Math.floor(now.getTime() / 1000) + 3 * 3600) % DAY_SECONDS)

/** Finds the counts of the key's day, with the calls of other servers as its row says. */
function spentOf(all: Map<string, Spent>, key: Limits, now: Date): Spent {
  const [day, minute] = [moscowDate(now), Math.floor(now.getTime() / MINUTE_MS)]
  const name = `${key.id} ${day}`
  const known = all.get(name)
  const spent: Spent = known ?? {
    ...{ keyId: key.id, day, minute, lastAt: now },
    known: { day: 0, minute: 0 },
    waiting: { ...NONE },
  }
  if (!known) all.set(name, spent)
  if (spent.minute !== minute) {
    spent.minute = minute
    spent.known.minute = 0
    spent.waiting.minute = 0
  }
  spent.known.day = Math.max(spent.known.day, key.calls ?? 0)
  if (key.minute === minute) spent.known.minute = Math.max(spent.known.minute, key.minute_calls ?? 0)
  spent.lastAt = now
  return spent
}

/**
 * Creates the counters of calls. Servers exchange their counts every second, so that no call waits for a write: within a
 * second, several servers together may exceed a limit by the calls of that second.
 */
export function createKeyUsage(db: Db, clock: Clock, log: Pick<Logger, 'warn'>): KeyUsage {
  const all = new Map<string, Spent>()
  const write = async () => {
    const today = moscowDate(clock.now())
    const batch = [...all.values()]
      .filter(({ waiting }) => waiting.day + waiting.refused > 0)
      .map(takeWaiting)
      // Servers lock the rows in one order.
      .toSorted((a, b) => a.key_id - b.key_id)
    for (const [name, { day, waiting }] of all)
      if (day !== today && waiting.day + waiting.refused === 0) all.delete(name)
    if (batch.length === 0) return
    const totals = await addCalls(db, batch).catch((error: unknown) => {
      putBack(all, batch)
      throw error
    })
    for (const total of totals) {
      const spent = all.get(`${total.key_id} ${total.day}`)
      if (!spent) continue
      spent.known.day = total.calls
      if (spent.minute === total.minute) spent.known.minute = total.minute_calls
    }
  }
  let writing: Promise<void> = Promise.resolve()
  const flush = () => {
    writing = writing.then(write).catch((error: unknown) => log.warn({ err: loggable(error) }, 'calls not counted'))
    return writing
  }
  const timer = setInterval(() => void flush(), FLUSH_EVERY_MS).unref()
  return {
    spend: (key, isSearch) => {
      const now = clock.now()
      const spent = spentOf(all, key, now)
      const allowance = allowanceOf(key, spent, now)
      if (allowance.isExceeded) spent.waiting.refused += 1
      else {
        spent.waiting.day += 1
        spent.waiting.minute += 1
        if (isSearch) spent.waiting.searches += 1
      }
      return allowance
    },
    refuse: (key) => {
      spentOf(all, key, clock.now()).waiting.refused += 1
    },
    stop: async () => {
      clearInterval(timer)
      await flush()
    },
  }
}

/** Moves the waiting calls to the known ones: until the write ends, they count as written. */
function takeWaiting(spent: Spent): SpentCalls {
  const { waiting, known, keyId, day, minute, lastAt } = spent
  const taken = {
    calls: waiting.day,
    refused: waiting.refused,
    searches: waiting.searches,
    minute_calls: waiting.minute,
  }
  known.day += waiting.day
  known.minute += waiting.minute
  spent.waiting = { ...NONE }
  return { key_id: keyId, day, minute, last_at: lastAt, ...taken }
}

/** Counts that could not be written wait again. */
function putBack(all: Map<string, Spent>, batch: readonly SpentCalls[]) {
  for (const { key_id: id, day, calls, refused, searches, minute, minute_calls: minuteCalls } of batch) {
    const spent = all.get(`${id} ${day}`)
    if (!spent) continue
    const isSameMinute = spent.minute === minute
    spent.known.day -= calls
    spent.waiting.day += calls
    spent.waiting.refused += refused
    spent.waiting.searches += searches
    if (isSameMinute) spent.known.minute -= minuteCalls
    if (isSameMinute) spent.waiting.minute += minuteCalls
  }
}

function allowanceOf(key: Limits, { known, waiting, minute }: Spent, now: Date): Allowance {
  const windows = [
    {
      limit: key.calls_per_minute,
      used: known.minute + waiting.minute,
      reset: Math.ceil(((minute + 1) * MINUTE_MS - now.getTime()) / 1000),
    },
    { limit: key.calls_per_day, used: known.day + waiting.day, reset: secondsOfDayLeft(now) },
  ]
  const [minutes, days] = windows.map(({ limit, used, reset }) => ({
    ...{ limit, reset, remaining: Math.max(0, limit - used - 1), isExceeded: used >= limit },
  })) as [Allowance, Allowance] // two windows
  // An exhausted day outlasts an exhausted minute.
  if (days.isExceeded) return days
  return minutes.isExceeded || minutes.remaining <= days.remaining ? minutes : days
}
