import {
  NOTIFIES_CLIENT,
  NOTIFIES_STAFF,
  type About,
  type EventCounts,
  type EventKind,
} from '@artikul/contract/platform/happenings'
import type { Db } from '../db/index.ts'
import { writtenBy, type Writer } from '../http/index.ts'
import { insertEvents, type NewEvent } from './happenings.queries.ts'

/** Something that open pages and people have to know of. Figures that clients may not read do not belong here. */
export interface DomainEvent {
  kind: EventKind
  about: About
  aboutId: number
  /** Null: of the staff alone. */
  contractorId: number | null
  /** Whoever does not work with this point is not told. */
  consigneeId?: number | null
  /** The number or the name that people know it by. */
  label?: string
  counts?: EventCounts
  /** Of the company only this person has to know. */
  personId?: number | null
  /** Where both sides may be told: the side that is. */
  tells?: 'client' | 'staff'
  /** Whoever has done it is not told of it. */
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
  tells_client: one.contractorId !== null && one.tells !== 'staff' && NOTIFIES_CLIENT.includes(one.kind),
  tells_staff: one.tells !== 'client' && NOTIFIES_STAFF.includes(one.kind),
  ...(one.author ? writtenBy(one.author) : { actor_id: null, subject_id: null }),
  created_at: now,
})

/**
 * Tells open pages and people of what the caller's transaction has done, if and only if it commits. Each thing is named
 * once in a call; several calls of one transaction about one thing make one happening.
 */
export async function publishEvents(tx: Db, happenings: readonly DomainEvent[], now: Date): Promise<void> {
  if (happenings.length === 0) return
  await insertEvents(
    tx,
    happenings.map((one) => rowOf(one, now)),
  )
}
