import { randomUUID } from 'node:crypto'
import type { Kysely } from 'kysely'
import type { Logger } from 'pino'
import { emailHtml, paragraphsHtml } from './email-layout.ts'
import { enqueueJob, type Job } from '../jobs.ts'
import type { Clock } from '../clock.ts'
import type { Config } from '../config.ts'
import type { Db, DB } from '../db/index.ts'
import { publishEvents, type DomainEvent } from '../events/index.ts'
import {
  claimEmails,
  insertEmail,
  markNotSent,
  markEmailSent,
  releaseKeptEmails,
  selectEmailFiles,
  type ClaimedEmail,
  type EmailFile,
} from './emails.queries.ts'
import { portalOfEnvironment, type ReadPortal } from '../portal/index.ts'
import { createMailServer, type OutgoingServer, type ScreenAccess } from './mail-server.ts'

/** Interval of checks for emails whose server has crashed. */
const EVERY_MS = 60_000
const LEASE_MS = 120_000
const AT_ONCE = 5
const MAX_ATTEMPTS = 8

export interface Email {
  to: string
  subject: string
  text: string
  /** HTML of the text, for tables and emphasis; without it the text is converted. The layout is added to either. */
  html?: string
  /** True for an email with a link that opens an account: its text is deleted when the link expires. */
  isSecret?: boolean
  /** Attachments, stored as long as the email. */
  files?: readonly EmailFile[]
}

export interface Mailer {
  /** Queues an email in the caller's transaction and returns its id: it is sent only if that transaction commits. */
  queue: (db: Db, letter: Email) => Promise<number>
  /** Builds the URL of a page for links in emails: from the settings, never from a request. */
  linkTo: (path: string) => string
  /** Checks whether a mail server is set; without one emails stay in the outbox. */
  hasServer: () => Promise<boolean>
  /** Sends queued emails. */
  job: Job
}

export interface MailerDeps {
  /** Handle with staff access, because notifications of staff belong to no company. */
  db: Kysely<DB>
  config: Pick<Config, 'SMTP_URL' | 'MAIL_FROM' | 'PRODUCT_NAME' | 'PUBLIC_ORIGIN' | 'PORT'>
  log: Logger
  clock: Clock
  /** Access to a mail server set on screen; without it only the environment counts. */
  screen?: ScreenAccess & { sharedDb: Db }
  /** Name and colour of the portal; without it only the environment counts. */
  readPortal?: ReadPortal
}

/** Creates the mailer. Without a mail server emails stay in the outbox, where staff can read them. */
export function createMailer(deps: MailerDeps): Mailer {
  const { config } = deps
  const readPortal = deps.readPortal ?? (() => Promise.resolve(portalOfEnvironment(config)))
  const origin = (config.PUBLIC_ORIGIN ?? `http://localhost:${config.PORT}`).replace(/\/$/, '')
  const server = createMailServer(config, deps.screen)
  const domain = new URL(origin).hostname
  return {
    linkTo: (path) => `${origin}${path}`,
    hasServer: server.isSet,
    queue: async (db, letter) => {
      const [hasServer, portal] = await Promise.all([server.isSet(), readPortal()])
      const now = deps.clock.now()
      const mail = {
        recipient: letter.to,
        subject: letter.subject,
        body: `${letter.text}\n\n${portal.name}\n${origin}/`,
        html: emailHtml(letter.html ?? paragraphsHtml(letter.text), { portal, origin }),
        is_secret: letter.isSecret ?? false,
        state: hasServer ? 'waiting' : 'kept',
        message_id: `<${randomUUID()}@${domain}>`,
        created_at: now,
        next_try_at: now,
      } as const
      const id = await insertEmail(db, mail, letter.files ?? [])
      await enqueueJob(db, 'emails')
      return id
    },
    job: {
      name: 'emails',
      everyMs: EVERY_MS,
      work: async (stopping) => {
        const outgoing = await server.connect()
        if (!outgoing) return
        await releaseKeptEmails(deps.db, deps.clock.now())
        await sendDue(deps, outgoing, stopping)
      },
    },
  }
}

/** Finishes emails in progress; the rest waits for the next start. */
async function sendDue(deps: MailerDeps, server: OutgoingServer, stopping: AbortSignal) {
  while (!stopping.aborted) {
    const now = deps.clock.now()
    const mails = await claimEmails(deps.db, now, new Date(now.getTime() + LEASE_MS), AT_ONCE)
    if (mails.length === 0) return
    await Promise.all(mails.map((mail) => send(deps, server, mail)))
  }
}

/** Contains the subject, not the recipient, who is shown with the email. */
const failed = ({ id, subject }: ClaimedEmail): DomainEvent => ({
  kind: 'email.failed',
  about: 'email',
  aboutId: id,
  contractorId: null,
  label: subject,
})

/** Retries preserve the Message-ID, so that a mail server can drop duplicates. */
async function send({ db, clock, log }: MailerDeps, { transport, sender }: OutgoingServer, mail: ClaimedEmail) {
  try {
    const files = await selectEmailFiles(db, mail.id)
    await transport.sendMail({
      from: sender,
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
      else await enqueueJob(tx, 'emails', nextTryAt)
    })
  }
}
