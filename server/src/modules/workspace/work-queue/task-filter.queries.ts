import type { AssignableKind, WorkScope } from '@artikul/contract/workspace/work-kinds'
import { sql, type RawBuilder } from 'kysely'
import type { Db } from '../../../platform/db/index.ts'
import { isLookedAfterBy, assignedManager } from '../../../platform/events/index.ts'

/** Scope of the work to read. */
export interface TaskFilter {
  /** Companies; null for all. */
  companies: readonly number[] | null
  /** Person whose assignments in other companies are included; null to include none. */
  takenBy: number | null
  /** Assignments before this moment have expired. */
  takenSince: Date
}

/** Item of the queue before its deadline is calculated. */
export interface WorkRow {
  id: number
  label: string
  contractor_id: number | null
  contractor: string | null
  what: string
  count: number
  since: Date
  /** Deadline as a moment. */
  due: Date | null
  /** Deadline as the end of a day. */
  due_day: string | null
  taken_by: number | null
  taken_name: string | null
}

/** Selects the companies assigned to the person today, or to no active staff member. */
export async function selectCompanies(
  db: Db,
  scope: Exclude<WorkScope, 'all'>,
  managerId: number,
  today: string,
): Promise<number[]> {
  const day = sql`${today}::date`
  const which =
    scope === 'mine'
      ? sql`${managerId} in ${assignedManager(day)}`
      : // Id 0 matches no manager, so only unassigned companies remain.
        isLookedAfterBy(sql`0`, day)
  const { rows } = await sql<{ id: number }>`
    select id from contractors company where ${which} order by id`.execute(db)
  return rows.map(({ id }) => id)
}

export const among = (column: RawBuilder<unknown>, { companies }: TaskFilter) =>
  companies === null ? sql`true` : sql`${column} = any(${companies}::integer[])`

/** Matches items of the person's companies, or those assigned to the person regardless of the company. */
export const isTheirs = (
  kind: AssignableKind,
  contractor: RawBuilder<unknown>,
  about: RawBuilder<unknown>,
  whose: TaskFilter,
) =>
  whose.takenBy === null
    ? among(contractor, whose)
    : sql`(${among(contractor, whose)} or ${about} in (
        select about_id from assignments where kind = ${kind} and actor_id = ${whose.takenBy}))`

/** Joins the current assignee. */
export const assigneeOf = (kind: AssignableKind, { takenSince }: TaskFilter) => sql`
  left join assignments take on take.kind = ${kind} and take.about_id = own.id and take.taken_at > ${takenSince}
  left join users taker on taker.id = take.actor_id`

export const ASSIGNED = sql`take.actor_id as taken_by, taker.full_name as taken_name`
