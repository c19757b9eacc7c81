import type { TakenKind } from '@artikul/contract/workspace/work-kinds'
import type { Kysely } from 'kysely'
import type { Clock } from '../../../platform/clock.ts'
import type { Db, DB } from '../../../platform/db/index.ts'
import { AppError } from '../../../platform/errors.ts'
import type { Author } from '../../../platform/http/index.ts'
import { tellOf } from '../../../platform/events/index.ts'
import { deleteOldTakes, deleteTake, exists, insertTake } from './takes.queries.ts'

interface About {
  kind: TakenKind
  id: number
}

/** Whoever took it so long ago is not on it any more. */
export const TAKEN_FOR_MS = 3 * 86_400_000

/** Staff's open pages alone learn of it. */
const tell = (tx: Db, { kind, id }: About, author: Author, now: Date) =>
  tellOf(
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
 * «Взять»: from now on colleagues see who is on it; also in place of one who was seen to be.
 * @throws AppError `not_found`, `stale`: another one has taken it meanwhile
 */
export async function take(
  db: Kysely<DB>,
  clock: Clock,
  author: Author,
  { instead_of: insteadOf, ...about }: About & { instead_of: number | null },
): Promise<void> {
  const now = clock.now()
  await db.transaction().execute(async (tx) => {
    if (!(await exists(tx, about))) throw new AppError('not_found', { detail: 'Этого в очереди нет' })
    const isTaken = await insertTake(tx, {
      ...about,
      actorId: author.actorId,
      insteadOf,
      now,
      since: new Date(now.getTime() - TAKEN_FOR_MS),
    })
    if (!isTaken) throw new AppError('stale', { detail: 'Это уже взял коллега. Обновите страницу' })
    await tell(tx, about, author, now)
  })
}

/** «Отпустить»: what another one has taken stays his. */
export async function release(db: Kysely<DB>, clock: Clock, author: Author, about: About): Promise<void> {
  await db.transaction().execute(async (tx) => {
    if (await deleteTake(tx, { ...about, actorId: author.actorId })) await tell(tx, about, author, clock.now())
  })
}

export const forgetOldTakes = (db: Db, now: Date) => deleteOldTakes(db, new Date(now.getTime() - TAKEN_FOR_MS))
