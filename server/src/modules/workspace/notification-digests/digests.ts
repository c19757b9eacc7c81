import { formatPhone } from '@artikul/contract/core/phone'
import { notificationPath, notificationText } from '@artikul/contract/workspace/notifications'
import type { Kysely } from 'kysely'
import { moscowMoment, type Clock } from '../../../platform/clock.ts'
import type { Db, DB } from '../../../platform/db/index.ts'
import { emailButton, escapeHtml, type Email, type Mailer } from '../../../platform/mail/index.ts'
import { processEach } from '../../../platform/process-each.ts'
import { composeEmail, invoicePart, paragraph, type DebtsForEmail, type EmailPart, type ReadDebts } from './compose.ts'
import {
  consumeReportedEvents,
  lockPerson,
  planNext,
  selectDueEmails,
  type DueEmail,
  type ReportedEventRow,
} from './digests.queries.ts'
import { tableHtml, tableText } from './email-table.ts'
import { writeToRecipients } from './recipients.ts'

/** Change approval with a link that answers it. */
interface Question {
  title: string
  lines: string[]
  path: string
}

export interface DigestDeps {
  clock: Clock
  mailer: Mailer
  /** Reads the order's approvals that the person may answer; their links are created for this email. */
  questionsOf: (tx: Db, userId: number, orderId: number, now: Date) => Promise<Question[]>
  debtsOf: ReadDebts
}

const AT_ONCE = 500
/** Maximum number of emails per round. */
const MAX_EMAILS = 10_000
/** Maximum number of items in one digest; the notification list shows the rest. */
const MAX_REPORTED = 100

interface More {
  questions: readonly Question[]
  debts: DebtsForEmail | null
}

const questionPart = ({ title, lines, link }: Question & { link: string }): EmailPart => ({
  text: [title, ...lines, `Ответить без входа на портал: ${link}`].join('\n'),
  html: `<p><strong>${escapeHtml(title)}</strong><br>${lines.map(escapeHtml).join('<br>')}</p><p>${emailButton('Согласен', link)} ${emailButton('Снять строку', link, 'other')}<br><small>Вход на портал не нужен, решение подтвердите на открывшейся странице.</small></p>`,
})

const managerPart = ({ manager_name: name, manager_phone: phone }: DueEmail) =>
  name === null ? [] : [paragraph(`Ваш менеджер: ${[name, phone && formatPhone(phone)].filter(Boolean).join(', ')}`)]

function emailOf(mailer: Mailer, due: DueEmail, rows: readonly ReportedEventRow[], { questions, debts }: More): Email {
  const forStaff = due.contractor_id === null
  const shown = rows.slice(0, MAX_REPORTED).map((row) => ({
    text: notificationText(row, forStaff),
    aside: [forStaff && row.contractor, moscowMoment(row.at)].filter(Boolean).join(', '),
    link: mailer.linkTo(notificationPath(row, forStaff)),
  }))
  const rest = rows.length - shown.length
  const greeting = forStaff ? 'Здравствуйте!' : `Здравствуйте! Новости по ${due.company ?? 'вашей компании'}.`
  const settings = mailer.linkTo('/profile?tab=notifications')
  const [first] = shown
  const invoices = debts?.invoices ?? []
  const parts = [
    ...questions.map((question) => questionPart({ ...question, link: mailer.linkTo(question.path) })),
    ...(debts ? [{ text: tableText(debts), html: tableHtml(debts) }] : []),
    ...invoices.map(({ id, text }) =>
      invoicePart(text, mailer.linkTo(`/invoice/${id}`), invoices.length > 1 ? 'other' : 'main'),
    ),
    ...(rest > 0 ? [paragraph(`Ещё событий: ${rest}. Они есть в уведомлениях на портале.`)] : []),
    ...(debts ? [] : managerPart(due)),
    {
      text: `Какие письма присылать: ${settings}`,
      html: `<p><small><a href="${escapeHtml(settings)}">Какие письма присылать</a></small></p>`,
    },
  ]
  return {
    to: due.email,
    subject: due.is_digest || !first ? 'Сводка событий' : first.text,
    // Its links answer without signing in.
    isSecret: questions.length > 0,
    files: invoices.map(({ file }) => file),
    ...composeEmail(greeting, shown, parts),
  }
}

/** Reads the change approvals of an email about them; only the company's own people get links. */
async function openQuestionsIn(
  tx: Db,
  { clock, questionsOf }: DigestDeps,
  due: DueEmail,
  rows: readonly ReportedEventRow[],
) {
  const isAsked = rows.some(({ counts }) => (counts.asked ?? 0) > 0)
  if (due.contractor_id === null || due.is_digest || due.about !== 'order' || !isAsked) return []
  return questionsOf(tx, due.user_id, due.about_id, clock.now())
}

/** Reads the current debts for a reminder email; only the company's own people are reminded. */
async function debtsIn(tx: Db, { clock, debtsOf }: DigestDeps, due: DueEmail, rows: readonly ReportedEventRow[]) {
  if (due.contractor_id === null || !rows.some(({ about }) => about === 'debt')) return null
  return debtsOf(tx, due.contractor_id, { now: clock.now(), withInvoices: due.sees_invoices })
}

async function emailFor(tx: Db, deps: DigestDeps, due: DueEmail, rows: readonly ReportedEventRow[]) {
  const questions = await openQuestionsIn(tx, deps, due, rows)
  return emailOf(deps.mailer, due, rows, { questions, debts: await debtsIn(tx, deps, due, rows) })
}

/**
 * Plans emails about events and sends the due ones: one per order within ten minutes, digests at the hours that each
 * person has chosen. Each is queued in the transaction that marks it, so that it is sent once, even with several
 * servers.
 */
export async function sendNotifications(db: Kysely<DB>, deps: DigestDeps, stopping?: AbortSignal) {
  const now = deps.clock.now()
  while (!stopping?.aborted && (await db.transaction().execute((tx) => planNext(tx, now, AT_ONCE)))) continue
  const parts = [() => writeToPeople(db, deps, now, stopping), () => writeToRecipients(db, { ...deps, now }, stopping)]
  await processEach(parts, (part) => part(), stopping)
}

async function writeToPeople(db: Kysely<DB>, deps: DigestDeps, now: Date, stopping?: AbortSignal) {
  const send = (due: DueEmail) =>
    db.transaction().execute(async (tx) => {
      await lockPerson(tx, due)
      const rows = await consumeReportedEvents(tx, due, now)
      if (rows.length > 0) await deps.mailer.queue(tx, await emailFor(tx, deps, due, rows))
    })
  await processEach(await selectDueEmails(db, now, MAX_EMAILS), send, stopping)
}
