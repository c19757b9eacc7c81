import { MAX_CARTS } from '@artikul/contract/ordering/carts'
import type { Kysely, Transaction } from 'kysely'
import type { DB } from '../../../platform/db/index.ts'
import { AppError } from '../../../platform/errors.ts'
import { requireUndoable, rethrowUndoConflict } from '../../../platform/undo.ts'
import { countCartLines, MAX_LINES } from './cart.queries.ts'
import type { Buyer } from './cart.ts'
import { lockCarts, moveLinesTo, selectCartIds } from './carts.queries.ts'
import { requireMainCart } from './current-cart.queries.ts'
import * as queries from './removed-lines.queries.ts'

/**
 * Undoes the removal of cart lines by the person, all of them or none.
 * @throws AppError `not_found`, `undo.not_yours`, `undo.expired`, `undo.conflict` when their cart or what they refer to
 * is gone, `cart.line_limit_reached`
 */
export function restoreCartLines(db: Kysely<DB>, buyer: Buyer, lineIds: readonly number[], now: Date): Promise<void> {
  return db.transaction().execute(async (tx) => {
    const ids = [...new Set(lineIds)]
    const lines = await queries.lockRemovedLines(tx, buyer.contractorId, ids)
    if (lines.length < ids.length) throw new AppError('not_found', { detail: 'Убранная строка не найдена' })
    for (const { actor_id: actorId, removed_at: at } of lines) requireUndoable({ actorId, at }, buyer, now)
    const cartIds = [...new Set(lines.map(({ cart_id: id }) => id))]
    if ((await lockCarts(tx, buyer.contractorId, cartIds)).length < cartIds.length) throw new AppError('undo.conflict')
    await queries.restoreLines(tx, buyer, { cartIds, ids }).catch(rethrowUndoConflict)
    for (const id of cartIds)
      if ((await countCartLines(tx, buyer, id)).lines > MAX_LINES) throw new AppError('cart.line_limit_reached')
  })
}

/** Takes the lines of the deleted cart back from «Основная», when nobody has changed them there. */
async function takeLinesBack(tx: Transaction<DB>, buyer: Buyer, { id, mainId }: { id: number; mainId: number }) {
  const lines = await queries.lockLinesOfRemovedCart(tx, id)
  const merged = lines.filter((line) => line.merged_into !== null)
  const moved = lines.filter((line) => line.merged_into === null)
  const of = (some: typeof lines) => ({ cartIds: [id], ids: some.map((line) => line.id) })
  const unchanged = await queries.lockUnchanged(tx, mainId, of(moved))
  if (unchanged.length < moved.length) throw new AppError('undo.conflict')
  const twins = new Set(merged.map((line) => line.merged_into))
  if ((await queries.lowerTwins(tx, buyer, mainId, of(merged))) < twins.size) throw new AppError('undo.conflict')
  await moveLinesTo(tx, buyer, id, unchanged)
  await queries.forgetRemovedLines(tx, of(moved))
  await queries.restoreLines(tx, buyer, of(merged)).catch(rethrowUndoConflict)
}

/**
 * Undoes the deletion of a cart by the person, with its lines.
 * @throws AppError `not_found`, `undo.not_yours`, `undo.expired`, `cart.limit_reached`, `undo.conflict` when its name is
 * used or its lines were changed or ordered
 */
export function restoreCart(db: Kysely<DB>, buyer: Buyer, id: number, now: Date): Promise<void> {
  return db.transaction().execute(async (tx) => {
    const mainId = await requireMainCart(tx, buyer)
    await lockCarts(tx, buyer.contractorId, [mainId])
    const cart = await queries.lockDeletedCart(tx, buyer.contractorId, id)
    if (!cart?.archived_at) throw new AppError('not_found', { detail: 'Удалённая корзина не найдена' })
    requireUndoable({ actorId: cart.actor_id, at: cart.archived_at }, buyer, now)
    if ((await selectCartIds(tx, buyer.contractorId)).length >= MAX_CARTS) throw new AppError('cart.limit_reached')
    await queries.restoreDeletedCart(tx, buyer, id).catch(rethrowUndoConflict)
    await takeLinesBack(tx, buyer, { id, mainId })
  })
}
