import { accessScopeOf, type AccessScope } from '../../../platform/access/index.ts'
import {
  MAX_ORDER_FILES,
  MAX_ORDER_MESSAGES,
  type OrderMessage,
  type OrderMessages,
} from '@artikul/contract/ordering/order-messages'
import type { MessageBody } from '@artikul/contract/core/attachments'
import { can } from '@artikul/contract/core/roles'
import type { Kysely, Transaction } from 'kysely'
import { attachmentOf, dayBefore, requireRoom, withFile } from '../../../platform/files/attachment.ts'
import type { Clock } from '../../../platform/clock.ts'
import type { Db, DB } from '../../../platform/db/index.ts'
import { AppError } from '../../../platform/errors.ts'
import { isOnBehalf, type Actor, type Author } from '../../../platform/http/index.ts'
import { publishEvents } from '../../../platform/events/index.ts'
import { findOrder, type PublishedOrder } from '../orders/index.ts'
import {
  attachOrderFiles,
  countOrderFiles,
  countOrderMessages,
  deleteWait,
  insertOrderFile,
  insertOrderMessage,
  selectOrderFile,
  selectOrderFiles,
  selectOrderMessages,
  selectNote,
  selectUnansweredOrders,
  writeNote,
  type OrderMessageRow,
  type Side,
} from './order-messages.queries.ts'

/** Files that stay unattached for this long are deleted. */

/** Author of a message and the scope in which they can access the order. */
export interface OrderMessageParty {
  reader: AccessScope
  author: Author
}

const sideOf = (reader: AccessScope): Side => (reader === 'any' ? 'staff' : 'client')
const placeOf = ({ id, contractor_id }: PublishedOrder) => ({ order_id: id, contractor_id })

/** @throws AppError `not_found`, also for another company's order */
async function orderOf(db: Db, reader: AccessScope, id: number): Promise<PublishedOrder> {
  const order = await findOrder(db, reader, id)
  if (!order) throw new AppError('not_found', { detail: 'Заказ не найден' })
  return order
}

function presentMessage(row: OrderMessageRow, files: Awaited<ReturnType<typeof selectOrderFiles>>): OrderMessage {
  const { id, text, from_staff, author, subject } = row
  return {
    id,
    text,
    from_staff,
    by: isOnBehalf({ actorId: row.actor_id, subjectId: row.subject_id }) ? `${author} от имени: ${subject}` : author,
    at: row.created_at.toISOString(),
    files: files.filter((file) => file.message_id === id),
  }
}

/**
 * Reads the messages of an order and the note of the reader's side.
 * @throws AppError `not_found`, also for another company's order
 */
export async function readOrderMessages(db: Db, actor: Actor, orderId: number): Promise<OrderMessages> {
  const reader = accessScopeOf(actor)
  await orderOf(db, reader, orderId)
  const [messages, files, note, isUnanswered] = await Promise.all([
    selectOrderMessages(db, orderId, MAX_ORDER_MESSAGES),
    selectOrderFiles(db, orderId, MAX_ORDER_FILES),
    selectNote(db, orderId, sideOf(reader)),
    selectUnansweredOrders(db, orderId),
  ])
  return {
    messages: messages.map((row) => presentMessage(row, files)),
    note: note ? { text: note.text, by: note.by, at: note.written_at.toISOString(), version: note.version } : null,
    waits: reader === 'any' && isUnanswered,
    can_write: can(actor.roles, 'orders:talk'),
  }
}

/**
 * Sends a message to the other side and publishes it immediately.
 * @throws AppError `not_found`, also for another company's order, `order.message_limit_reached`, `input.invalid`
 */
export async function postOrderMessage(
  tx: Transaction<DB>,
  { clock }: { clock: Clock },
  { reader, author }: OrderMessageParty,
  orderId: number,
  { text, file_ids: ids }: MessageBody,
) {
  const now = clock.now()
  const order = await orderOf(tx, reader, orderId)
  if ((await countOrderMessages(tx, orderId)) >= MAX_ORDER_MESSAGES) throw new AppError('order.message_limit_reached')
  const place = placeOf(order)
  const message = await insertOrderMessage(tx, place, author, { text, from_staff: reader === 'any', created_at: now })
  const given = [...new Set(ids)]
  if (given.length > 0) {
    const attached = await attachOrderFiles(tx, place, { userId: author.actorId, messageId: message.id }, given)
    if (attached < given.length)
      throw new AppError('input.invalid', {
        errors: [{ path: 'file_ids', message: 'Файл не найден: приложите его снова' }],
      })
  }
  const event = {
    kind: 'order.message',
    about: 'order',
    aboutId: order.id,
    label: order.number,
    contractorId: order.contractor_id,
    consigneeId: order.consignee_id,
    tells: reader === 'any' ? 'client' : 'staff',
    author,
  } as const
  await publishEvents(tx, [event], now)
}

/**
 * Marks the order as needing no answer: it leaves the queue until the client writes again.
 * @throws AppError `not_found`
 */
export async function dismissOrderMessage(
  db: Kysely<DB>,
  { clock }: { clock: Clock },
  { reader, author }: OrderMessageParty,
  orderId: number,
): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const order = await orderOf(tx, reader, orderId)
    await deleteWait(tx, orderId)
    // Published to staff only, because nothing changes for the company.
    await publishEvents(
      tx,
      [{ kind: 'order.changed', about: 'order', aboutId: order.id, contractorId: null, author }],
      clock.now(),
    )
  })
}

/**
 * Stores an uploaded file until its message is sent.
 * @throws AppError `not_found`, also for another company's order, `file.refused`
 */
export async function storeOrderFile(
  db: Db,
  { clock }: { clock: Clock },
  { reader, author }: OrderMessageParty,
  { orderId, ...input }: { orderId: number; name: string; bytes: Buffer },
) {
  const order = await orderOf(db, reader, orderId)
  const now = clock.now()
  const kept = await countOrderFiles(db, placeOf(order), dayBefore(now))
  requireRoom('По заказу', withFile(kept, input.bytes), MAX_ORDER_FILES)
  return insertOrderFile(db, placeOf(order), author, { ...(await attachmentOf(input)), created_at: now })
}

/** @throws AppError `not_found`, also for another company's file and for another person's pending upload */
export async function readOrderFile(db: Db, actor: Actor, id: number) {
  const file = await selectOrderFile(db, id, actor.userId)
  const order = file && (await findOrder(db, accessScopeOf(actor), file.order_id))
  if (!file || !order) throw new AppError('not_found', { detail: 'Файл не найден' })
  return { name: file.name, type: file.type, bytes: file.bytes }
}

/**
 * Updates the private note of one side.
 * @throws AppError `not_found`, also for another company's order, `stale`
 */
export async function saveOrderNote(
  db: Db,
  { clock }: { clock: Clock },
  { reader, author }: OrderMessageParty,
  { orderId, text, version }: { orderId: number; text: string; version: number },
) {
  const order = await orderOf(db, reader, orderId)
  const place = { ...placeOf(order), side: sideOf(reader) }
  const written = await writeNote(db, place, author, { text, version, at: clock.now() })
  if (!written) throw new AppError('stale')
  return written
}
