import { sql } from 'kysely'
import type { Db } from '../../../../platform/db/index.ts'
import type { DeliveryAttempt } from './receiver.ts'

/** A webhook whose oldest message may be sent. */
const IS_ON = sql`hook.pause = '' and company.status = 'active'`
const HAS_WAITING = sql`exists (
  select from webhook_messages message where message.webhook_id = hook.id and message.state = 'waiting')`

/** Selects the webhooks that may send now, those that waited longest first. */
export async function selectDue(db: Db, now: Date, except: readonly number[], most: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select hook.id from webhooks hook join contractors company on company.id = hook.contractor_id
    where ${IS_ON} and hook.next_try_at <= ${now} and hook.id <> all(${except}::integer[]) and ${HAS_WAITING}
    order by hook.next_try_at limit ${most}`.execute(db)
  return rows.map(({ id }) => id)
}

/** Selects when the next attempt is due; null when nothing waits. */
export async function selectNextTry(db: Db): Promise<Date | null> {
  const { rows } = await sql<{ at: Date | null }>`
    select min(hook.next_try_at) as at from webhooks hook join contractors company on company.id = hook.contractor_id
    where ${IS_ON} and ${HAS_WAITING}`.execute(db)
  return rows[0]?.at ?? null
}

export interface WaitingMessage {
  id: number
  body: string
  webhook_id: number
  contractor_id: number
  name: string
  url: string
  secret: Buffer
  previous_secret: Buffer | null
  previous_until: Date | null
  failing_since: Date | null
  failures: number
  version: number
}

/** Selects the oldest waiting message of a webhook that is not paused. */
export async function selectWaiting(db: Db, webhookId: number): Promise<WaitingMessage | undefined> {
  const { rows } = await sql<WaitingMessage>`
    select message.id, message.body, hook.id as webhook_id, hook.contractor_id, hook.name, hook.url, hook.secret,
      hook.previous_secret, hook.previous_until, hook.failing_since, hook.failures, hook.version
    from webhooks hook
    join contractors company on company.id = hook.contractor_id
    join webhook_messages message on message.webhook_id = hook.id and message.state = 'waiting'
    where hook.id = ${webhookId} and ${IS_ON}
    order by message.id limit 1`.execute(db)
  return rows[0]
}

const noted = (
  attempt: DeliveryAttempt,
  now: Date,
) => sql`attempts = attempts + 1, last_at = ${now}, status = ${attempt.status},
  error = ${attempt.error}, answer = ${attempt.answer}, took_ms = ${attempt.took_ms}`

export const noteDelivered = (db: Db, id: number, attempt: DeliveryAttempt, now: Date) =>
  sql`update webhook_messages set state = 'delivered', ${noted(attempt, now)} where id = ${id}`.execute(db)

export const noteFailed = (db: Db, id: number, attempt: DeliveryAttempt, now: Date) =>
  sql`update webhook_messages set ${noted(attempt, now)} where id = ${id}`.execute(db)

/** Notes that the receiver accepts messages again. */
export const noteRecovered = (db: Db, webhookId: number) =>
  db.updateTable('webhooks').set({ failing_since: null, failures: 0 }).where('id', '=', webhookId).execute()

interface Failure {
  webhookId: number
  /** Version of the webhook when the attempt began. */
  version: number
  nextTryAt: Date
  isPaused: boolean
}

/**
 * Notes a failed attempt and when the next one is due.
 * @returns false when a person has changed the webhook meanwhile, which begins anew
 */
export async function notePause(
  db: Db,
  { webhookId, version, nextTryAt, isPaused }: Failure,
  now: Date,
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update webhooks set failures = failures + 1, failing_since = coalesce(failing_since, ${now}),
      next_try_at = ${nextTryAt}, pause = case when ${isPaused} then 'failures' else pause end
    where id = ${webhookId} and version = ${version}`.execute(db)
  return numAffectedRows === 1n
}

/** Lets other webhooks go first. */
export const noteTurn = (db: Db, webhookId: number, now: Date) =>
  db.updateTable('webhooks').set({ next_try_at: now }).where('id', '=', webhookId).where('failures', '=', 0).execute()

/** Selects the addresses of the active administrators of a company. */
export async function selectAdministrators(db: Db, contractorId: number): Promise<string[]> {
  const { rows } = await sql<{ email: string }>`
    select users.email from users
    join user_contractors membership on membership.user_id = users.id and membership.contractor_id = ${contractorId}
    where users.is_active and users.roles @> array['CONTRACTOR_ADMIN']
    order by users.id limit 20`.execute(db)
  return rows.map(({ email }) => email)
}
