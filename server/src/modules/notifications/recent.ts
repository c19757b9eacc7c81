import type { LiveEvent } from '@artikul/contract/notifications'
import type { Kysely } from 'kysely'
import type { DB } from '../../platform/db/index.ts'
import { selectAfter, selectLatest, type LiveRow } from './happenings.queries.ts'

const AT_ONCE = 1000
/** Whoever comes back later than so many happenings reads everything anew. */
const KEPT = 5000

export interface Told {
  row: LiveRow
  event: LiveEvent
}

const told = (row: LiveRow): Told => {
  const { position: id, kind, about, about_id, contractor_id } = row
  return { row, event: { id, kind, about, about_id, contractor_id } }
}

/** The last happenings, read on as they come and kept in memory. */
export function createRecent(db: Kysely<DB>, onFresh: (fresh: readonly Told[]) => void) {
  let recent: Told[] = []
  /** Everything after it is in memory. */
  let floor = 0
  let position: number | null = null

  const keep = (rows: readonly LiveRow[]) => {
    const fresh = rows.map(told)
    recent = [...recent, ...fresh]
    if (recent.length > KEPT) {
      floor = recent.at(-KEPT - 1)?.row.position ?? floor
      recent = recent.slice(-KEPT)
    }
    position = rows.at(-1)?.position ?? position
    return fresh
  }
  const begin = async () => {
    const rows = await selectLatest(db, KEPT)
    // What is older may be deleted already.
    floor = (rows[0]?.position ?? 1) - 1
    position = 0
    keep(rows)
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
    /** How far it has read, and at least as far as the listener was told before, by whichever server. */
    positionFor: async (last: number | null): Promise<number> => {
      if (position === null || (last ?? 0) > position) await readOn()
      return position ?? 0
    },
    /** What has come after `last`; null: more than is remembered, or a number of nobody's. */
    missedSince: (last: number): readonly Told[] | null =>
      last < floor || last > (position ?? 0) ? null : recent.filter(({ row }) => row.position > last),
  }
}
