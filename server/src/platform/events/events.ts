import {
  NOTIFIES_CLIENT,
  NOTIFIES_STAFF,
  type About,
  type EventCounts,
  type EventKind,
} from '@artikul/contract/platform/events'
import type { Db } from '../db/index.ts'
import { writtenBy, type Writer } from '../http/index.ts'
import { insertEvents, type NewEvent } from './events.queries.ts'

/** Domain event for open pages and people. Figures that clients may not read must not be included. */
export interface DomainEvent {
  kind: EventKind
  about: About
  aboutId: number
  /** Company of the event; null for events of staff only. */
  contractorId: number | null
  /** Delivery point; users without access to it are not notified. */
  consigneeId?: number | null
  /** Number or name that people know. */
  label?: string
  counts?: EventCounts
  /** Only recipient within the company, if set. */
  personId?: number | null
  /** Notified side, for events that may concern both. */
  tells?: 'client' | 'staff'
  /** Author, who is not notified. */
  author?: Writer | null
}

const rowOf = (one: DomainEvent, now: Date): NewEvent => ({
  kind: one.kind,
  about: one.about,
  about_id: one.aboutId,
  contractor_id: one.contractorId,
  consignee_id: one.consigneeId ?? null,
  label: one.label ?? '',
  counts: JSON.stringify(one.counts ?? {}),
  person_id: one.personId ?? null,
  notifies_client: one.contractorId !== null && one.tells !== 'staff' && NOTIFIES_CLIENT.includes(one.kind),
  notifies_staff: one.tells !== 'client' && NOTIFIES_STAFF.includes(one.kind),
  ...(one.author ? writtenBy(one.author) : { actor_id: null, subject_id: null }),
  created_at: now,
})

/**
 * Publishes the events of the caller's transaction to open pages and people, provided it commits. Each object appears
 * once in a call; several calls of one transaction about one object result in one event.
 */
export async function publishEvents(tx: Db, events: readonly DomainEvent[], now: Date): Promise<void> {
  if (events.length === 0) return
  await insertEvents(
    tx,
    events.map((one) => rowOf(one, now)),
  )
}
