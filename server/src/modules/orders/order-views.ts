import { MOST_VIEWS, type KeptView } from '@artikul/contract/order-views'
import { isStaff } from '@artikul/contract/roles'
import { sql, type Kysely } from 'kysely'
import type { Db, DB } from '../../platform/db/index.ts'
import { AppError } from '../../platform/errors.ts'
import type { Actor } from '../../platform/http/index.ts'

/** Whose views they are: a person's own, on one side. */
interface Owner {
  userId: number
  contractorId: number | null
}

/** @throws AppError `contractor.not_chosen` for a client without a current company */
export function ownerOf({ subjectId, roles, contractorId }: Actor): Owner {
  if (isStaff(roles)) return { userId: subjectId, contractorId: null }
  if (contractorId === null) throw new AppError('contractor.not_chosen')
  return { userId: subjectId, contractorId }
}

const ofOwner = ({ userId, contractorId }: Owner) =>
  sql<boolean>`user_id = ${userId}::integer and contractor_id is not distinct from ${contractorId}::integer`

export async function selectViews(db: Db, owner: Owner): Promise<KeptView[]> {
  const { rows } = await sql<KeptView>`
    select id, name, filter from order_views where ${ofOwner(owner)} order by lower(name), id
    limit ${MOST_VIEWS}::integer`.execute(db)
  return rows
}

/** Of those who keep a view for the same person at once one waits. */
const VIEWS_LOCK = 7324

/**
 * Keeps the filter under the name, in place of what had it.
 * @throws AppError `view.too_many`
 */
export const keepView = (
  db: Kysely<DB>,
  owner: Owner,
  { name, filter }: Omit<KeptView, 'id'>,
  now: Date,
): Promise<number> =>
  db.transaction().execute(async (tx) => {
    await sql`select pg_advisory_xact_lock(${sql.lit(VIEWS_LOCK)}, ${owner.userId}::integer)`.execute(tx)
    const others = (await selectViews(tx, owner)).filter((view) => view.name.toLowerCase() !== name.toLowerCase())
    if (others.length >= MOST_VIEWS) throw new AppError('view.too_many')
    const { rows } = await sql<{ id: number }>`
      insert into order_views (user_id, contractor_id, name, filter, created_at)
      values (${owner.userId}, ${owner.contractorId}, ${name}, ${{ filter }}::jsonb -> 'filter', ${now})
      on conflict (user_id, contractor_id, lower(name)) do update set name = excluded.name, filter = excluded.filter
      returning id`.execute(tx)
    return rows[0]?.id ?? 0
  })

/** @throws AppError `not_found` */
export async function removeView(db: Db, owner: Owner, id: number) {
  const { numAffectedRows } =
    await sql`delete from order_views where id = ${id}::integer and ${ofOwner(owner)}`.execute(db)
  if (!numAffectedRows) throw new AppError('not_found', { detail: 'Вид не найден' })
}
