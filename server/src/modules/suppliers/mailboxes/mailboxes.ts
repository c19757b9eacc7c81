import { counted } from '@artikul/contract/core/plural'
import {
  MAIL_SECURITIES,
  MailSecurity,
  MAX_MAILBOXES,
  type Mailbox,
  type MailboxPatch,
  type MailboxTrial,
  type NewMailbox,
} from '@artikul/contract/suppliers/mailboxes'
import type { AuditItem } from '@artikul/contract/platform/audit'
import type { Kysely } from 'kysely'
import { enqueueJob } from '../../../platform/jobs.ts'
import type { Clock } from '../../../platform/clock.ts'
import { brokenConstraint } from '../../../platform/db/broken-constraint.ts'
import type { Db, DB } from '../../../platform/db/index.ts'
import { AppError } from '../../../platform/errors.ts'
import type { Author } from '../../../platform/http/index.ts'
import { encrypt, decrypt, type EncryptionKeys } from '../../../platform/encryption.ts'
import { changesBetween, recordEvent, type AuditedField } from '../../../platform/audit/index.ts'
import { mailboxAccessOf } from './mailbox-access.ts'
import * as queries from './mailboxes.queries.ts'
import { MailboxRefused, withMailbox } from './open-mailbox.ts'

export interface MailboxDeps {
  clock: Clock
  keys: EncryptionKeys
  allowsPrivate: boolean
}

/** Maximum duration of «Проверить», in seconds. */
const CHECK_SECONDS = 9
/** Emails received shortly before the mailbox was added are read, older ones are not. */
const LOOK_BACK_MS = 24 * 3_600_000

type Row = Awaited<ReturnType<typeof queries.selectMailboxes>>[number]

const present = (row: Row): Mailbox => ({
  id: row.id,
  host: row.host,
  port: row.port,
  security: MailSecurity.parse(row.security),
  login: row.login,
  folder: row.folder,
  is_on: row.is_on,
  version: row.version,
  checked_at: row.checked_at?.toISOString() ?? null,
  failure: row.failure,
  next_check_at: row.is_on ? row.next_check_at.toISOString() : null,
  taken:
    row.import_id !== null && row.taken_at
      ? { import_id: row.import_id, file_name: row.file_name ?? '', at: row.taken_at.toISOString() }
      : null,
})

export const listMailboxes = async (db: Db): Promise<Mailbox[]> => (await queries.selectMailboxes(db)).map(present)

const readsFrom = (now: Date) => new Date(now.getTime() - LOOK_BACK_MS)

const titleOf = ({ login, host }: Pick<NewMailbox, 'login' | 'host'>) => `${login} (${host})`

/** @throws AppError `input.invalid` */
function rethrowMailboxUsed(error: unknown): never {
  if (brokenConstraint(error) !== 'mailboxes_host_login_folder_key') throw error
  throw refusedField('login', 'Эта папка этого ящика уже добавлена')
}

const refusedField = (path: string, message: string) => new AppError('input.invalid', { errors: [{ path, message }] })

/** @throws AppError `input.invalid` */
export async function addMailbox(db: Kysely<DB>, deps: MailboxDeps, author: Author, input: NewMailbox) {
  const now = deps.clock.now()
  return db.transaction().execute(async (tx) => {
    await queries.lockMailboxes(tx)
    if ((await queries.countMailboxes(tx)) >= MAX_MAILBOXES)
      throw new AppError('input.invalid', { detail: `Ящиков не больше ${MAX_MAILBOXES}` })
    const row = { ...input, password: encrypt(deps.keys, input.password), readsFrom: readsFrom(now), now }
    const { id } = await queries.insertMailbox(tx, row).catch(rethrowMailboxUsed)
    await record(tx, author, input, changesBetween<AuditedMailbox>(FIELDS, null, input))
    await enqueueJob(tx, 'mailboxes')
    return { id }
  })
}

/** @throws AppError `not_found`, `stale`, `input.invalid` */
export async function changeMailbox(
  db: Kysely<DB>,
  deps: MailboxDeps,
  author: Author,
  { id, input }: { id: number; input: MailboxPatch },
) {
  const now = deps.clock.now()
  const { version, password: typed, ...fields } = input
  await db.transaction().execute(async (tx) => {
    const before = await queries.lockMailbox(tx, id)
    if (!before) throw notFound()
    if (before.version !== version) throw new AppError('stale')
    if (typed === null) requireSameServer(before, input)
    const isElsewhere = before.host !== input.host || before.login !== input.login || before.folder !== input.folder
    const password = typed === null ? before.password : encrypt(deps.keys, typed)
    const row = { ...fields, password, readsFrom: isElsewhere ? readsFrom(now) : null, now }
    await queries.updateMailbox(tx, id, row).catch(rethrowMailboxUsed)
    const passwordChange = typed === null ? [] : [{ field: 'Пароль', before: null, after: 'изменён' }]
    await record(tx, author, input, [...changesBetween<AuditedMailbox>(FIELDS, before, input), ...passwordChange])
    await enqueueJob(tx, 'mailboxes')
  })
  return { version: version + 1 }
}

const notFound = () => new AppError('not_found', { detail: 'Почтовый ящик не найден' })

/**
 * Requires the same server when the stored password is reused, so that nobody can obtain it by naming their own server.
 * @throws AppError `input.invalid`
 */
function requireSameServer(before: queries.MailboxRow, input: Omit<MailboxTrial, 'id' | 'password'>) {
  const isSame = (['host', 'port', 'security', 'login'] as const).every((field) => before[field] === input[field])
  if (!isSame) throw refusedField('password', 'Сервер или логин изменён: введите пароль снова')
}

/** @throws AppError `not_found` */
export const removeMailbox = (db: Kysely<DB>, author: Author, id: number) =>
  db.transaction().execute(async (tx) => {
    const before = await queries.lockMailbox(tx, id)
    if (!before) throw notFound()
    await queries.deleteMailbox(tx, id)
    await record(tx, author, before, changesBetween<AuditedMailbox>(FIELDS, before, null))
    return {}
  })

/**
 * Checks whether the mailbox can be read with these settings, without changing anything.
 * @throws AppError `not_found`, `input.invalid` without a password to test
 */
export async function checkMailbox(db: Db, { keys, allowsPrivate }: MailboxDeps, input: MailboxTrial) {
  const { id, password: typed, ...access } = input
  const kept = id === null ? undefined : await queries.selectMailbox(db, id)
  if (id !== null && !kept) throw notFound()
  if (typed === null && !kept) throw refusedField('password', 'Введите пароль')
  if (typed === null && kept) requireSameServer(kept, input)
  try {
    const password = typed ?? (kept ? mailboxAccessOf(kept, keys).password : '')
    const options = { allowsPrivate, seconds: CHECK_SECONDS }
    const count = await withMailbox({ ...access, password }, options, async (_, { exists }) => exists)
    return { is_ok: true, text: `Ящик открыт: ${counted(count, 'письмо', 'письма', 'писем')} в папке` }
  } catch (error) {
    if (error instanceof MailboxRefused) return { is_ok: false, text: error.message }
    throw error
  }
}

/** @throws AppError `not_found`, `input.invalid` for a disabled mailbox */
export async function checkNow(db: Db, { clock }: MailboxDeps, id: number) {
  if (!(await queries.selectMailbox(db, id))) throw notFound()
  if (!(await queries.scheduleCheck(db, id, clock.now())))
    throw new AppError('input.invalid', { detail: 'Ящик выключен: сначала включите его' })
  await enqueueJob(db, 'mailboxes')
  return {}
}

type AuditedMailbox = Pick<queries.MailboxRow, 'host' | 'port' | 'security' | 'login' | 'folder' | 'is_on'>

const FIELDS: readonly AuditedField<AuditedMailbox>[] = [
  ['Сервер', ({ host }) => host],
  ['Порт', ({ port }) => String(port)],
  ['Защита', ({ security }) => MAIL_SECURITIES[MailSecurity.parse(security)].label],
  ['Логин', ({ login }) => login],
  ['Папка', ({ folder }) => folder],
  ['Включён', ({ is_on: isOn }) => (isOn ? 'да' : 'нет')],
]

async function record(
  tx: Db,
  author: Author,
  mailbox: Pick<AuditedMailbox, 'login' | 'host'>,
  changes: AuditItem['changes'],
) {
  if (changes.length > 0) await recordEvent(tx, author, { event: 'mailbox.changed', object: titleOf(mailbox), changes })
}

/** Encrypts every password with the current key again, so that the previous key can be removed from the settings. */
export async function resealPasswords(db: Db, keys: EncryptionKeys): Promise<void> {
  for (const { id, password } of await queries.selectMailboxes(db)) {
    const known = decrypt(keys, password)
    if (known?.isOld) await queries.setMailboxPassword(db, id, encrypt(keys, known.text))
  }
}
