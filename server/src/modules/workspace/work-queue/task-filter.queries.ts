import type { TakenKind, WorkScope } from '@artikul/contract/workspace/work-kinds'
import { sql, type RawBuilder } from 'kysely'
import type { Db } from '../../../platform/db/index.ts'
import { isLookedAfterBy, lookAfter } from '../../../platform/events/index.ts'

/** Whose work is read. */
export interface TaskFilter {
  /** Null: of all companies. */
  companies: readonly number[] | null
  /** Whoever asks, where what he has taken of other companies is his too; null: it is not asked for. */
  takenBy: number | null
  /** Whoever took something before is not on it any more. */
  takenSince: Date
}

/** A thing of the queue before its deadline is known. */
export interface WorkRow {
  id: number
  label: string
  contractor_id: number | null
  contractor: string | null
  what: string
  count: number
  since: Date
  /** Where it is a moment. */
  due: Date | null
  /** Where it is the end of a day. */
  due_day: string | null
  taken_by: number | null
  taken_name: string | null
}

/** Companies that the person looks after today, or that nobody who works here does. */
export async function selectCompanies(
  db: Db,
  scope: Exclude<WorkScope, 'all'>,
  managerId: number,
  today: string,
): Promise<number[]> {
  const day = sql`${today}::date`
  const which =
    scope === 'mine'
      ? sql`${managerId} in ${lookAfter(day)}`
      : // Whoever is nobody: only what is everybody's is left.
        isLookedAfterBy(sql`0`, day)
  const { rows } = await sql<{ id: number }>`
    select id from contractors company where ${which} order by id`.execute(db)
  return rows.map(({ id }) => id)
}

export const among = (column: RawBuilder<unknown>, { companies }: TaskFilter) =>
  companies === null ? sql`true` : sql`${column} = any(${companies}::integer[])`

/** Of the person's companies, or taken by him whose ever it is. */
export const isTheirs = (
  kind: TakenKind,
  contractor: RawBuilder<unknown>,
  about: RawBuilder<unknown>,
  whose: TaskFilter,
) =>
  whose.takenBy === null
    ? among(contractor, whose)
    : sql`(${among(contractor, whose)} or ${about} in (
        select about_id from work_takes where kind = ${kind} and actor_id = ${whose.takenBy}))`

/** Who is on it. */
export const takenOf = (kind: TakenKind, { takenSince }: TaskFilter) => sql`
  left join work_takes take on take.kind = ${kind} and take.about_id = own.id and take.taken_at > ${takenSince}
  left join users taker on taker.id = take.actor_id`

export const TAKEN = sql`take.actor_id as taken_by, taker.full_name as taken_name`
