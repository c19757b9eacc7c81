import { ABOUT, About, OF_SETTLEMENTS, STAFF_AUDIENCE, STAFF_AUDIENCE_RIGHTS } from '@artikul/contract/platform/events'
import { can, isStaff, type Permission } from '@artikul/contract/core/roles'
import type { Actor } from '../http/index.ts'
import type { LiveRow } from './events.queries.ts'

/** Subjects that the actor may read, by roles and permissions in the company. */
const knownTo = ({ roles, limits }: Actor): About[] =>
  About.options.filter(
    (about) => can(roles, ABOUT[about]) && (!OF_SETTLEMENTS.includes(about) || (limits?.seesSettlements ?? true)),
  )

const hasNeededRight = (actor: Actor, about: About): boolean => {
  const needed = STAFF_AUDIENCE_RIGHTS[about]
  return needed === undefined || actor.rights.includes(needed)
}

/** Subjects of the actor's notifications: for staff, only those of their work. */
export const notifiedSubjects = (actor: Actor): About[] =>
  isStaff(actor.roles)
    ? (Object.entries(STAFF_AUDIENCE) as [About, Permission][]) // its own keys
        .filter(([about, permission]) => can(actor.roles, permission) && hasNeededRight(actor, about))
        .map(([about]) => about)
    : knownTo(actor)

/** Creates a predicate for events that the actor may read: a client, only those of their company and points. */
export function knowerOf(actor: Actor): (row: LiveRow) => boolean {
  const known = new Set(knownTo(actor))
  if (isStaff(actor.roles)) return ({ about }) => known.has(about)
  const points = actor.limits?.consigneeIds ?? null
  const isOwnPoint = (id: number | null) => id === null || points === null || points.includes(id)
  // A colleague's request is visible to the whole company, a personal event is not.
  const isOwn = ({ about, person_id: person }: LiveRow) =>
    person === null || person === actor.subjectId || about === 'quote_request'
  return (row) =>
    row.contractor_id !== null &&
    row.contractor_id === actor.contractorId &&
    known.has(row.about) &&
    isOwnPoint(row.consignee_id) &&
    isOwn(row)
}
