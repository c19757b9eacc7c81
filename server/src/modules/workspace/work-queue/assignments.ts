import type { AssignableKind } from '@artikul/contract/workspace/work-kinds'
import type { Kysely } from 'kysely'
import type { Clock } from '../../../platform/clock.ts'
import type { Db, DB } from '../../../platform/db/index.ts'
import { AppError } from '../../../platform/errors.ts'
import type { Author } from '../../../platform/http/index.ts'
import { publishEvents } from '../../../platform/events/index.ts'
import { deleteAssignment, exists, insertAssignment } from './assignments.queries.ts'

interface About {
  kind: AssignableKind
  id: number
}

/** Time after which an assignment expires. */
export const ASSIGNMENT_TTL_MS = 3 * 86_400_000

/** Notifies open pages of staff only. */
const publishAssignment = (tx: Db, { kind, id }: About, author: Author, now: Date) =>
  publishEvents(
    tx,
    [
      {
        ...(kind === 'supplier'
          ? { kind: 'supplier_order.changed', about: 'supplier_order' }
          : { kind: 'order.changed', about: 'order' }),
        aboutId: id,
        contractorId: null,
        author,
      },
    ],
    now,
  )

/**
 * «Взять»: assigns the item to the person, visible to colleagues; also in place of the assignee shown.
 * @throws AppError `not_found`, `stale` when another person has taken it meanwhile
 */
export async function assignTask(
  db: Kysely<DB>,
  clock: Clock,
  author: Author,
  { instead_of: insteadOf, ...about }: About & { instead_of: number | null },
): Promise<void> {
  const now = clock.now()
  await db.transaction().execute(async (tx) => {
    if (!(await exists(tx, about))) throw new AppError('not_found', { detail: 'Этого в очереди нет' })
    const isTaken = await insertAssignment(tx, {
      ...about,
      actorId: author.actorId,
      insteadOf,
      now,
      since: new Date(now.getTime() - ASSIGNMENT_TTL_MS),
    })
    if (!isTaken) throw new AppError('stale', { detail: 'Это уже взял коллега. Обновите страницу' })
    await publishAssignment(tx, about, author, now)
  })
}

/** «Снять с себя»: removes the person's own assignment; another person's stays. */
export async function release(db: Kysely<DB>, clock: Clock, author: Author, about: About): Promise<void> {
  await db.transaction().execute(async (tx) => {
    if (await deleteAssignment(tx, { ...about, actorId: author.actorId }))
      await publishAssignment(tx, about, author, clock.now())
  })
}
