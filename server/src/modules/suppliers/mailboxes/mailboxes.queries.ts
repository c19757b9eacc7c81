import type { MailboxPatch, NewMailbox } from '@artikul/contract/suppliers/mailboxes'
import { sql } from 'kysely'
import type { Db } from '../../../platform/db/index.ts'

/** Locks the list of mailboxes while one is added. */
export const lockMailboxes = (db: Db) => sql`select pg_advisory_xact_lock(7321014)`.execute(db)

export const selectMailboxes = async (db: Db) =>
  (
    await sql<MailboxRow & { import_id: number | null; file_name: string | null; taken_at: Date | null }>`
      select mailbox.*, last.import_id, last.file_name, last.taken_at
      from mailboxes mailbox
      left join lateral (
        select file.import_id, import.file_name, file.taken_at
        from mail_files file join price_imports import on import.id = file.import_id
        where file.mailbox_id = mailbox.id order by file.taken_at desc limit 1
      ) last on true
      order by mailbox.login, mailbox.id`.execute(db)
  ).rows

export const selectMailbox = (db: Db, id: number) =>
  db.selectFrom('mailboxes').selectAll().where('id', '=', id).executeTakeFirst()
export type MailboxRow = NonNullable<Awaited<ReturnType<typeof selectMailbox>>>

export const lockMailbox = (db: Db, id: number) =>
  db.selectFrom('mailboxes').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()

export const countMailboxes = async (db: Db): Promise<number> =>
  (
    await db
      .selectFrom('mailboxes')
      .select(sql<number>`count(*)`.as('count'))
      .executeTakeFirstOrThrow()
  ).count

/** Columns of a mailbox that is read from now on: earlier emails are ignored. */
const unread = (readsFrom: Date) => ({ reads_from: readsFrom, uid_validity: null, last_uid: 0 })
const NO_FAILURE = { failure: null, failures: 0, stuck_uid: null }

interface NewRow extends Omit<NewMailbox, 'password'> {
  password: Buffer
  readsFrom: Date
  now: Date
}

export const insertMailbox = (db: Db, { readsFrom, now, ...fields }: NewRow) =>
  db
    .insertInto('mailboxes')
    .values({ ...fields, ...unread(readsFrom), next_check_at: now })
    .returning('id')
    .executeTakeFirstOrThrow()

interface ChangedRow extends Omit<MailboxPatch, 'password' | 'version'> {
  password: Buffer
  /** Start of reading for a changed folder, whose emails are counted anew. */
  readsFrom: Date | null
  now: Date
}

export async function updateMailbox(db: Db, id: number, { readsFrom, now, ...fields }: ChangedRow): Promise<void> {
  await db
    .updateTable('mailboxes')
    .set({ ...fields, ...(readsFrom && unread(readsFrom)), ...NO_FAILURE, next_check_at: now })
    .set({ version: sql<number>`version + 1` })
    .where('id', '=', id)
    .execute()
  if (!readsFrom) return
  await db.deleteFrom('mail_files').where('mailbox_id', '=', id).execute()
  await db.deleteFrom('unmatched_emails').where('mailbox_id', '=', id).execute()
}

export const deleteMailbox = (db: Db, id: number) => db.deleteFrom('mailboxes').where('id', '=', id).execute()

/** Schedules an immediate check; false when the mailbox does not exist or is disabled. */
export async function scheduleCheck(db: Db, id: number, now: Date): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('mailboxes')
    .set({ next_check_at: now })
    .where('id', '=', id)
    .where('is_on', '=', true)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

export const setMailboxPassword = (db: Db, id: number, password: Buffer) =>
  db.updateTable('mailboxes').set({ password }).where('id', '=', id).execute()
