import { randomUUID } from 'node:crypto'
import type { Kysely } from 'kysely'
import { createTransport, type Transporter } from 'nodemailer'
import type { Logger } from 'pino'
import { inBackground, type JobRegistry } from '../background.ts'
import type { Clock } from '../clock.ts'
import type { Config } from '../config.ts'
import type { Db, DB } from '../db/index.ts'
import { publishEvents, type DomainEvent } from '../events/index.ts'
import {
  claimEmails,
  insertEmail,
  markNotSent,
  markEmailSent,
  selectEmailFiles,
  type ClaimedEmail,
  type EmailFile,
} from './mails.queries.ts'

const LOOK_EVERY_MS = 5000
const LEASE_MS = 120_000
/** A mail server that hangs is given up well before another node may take the letter. */
const PATIENCE = { connectionTimeout: 15_000, greetingTimeout: 15_000, socketTimeout: 60_000 }
const AT_ONCE = 5
const MAX_ATTEMPTS = 8

export interface Email {
  to: string
  subject: string
  text: string
  /** The same for whoever reads pages; its links are the portal's own. */
  html?: string
  /** Holds a link that opens an account: its text is not kept longer than needed. */
  isSecret?: boolean
  /** Kept with the letter for as long as it is. */
  files?: readonly EmailFile[]
}

export interface Mailer {
  /** Queues a letter in the caller's transaction, answers its id: it leaves if and only if that transaction commits. */
  queue: (db: Db, letter: Email) => Promise<number>
  /** The address of a page of the portal, for links in letters: from the settings, never from a request. */
  linkTo: (path: string) => string
  start: () => void
  stop: () => Promise<void>
  standing: JobRegistry['standing']
}

export interface MailerDeps {
  /** As staff: what they are told of belongs to no company. */
  db: Kysely<DB>
  config: Pick<Config, 'SMTP_URL' | 'MAIL_FROM' | 'PRODUCT_NAME' | 'PUBLIC_ORIGIN' | 'PORT'>
  log: Logger
  clock: Clock
}

/** Without a mail server letters stay in the outbox, where staff read them. */
export function createMailer(deps: MailerDeps): Mailer {
  const { config } = deps
  const origin = (config.PUBLIC_ORIGIN ?? `http://localhost:${config.PORT}`).replace(/\/$/, '')
  const transport = config.SMTP_URL ? createTransport({ url: config.SMTP_URL, ...PATIENCE }) : undefined
  const domain = new URL(origin).hostname
  const sender = inBackground(async (stopping) => transport && sendDue(deps, transport, stopping), {
    work: 'mails',
    everyMs: LOOK_EVERY_MS,
    log: deps.log,
    failure: 'mail queue not processed',
  })
  return {
    linkTo: (path) => `${origin}${path}`,
    queue: async (db, letter) => {
      const now = deps.clock.now()
      const mail = {
        recipient: letter.to,
        subject: letter.subject,
        body: `${letter.text}\n\n${config.PRODUCT_NAME}\n${origin}/`,
        html: letter.html ?? '',
        is_secret: letter.isSecret ?? false,
        state: transport ? 'waiting' : 'kept',
        message_id: `<${randomUUID()}@${domain}>`,
        created_at: now,
        next_try_at: now,
      } as const
      const id = await insertEmail(db, mail, letter.files ?? [])
      if (transport) setTimeout(sender.look, 200).unref()
      return id
    },
    start: sender.start,
    standing: sender.standing,
    stop: async () => {
      await sender.stop()
      transport?.close()
    },
  }
}

/** What is under way is finished; the rest waits for the next start. */
async function sendDue(deps: MailerDeps, transport: Transporter, stopping: AbortSignal) {
  while (!stopping.aborted) {
    const now = deps.clock.now()
    const mails = await claimEmails(deps.db, now, new Date(now.getTime() + LEASE_MS), AT_ONCE)
    if (mails.length === 0) return
    await Promise.all(mails.map((mail) => send(deps, transport, mail)))
  }
}

/** Its subject is told, not to whom it was: that is read where letters are. */
const failed = ({ id, subject }: ClaimedEmail): DomainEvent => ({
  kind: 'mail.failed',
  about: 'mail',
  aboutId: id,
  contractorId: null,
  label: subject,
})

/** The same letter keeps its Message-ID over retries, so that a mail server may drop a double. */
async function send({ db, config, clock, log }: MailerDeps, transport: Transporter, mail: ClaimedEmail) {
  try {
    const files = await selectEmailFiles(db, mail.id)
    await transport.sendMail({
      from: config.MAIL_FROM,
      to: mail.recipient,
      subject: mail.subject,
      text: mail.body,
      ...(mail.html !== '' && { html: mail.html }),
      messageId: mail.message_id,
      attachments: files.map(({ name, content }) => ({ filename: name, content })),
      headers: { 'Auto-Submitted': 'auto-generated' },
    })
    await markEmailSent(db, mail.id, clock.now())
  } catch (error) {
    const state = mail.attempts >= MAX_ATTEMPTS ? 'failed' : 'waiting'
    const pause = 15_000 * 2 ** mail.attempts
    const reason = error instanceof Error && 'code' in error ? String(error.code) : 'ошибка отправки'
    log.warn({ mail: mail.id, reason }, 'email not sent')
    const nextTryAt = new Date(clock.now().getTime() + pause)
    await db.transaction().execute(async (tx) => {
      await markNotSent(tx, mail.id, state, reason, nextTryAt)
      if (state === 'failed') await publishEvents(tx, [failed(mail)], clock.now())
    })
  }
}
