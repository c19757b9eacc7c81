import type { LiveEvent } from '@artikul/contract/workspace/notifications'
import type { Kysely } from 'kysely'
import type { Clock } from '../clock.ts'
import type { DB } from '../db/index.ts'
import { QUIET_EVENT_RETENTION_DAYS, selectAfter, selectLatest, type LiveRow } from './happenings.queries.ts'

const AT_ONCE = 1000
/** Whoever comes back later than so many happenings reads everything anew. */
const KEPT = 5000

/** Whatever quiet is older than that may be forgotten already, or is about to be. */
const WHOLE_MS = (QUIET_EVENT_RETENTION_DAYS - 1) * 86_400_000

export interface RecentDeps {
  /** Sees the happenings of all companies. */
  db: Kysely<DB>
  clock: Clock
}

export interface RecentEvent {
  row: LiveRow
  event: LiveEvent
}

const told = (row: LiveRow): RecentEvent => {
  const { position: id, kind, about, about_id, contractor_id } = row
  return { row, event: { id, kind, about, about_id, contractor_id } }
}

/** The last happenings, read on as they come and kept in memory. */
export function createRecent({ db, clock }: RecentDeps, onFresh: (fresh: readonly RecentEvent[]) => void) {
  const recent: RecentEvent[] = []
  /** Everything after it is in memory. */
  let floor = 0
  let position: number | null = null

  const keep = (rows: readonly LiveRow[]) => {
    const fresh = rows.map(told)
    recent.push(...fresh)
    // Cut by halves: a cut moves all that stays.
    if (recent.length > 2 * KEPT) floor = recent.splice(0, recent.length - KEPT).at(-1)?.row.position ?? floor
    position = rows.at(-1)?.position ?? position
    return fresh
  }
  const begin = async () => {
    const rows = await selectLatest(db, KEPT)
    const since = clock.now().getTime() - WHOLE_MS
    const whole = rows.findLastIndex(({ created_at: at }) => at.getTime() < since) + 1
    floor = whole > 0 ? (rows[whole - 1]?.position ?? 0) : (rows[0]?.position ?? 1) - 1
    position = floor
    keep(rows.slice(whole))
  }
  const readAll = async () => {
    if (position === null) await begin()
    for (;;) {
      const rows = await selectAfter(db, position ?? 0, AT_ONCE)
      onFresh(keep(rows))
      if (rows.length < AT_ONCE) return
    }
  }
  let reading: Promise<void> = Promise.resolve()
  /** One after another: whoever asks gets a reading that began after he asked. */
  const readOn = () => (reading = reading.then(readAll, readAll))

  return {
    readOn,
    /** How far it has read. */
    position: () => position ?? 0,
    /** At least as far as the listener was told before, by whichever server. */
    readUpTo: async (last: number | null): Promise<void> => {
      if (position === null || (last ?? 0) > position) await readOn()
    },
    /** What has come after `last`; null: more than is remembered, or a number of nobody's. */
    missedSince: (last: number): readonly RecentEvent[] | null =>
      last < floor || last > (position ?? 0) ? null : recent.filter(({ row }) => row.position > last),
  }
}
