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
/** Time of one webhook before it is chosen anew, so that slow receivers do not keep the others waiting. */
const TURN_MS = 5000
/** Pauses after failed attempts in seconds; the last one repeats. */
const PAUSES_S = [1, 5, 15, 30, 60, 120, 300, 600, 1800, 3600, 7200, 14_400]
/** Failed attempts after which the administrators get a first letter: about an hour. */
const LETTER_AFTER = 10
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
    const { webhook_id: webhookId, version } = message
    // The webhook first, as its removal locks it.
    const isCurrent = await queries.notePause(tx, { webhookId, version, nextTryAt, isPaused }, now)
    await queries.noteFailed(tx, message.id, attempt, now)
    if (!isCurrent) return
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
    return { status: null, error: 'Секрет подписи не читается: замените его', answer: '', took_ms: 0 }
  return receiver.post(signedHeaders(secrets, { id: `msg_${id}`, body, sentAt }), body)
}

/** Sends the waiting messages of a webhook in order, until one is not accepted. */
async function deliverInOrder(deps: DeliverDeps, webhookId: number, stopping: AbortSignal) {
  const { db, clock } = deps
  let opened: { url: string; receiver: Receiver } | undefined
  try {
    for (const until = performance.now() + TURN_MS; performance.now() < until && !stopping.aborted;) {
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
    await queries.noteTurn(db, webhookId, clock.now())
  } finally {
    await opened?.receiver.close()
  }
}

/** Opens the receiver; an address that is not allowed any more fails like one that does not answer. */
function open({ allowsPrivate }: DeliverDeps, url: string, stopping: AbortSignal): Receiver {
  try {
    return openReceiver(url, { allowsPrivate, stopping })
  } catch (error) {
    const failed = { status: null, error: (error as Error).message, answer: '', took_ms: 0 }
    return { post: async () => failed, close: async () => undefined }
  }
}

/** Webhooks that are served in this round, with the errors of the portal itself. */
class Deliveries {
  readonly running = new Map<number, Promise<void>>()
  readonly failed = new Map<number, unknown>()
  readonly #deps: DeliverDeps
  readonly #stopping: AbortSignal
  constructor(deps: DeliverDeps, stopping: AbortSignal) {
    this.#deps = deps
    this.#stopping = stopping
  }

  /** Starts the webhooks that are due, as many as there is room for. */
  async startDue() {
    const { db, clock } = this.#deps
    const except = [...this.running.keys(), ...this.failed.keys()]
    for (const id of await queries.selectDue(db, clock.now(), except, AT_ONCE - this.running.size)) {
      const work = deliverInOrder(this.#deps, id, this.#stopping)
        .catch((error: unknown) => void this.failed.set(id, error))
        .finally(() => this.running.delete(id))
      this.running.set(id, work)
    }
  }

  /** Waits until one ends, at most for the interval at which the round looks for other messages. */
  async waitForOne() {
    const looked = new AbortController()
    const look = delay(LOOK_MS, undefined, { signal: looked.signal }).catch(() => undefined)
    await Promise.race([look, ...this.running.values()])
    looked.abort()
  }
}

/**
 * Turns events into messages and sends them, webhooks beside each other and the messages of each in order, until
 * nothing is due. Neither a receiver that does not answer nor an error about one webhook delays the others.
 */
async function sendWebhooks(deps: DeliverDeps, stopping: AbortSignal): Promise<void> {
  const { db, clock } = deps
  const deliveries = new Deliveries(deps, stopping)
  const { running, failed } = deliveries
  const unplanned: unknown[] = []
  try {
    while (!stopping.aborted) {
      const hasMore =
        unplanned.length === 0 && (await planMessages(deps).catch((error: unknown) => (unplanned.push(error), false)))
      await deliveries.startDue()
      if (hasMore) continue
      if (running.size === 0) break
      await deliveries.waitForOne()
    }
  } finally {
    await Promise.all(running.values())
  }
  const errors = [...unplanned, ...failed.values()]
  if (errors.length > 0) throw errors[0]
  const next = await queries.selectNextTry(db)
  // Later attempts are found by the regular rounds.
  if (next && next.getTime() - clock.now().getTime() < EVERY_MS) await enqueueJob(db, 'webhooks', next)
}

export const webhooksJob = (deps: DeliverDeps): Job => ({
  name: 'webhooks',
  everyMs: EVERY_MS,
  work: (stopping) => sendWebhooks(deps, stopping),
})
