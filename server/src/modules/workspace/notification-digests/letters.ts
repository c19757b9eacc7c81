import { notificationPath, notificationText } from '@artikul/contract/workspace/notifications'
import type { Kysely } from 'kysely'
import { moscowMoment, type Clock } from '../../../platform/clock.ts'
import type { Db, DB } from '../../../platform/db/index.ts'
import type { Letter, Mailer } from '../../../platform/mail/index.ts'
import { composeLetter, paragraph, type LetterPart } from './compose.ts'
import { holdDue, planNext, takeTold, type DueLetter, type ToldRow } from './letters.queries.ts'
import { escaped, tableHtml, tableText, type LetterTable } from './letter-table.ts'
import { writeToRecipients } from './recipients.ts'

/** What somebody is asked about, with a link that answers it. */
interface Question {
  title: string
  lines: string[]
  path: string
}

export interface LettersDeps {
  clock: Clock
  mailer: Mailer
  /** What the person may answer of an order; its links are made for this letter. */
  questionsOf: (tx: Db, userId: number, orderId: number, now: Date) => Promise<Question[]>
  /** What a company has to pay, for letters that remind of it. */
  debtsOf: (tx: Db, contractorId: number, now: Date) => Promise<LetterTable>
}

const AT_ONCE = 500
/** Lines of one digest; the rest is in the bell. */
const MOST_TOLD = 100

interface More {
  questions: readonly Question[]
  debts: LetterTable | null
}

const questionPart = ({ title, lines, link }: Question & { link: string }): LetterPart => ({
  text: [title, ...lines, `Ответить без входа на портал: ${link}`].join('\n'),
  html: `<p><strong>${escaped(title)}</strong><br>${lines.map(escaped).join('<br>')}<br><a href="${escaped(link)}">Согласиться или снять строку</a> (вход на портал не нужен)</p>`,
})

function letterOf(mailer: Mailer, due: DueLetter, rows: readonly ToldRow[], { questions, debts }: More): Letter {
  const forStaff = due.contractor_id === null
  const shown = rows.slice(0, MOST_TOLD).map((row) => ({
    text: notificationText(row, forStaff),
    aside: [forStaff && row.contractor, moscowMoment(row.at)].filter(Boolean).join(', '),
    link: mailer.linkTo(notificationPath(row, forStaff)),
  }))
  const rest = rows.length - shown.length
  const greeting = forStaff ? 'Здравствуйте!' : `Здравствуйте! Компания: ${due.company ?? ''}.`
  const settings = mailer.linkTo('/profile?tab=notifications')
  const [first] = shown
  const parts = [
    ...questions.map((question) => questionPart({ ...question, link: mailer.linkTo(question.path) })),
    ...(debts ? [{ text: tableText(debts), html: tableHtml(debts) }] : []),
    ...(rest > 0 ? [paragraph(`Ещё событий: ${rest}. Они есть в уведомлениях на портале.`)] : []),
    {
      text: `Какие письма присылать: ${settings}`,
      html: `<p><small><a href="${escaped(settings)}">Какие письма присылать</a></small></p>`,
    },
  ]
  return {
    to: due.email,
    subject: due.is_digest || !first ? 'Сводка событий' : first.text,
    // Its links answer without signing in.
    isSecret: questions.length > 0,
    ...composeLetter(greeting, shown, parts),
  }
}

/** Only a letter about a question holds its links, and only for the company's own people. */
async function askedIn(tx: Db, { clock, questionsOf }: LettersDeps, due: DueLetter, rows: readonly ToldRow[]) {
  const isAsked = rows.some(({ counts }) => (counts.asked ?? 0) > 0)
  if (due.contractor_id === null || due.is_digest || due.about !== 'order' || !isAsked) return []
  return questionsOf(tx, due.user_id, due.about_id, clock.now())
}

/** A letter that reminds of debts holds them as they stand now; only the company's own people are reminded. */
async function debtsIn(tx: Db, { clock, debtsOf }: LettersDeps, due: DueLetter, rows: readonly ToldRow[]) {
  if (due.contractor_id === null || !rows.some(({ about }) => about === 'debt')) return null
  return debtsOf(tx, due.contractor_id, clock.now())
}

async function letterFor(tx: Db, deps: LettersDeps, due: DueLetter, rows: readonly ToldRow[]) {
  const questions = await askedIn(tx, deps, due, rows)
  return letterOf(deps.mailer, due, rows, { questions, debts: await debtsIn(tx, deps, due, rows) })
}

/**
 * Plans letters of what has happened and sends those whose time has come: one of an order within ten minutes, digests at
 * the hours that each person has chosen. Each is queued in the transaction that marks it: never twice, whoever else is at it.
 */
export async function sendNotifications(db: Kysely<DB>, deps: LettersDeps, stopping?: AbortSignal) {
  const { mailer } = deps
  const now = deps.clock.now()
  while (!stopping?.aborted && (await db.transaction().execute((tx) => planNext(tx, now, AT_ONCE)))) continue
  while (!stopping?.aborted) {
    const isSent = await db.transaction().execute(async (tx) => {
      const due = await holdDue(tx, now)
      if (!due) return false
      const rows = await takeTold(tx, due, now)
      if (rows.length > 0) await mailer.queue(tx, await letterFor(tx, deps, due, rows))
      return true
    })
    if (!isSent) break
  }
  await writeToRecipients(db, { mailer, debtsOf: deps.debtsOf, now }, stopping)
}
