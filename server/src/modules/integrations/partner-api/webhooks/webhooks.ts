import {
  REPLAY_LIMIT,
  WEBHOOK_LIMIT,
  type NewWebhook,
  type Webhook,
  type WebhookMessage,
  type WebhookMessageState,
  type WebhookMessageText,
  type WebhookPatch,
  type WebhookReplay,
  type WebhookSecret,
  type WebhookTrial,
} from '@artikul/contract/integrations/webhooks'
import { WEBHOOK_EVENTS, WEBHOOK_VERSION, type WebhookEvent } from '@artikul/contract/core/webhook-events'
import type { Kysely } from 'kysely'
import type { CompanyScope } from '../../../../platform/access/index.ts'
import { changesBetween, recordEvent, type AuditedField } from '../../../../platform/audit/index.ts'
import type { Clock } from '../../../../platform/clock.ts'
import type { Db, DB } from '../../../../platform/db/index.ts'
import { decrypt, encrypt, encryptionKeys, type EncryptionKeys } from '../../../../platform/encryption.ts'
import { AppError } from '../../../../platform/errors.ts'
import type { Author } from '../../../../platform/http/index.ts'
import { enqueueJob } from '../../../../platform/jobs.ts'
import { pageOf, paginationOf } from '../../../../platform/paging.ts'
import { ownsConsignee } from '../../../companies/index.ts'
import { openReceiver, ReceiverRefused, requireReceiverUrl } from './receiver.ts'
import { createWebhookSecret, signedHeaders } from './sign.ts'
import * as queries from './webhooks.queries.ts'

/** Builds the keys that encrypt the secrets of webhooks. */
export const webhookKeys = (secret: string, previous?: string): EncryptionKeys =>
  encryptionKeys('webhook secret', secret, previous)

export interface WebhookDeps {
  clock: Clock
  keys: EncryptionKeys
  allowsPrivate: boolean
}

/** Who manages webhooks: a person, or a program by its key. */
export interface WebhookManager {
  author: Author
  member: CompanyScope
}

const HOUR_MS = 3_600_000
const NO_PREVIOUS = { previous_secret: null, previous_until: null }
const nameOf = (name: string) => `Вебхук «${name}»`
const iso = (moment: Date | null) => moment?.toISOString() ?? null

type Audited = Omit<NewWebhook, 'consignee_id'> & { consignee: string | null; pause: string }

const FIELDS: readonly AuditedField<Audited>[] = [
  ['Название', ({ name }) => name],
  ['Адрес', ({ url }) => url],
  ['События', ({ events }) => events.map((event) => WEBHOOK_EVENTS[event]).join(', ')],
  ['Точка', ({ consignee }) => consignee],
  ['Приостановлен', ({ pause }) => (pause === '' ? 'нет' : 'да')],
]

/** Lists the webhooks of the company, newest first. */
export async function listWebhooks(db: Db, member: CompanyScope, now: Date): Promise<Webhook[]> {
  const rows = await queries.selectWebhooks(db, member)
  return rows.map(({ next_try_at: nextTry, ...row }) => ({
    ...row,
    failing_since: iso(row.failing_since),
    next_try_at: row.failing_since !== null && row.pause === '' ? nextTry.toISOString() : null,
    last_delivered_at: iso(row.last_delivered_at),
    previous_until: row.previous_until !== null && row.previous_until > now ? row.previous_until.toISOString() : null,
    created_at: row.created_at.toISOString(),
  }))
}

/** @throws AppError `input.invalid` for an address that may not be called */
function requireUrl(url: string, allowsPrivate: boolean) {
  try {
    requireReceiverUrl(url, allowsPrivate)
  } catch (error) {
    if (!(error instanceof ReceiverRefused)) throw error
    throw new AppError('input.invalid', { errors: [{ path: 'url', message: error.message }] })
  }
}

/** @throws AppError `not_found` for a point that is not the manager's own, `input.invalid` for all points of a limited key */
async function requirePoint(db: Db, member: CompanyScope, id: number | null) {
  if (id === null && (member.limits?.consigneeIds ?? null) !== null)
    throw new AppError('input.invalid', { errors: [{ path: 'consignee_id', message: 'Укажите точку ключа' }] })
  if (id !== null && !(await ownsConsignee(db, member, id)))
    throw new AppError('not_found', { detail: 'Грузополучатель не найден' })
}

async function requireWebhook(tx: Db, member: CompanyScope, id: number): Promise<queries.LockedWebhook> {
  const webhook = await queries.lockWebhook(tx, member, id)
  if (!webhook) throw new AppError('not_found', { detail: 'Вебхук не найден' })
  return webhook
}

/**
 * Creates a webhook that receives the events from now on, and returns its secret, which is shown once.
 * @throws AppError `input.invalid`, `not_found` for another company's consignee, `webhook.limit_reached`
 */
export function createWebhook(
  db: Kysely<DB>,
  { clock, keys, allowsPrivate }: WebhookDeps,
  { author, member }: WebhookManager,
  input: NewWebhook,
): Promise<WebhookSecret> {
  requireUrl(input.url, allowsPrivate)
  return db.transaction().execute(async (tx) => {
    await requirePoint(tx, member, input.consignee_id)
    if ((await queries.countWebhooksLocked(tx, member.contractorId)) >= WEBHOOK_LIMIT)
      throw new AppError('webhook.limit_reached')
    const secret = createWebhookSecret()
    const webhook = { ...input, secret: encrypt(keys, secret) }
    const { id } = await queries.insertWebhook(tx, member.contractorId, webhook, author, clock.now())
    await recordEvent(tx, author, {
      event: 'webhook.created',
      object: nameOf(input.name),
      changes: changesBetween(FIELDS, null, { ...input, consignee: null, pause: '' }),
    })
    return { id, secret }
  })
}

/**
 * Changes a webhook, pauses or resumes it; a resumed one is tried at once.
 * @throws AppError `not_found`, `stale`, `input.invalid`
 */
export function changeWebhook(
  db: Kysely<DB>,
  { clock, allowsPrivate }: WebhookDeps,
  { author, member }: WebhookManager,
  id: number,
  { version, is_paused: isPaused, ...input }: WebhookPatch,
): Promise<{ version: number }> {
  requireUrl(input.url, allowsPrivate)
  return db.transaction().execute(async (tx) => {
    const before = await requireWebhook(tx, member, id)
    if (before.version !== version) throw new AppError('stale')
    await requirePoint(tx, member, input.consignee_id)
    const pause = isPaused ? before.pause || ('person' as const) : ('' as const)
    const isTriedAgain = !isPaused && (before.pause !== '' || before.url !== input.url)
    const again = isTriedAgain ? { failing_since: null, failures: 0, next_try_at: clock.now() } : {}
    const saved = await queries.updateWebhook(tx, id, { ...input, pause, ...again }, author)
    if (isTriedAgain) await enqueueJob(tx, 'webhooks')
    const after = await requireWebhook(tx, member, id)
    const changes = changesBetween(FIELDS, before, after)
    await recordEvent(tx, author, { event: 'webhook.changed', object: nameOf(input.name), changes })
    return saved
  })
}

/**
 * Gives the webhook a new secret; messages are signed with the previous one too for some hours.
 * @throws AppError `not_found`
 */
export function rotateWebhook(
  db: Kysely<DB>,
  { clock, keys }: WebhookDeps,
  { author, member }: WebhookManager,
  { id, overlapHours }: { id: number; overlapHours: number },
): Promise<WebhookSecret> {
  return db.transaction().execute(async (tx) => {
    const webhook = await requireWebhook(tx, member, id)
    const secret = createWebhookSecret()
    const until = new Date(clock.now().getTime() + overlapHours * HOUR_MS)
    const previous = overlapHours > 0 ? { previous_secret: webhook.secret, previous_until: until } : NO_PREVIOUS
    await queries.updateWebhook(tx, id, { secret: encrypt(keys, secret), ...previous }, author)
    await recordEvent(tx, author, {
      event: 'webhook.rotated',
      object: nameOf(webhook.name),
      changes: [{ field: 'Прежний секрет действует, ч', before: null, after: String(overlapHours) }],
    })
    return { id, secret }
  })
}

/** @throws AppError `not_found` */
export function removeWebhook(
  db: Kysely<DB>,
  { author, member }: WebhookManager,
  id: number,
): Promise<Record<string, never>> {
  return db.transaction().execute(async (tx) => {
    const webhook = await requireWebhook(tx, member, id)
    await queries.deleteWebhook(tx, id)
    await recordEvent(tx, author, { event: 'webhook.removed', object: nameOf(webhook.name) })
    return {}
  })
}

/** Secrets that sign a message now: the current one, and the previous one until its time. */
export function secretsOf(
  keys: EncryptionKeys,
  webhook: { secret: Buffer; previous_secret: Buffer | null; previous_until: Date | null },
  now: Date,
): string[] {
  const { secret, previous_secret: previous, previous_until: until } = webhook
  const sealed = previous !== null && until !== null && until > now ? [secret, previous] : [secret]
  return sealed.flatMap((one) => decrypt(keys, one)?.text ?? [])
}

/** Encrypts every secret with the current key again, so that the previous key can be removed from the settings. */
export async function resealWebhookSecrets(db: Db, keys: EncryptionKeys): Promise<void> {
  const renewed = (sealed: Buffer) => {
    const known = decrypt(keys, sealed)
    return known?.isOld ? encrypt(keys, known.text) : sealed
  }
  for (const { id, secret, previous_secret: previous } of await queries.selectSecrets(db)) {
    const next = { secret: renewed(secret), previous_secret: previous && renewed(previous) }
    if (next.secret !== secret || next.previous_secret !== previous) await queries.setSecrets(db, { id, secret }, next)
  }
}

/** Companies with a trial in progress on this server: each may be held by its receiver for seconds. */
const onTrial = new Set<number>()

/**
 * Sends a trial message, which is not kept, and returns the receiver's answer.
 * @throws AppError `not_found`, `webhook.test_running`
 */
export async function testWebhook(
  db: Kysely<DB>,
  { clock, keys, allowsPrivate }: WebhookDeps,
  { member }: Pick<WebhookManager, 'member'>,
  id: number,
): Promise<WebhookTrial> {
  const webhook = await db.transaction().execute((tx) => requireWebhook(tx, member, id))
  const now = clock.now()
  const body = JSON.stringify({ type: 'test', version: WEBHOOK_VERSION, timestamp: now.toISOString(), data: {} })
  const signed = { id: `test_${id}_${now.getTime()}`, body, sentAt: now }
  if (onTrial.has(member.contractorId)) throw new AppError('webhook.test_running')
  onTrial.add(member.contractorId)
  try {
    const stopping = new AbortController().signal
    const receiver = openReceiver(webhook.url, { allowsPrivate, stopping, isTrial: true })
    try {
      return await receiver.post(signedHeaders(secretsOf(keys, webhook, now), signed), body)
    } finally {
      await receiver.close()
    }
  } catch (error) {
    if (error instanceof ReceiverRefused) return { status: null, error: error.message, answer: '', took_ms: null }
    throw error
  } finally {
    onTrial.delete(member.contractorId)
  }
}

const present = (row: queries.MessageRow): WebhookMessage => ({
  ...row,
  type: row.type as WebhookEvent, // written from the list of events
  state: row.state as WebhookMessageState, // allowed by a check of the table
  created_at: row.created_at.toISOString(),
  last_at: iso(row.last_at),
})

/** @throws AppError `not_found` */
export async function listMessages(
  db: Db,
  member: CompanyScope,
  webhookId: number,
  query: { page?: number | undefined; page_size?: 50 | 100 | 150 | undefined; state?: WebhookMessageState | undefined },
) {
  if (!(await queries.selectWebhooks(db, member)).some(({ id }) => id === webhookId))
    throw new AppError('not_found', { detail: 'Вебхук не найден' })
  const page = pageOf(query)
  const chosen = { webhookId, state: query.state }
  const rows = await queries.selectMessages(db, member, { ...chosen, limit: page.size, offset: page.offset })
  return { results: rows.map(present), pagination: paginationOf(page, await queries.countMessages(db, member, chosen)) }
}

/** Messages older than the one before, newest first. */
export const listMessagesBefore = async (
  db: Db,
  member: CompanyScope,
  page: Parameters<typeof queries.selectMessages>[2],
) => (await queries.selectMessages(db, member, page)).map(present)

/** @throws AppError `not_found` */
export async function readMessage(db: Db, member: CompanyScope, id: number): Promise<WebhookMessageText> {
  const row = await queries.selectWebhookMessage(db, member, id)
  if (!row) throw new AppError('not_found', { detail: 'Сообщение не найдено' })
  const { body, answer } = row
  return { ...present(row), body, answer }
}

/**
 * Queues delivered messages again with their ids.
 * @throws AppError `not_found`, `input.invalid` for more than 10,000
 */
export function replayMessages(
  db: Kysely<DB>,
  { author, member }: WebhookManager,
  id: number,
  { message_id: messageId, from, to }: WebhookReplay,
): Promise<{ queued_count: number }> {
  return db.transaction().execute(async (tx) => {
    const webhook = await requireWebhook(tx, member, id)
    const count = await queries.requeueMessages(tx, id, { id: messageId, from, to })
    if (count > REPLAY_LIMIT)
      throw new AppError('input.invalid', {
        errors: [{ path: 'to', message: 'За эти дни больше 10 000 сообщений: выберите меньше дней' }],
      })
    if (count > 0) await enqueueJob(tx, 'webhooks')
    await recordEvent(tx, author, {
      event: 'webhook.replayed',
      object: nameOf(webhook.name),
      changes: [{ field: 'Сообщений отправлено снова', before: null, after: String(count) }],
    })
    return { queued_count: count }
  })
}
