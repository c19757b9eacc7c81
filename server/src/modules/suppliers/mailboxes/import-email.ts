import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { MailRule } from '@artikul/contract/suppliers/mailboxes'
import type { ImapFlow } from 'imapflow'
import type { Clock } from '../../../platform/clock.ts'
import type { Database } from '../../../platform/db/index.ts'
import { queueMailedFile, type ListStore } from '../price-lists/index.ts'
import { chooseRule, whyUnmatched } from './choose-rule.ts'
import { deleteUnmatched, saveUnmatched } from './emails.queries.ts'
import {
  downloadFile,
  isList,
  EmailRefused,
  readEmail,
  type EmailAttachment,
  type ReceivedEmail,
} from './read-email.ts'
import { MailboxRefused } from './open-mailbox.ts'
import { insertImportedFile, noteRead, selectImportedParts, type EmailPlace } from './reading.queries.ts'

export interface ImportEmailDeps {
  database: Pick<Database, 'db'>
  store: ListStore
  clock: Clock
  /** Size limit of one file. */
  mostBytes: number
}

/** Another server has imported the file meanwhile, or this one did before a crash. */
class AlreadyImported extends Error {}

const FORGED = 'Сервер почты считает отправителя поддельным (SPF или DMARC)'

export interface RequestedEmail {
  place: EmailPlace
  /** Version of the mailbox at the start of the check. */
  version: number
  /** True for an email that is read again. */
  isOld: boolean
}

/**
 * Imports the files of one email that match the rules. The outcome is recorded in any case, so that the email is
 * processed once.
 * @throws MailboxRefused when the mailbox was changed meanwhile
 */
export async function importEmail(
  deps: ImportEmailDeps,
  client: ImapFlow,
  rules: readonly MailRule[],
  request: RequestedEmail & { receivedAfter: Date | null },
): Promise<void> {
  const { place, receivedAfter } = request
  const letter: ParsedEmail = await readEmail(client, place.uid).catch((error: unknown) =>
    unread(error, place.uid, deps),
  )
  if (receivedAfter && letter.receivedAt <= receivedAfter) return finish(deps, request, { letter, reason: null })
  const reason = letter.problem ?? (await importFiles(deps, client, { rules, letter, place }))
  await finish(deps, request, { letter, reason })
}

type ParsedEmail = ReceivedEmail & { problem?: string }

/** Placeholder for an email of which only the number is known. */
export const unknownEmail = (uid: number, receivedAt: Date, problem: string): ParsedEmail => ({
  uid,
  sender: '',
  subject: '',
  receivedAt,
  isForged: false,
  files: [],
  problem,
})

function unread(error: unknown, uid: number, { clock }: ImportEmailDeps): ParsedEmail {
  if (!(error instanceof EmailRefused)) throw error
  return unknownEmail(uid, clock.now(), error.message)
}

interface Taking {
  rules: readonly MailRule[]
  letter: ReceivedEmail
  place: EmailPlace
}

/** @returns the reason why a part of the email was not imported; null when everything was */
async function importFiles(deps: ImportEmailDeps, client: ImapFlow, taking: Taking): Promise<string | null> {
  const { rules, letter, place } = taking
  if (letter.isForged) return FORGED
  if (letter.sender === '') return 'Отправитель не указан, или их несколько'
  const lists = letter.files.filter(isList)
  if (lists.length === 0) return 'Вложенных прайс-листов нет'
  const wanted = lists.flatMap((file) => {
    const rule = chooseRule(rules, { ...letter, fileName: file.name })
    return rule ? [{ file, rule }] : []
  })
  if (wanted.length === 0) return whyUnmatched(rules, letter)
  const before = await selectImportedParts(deps.database.db, place)
  const reasons: string[] = []
  for (const { file, rule } of wanted.filter(({ file }) => !before.includes(file.part)))
    await importFile(deps, client, { ...taking, file, rule }).catch((error: unknown) => {
      if (!(error instanceof EmailRefused)) throw error
      reasons.push(`${file.name}: ${error.message}`)
    })
  return reasons[0] ?? null
}

/** @throws LetterRefused */
async function importFile(
  { database, store, clock, mostBytes }: ImportEmailDeps,
  client: ImapFlow,
  { file, rule, letter, place }: Taking & { file: EmailAttachment; rule: MailRule },
): Promise<void> {
  const path = join(tmpdir(), `artikul-mailed-${crypto.randomUUID()}`)
  const { part, name } = file
  const mailed = { path, name, warehouseId: rule.warehouse_id, warehouseName: rule.warehouse, letter }
  try {
    await downloadFile(client, letter.uid, file, { path, most: mostBytes })
    await queueMailedFile(database.db, { store, clock }, mailed, async (tx, importId) => {
      const isTaken = await insertImportedFile(tx, { ...place, part, import_id: importId, taken_at: clock.now() })
      if (!isTaken) throw new AlreadyImported()
    })
  } catch (error) {
    if (!(error instanceof AlreadyImported)) throw error
  } finally {
    await rm(path, { force: true })
  }
}

interface Outcome {
  letter: ReceivedEmail
  reason: string | null
}

/**
 * Marks the email as processed; its remaining files appear in the list.
 * @throws MailboxRefused when the mailbox was changed meanwhile
 */
export async function finish(
  { database }: Pick<ImportEmailDeps, 'database'>,
  { place, version, isOld }: RequestedEmail,
  { letter, reason }: Outcome,
): Promise<void> {
  const { sender, subject, files, receivedAt } = letter
  await database.db.transaction().execute(async (tx) => {
    if (reason === null) await deleteUnmatched(tx, place)
    else {
      const file_names = files.map(({ name }) => name)
      await saveUnmatched(tx, { ...place, sender, subject, file_names, received_at: receivedAt, reason })
    }
    const isNoted = isOld || (await noteRead(tx, { ...place, version, receivedAt }))
    if (!isNoted) throw new MailboxRefused('Ящик изменён, пока он читался')
  })
}
