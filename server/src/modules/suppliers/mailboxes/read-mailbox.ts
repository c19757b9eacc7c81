import type { ImapFlow, MailboxObject } from 'imapflow'
import type { Logger } from 'pino'
import type { Db, Database } from '../../../platform/db/index.ts'
import { loggable } from '../../../platform/telemetry/log-error.ts'
import type { EncryptionKeys } from '../../../platform/encryption.ts'
import { selectEmailsToReread } from './emails.queries.ts'
import type { MailboxRow } from './mailboxes.queries.ts'
import { mailboxAccessOf } from './mailbox-access.ts'
import { MailboxRefused, withMailbox } from './open-mailbox.ts'
import { lockMailbox, noteLooked, noteRead, selectDueMailboxes, type EmailPlace } from './reading.queries.ts'
import { selectMailRules } from './mail-rules.queries.ts'
import { finish, importEmail, unknownEmail, type RequestedEmail, type ImportEmailDeps } from './import-email.ts'

export interface ReadMailboxDeps extends ImportEmailDeps {
  database: Pick<Database, 'db' | 'long'>
  log: Logger
  keys: EncryptionKeys
  allowsPrivate: boolean
}

const EMAILS_PER_BATCH = 50
const LOOK_SECONDS = 15 * 60
/** Number of broken connections after which an email is skipped. */
const MAX_TRIES = 3

const MINUTE_MS = 60_000
const DAY_MS = 24 * 60 * MINUTE_MS
const EVERY_MINUTES = 5
const MAX_MINUTES = 6 * 60
/** Pause after a rejected password, because repeated attempts would lock the account. */
const PERSON_MINUTES = 60
const MAX_PERSON_MINUTES = 24 * 60

/** Minutes until the next check after consecutive failures. */
const pauseAfter = (failures: number, isOfPerson: boolean) =>
  isOfPerson
    ? Math.min(PERSON_MINUTES * 2 ** (failures - 1), MAX_PERSON_MINUTES)
    : Math.min(EVERY_MINUTES * 2 ** (failures - 1), MAX_MINUTES)

/** Reads the new emails of a due mailbox unless another server is reading it. */
export async function readMailbox(deps: ReadMailboxDeps, id: number, stopping?: AbortSignal): Promise<void> {
  const { database, clock } = deps
  await database.long.begin(async (tx) => {
    if (!(await lockMailbox(tx, id))) return
    const mailbox = await selectDueMailboxes(database.db, id, clock.now())
    if (mailbox) await checkMailbox(deps, mailbox, stopping)
  })
}

/** Progress of a check, for reporting where it was interrupted. */
interface Progress {
  uid: number | null
  isMore: boolean
}

async function checkMailbox(deps: ReadMailboxDeps, mailbox: MailboxRow, stopping?: AbortSignal): Promise<void> {
  const { database, clock, keys, allowsPrivate } = deps
  const begun = clock.now()
  const progress: Progress = { uid: null, isMore: false }
  const note = (failure: string | null, failures: number, minutes: number) => {
    const now = clock.now()
    const next = new Date(now.getTime() + minutes * MINUTE_MS)
    const stuck = failure === null ? null : progress.uid
    return noteLooked(database.db, mailbox, { failure, failures, stuck_uid: stuck, begun, now, next })
  }
  try {
    const options = { allowsPrivate, seconds: LOOK_SECONDS, signal: stopping }
    await withMailbox(mailboxAccessOf(mailbox, keys), options, (client, folder) =>
      importNew(deps, client, { mailbox, folder, progress, stopping }),
    )
    await note(null, 0, progress.isMore ? 0 : EVERY_MINUTES)
  } catch (error) {
    if (stopping?.aborted) return
    const failures = mailbox.failures + 1
    const isKnown = error instanceof MailboxRefused
    if (!isKnown) deps.log.error({ err: loggable(error) }, 'mailbox not read')
    await note(
      isKnown ? error.message : 'Портал не смог прочитать ящик и попробует ещё раз',
      failures,
      pauseAfter(failures, isKnown && error.isOfPerson),
    )
  }
}

interface Looking {
  mailbox: MailboxRow
  folder: MailboxObject
  progress: Progress
  stopping?: AbortSignal | undefined
}

async function importNew(deps: ReadMailboxDeps, client: ImapFlow, { mailbox, folder, progress, stopping }: Looking) {
  const { db } = deps.database
  const uidValidity = Number(folder.uidValidity)
  // Numbers of another validity are meaningless: new emails are recognised by date.
  const receivedAfter = mailbox.uid_validity === uidValidity ? null : mailbox.reads_from
  const place = (uid: number) => ({ mailbox_id: mailbox.id, uid_validity: uidValidity, uid })
  const found = await newEmails(client, receivedAfter ? 0 : mailbox.last_uid, receivedAfter)
  const again = await selectEmailsToReread(db, mailbox.id, uidValidity, EMAILS_PER_BATCH)
  const rules = await selectMailRules(db)
  const uids = [...again, ...found.slice(0, EMAILS_PER_BATCH)]
  for (const uid of uids) {
    stopping?.throwIfAborted()
    progress.uid = uid
    const isOld = again.includes(uid)
    const emailRef = { place: place(uid), version: mailbox.version, isOld }
    if (isHopeless(mailbox, uid)) await leave(deps, emailRef)
    else await importEmail(deps, client, rules, { ...emailRef, receivedAfter: isOld ? null : receivedAfter })
  }
  progress.uid = null
  progress.isMore = found.length > EMAILS_PER_BATCH
  if (found.length === 0) await passTo(db, mailbox, place(folder.uidNext - 1))
}

/**
 * Lists emails with greater numbers, oldest first. Dates are in the server's own time zone, so the search starts one
 * day earlier.
 */
async function newEmails(client: ImapFlow, after: number, since: Date | null): Promise<number[]> {
  const day = since && { since: new Date(since.getTime() - DAY_MS) }
  const found = await client.search({ uid: `${after + 1}:*`, ...day }, { uid: true })
  // Such a range always includes the last email, whatever its number.
  return (found || []).filter((uid) => uid > after).toSorted((one, other) => one - other)
}

const isHopeless = ({ stuck_uid, failures }: MailboxRow, uid: number) => stuck_uid === uid && failures >= MAX_TRIES

function leave(deps: ReadMailboxDeps, request: RequestedEmail) {
  const letter = unknownEmail(request.place.uid, deps.clock.now(), '')
  return finish(deps, request, { letter, reason: 'На этом письме связь с сервером почты обрывается' })
}

/** Records that nothing is new: later emails have greater numbers. */
async function passTo(db: Db, { uid_validity, last_uid, version }: MailboxRow, place: EmailPlace) {
  if (uid_validity !== place.uid_validity || last_uid < place.uid) await noteRead(db, { ...place, version })
}
