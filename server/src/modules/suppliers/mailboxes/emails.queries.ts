import { sql } from 'kysely'
import type { Db } from '../../../platform/db/index.ts'
import type { Page } from '../../../platform/paging.ts'
import type { EmailPlace } from './reading.queries.ts'

const MAX_KEPT = 2000
const AT_ONCE = 500

export async function selectUnmatchedEmails(db: Db, page: Page) {
  const [{ count }, rows] = await Promise.all([
    db
      .selectFrom('unmatched_emails')
      .select(sql<number>`count(*)`.as('count'))
      .executeTakeFirstOrThrow(),
    db
      .selectFrom('unmatched_emails as letter')
      .innerJoin('mailboxes', 'mailboxes.id', 'letter.mailbox_id')
      .select(['letter.id', 'mailboxes.login as mailbox', 'letter.sender', 'letter.subject', 'letter.file_names'])
      .select(['letter.received_at', 'letter.reason', 'letter.is_asked_again'])
      .orderBy('letter.received_at', 'desc')
      .orderBy('letter.id', 'desc')
      .limit(page.size)
      .offset(page.offset)
      .execute(),
  ])
  return { rows, total: count }
}

interface Unmatched extends EmailPlace {
  sender: string
  subject: string
  file_names: string[]
  received_at: Date
  reason: string
}

export function saveUnmatched(db: Db, letter: Unmatched) {
  const { mailbox_id: _, uid_validity: __, uid: ___, ...state } = letter
  return db
    .insertInto('unmatched_emails')
    .values(letter)
    .onConflict((conflict) =>
      conflict.columns(['mailbox_id', 'uid_validity', 'uid']).doUpdateSet({ ...state, is_asked_again: false }),
    )
    .execute()
}

export const deleteUnmatched = (db: Db, { mailbox_id, uid_validity, uid }: EmailPlace) =>
  db
    .deleteFrom('unmatched_emails')
    .where('mailbox_id', '=', mailbox_id)
    .where('uid_validity', '=', uid_validity)
    .where('uid', '=', uid)
    .execute()

/** Schedules the email to be read again; undefined when it is no longer in the list. */
export const scheduleReread = (db: Db, id: number) =>
  db
    .updateTable('unmatched_emails')
    .set({ is_asked_again: true })
    .where('id', '=', id)
    .returning('mailbox_id')
    .executeTakeFirst()

export async function selectEmailsToReread(
  db: Db,
  mailboxId: number,
  uidValidity: number,
  most: number,
): Promise<number[]> {
  const rows = await db
    .selectFrom('unmatched_emails')
    .select('uid')
    .where('mailbox_id', '=', mailboxId)
    .where('uid_validity', '=', uidValidity)
    .where('is_asked_again', '=', true)
    .orderBy('uid')
    .limit(most)
    .execute()
  return rows.map(({ uid }) => uid)
}

/** Deletes the oldest emails beyond the maximum. */
export const deleteSurplusEmails = (db: Db) =>
  sql`
    delete from unmatched_emails where id in (
      select id from unmatched_emails order by received_at desc, id desc offset ${MAX_KEPT} limit ${AT_ONCE}
    )`.execute(db)
