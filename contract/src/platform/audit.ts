import { z } from 'zod'
import { Day, Id, listOf, Moment, pageQuery, PathId } from '../core/fields.ts'
import { defineRoutes } from '../core/route.ts'
import { AuditEvent } from './audit-events.ts'

const Person = z.object({ id: Id, name: z.string() })

export const AuditItem = z.object({
  id: z.int(),
  at: Moment,
  event: AuditEvent,
  /** Person who acted; `null` when nobody was signed in (a failed sign-in, a scheduled job). */
  actor: Person.nullable(),
  /** Subject: the same person, unless a manager impersonated the client or changed the client's account. */
  subject: Person.nullable(),
  /** Client impersonated by the manager. */
  on_behalf_of: Person.nullable(),
  contractor: Person.nullable(),
  /** Object in words: «Заказ 26-000123». */
  object: z.string(),
  changes: z.array(z.object({ field: z.string(), before: z.string().nullable(), after: z.string().nullable() })),
  address: z.string(),
  request_id: z.string(),
})
export type AuditItem = z.infer<typeof AuditItem>

/** Most journal rows counted and paged; older ones are found by a filter. */
export const MAX_AUDIT_ROWS = 10_000

export const AuditQuery = z.strictObject({
  ...pageQuery,
  event: AuditEvent.optional(),
  user_id: PathId.optional(),
  contractor_id: PathId.optional(),
  from: Day.optional(),
  to: Day.optional(),
})
export type AuditQuery = z.infer<typeof AuditQuery>

export const auditRoutes = defineRoutes({
  list: {
    method: 'GET',
    path: '/api/v1/audit',
    summary: 'Журнал действий',
    access: 'audit:read',
    query: AuditQuery,
    reply: listOf(AuditItem),
  },
})
