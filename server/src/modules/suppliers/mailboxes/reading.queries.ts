import type { Db, Sql } from '../../../platform/db/index.ts'
import type { MailboxRow } from './mailboxes.queries.ts'

/**
 * Key of the advisory lock that a transaction owns while it reads a mailbox; a free lock means that no server is
 * reading it.
 */
const READ_LOCK = 7_321_013

/** Locks the mailbox until the transaction ends, in any way; false when another server is reading it. */
export async function lockMailbox(tx: Sql, id: number): Promise<boolean> {
  const [row] = await tx<{ held: boolean }[]>`select pg_try_advisory_xact_lock(${READ_LOCK}, ${id}) as held`
  return row?.held ?? false
}

export async function selectDueIds(db: Db, now: Date): Promise<number[]> {
  const rows = await db
    .selectFrom('mailboxes')
    .select('id')
    .where('is_on', '=', true)
    .where('next_check_at', '<=', now)
    .orderBy('next_check_at')
    .execute()
  return rows.map(({ id }) => id)
}

/** Selects the mailbox if it is due; undefined when it was checked meanwhile. */
export const selectDueMailboxes = (db: Db, id: number, now: Date): Promise<MailboxRow | undefined> =>
  db
    .selectFrom('mailboxes')
    .selectAll()
    .where('id', '=', id)
    .where('is_on', '=', true)
    .where('next_check_at', '<=', now)
    .executeTakeFirst()

/** Permanent location of an email. */
export interface EmailPlace {
  mailbox_id: number
  uid_validity: number
  uid: number
}

interface Read extends EmailPlace {
  /** Version of the mailbox at the start of the check. */
  version: number
  receivedAt?: Date
}

/** Marks every email up to this one as processed; false when the mailbox was changed or deleted. */
export async function noteRead(db: Db, read: Read): Promise<boolean> {
  const { mailbox_id, uid_validity, uid, version, receivedAt } = read
  const { numUpdatedRows } = await db
    .updateTable('mailboxes')
    .set({ uid_validity, last_uid: uid })
    .$if(receivedAt !== undefined, (update) =>
      update.set((eb) => ({ reads_from: eb.fn<Date>('greatest', ['reads_from', eb.val(receivedAt)]) })),
    )
    .where('id', '=', mailbox_id)
    .where('version', '=', version)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

interface Looked {
  failure: string | null
  failures: number
  stuck_uid: number | null
  /** Start of the check and time of the next one. */
  begun: Date
  now: Date
  next: Date
}

/**
 * Records the outcome of a check. An immediate check requested meanwhile stays scheduled; a changed mailbox gets no
 * outcome.
 */
export const noteLooked = (db: Db, { id, version }: MailboxRow, { begun, now, next, ...outcome }: Looked) =>
  db
    .updateTable('mailboxes')
    .set((eb) => ({
      ...outcome,
      checked_at: now,
      next_check_at: eb.case().when('next_check_at', '>', begun).then(eb.ref('next_check_at')).else(next).end(),
    }))
    .where('id', '=', id)
    .where('version', '=', version)
    .execute()

interface ImportedFile extends EmailPlace {
  part: string
  import_id: number
  taken_at: Date
}

/** Records an imported file; false when it was already imported. */
export async function insertImportedFile(db: Db, file: ImportedFile): Promise<boolean> {
  const inserted = await db
    .insertInto('mail_files')
    .values(file)
    .onConflict((conflict) => conflict.doNothing())
    .returning('uid')
    .executeTakeFirst()
  return inserted !== undefined
}

export async function selectImportedParts(db: Db, { mailbox_id, uid_validity, uid }: EmailPlace): Promise<string[]> {
  const rows = await db
    .selectFrom('mail_files')
    .select('part')
    .where('mailbox_id', '=', mailbox_id)
    .where('uid_validity', '=', uid_validity)
    .where('uid', '=', uid)
    .execute()
  return rows.map(({ part }) => part)
}
