import type { NewWebhook, WebhookMessageState, WebhookPause } from '@artikul/contract/integrations/webhooks'
import type { WebhookEvent } from '@artikul/contract/core/webhook-events'
import { sql } from 'kysely'
import { pointsOf, type CompanyScope } from '../../../../platform/access/index.ts'
import type { Db } from '../../../../platform/db/index.ts'
import { writtenBy, type Writer } from '../../../../platform/http/index.ts'

/** Webhooks that a reader with these points may see; all when the points are not limited. */
const readable = ({ contractorId, ...member }: CompanyScope) => {
  const points = pointsOf({ contractorId, ...member })
  return points === null
    ? sql<boolean>`hook.contractor_id = ${contractorId}`
    : sql<boolean>`(hook.contractor_id = ${contractorId} and hook.consignee_id = any(${points}::integer[]))`
}

export interface ListedWebhook extends NewWebhook {
  id: number
  consignee: string
  pause: WebhookPause
  failing_since: Date | null
  next_try_at: Date
  waiting_count: number
  last_delivered_at: Date | null
  previous_until: Date | null
  made_by: string
  created_at: Date
  version: number
}

/** Messages are counted up to this number. */
const COUNT_LIMIT = 10_000

/** Selects the webhooks of a company, newest first, with their waiting messages. */
export async function selectWebhooks(db: Db, member: CompanyScope): Promise<ListedWebhook[]> {
  const { rows } = await sql<ListedWebhook>`
    select hook.id, hook.name, hook.url, hook.events, hook.consignee_id, coalesce(point.name, '') as consignee,
      hook.pause, hook.failing_since, hook.next_try_at, hook.previous_until, maker.full_name as made_by,
      hook.created_at, hook.version,
      (select count(*)::integer from (select from webhook_messages message
        where message.webhook_id = hook.id and message.state = 'waiting' limit ${COUNT_LIMIT}) as waiting) as waiting_count,
      (select message.last_at from webhook_messages message
        where message.webhook_id = hook.id and message.state = 'delivered'
        order by message.id desc limit 1) as last_delivered_at
    from webhooks hook
    join users maker on maker.id = hook.subject_id
    left join consignees point on point.id = hook.consignee_id
    where ${readable(member)}
    order by hook.id desc`.execute(db)
  return rows
}

/** Key of the advisory lock: webhooks made at once in one company cannot exceed its limit. */
const CREATION_LOCK = 7352

/** Counts the webhooks of a company, under a lock until the transaction ends. */
export async function countWebhooksLocked(tx: Db, contractorId: number): Promise<number> {
  await sql`select pg_advisory_xact_lock(${sql.lit(CREATION_LOCK)}, ${contractorId}::integer)`.execute(tx)
  const { count } = await tx
    .selectFrom('webhooks')
    .select((row) => row.fn.countAll<number>().as('count'))
    .where('contractor_id', '=', contractorId)
    .executeTakeFirstOrThrow()
  return count
}

/** Inserts a webhook that begins with the next event of its company. */
export const insertWebhook = (
  tx: Db,
  contractorId: number,
  webhook: NewWebhook & { secret: Buffer },
  writer: Writer,
  now: Date,
) =>
  tx
    .insertInto('webhooks')
    .values({
      ...webhook,
      ...writtenBy(writer),
      contractor_id: contractorId,
      position: sql<number>`coalesce((select max(position) from events), 0)`,
      next_try_at: now,
      created_at: now,
    })
    .returning('id')
    .executeTakeFirstOrThrow()

/** Locks a webhook that the reader may see, with its delivery point. */
export async function lockWebhook(tx: Db, member: CompanyScope, id: number) {
  const row = await tx
    .selectFrom('webhooks as hook')
    .leftJoin('consignees as point', 'point.id', 'hook.consignee_id')
    .selectAll('hook')
    .select('point.name as consignee')
    .where(readable(member))
    .where('hook.id', '=', id)
    .forUpdate('hook')
    .executeTakeFirst()
  return row && { ...row, events: row.events as WebhookEvent[], pause: row.pause as WebhookPause } // checked when written
}
export type LockedWebhook = NonNullable<Awaited<ReturnType<typeof lockWebhook>>>

interface WebhookChanges extends Partial<NewWebhook> {
  pause?: WebhookPause
  secret?: Buffer
  previous_secret?: Buffer | null
  previous_until?: Date | null
  failing_since?: Date | null
  failures?: number
  next_try_at?: Date
}

export const updateWebhook = (tx: Db, id: number, changes: WebhookChanges, writer: Writer) =>
  tx
    .updateTable('webhooks')
    .set({ ...changes, ...writtenBy(writer), version: sql<number>`version + 1` })
    .where('id', '=', id)
    .returning('version')
    .executeTakeFirstOrThrow()

export const deleteWebhook = (tx: Db, id: number) => tx.deleteFrom('webhooks').where('id', '=', id).execute()

/** Selects the secrets of all webhooks. */
export const selectSecrets = (db: Db) => db.selectFrom('webhooks').select(['id', 'secret', 'previous_secret']).execute()

/** Replaces the secrets unless a person has renewed them meanwhile. */
export const setSecrets = (
  db: Db,
  { id, secret }: { id: number; secret: Buffer },
  renewed: { secret: Buffer; previous_secret: Buffer | null },
) => db.updateTable('webhooks').set(renewed).where('id', '=', id).where('secret', '=', secret).execute()

const MESSAGE = [
  'message.id',
  'message.type',
  'message.label',
  'message.state',
  'message.created_at',
  'message.attempts',
  'message.last_at',
  'message.status',
  'message.error',
  'message.took_ms',
] as const

interface MessagePage {
  webhookId: number
  state: WebhookMessageState | undefined
}

const messagesOf = (db: Db, member: CompanyScope, { webhookId, state }: MessagePage) =>
  db
    .selectFrom('webhook_messages as message')
    .innerJoin('webhooks as hook', 'hook.id', 'message.webhook_id')
    .where('message.webhook_id', '=', webhookId)
    .where(readable(member))
    .$if(state !== undefined, (query) => query.where('message.state', '=', state ?? ''))

/** Selects a page of messages without their bodies, newest first. */
export const selectMessages = (
  db: Db,
  member: CompanyScope,
  page: MessagePage & { limit: number; offset?: number; before?: number | null },
) =>
  messagesOf(db, member, page)
    .select(MESSAGE)
    .$if((page.before ?? null) !== null, (query) => query.where('message.id', '<', page.before ?? 0))
    .orderBy('message.id', 'desc')
    .limit(page.limit)
    .offset(page.offset ?? 0)
    .execute()
export type MessageRow = Awaited<ReturnType<typeof selectMessages>>[number]

export const countMessages = async (db: Db, member: CompanyScope, page: MessagePage): Promise<number> =>
  (
    await db
      .selectFrom(messagesOf(db, member, page).select('message.id').limit(COUNT_LIMIT).as('counted'))
      .select((row) => row.fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow()
  ).count

export const selectWebhookMessage = (db: Db, member: CompanyScope, id: number) =>
  db
    .selectFrom('webhook_messages as message')
    .innerJoin('webhooks as hook', 'hook.id', 'message.webhook_id')
    .select([...MESSAGE, 'message.body', 'message.answer'])
    .where(readable(member))
    .where('message.id', '=', id)
    .executeTakeFirst()

/**
 * Returns delivered messages to the queue: one, or those of a period of days in Moscow.
 * @returns number of messages
 */
export async function requeueMessages(
  tx: Db,
  webhookId: number,
  { id, from, to }: { id?: number | undefined; from?: string | undefined; to?: string | undefined },
): Promise<number> {
  const chosen =
    id === undefined
      ? sql`created_at >= ${from ?? ''}::date::timestamp at time zone 'Europe/Moscow'
          and created_at < (${to ?? ''}::date + 1)::timestamp at time zone 'Europe/Moscow'`
      : sql`id = ${id}`
  const { numAffectedRows = 0n } = await sql`
    update webhook_messages set state = 'waiting', error = ''
    where webhook_id = ${webhookId} and state = 'delivered' and ${chosen}`.execute(tx)
  return Number(numAffectedRows)
}
