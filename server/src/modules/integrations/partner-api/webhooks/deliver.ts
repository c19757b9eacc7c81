import { WEBHOOK_RETRY_DAYS } from '@artikul/contract/integrations/webhooks'
import { setTimeout as delay } from 'node:timers/promises'
import { moscowMoment } from '../../../../platform/clock.ts'
import type { Db } from '../../../../platform/db/index.ts'
import { enqueueJob, type Job } from '../../../../platform/jobs.ts'
import type { Mailer } from '../../../../platform/mail/index.ts'
import * as queries from './delivery.queries.ts'
import { planMessages, type PlanDeps } from './plan-messages.ts'
import { openReceiver, type DeliveryAttempt, type Receiver } from './receiver.ts'
import { signedHeaders } from './sign.ts'
import { secretsOf, type WebhookDeps } from './webhooks.ts'

export interface DeliverDeps extends PlanDeps, WebhookDeps {
  mailer: Mailer
}

/** The job moves the cursor past events without webhooks; events with webhooks request a round. */
const EVERY_MS = 60_000
/** Interval at which a round with slow receivers looks for other messages. */
const LOOK_MS = 300
/** Webhooks served at the same time. */
const AT_ONCE = 64
/** Messages of one webhook before it is chosen anew. */
const MESSAGES_AT_ONCE = 200
/** Pauses after failed attempts in seconds; the last one repeats. */
const PAUSES_S = [1, 5, 30, 120, 600, 1800, 3600, 7200, 14_400]
/** Failed attempts after which the administrators get a first letter: about an hour. */
const LETTER_AFTER = 7
/** Share by which pauses vary, so that receivers are not called all at once. */
const JITTER = 0.2
const RETRY_MS = WEBHOOK_RETRY_DAYS * 86_400_000
/** The receiver wants no more messages. */
const GONE = 410

/** Pause before the next attempt, in milliseconds. */
export function pauseAfter(failures: number, random: number): number {
  const seconds = PAUSES_S[Math.min(failures, PAUSES_S.length) - 1] ?? 1
  return Math.round(seconds * 1000 * (1 - JITTER + 2 * JITTER * random))
}

interface Letter {
  subject: string
  text: string
}

const settings = (mailer: Mailer) => `Вебхуки: ${mailer.linkTo('/profile?tab=api')}`

function pausedLetter(mailer: Mailer, { name, url }: queries.WaitingMessage, { error }: DeliveryAttempt): Letter {
  return {
    subject: `Вебхук «${name}» приостановлен`,
    text: `Получатель ${url} не принимает сообщения. Последний ответ: ${error}.\n\nВебхук приостановлен, сообщения копятся 30 дней. Исправьте получателя и возобновите вебхук: сообщения придут по порядку.\n\n${settings(mailer)}`,
  }
}

function failingLetter(
  mailer: Mailer,
  { name, url }: queries.WaitingMessage,
  since: Date,
  { error }: DeliveryAttempt,
): Letter {
  return {
    subject: `Вебхук «${name}» не доставляет сообщения`,
    text: `Получатель ${url} не принимает сообщения с ${moscowMoment(since)}. Последний ответ: ${error}.\n\nПопытки повторяются ${WEBHOOK_RETRY_DAYS} дня, затем вебхук приостанавливается. Сообщения не теряются.\n\n${settings(mailer)}`,
  }
}

async function queueLetter(tx: Db, mailer: Mailer, contractorId: number, letter: Letter) {
  for (const to of await queries.selectAdministrators(tx, contractorId)) await mailer.queue(tx, { to, ...letter })
}

/** Notes a failed attempt; after three days, or when the receiver says so, the webhook is paused. */
function noteFailure({ db, clock, mailer }: DeliverDeps, message: queries.WaitingMessage, attempt: DeliveryAttempt) {
  const now = clock.now()
  const since = message.failing_since ?? now
  const failures = message.failures + 1
  const nextTryAt = new Date(now.getTime() + pauseAfter(failures, Math.random()))
  const isPaused = attempt.status === GONE || now.getTime() - since.getTime() >= RETRY_MS
  return db.transaction().execute(async (tx) => {
    await queries.noteFailed(tx, message.id, attempt, now)
    await queries.notePause(tx, { webhookId: message.webhook_id, nextTryAt, isPaused }, now)
    if (isPaused) await queueLetter(tx, mailer, message.contractor_id, pausedLetter(mailer, message, attempt))
    else if (failures === LETTER_AFTER)
      await queueLetter(tx, mailer, message.contractor_id, failingLetter(mailer, message, since, attempt))
  })
}

async function attemptMessage(deps: DeliverDeps, message: queries.WaitingMessage, receiver: Receiver) {
  const { body, id } = message
  const sentAt = deps.clock.now()
  const secrets = secretsOf(deps.keys, message, sentAt)
  if (secrets.length === 0)
    return { status: null, error: 'Секрет сохранён с другим AUTH_SECRET: замените его', answer: '', took_ms: 0 }
  return receiver.post(signedHeaders(secrets, { id: `msg_${id}`, body, sentAt }), body)
}

/** Sends the waiting messages of a webhook in order, until one is not accepted. */
async function deliverInOrder(deps: DeliverDeps, webhookId: number, stopping: AbortSignal) {
  const { db, clock } = deps
  let opened: { url: string; receiver: Receiver } | undefined
  try {
    for (let sent = 0; sent < MESSAGES_AT_ONCE && !stopping.aborted; sent += 1) {
      const message = await queries.selectWaiting(db, webhookId)
      if (!message) return
      if (opened && opened.url !== message.url) await opened.receiver.close()
      if (opened?.url !== message.url) opened = { url: message.url, receiver: open(deps, message.url, stopping) }
      const attempt = await attemptMessage(deps, message, opened.receiver)
      if (attempt.error !== '') {
        await noteFailure(deps, message, attempt)
        return
      }
      await queries.noteDelivered(db, message.id, attempt, clock.now())
      if (message.failing_since !== null) await queries.noteRecovered(db, webhookId)
    }
  } finally {
    await opened?.receiver.close()
  }
}

/** Opens the receiver; an address that is not allowed any more fails like one that does not answer. */
function open({ allowsPrivate }: DeliverDeps, url: string, stopping: AbortSignal): Receiver {
  try {
    return openReceiver(url, allowsPrivate, stopping)
  } catch (error) {
    const failed = { status: null, error: (error as Error).message, answer: '', took_ms: 0 }
    return { post: async () => failed, close: async () => undefined }
  }
}

/**
 * Turns events into messages and sends them, webhooks beside each other and the messages of each in order, until
 * nothing is due. A receiver that does not answer delays no other.
 */
export async function sendWebhooks(deps: DeliverDeps, stopping: AbortSignal): Promise<void> {
  const { db, clock } = deps
  const running = new Map<number, Promise<void>>()
  const failed: unknown[] = []
  const start = (id: number) => {
    const work = deliverInOrder(deps, id, stopping)
      .catch((error: unknown) => void failed.push(error))
      .finally(() => running.delete(id))
    running.set(id, work)
  }
  while (!stopping.aborted && failed.length === 0) {
    while (await planMessages(deps)) stopping.throwIfAborted()
    const due = await queries.selectDue(db, clock.now(), [...running.keys()], AT_ONCE - running.size)
    due.forEach(start)
    if (running.size === 0) break
    const looked = new AbortController()
    const look = delay(LOOK_MS, undefined, { signal: looked.signal }).catch(() => undefined)
    await Promise.race([look, ...running.values()])
    looked.abort()
  }
  await Promise.all(running.values())
  if (failed.length > 0) throw failed[0]
  const next = await queries.selectNextTry(db)
  if (next) await enqueueJob(db, 'webhooks', next)
}

export const webhooksJob = (deps: DeliverDeps): Job => ({
  name: 'webhooks',
  everyMs: EVERY_MS,
  work: (stopping) => sendWebhooks(deps, stopping),
})
