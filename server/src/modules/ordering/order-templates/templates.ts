import { MAX_TEMPLATES, type OrderTemplate } from '@artikul/contract/ordering/orders/order-templates'
import type { Kysely } from 'kysely'
import type { Clock } from '../../../platform/clock.ts'
import type { Db, DB } from '../../../platform/db/index.ts'
import { AppError } from '../../../platform/errors.ts'
import { isOnBehalf, type Author } from '../../../platform/http/index.ts'
import { recordEvent } from '../../../platform/audit/index.ts'
import { requireUndoable, rethrowUndoConflict } from '../../../platform/undo.ts'
import { selectCartLines, selectCurrentCart, type Buyer } from '../cart/index.ts'
import { selectForRepeat } from '../orders/index.ts'
import { asTable, type WantedLine } from '../bulk-orders/list-of-order.ts'
import { createList, type ListCaller, type ListDeps } from '../bulk-orders/bulk-orders.ts'
import * as queries from './templates.queries.ts'

const templateNotFound = () => new AppError('not_found', { detail: 'Шаблон не найден: возможно, его удалили' })

export const listTemplates = async (db: Db, { contractorId }: Buyer): Promise<OrderTemplate[]> =>
  (await queries.selectTemplates(db, contractorId)).map((row) => ({ ...row, created_at: row.created_at.toISOString() }))

/** Reads the lines of the order or of the current cart visible to the person. */
async function readLines(db: Db, buyer: Buyer, orderId: number | null): Promise<WantedLine[]> {
  if (orderId !== null) {
    const order = await selectForRepeat(db, buyer, orderId)
    if (!order) throw new AppError('not_found', { detail: 'Заказ не найден' })
    return order.lines
  }
  const cart = await selectCurrentCart(db, buyer)
  return cart ? selectCartLines(db, buyer, { cartId: cart.id }) : []
}

/**
 * Saves the goods and quantities of the order or of the current cart under a name, without prices and points.
 * @throws AppError `not_found`, also for another company's order, `template.empty`, `template.name_taken`,
 * `template.limit_reached`
 */
export async function createTemplate(
  db: Kysely<DB>,
  buyer: Buyer,
  clock: Clock,
  { name, order_id: orderId }: { name: string; order_id: number | null },
): Promise<{ id: number; lines_count: number }> {
  return db.transaction().execute(async (tx) => {
    const lines = (await readLines(tx, buyer, orderId)).map(
      ({ brand, article, name: title, qty, client_ref }): WantedLine => ({
        brand,
        article,
        name: title,
        qty,
        client_ref,
      }),
    )
    if (lines.length === 0) throw new AppError('template.empty')
    await queries.lockTemplates(tx, buyer.contractorId)
    if (await queries.isTemplateNameUsed(tx, buyer.contractorId, name, null)) throw new AppError('template.name_taken')
    if ((await queries.countTemplates(tx, buyer.contractorId)) >= MAX_TEMPLATES)
      throw new AppError('template.limit_reached')
    return { id: await queries.insertTemplate(tx, buyer, name, lines, clock.now()), lines_count: lines.length }
  })
}

/** @throws AppError `not_found`, `template.name_taken` */
export async function renameTemplate(db: Kysely<DB>, buyer: Buyer, id: number, name: string): Promise<void> {
  await db.transaction().execute(async (tx) => {
    await queries.lockTemplates(tx, buyer.contractorId)
    if (await queries.isTemplateNameUsed(tx, buyer.contractorId, name, id)) throw new AppError('template.name_taken')
    if (!(await queries.updateTemplateName(tx, buyer, id, name))) throw templateNotFound()
  })
}

/** @throws AppError `not_found` */
export async function removeTemplate(
  db: Kysely<DB>,
  buyer: Buyer,
  author: Author,
  { id, now }: { id: number; now: Date },
): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const removed = await queries.deleteTemplate(tx, buyer, id, now)
    if (!removed) throw templateNotFound()
    if (isOnBehalf(author)) await recordEvent(tx, author, { event: 'template.removed_on_behalf', object: removed.name })
  })
}

/**
 * Undoes the deletion of a template by the person.
 * @throws AppError `not_found`, `undo.not_yours`, `undo.expired`, `undo.conflict` when its name is used,
 * `template.limit_reached`
 */
export async function restoreTemplate(db: Kysely<DB>, buyer: Buyer, { id, now }: { id: number; now: Date }) {
  const { contractorId } = buyer
  await db.transaction().execute(async (tx) => {
    await queries.lockTemplates(tx, contractorId)
    const template = await queries.lockDeletedTemplate(tx, contractorId, id)
    if (!template?.deleted_at) throw templateNotFound()
    requireUndoable({ actorId: template.actor_id, at: template.deleted_at }, buyer, now)
    if ((await queries.countTemplates(tx, contractorId)) >= MAX_TEMPLATES) throw new AppError('template.limit_reached')
    await queries.restoreDeletedTemplate(tx, buyer, id).catch(rethrowUndoConflict)
  })
}

/**
 * Creates a list from the template at today's prices, with replacements for goods that are gone.
 * @throws AppError `not_found` for another company's template and for a point not available to the person
 */
export async function listOfTemplate(
  db: Kysely<DB>,
  deps: ListDeps,
  { caller, buyer }: { caller: ListCaller; buyer: Buyer },
  { id, consigneeId }: { id: number; consigneeId: number | null },
): Promise<{ id: number }> {
  const template = await queries.selectTemplate(db, buyer.contractorId, id)
  if (!template) throw templateNotFound()
  return createList(db, deps, caller, {
    content: Buffer.from(asTable(template)),
    isPasted: true,
    name: template.name,
    consigneeId,
  })
}
