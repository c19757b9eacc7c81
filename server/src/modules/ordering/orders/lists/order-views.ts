import { MAX_VIEWS, type SavedOrderView } from '@artikul/contract/ordering/orders/order-views'
import { isStaff } from '@artikul/contract/core/roles'
import type { Kysely } from 'kysely'
import type { Db, DB } from '../../../../platform/db/index.ts'
import { AppError } from '../../../../platform/errors.ts'
import type { Actor } from '../../../../platform/http/index.ts'
import { deleteView, lockViews, selectViews, writeView, type ViewOwner } from './order-views.queries.ts'

/** @throws AppError `contractor.not_chosen` for a client without a current company */
export function viewOwnerOf({ subjectId, roles, contractorId }: Actor): ViewOwner {
  if (isStaff(roles)) return { userId: subjectId, contractorId: null }
  if (contractorId === null) throw new AppError('contractor.not_chosen')
  return { userId: subjectId, contractorId }
}

/**
 * Saves the filter under a name, replacing a view of the same name.
 * @throws AppError `view.limit_reached`
 */
export const saveOrderView = (
  db: Kysely<DB>,
  owner: ViewOwner,
  view: Omit<SavedOrderView, 'id'>,
  now: Date,
): Promise<number> =>
  db.transaction().execute(async (tx) => {
    await lockViews(tx, owner)
    const name = view.name.toLowerCase()
    const others = (await selectViews(tx, owner)).filter((kept) => kept.name.toLowerCase() !== name)
    if (others.length >= MAX_VIEWS) throw new AppError('view.limit_reached')
    return writeView(tx, owner, view, now)
  })

/** @throws AppError `not_found` */
export async function removeView(db: Db, owner: ViewOwner, id: number) {
  if (!(await deleteView(db, owner, id))) throw new AppError('not_found', { detail: 'Вид не найден' })
}
