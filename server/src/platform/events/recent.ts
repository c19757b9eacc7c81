import type { LiveEvent } from '@artikul/contract/workspace/notifications'
import type { Kysely } from 'kysely'
import type { Clock } from '../clock.ts'
import type { DB } from '../db/index.ts'
import { QUIET_EVENT_RETENTION_DAYS, selectAfter, selectLatest, type LiveRow } from './events.queries.ts'

const AT_ONCE = 1000
/** Number of cached events; a reader who has missed more reloads everything. */
const KEPT = 5000

/** Age up to which quiet events are guaranteed to be stored; older ones may be purged. */
const WHOLE_MS = (QUIET_EVENT_RETENTION_DAYS - 1) * 86_400_000

export interface RecentDeps {
  /** Database handle with access to the events of all companies. */
  db: Kysely<DB>
  clock: Clock
}

export interface RecentEvent {
  row: LiveRow
  event: LiveEvent
}

const presentEvent = (row: LiveRow): RecentEvent => {
  const { position: id, kind, about, about_id, contractor_id } = row
  return { row, event: { id, kind, about, about_id, contractor_id } }
}

/** Creates the cache of the latest events, extended as they occur. */
export function createRecent({ db, clock }: RecentDeps, onFresh: (fresh: readonly RecentEvent[]) => void) {
  const recent: RecentEvent[] = []
  /** Position after which all events are cached. */
  let floor = 0
  let position: number | null = null

  const keep = (rows: readonly LiveRow[]) => {
    const fresh = rows.map(presentEvent)
    recent.push(...fresh)
    // Trimmed by halves, because trimming copies the rest.
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
  let next: Promise<void> | undefined
  const readNext = () => {
    next = undefined
    return readAll()
  }
  /** Reads sequentially: callers during a read share the next one, which starts after their calls. */
  const readOn = (): Promise<void> => {
    if (next) return next
    reading = next = reading.then(readNext, readNext)
    return next
  }

  return {
    readOn,
    /** Position up to which events were read. */
    position: () => position ?? 0,
    /** Reads at least up to the position that the reader has received from any server. */
    readUpTo: async (last: number | null): Promise<void> => {
      if (position === null || (last ?? 0) > position) await readOn()
    },
    /** Returns events after `last`; null when there are more than cached, or for an unknown position. */
    missedSince: (last: number): readonly RecentEvent[] | null =>
      last < floor || last > (position ?? 0) ? null : recent.filter(({ row }) => row.position > last),
  }
}
