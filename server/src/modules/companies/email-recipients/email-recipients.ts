import type { CompanyScope } from '../../../platform/access/index.ts'
import {
  CONFIRMATION_DAYS,
  MAX_CONFIRMATIONS_PER_DAY,
  MAX_CONFIRMATIONS_PER_ADDRESS,
  MAX_RECIPIENTS,
  RECIPIENT_WAYS,
  recipientTopicLabel,
  REFUSED_DAYS,
  type EmailRecipient,
  type NewRecipient,
  type RecipientChange,
  type RecipientState,
} from '@artikul/contract/companies/email-recipients'
import type { Kysely } from 'kysely'
import type { Clock } from '../../../platform/clock.ts'
import type { Db, DB } from '../../../platform/db/index.ts'
import { AppError } from '../../../platform/errors.ts'
import type { Author } from '../../../platform/http/index.ts'
import { changesBetween, recordEvent, type AuditedField } from '../../../platform/audit/index.ts'
import { newLinkSecret } from '../../identity/index.ts'
import { ownsConsignee } from '../consignees/index.ts'
import { selectCompanyName, type Email, type Mailer } from '../../../platform/mail/index.ts'
import * as queries from './email-recipients.queries.ts'

const DAY_MS = 86_400_000

export interface RecipientsDeps {
  clock: Clock
  mailer: Pick<Mailer, 'queue' | 'linkTo'>
  /** Handle with access to all companies, used only to count requests to an address. */
  everywhere: Db
}

type Moments = Pick<queries.RecipientRow, 'asked_at' | 'confirmed_at' | 'stopped_at'>

export function recipientState(row: Moments, now: Date): { state: RecipientState; since: Date } {
  if (row.stopped_at) return { state: 'stopped', since: row.stopped_at }
  if (row.confirmed_at) return { state: 'confirmed', since: row.confirmed_at }
  const isOver = now.getTime() - row.asked_at.getTime() > CONFIRMATION_DAYS * DAY_MS
  return { state: isOver ? 'overdue' : 'asked', since: row.asked_at }
}

export async function listRecipients(db: Db, contractorId: number, now: Date): Promise<EmailRecipient[]> {
  const rows = await queries.selectRecipients(db, contractorId)
  return rows.map((row) => {
    const { state, since } = recipientState(row, now)
    return {
      id: row.id,
      version: row.version,
      email: row.email,
      topics: row.topics,
      mail: row.mail as EmailRecipient['mail'], // checked by the table
      consignee: row.consignee_id === null ? null : { id: row.consignee_id, name: row.point ?? '' },
      sees_prices: row.sees_prices,
      state,
      since: since.toISOString(),
    }
  })
}

async function requirePoint(db: Db, member: CompanyScope, id: number | null) {
  if (id === null || (await ownsConsignee(db, member, id))) return
  throw new AppError('input.invalid', { errors: [{ path: 'consignee_id', message: 'Нет такого грузополучателя' }] })
}

const topicsText = (topics: NewRecipient['topics']) => topics.map(recipientTopicLabel).join(', ')

const AUDITED_FIELDS: AuditedField<Omit<NewRecipient, 'email'>>[] = [
  ['О чём писать', ({ topics }) => topicsText(topics)],
  ['Когда писать', ({ mail }) => RECIPIENT_WAYS[mail]],
  ['Грузополучатель', ({ consignee_id: point }) => (point === null ? 'вся компания' : `№ ${point}`)],
  ['Цены и суммы', ({ sees_prices: seesPrices }) => (seesPrices ? 'видит' : 'не видит')],
]

function confirmationEmail(
  { linkTo }: RecipientsDeps['mailer'],
  { email, topics }: NewRecipient,
  company: string,
  secret: string,
): Email {
  return {
    to: email,
    subject: `Подтвердите, что хотите получать письма: ${company}`,
    // Anyone with the link can agree in the name of the address.
    isSecret: true,
    text: `Здравствуйте!

Компания ${company} просит присылать на этот адрес письма о её заказах: ${topicsText(topics)}.

Если вы согласны, откройте ссылку и нажмите «Получать письма» (вход на портал не нужен, ссылка действует ${CONFIRMATION_DAYS} дней):
${linkTo(`/letters/${secret}`)}

Если нет, ничего делать не нужно: больше писем не будет.`,
  }
}

/**
 * Adds an address and emails its owner a request; nothing else is sent until they agree.
 * @throws AppError `input.invalid`, `email_recipient.exists`, `email_recipient.limit_reached`, `email_recipient.refused`, `email_recipient.invitation_limit_reached`
 */
export async function addRecipient(
  db: Kysely<DB>,
  deps: RecipientsDeps,
  { member, author }: { member: CompanyScope; author: Author },
  fields: NewRecipient,
): Promise<number> {
  const now = deps.clock.now()
  const { contractorId } = member
  const askedSince = new Date(now.getTime() - DAY_MS)
  const refusedSince = new Date(now.getTime() - REFUSED_DAYS * DAY_MS)
  if ((await queries.countAsksOf(deps.everywhere, fields.email, askedSince)) >= MAX_CONFIRMATIONS_PER_ADDRESS)
    throw new AppError('email_recipient.invitation_limit_reached', { retryAfter: 3600 })
  return db.transaction().execute(async (tx) => {
    await queries.lockAdding(tx, contractorId)
    await requirePoint(tx, member, fields.consignee_id)
    const standing = await queries.selectRecipientCounts(tx, contractorId, fields, { askedSince, refusedSince })
    if (standing.is_known) throw new AppError('email_recipient.exists')
    if (standing.has_refused) throw new AppError('email_recipient.refused')
    if (standing.listed >= MAX_RECIPIENTS) throw new AppError('email_recipient.limit_reached')
    if (standing.asked >= MAX_CONFIRMATIONS_PER_DAY)
      throw new AppError('email_recipient.invitation_limit_reached', { retryAfter: 3600 })
    const secret = newLinkSecret()
    const { id } = await queries.insertRecipient(tx, author, { ...fields, contractorId, secret, now })
    await deps.mailer.queue(
      tx,
      confirmationEmail(deps.mailer, fields, await selectCompanyName(tx, contractorId), secret),
    )
    await recordEvent(tx, author, {
      event: 'email_recipient.added',
      contractorId,
      object: fields.email,
      changes: changesBetween(AUDITED_FIELDS, null, fields),
    })
    return id
  })
}

async function requireOwn(tx: Db, contractorId: number, id: number) {
  const row = await queries.lockRecipient(tx, contractorId, id)
  if (!row) throw new AppError('not_found')
  return row
}

/** @throws AppError `not_found`, `stale`, `input.invalid`, `email_recipient.exists` */
export async function changeRecipient(
  db: Kysely<DB>,
  { member, author }: { member: CompanyScope; author: Author },
  id: number,
  { version, ...fields }: RecipientChange,
) {
  await db.transaction().execute(async (tx) => {
    await queries.lockAdding(tx, member.contractorId)
    const row = await requireOwn(tx, member.contractorId, id)
    if (row.version !== version) throw new AppError('stale')
    if (fields.consignee_id !== row.consignee_id) {
      await requirePoint(tx, member, fields.consignee_id)
      const same = (await queries.selectRecipients(tx, member.contractorId)).some(
        (one) => one.id !== id && one.email === row.email && one.consignee_id === fields.consignee_id,
      )
      if (same) throw new AppError('email_recipient.exists')
    }
    await queries.updateRecipient(tx, id, fields)
    await recordEvent(tx, author, {
      event: 'email_recipient.changed',
      contractorId: member.contractorId,
      object: row.email,
      changes: changesBetween(AUDITED_FIELDS, { ...row, mail: row.mail as NewRecipient['mail'] }, fields), // checked by the table
    })
  })
}

/** @throws AppError `not_found` */
export async function removeRecipient(
  db: Kysely<DB>,
  { clock }: Pick<RecipientsDeps, 'clock'>,
  { member, author }: { member: CompanyScope; author: Author },
  id: number,
) {
  await db.transaction().execute(async (tx) => {
    const row = await requireOwn(tx, member.contractorId, id)
    await queries.markRemoved(tx, id, clock.now())
    await recordEvent(tx, author, {
      event: 'email_recipient.removed',
      contractorId: member.contractorId,
      object: row.email,
    })
  })
}
