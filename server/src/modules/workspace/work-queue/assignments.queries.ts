import type { AssignableKind } from '@artikul/contract/workspace/work-kinds'
import { sql } from 'kysely'
import type { Db } from '../../../platform/db/index.ts'

interface About {
  kind: AssignableKind
  id: number
}

/** Checks whether the order or supplier order exists. */
export async function exists(db: Db, { kind, id }: About): Promise<boolean> {
  const table = kind === 'supplier' ? 'supplier_orders' : 'orders'
  return (await db.selectFrom(table).select('id').where('id', '=', id).executeTakeFirst()) !== undefined
}

interface NewAssignment extends About {
  actorId: number
  /** Previous assignee as shown to the person. */
  insteadOf: number | null
  now: Date
  /** Assignments before this moment have expired. */
  since: Date
}

/** Assigns the item; false when the assignee differs from the one shown. */
export async function insertAssignment(
  db: Db,
  { kind, id, actorId, insteadOf, now, since }: NewAssignment,
): Promise<boolean> {
  const { rows } = await sql`
    insert into assignments as take (kind, about_id, actor_id, taken_at) values (${kind}, ${id}, ${actorId}, ${now})
    on conflict (kind, about_id) do update set actor_id = excluded.actor_id, taken_at = excluded.taken_at
      where take.actor_id in (excluded.actor_id, ${insteadOf}::integer) or take.taken_at <= ${since}
    returning 1`.execute(db)
  return rows.length > 0
}

export async function deleteAssignment(db: Db, { kind, id, actorId }: About & { actorId: number }): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('assignments')
    .where('kind', '=', kind)
    .where('about_id', '=', id)
    .where('actor_id', '=', actorId)
    .executeTakeFirst()
  return numDeletedRows > 0n
}

export const deleteTakesOf = (db: Db, userId: number) =>
  db.deleteFrom('assignments').where('actor_id', '=', userId).execute()
