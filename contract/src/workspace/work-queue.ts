import { z } from 'zod'
import { Empty, Id, Moment } from '../core/fields.ts'
import { defineRoutes } from '../core/route.ts'
import { WorkKind, AssignableKind, WorkScope } from './work-kinds.ts'

/** Limits of counting and display: of one kind, and per kind when several are shown. */
export const MAX_TASKS_OF_KIND = 200
export const MAX_TASKS_PER_KIND = 50

const Person = z.object({ id: Id, full_name: z.string() })

export const WorkItem = z.object({
  kind: WorkKind,
  /** Id of the order, request, claim or supplier order; of the delivery zone for a run, of the base of 1C for a failure. */
  id: Id,
  /** Number of the item, or the zone of a run. */
  label: z.string(),
  /** `null` for tasks of several companies. */
  contractor: z.object({ id: Id, name: z.string() }).nullable(),
  /** First goods or words of the item; for a run, the number of ready lines; for a failure, what to do. */
  what: z.string(),
  /** Number of lines, or of consignees for a run; 0 when the item is not about lines. */
  count: z.int(),
  since: Moment,
  due_at: Moment,
  taken: Person.nullable(),
})
export type WorkItem = z.infer<typeof WorkItem>

const Count = z.int().nonnegative().max(MAX_TASKS_OF_KIND)

export const WorkQueue = z.object({
  results: z.array(WorkItem),
  /** Counts by kind, limited to the kinds of the person's work. */
  counts: z.partialRecord(WorkKind, Count),
  /** True when more exists than is shown. */
  has_more: z.boolean(),
})
export type WorkQueue = z.infer<typeof WorkQueue>

const PATH = '/api/v1/work-queue'
const item = { kind: AssignableKind, id: Id }

export const workQueueRoutes = defineRoutes({
  list: {
    method: 'GET',
    path: PATH,
    summary: '«Мой день»: что ждёт рук менеджера, первое по сроку',
    access: 'work_queue:read',
    query: z.strictObject({ scope: WorkScope.default('mine'), kind: WorkKind.optional() }),
    reply: WorkQueue,
  },
  assign: {
    method: 'POST',
    path: `${PATH}/assign`,
    summary: '«Взять в работу»: коллеги видят, кто этим занят',
    access: 'work_queue:take',
    /** `instead_of`: the displayed assignee; returns 409 when another person has taken it meanwhile. */
    body: z.strictObject({ ...item, instead_of: Id.nullable() }),
    reply: Empty,
  },
  release: {
    method: 'POST',
    path: `${PATH}/release`,
    summary: '«Снять с себя» то, что взял сам',
    access: 'work_queue:take',
    body: z.strictObject(item),
    reply: Empty,
  },
})
