import { sql } from 'kysely'
import type { EmailState } from '@artikul/contract/platform/email-states'
import type { Db } from '../db/index.ts'
import { enqueueJob } from '../jobs.ts'
import { literal } from '../like.ts'
import type { Page } from '../paging.ts'

export interface NewEmail {
  recipient: string
  subject: string
  body: string
  html: string
  is_secret: boolean
  state: 'waiting' | 'kept'
  message_id: string
  created_at: Date
  next_try_at: Date
}

export interface EmailFile {
  name: string
  content: Buffer
}

export async function insertEmail(db: Db, mail: NewEmail, files: readonly EmailFile[]): Promise<number> {
  const { id } = await db.insertInto('emails').values(mail).returning('id').executeTakeFirstOrThrow()
  if (files.length === 0) return id
  const attached = files.map((file) => ({ mail_id: id, ...file }))
  await db.insertInto('email_attachments').values(attached).execute()
  return id
}

export const selectEmailFiles = (db: Db, mailId: number): Promise<EmailFile[]> =>
  db.selectFrom('email_attachments').select(['name', 'content']).where('mail_id', '=', mailId).orderBy('id').execute()

/** Makes the emails of the last day that were kept for lack of a mail server due. */
export const releaseKeptEmails = (db: Db, now: Date) =>
  sql`
    update emails set state = 'waiting', next_try_at = ${now}
    where state = 'kept' and body <> '' and created_at > ${now}::timestamptz - interval '1 day'`.execute(db)

/** Claims due emails; other servers skip them until the lease ends. */
export const claimEmails = (db: Db, now: Date, leaseUntil: Date, count: number) =>
  db
    .updateTable('emails')
    .set({ next_try_at: leaseUntil, attempts: sql`attempts + 1` })
    .where('id', 'in', (due) =>
      due
        .selectFrom('emails')
        .select('id')
        .where('state', '=', 'waiting')
        .where('next_try_at', '<=', now)
        .orderBy('next_try_at')
        .limit(count)
        .forUpdate()
        .skipLocked(),
    )
    .returning(['id', 'recipient', 'subject', 'body', 'html', 'message_id', 'attempts', 'is_secret'])
    .execute()
export type ClaimedEmail = Awaited<ReturnType<typeof claimEmails>>[number]

export const markEmailSent = (db: Db, id: number, at: Date) =>
  db
    .updateTable('emails')
    .set({
      state: 'sent',
      sent_at: at,
      last_error: '',
      body: sql`case when is_secret then '' else body end`,
      html: sql`case when is_secret then '' else html end`,
    })
    .where('id', '=', id)
    .execute()

export const markNotSent = (db: Db, id: number, state: 'waiting' | 'failed', error: string, nextTryAt: Date) =>
  db.updateTable('emails').set({ state, last_error: error, next_try_at: nextTryAt }).where('id', '=', id).execute()

/** Schedules another attempt; true when the email was waiting for it. */
export async function markForRetry(db: Db, id: number, now: Date): Promise<boolean> {
  const result = await db
    .updateTable('emails')
    .set({ state: 'waiting', attempts: 0, next_try_at: now })
    .where('id', '=', id)
    .where('state', 'in', ['failed', 'kept'])
    .where('body', '!=', '')
    .executeTakeFirst()
  const isWaiting = result.numUpdatedRows > 0n
  if (isWaiting) await enqueueJob(db, 'emails')
  return isWaiting
}

/** Deletes the texts and addresses of emails to a person; the fact of sending stays. Unsent ones are cancelled. */
export async function clearEmailsTo(db: Db, address: string, shown: string) {
  const isTo = sql<boolean>`lower(recipient) = lower(${address})`
  await db
    .deleteFrom('email_attachments')
    .where('mail_id', 'in', (own) => own.selectFrom('emails').select('id').where(isTo))
    .execute()
  await db
    .updateTable('emails')
    .set({
      recipient: shown,
      body: '',
      html: '',
      last_error: '',
      state: sql`case when state = 'sent' then state else 'kept' end`,
    })
    .where(isTo)
    .execute()
}

const ITEM = ['id', 'created_at', 'sent_at', 'recipient', 'subject', 'state', 'attempts', 'last_error'] as const

export async function selectEmails(
  db: Db,
  filter: { q?: string | undefined; state?: EmailState | undefined },
  page: Page,
) {
  let query = db.selectFrom('emails')
  const { q, state } = filter
  if (state) query = query.where('state', '=', state)
  if (q) {
    const pattern = `%${literal(q)}%`
    query = query.where(sql<boolean>`recipient || ' ' || subject ilike ${pattern}`)
  }
  const [rows, count] = await Promise.all([
    query.select(ITEM).orderBy('id', 'desc').limit(page.size).offset(page.offset).execute(),
    query.select(sql<number>`count(*)`.as('total')).executeTakeFirstOrThrow(),
  ])
  return { rows, total: count.total }
}
export type EmailRow = Awaited<ReturnType<typeof selectEmails>>['rows'][number]

export const selectEmail = (db: Db, id: number) =>
  db
    .selectFrom('emails')
    .select([...ITEM, 'body', 'is_secret'])
    .where('id', '=', id)
    .executeTakeFirst()
