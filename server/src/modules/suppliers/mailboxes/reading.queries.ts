import { sql } from 'kysely'
import type { Db, Sql } from '../../../platform/db/index.ts'
import type { MailboxRow } from './mailboxes.queries.ts'

/** Held by whoever reads a mailbox, in a transaction: when nobody holds it, nobody reads the mailbox. */
const READ_LOCK = 7_321_013

/** False: another server reads it. Held until the transaction ends, however it ends. */
export async function holdMailbox(tx: Sql, id: number): Promise<boolean> {
  const [row] = await tx<{ held: boolean }[]>`select pg_try_advisory_xact_lock(${READ_LOCK}, ${id}) as held`
  return row?.held ?? false
}

export async function selectDueIds(db: Db, now: Date): Promise<number[]> {
  const rows = await db
    .selectFrom('mailboxes')
    .select('id')
    .where('is_on', '=', true)
    .where('next_look_at', '<=', now)
    .orderBy('next_look_at')
    .execute()
  return rows.map(({ id }) => id)
}

/** Undefined: somebody has looked into it meanwhile. */
export const selectDue = (db: Db, id: number, now: Date): Promise<MailboxRow | undefined> =>
  db
    .selectFrom('mailboxes')
    .selectAll()
    .where('id', '=', id)
    .where('is_on', '=', true)
    .where('next_look_at', '<=', now)
    .executeTakeFirst()

/** Where a letter lies, for ever. */
export interface LetterPlace {
  mailbox_id: number
  uid_validity: number
  uid: number
}

interface Read extends LetterPlace {
  /** Of the mailbox as it was when the look began. */
  version: number
  receivedAt?: Date
}

/** Every letter up to this one is done with. False: somebody has changed the mailbox, or it is gone. */
export async function noteRead(db: Db, read: Read): Promise<boolean> {
  const { mailbox_id, uid_validity, uid, version, receivedAt } = read
  const { numUpdatedRows } = await db
    .updateTable('mailboxes')
    .set({ uid_validity, last_uid: uid })
    .$if(receivedAt !== undefined, (update) =>
      update.set({ reads_from: sql<Date>`greatest(reads_from, ${receivedAt}::timestamptz)` }),
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
  /** When the look began, and when the next one is. */
  begun: Date
  now: Date
  next: Date
}

/** A look that somebody has asked for meanwhile stands; of a mailbox that was changed meanwhile nothing is known. */
export const noteLooked = (db: Db, { id, version }: MailboxRow, { begun, now, next, ...outcome }: Looked) =>
  db
    .updateTable('mailboxes')
    .set({
      ...outcome,
      looked_at: now,
      next_look_at: sql<Date>`case when next_look_at > ${begun} then next_look_at else ${next}::timestamptz end`,
    })
    .where('id', '=', id)
    .where('version', '=', version)
    .execute()

interface TakenFile extends LetterPlace {
  part: string
  import_id: number
  taken_at: Date
}

/** False: it was taken before. */
export async function insertTaken(db: Db, file: TakenFile): Promise<boolean> {
  const taken = await db
    .insertInto('mail_files')
    .values(file)
    .onConflict((conflict) => conflict.doNothing())
    .returning('uid')
    .executeTakeFirst()
  return taken !== undefined
}

export async function selectTakenParts(db: Db, { mailbox_id, uid_validity, uid }: LetterPlace): Promise<string[]> {
  const rows = await db
    .selectFrom('mail_files')
    .select('part')
    .where('mailbox_id', '=', mailbox_id)
    .where('uid_validity', '=', uid_validity)
    .where('uid', '=', uid)
    .execute()
  return rows.map(({ part }) => part)
}
