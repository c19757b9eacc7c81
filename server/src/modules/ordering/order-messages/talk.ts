import { accessScopeOf, type AccessScope } from '../../../platform/access/index.ts'
import {
  MOST_FILES_OF_ORDER,
  MOST_ORDER_MESSAGES,
  type OrderMessage,
  type OrderTalk,
} from '@artikul/contract/ordering/order-talk'
import type { Words } from '@artikul/contract/core/attachments'
import { can } from '@artikul/contract/core/roles'
import type { Kysely, Transaction } from 'kysely'
import { attachmentOf, dayBefore, requireRoom, withFile } from '../../../platform/files/attachment.ts'
import type { Clock } from '../../../platform/clock.ts'
import type { Db, DB } from '../../../platform/db/index.ts'
import { AppError } from '../../../platform/errors.ts'
import { isOnBehalf, type Actor, type Author } from '../../../platform/http/index.ts'
import { tellOf } from '../../../platform/events/index.ts'
import { findOrder, type ToldOrder } from '../orders/index.ts'
import {
  attachFiles,
  countFiles,
  countMessages,
  deleteWait,
  forgetWaitingFiles,
  insertFile,
  insertMessage,
  selectFile,
  selectFiles,
  selectMessages,
  selectNote,
  selectWaits,
  writeNote,
  type MessageRow,
  type Side,
} from './talk.queries.ts'

/** Files that stay unattached for this long are deleted. */
const WAITS_MS = 24 * 3_600_000

/** Author of a message and the scope in which they can access the order. */
export interface Party {
  reader: AccessScope
  author: Author
}

const sideOf = (reader: AccessScope): Side => (reader === 'any' ? 'staff' : 'client')
const placeOf = ({ id, contractor_id }: ToldOrder) => ({ order_id: id, contractor_id })

/** @throws AppError `not_found`, also for another company's order */
async function orderOf(db: Db, reader: AccessScope, id: number): Promise<ToldOrder> {
  const order = await findOrder(db, reader, id)
  if (!order) throw new AppError('not_found', { detail: 'Заказ не найден' })
  return order
}

function presentMessage(row: MessageRow, files: Awaited<ReturnType<typeof selectFiles>>): OrderMessage {
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
export async function readTalk(db: Db, actor: Actor, orderId: number): Promise<OrderTalk> {
  const reader = accessScopeOf(actor)
  await orderOf(db, reader, orderId)
  const [messages, files, note, waits] = await Promise.all([
    selectMessages(db, orderId, MOST_ORDER_MESSAGES),
    selectFiles(db, orderId, MOST_FILES_OF_ORDER),
    selectNote(db, orderId, sideOf(reader)),
    selectWaits(db, orderId),
  ])
  return {
    messages: messages.map((row) => presentMessage(row, files)),
    note: note ? { text: note.text, by: note.by, at: note.written_at.toISOString(), version: note.version } : null,
    waits: reader === 'any' && waits,
    can_write: can(actor.roles, 'orders:talk'),
  }
}

/**
 * Sends a message to the other side and publishes it immediately.
 * @throws AppError `not_found`, also for another company's order, `order.messages_full`, `input.invalid`
 */
export async function say(
  tx: Transaction<DB>,
  { clock }: { clock: Clock },
  { reader, author }: Party,
  orderId: number,
  { text, file_ids: ids }: Words,
) {
  const now = clock.now()
  const order = await orderOf(tx, reader, orderId)
  if ((await countMessages(tx, orderId)) >= MOST_ORDER_MESSAGES) throw new AppError('order.messages_full')
  const place = placeOf(order)
  const message = await insertMessage(tx, place, author, { text, from_staff: reader === 'any', created_at: now })
  const given = [...new Set(ids)]
  if (given.length > 0) {
    const attached = await attachFiles(tx, place, { userId: author.actorId, messageId: message.id }, given)
    if (attached < given.length)
      throw new AppError('input.invalid', {
        errors: [{ path: 'file_ids', message: 'Файл не найден: приложите его снова' }],
      })
  }
  const happening = {
    kind: 'order.message',
    about: 'order',
    aboutId: order.id,
    label: order.number,
    contractorId: order.contractor_id,
    consigneeId: order.consignee_id,
    tells: reader === 'any' ? 'client' : 'staff',
    author,
  } as const
  await tellOf(tx, [happening], now)
}

/**
 * Marks the order as needing no answer: it leaves the queue until the client writes again.
 * @throws AppError `not_found`
 */
export async function settle(
  db: Kysely<DB>,
  { clock }: { clock: Clock },
  { reader, author }: Party,
  orderId: number,
): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const order = await orderOf(tx, reader, orderId)
    await deleteWait(tx, orderId)
    // Published to staff only, because nothing changes for the company.
    await tellOf(
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
export async function keepFile(
  db: Db,
  { clock }: { clock: Clock },
  { reader, author }: Party,
  { orderId, ...given }: { orderId: number; name: string; bytes: Buffer },
) {
  const order = await orderOf(db, reader, orderId)
  const now = clock.now()
  const kept = await countFiles(db, placeOf(order), dayBefore(now))
  requireRoom('По заказу', withFile(kept, given.bytes), MOST_FILES_OF_ORDER)
  return insertFile(db, placeOf(order), author, { ...attachmentOf(given), created_at: now })
}

/** @throws AppError `not_found`, also for another company's file and for another person's pending upload */
export async function readFileOf(db: Db, actor: Actor, id: number) {
  const file = await selectFile(db, id, actor.userId)
  const order = file && (await findOrder(db, accessScopeOf(actor), file.order_id))
  if (!file || !order) throw new AppError('not_found', { detail: 'Файл не найден' })
  return { name: file.name, type: file.type, bytes: file.bytes }
}

/**
 * Updates the private note of one side.
 * @throws AppError `not_found`, also for another company's order, `stale`
 */
export async function keepNote(
  db: Db,
  { clock }: { clock: Clock },
  { reader, author }: Party,
  { orderId, text, version }: { orderId: number; text: string; version: number },
) {
  const order = await orderOf(db, reader, orderId)
  const place = { ...placeOf(order), side: sideOf(reader) }
  const written = await writeNote(db, place, author, { text, version, at: clock.now() })
  if (!written) throw new AppError('stale')
  return written
}

/** Deletes uploaded files that were never attached to a message. */
export const forgetOldOrderFiles = (db: Db, now: Date) => forgetWaitingFiles(db, new Date(now.getTime() - WAITS_MS))
