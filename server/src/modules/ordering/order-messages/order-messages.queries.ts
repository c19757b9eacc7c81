import { sql, type Insertable } from 'kysely'
import type { StoredFiles } from '../../../platform/files/attachment.ts'
import type { Db, DB } from '../../../platform/db/index.ts'
import { writtenBy, type Writer } from '../../../platform/http/index.ts'

/** Order of a message and its company. */
export interface OrderFilePlace {
  order_id: number
  contractor_id: number
}

/** Side that keeps its own private note. */
export type Side = 'client' | 'staff'

export const selectOrderMessages = (db: Db, orderId: number, most: number) =>
  db
    .selectFrom('order_messages as message')
    .innerJoin('users as author', 'author.id', 'message.actor_id')
    .innerJoin('users as subject', 'subject.id', 'message.subject_id')
    .select(['message.id', 'message.text', 'message.from_staff', 'message.created_at'])
    .select(['message.actor_id', 'message.subject_id', 'author.full_name as author', 'subject.full_name as subject'])
    .where('message.order_id', '=', orderId)
    .orderBy('message.id')
    .limit(most)
    .execute()
export type OrderMessageRow = Awaited<ReturnType<typeof selectOrderMessages>>[number]

/** Selects the files attached to messages; pending uploads are not included. */
export const selectOrderFiles = (db: Db, orderId: number, most: number) =>
  db
    .selectFrom('order_files')
    .select(['id', 'message_id', 'name', 'type'])
    .where('order_id', '=', orderId)
    .where('message_id', 'is not', null)
    .orderBy('id')
    .limit(most)
    .execute()

/** Counts the messages of the order. */
export async function countOrderMessages(db: Db, orderId: number): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from order_messages where order_id = ${orderId}`.execute(db)
  return rows[0]?.count ?? 0
}

/**
 * Counts the files of the order and sums up the bytes of its company since the moment; only the stored sizes are read.
 */
export async function countOrderFiles(
  db: Db,
  { order_id: orderId, contractor_id: companyId }: OrderFilePlace,
  since: Date,
) {
  const { rows } = await sql<StoredFiles>`
    select count(*) as files, coalesce(sum(octet_length(bytes)), 0)::float8 as bytes,
      (select coalesce(sum(octet_length(bytes)), 0)::float8 from order_files
        where contractor_id = ${companyId} and created_at > ${since}) as "bytesOfDay"
    from order_files where order_id = ${orderId}`.execute(db)
  return rows[0] ?? { files: 0, bytes: 0, bytesOfDay: 0 }
}

/** Selects a file with its order; a pending upload is visible only to its author. */
export const selectOrderFile = (db: Db, id: number, userId: number) =>
  db
    .selectFrom('order_files')
    .select(['order_id', 'name', 'type', 'bytes'])
    .where('id', '=', id)
    .where((where) => where.or([where('message_id', 'is not', null), where('actor_id', '=', userId)]))
    .executeTakeFirst()

export const insertOrderMessage = (
  db: Db,
  place: OrderFilePlace,
  author: Writer,
  message: { text: string; from_staff: boolean; created_at: Date },
) =>
  db
    .insertInto('order_messages')
    .values({ ...place, ...message, ...writtenBy(author) })
    .returning('id')
    .executeTakeFirstOrThrow()

export const insertOrderFile = (
  db: Db,
  place: OrderFilePlace,
  author: Writer,
  file: Pick<Insertable<DB['order_files']>, 'name' | 'type' | 'bytes' | 'created_at'>,
) =>
  db
    .insertInto('order_files')
    .values({ ...place, ...file, ...writtenBy(author) })
    .returning('id')
    .executeTakeFirstOrThrow()

/** Attaches the person's pending files of the order to a message and returns their number. */
export async function attachOrderFiles(
  db: Db,
  { order_id: orderId }: OrderFilePlace,
  { userId, messageId }: { userId: number; messageId: number },
  ids: readonly number[],
): Promise<number> {
  const rows = await db
    .updateTable('order_files')
    .set({ message_id: messageId })
    .where('id', '=', sql<number>`any(${ids}::integer[])`)
    .where('order_id', '=', orderId)
    .where('actor_id', '=', userId)
    .where('message_id', 'is', null)
    .returning('id')
    .execute()
  return rows.length
}

export const selectNote = (db: Db, orderId: number, side: Side) =>
  db
    .selectFrom('order_notes')
    .innerJoin('users', 'users.id', 'order_notes.actor_id')
    .select(['order_notes.text', 'users.full_name as by', 'order_notes.written_at', 'order_notes.version'])
    .where('order_id', '=', orderId)
    .where('side', '=', side)
    .executeTakeFirst()

/** Updates the note; returns no row when it was changed meanwhile. */
export async function writeNote(
  db: Db,
  place: OrderFilePlace & { side: Side },
  author: Writer,
  { text, version, at }: { text: string; version: number; at: Date },
): Promise<{ version: number } | undefined> {
  const { actor_id, subject_id } = writtenBy(author)
  const { rows } = await sql<{ version: number }>`
    insert into order_notes (order_id, contractor_id, side, text, actor_id, subject_id, written_at)
    select ${place.order_id}, ${place.contractor_id}, ${place.side}, ${text}, ${actor_id}, ${subject_id}, ${at}
    on conflict (order_id, side) do update
      set text = excluded.text, version = order_notes.version + 1, actor_id = excluded.actor_id,
        subject_id = excluded.subject_id, written_at = excluded.written_at
      where order_notes.version = ${version}
    returning version`.execute(db)
  return rows[0]
}

/** Checks whether the client waits for an answer. */
export const selectUnansweredOrders = async (db: Db, orderId: number): Promise<boolean> =>
  (await db.selectFrom('unanswered_orders').select('order_id').where('order_id', '=', orderId).executeTakeFirst()) !==
  undefined

export const deleteWait = (db: Db, orderId: number) =>
  db.deleteFrom('unanswered_orders').where('order_id', '=', orderId).execute()
