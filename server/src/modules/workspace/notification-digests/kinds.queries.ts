import { topicsOf } from '@artikul/contract/workspace/notification-settings'
import { sql } from 'kysely'

/** Maximum age of events in emails: a server that was down for days sends no outdated ones. */
export const FRESH_MS = 86_400_000

/** Selects the topic and the default delivery mode of each kind of event. */
export function eventKindsFor(forStaff: boolean) {
  const rows = topicsOf(forStaff).flatMap(([topic, { kinds, mail }]) =>
    mail === null ? [] : kinds.map((kind) => ({ kind, topic, mail })),
  )
  return sql`unnest(${rows.map(({ kind }) => kind)}::text[], ${rows.map(({ topic }) => topic)}::text[],
    ${rows.map(({ mail }) => mail)}::text[]) as usual (kind, topic, mail)`
}
