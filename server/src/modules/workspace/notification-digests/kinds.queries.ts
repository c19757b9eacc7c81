import { topicsOf } from '@artikul/contract/workspace/notification-settings'
import { sql } from 'kysely'

/** Nobody tells of what is older: a server that was away for days does not send old news. */
export const FRESH_MS = 86_400_000

/** Which topic a kind belongs to, and how its letters usually come. */
export function kindsOf(forStaff: boolean) {
  const rows = topicsOf(forStaff).flatMap(([topic, { kinds, mail }]) =>
    mail === null ? [] : kinds.map((kind) => ({ kind, topic, mail })),
  )
  return sql`unnest(${rows.map(({ kind }) => kind)}::text[], ${rows.map(({ topic }) => topic)}::text[],
    ${rows.map(({ mail }) => mail)}::text[]) as usual (kind, topic, mail)`
}
