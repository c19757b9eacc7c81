import { counted } from '@artikul/contract/core/plural'
import type { Kysely } from 'kysely'
import { brokenConstraint } from '../../../platform/db/broken-constraint.ts'
import type { DB } from '../../../platform/db/index.ts'
import { AppError } from '../../../platform/errors.ts'
import type { Author } from '../../../platform/http/index.ts'
import { recordEvent } from '../../../platform/audit/index.ts'
import {
  describeChange,
  insertChange,
  isSuperseded,
  lockChange,
  markUndone,
  restoreConditions,
} from './changes.queries.ts'

/** A referenced object has been deleted since, so the condition cannot be restored. */
function orSuperseded(error: unknown): never {
  if (brokenConstraint(error) === null) throw error
  throw new AppError('price_change.superseded', { detail: 'Того, о чём эти условия, больше нет' })
}

/**
 * Restores every condition of a change to its previous state and returns their number.
 * @throws AppError `not_found`, `price_change.superseded` when any of them was changed again
 */
export async function undoChange(db: Kysely<DB>, author: Author, id: number): Promise<number> {
  return db.transaction().execute(async (tx) => {
    const change = await lockChange(tx, id)
    if (!change) throw new AppError('not_found', { detail: 'Изменение не найдено' })
    if (change.undone_by !== null || (await isSuperseded(tx, id))) throw new AppError('price_change.superseded')
    const undoId = await insertChange(tx, author, { kind: 'undone', count: change.count })
    await restoreConditions(tx, author, id, undoId).catch(orSuperseded)
    await markUndone(tx, id, undoId)
    const text = `Отменено изменение № ${id}: ${change.text || counted(change.count, 'условие', 'условия', 'условий')}`
    await describeChange(tx, undoId, text)
    await recordEvent(tx, author, { event: 'prices.changed', object: text })
    return change.count
  })
}
