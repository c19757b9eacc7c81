import { notificationPath, notificationText } from '@artikul/contract/notifications'
import type { Kysely } from 'kysely'
import { moscowMoment, type Clock } from '../../platform/clock.ts'
import type { DB } from '../../platform/db/index.ts'
import type { Letter, Mailer } from '../mails/index.ts'
import { holdDue, planNext, takeTold, type DueLetter, type ToldRow } from './letters.queries.ts'

export interface LettersDeps {
  clock: Clock
  mailer: Mailer
}

const AT_ONCE = 500
/** Lines of one digest; the rest is in the bell. */
const MOST_TOLD = 100

const escaped = (text: string) =>
  text.replace(/[&<>"]/g, (sign) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' })[sign] ?? sign)

function letterOf(mailer: Mailer, due: DueLetter, rows: readonly ToldRow[]): Letter {
  const forStaff = due.contractor_id === null
  const shown = rows.slice(0, MOST_TOLD).map((row) => ({
    text: notificationText(row, forStaff),
    aside: [forStaff && row.contractor, moscowMoment(row.at)].filter(Boolean).join(', '),
    link: mailer.linkTo(notificationPath(row, forStaff)),
  }))
  const rest = rows.length - shown.length
  const greeting = forStaff ? 'Здравствуйте!' : `Здравствуйте! Компания: ${due.company ?? ''}.`
  const more = rest > 0 ? `Ещё событий: ${rest}. Они есть в уведомлениях на портале.` : ''
  const settings = mailer.linkTo('/profile?tab=notifications')
  const [first] = shown
  return {
    to: due.email,
    subject: due.is_digest || !first ? 'Сводка событий' : first.text,
    text: [
      greeting,
      ...shown.map(({ text, aside, link }) => `${text}\n${aside}\n${link}`),
      more,
      `Какие письма присылать: ${settings}`,
    ]
      .filter(Boolean)
      .join('\n\n'),
    html: [
      `<p>${escaped(greeting)}</p>`,
      ...shown.map(
        ({ text, aside, link }) =>
          `<p><a href="${escaped(link)}">${escaped(text)}</a><br><small>${escaped(aside)}</small></p>`,
      ),
      more && `<p>${escaped(more)}</p>`,
      `<p><small><a href="${escaped(settings)}">Какие письма присылать</a></small></p>`,
    ].join('\n'),
  }
}

/**
 * Plans letters of what has happened and sends those whose time has come: one of an order within ten minutes, digests at
 * the hours that each person has chosen. Each is queued in the transaction that marks it: never twice, whoever else is at it.
 */
export async function sendNotifications(db: Kysely<DB>, { clock, mailer }: LettersDeps, stopping?: AbortSignal) {
  const now = clock.now()
  while (!stopping?.aborted && (await db.transaction().execute((tx) => planNext(tx, now, AT_ONCE)))) continue
  while (!stopping?.aborted) {
    const isSent = await db.transaction().execute(async (tx) => {
      const due = await holdDue(tx, now)
      if (!due) return false
      const rows = await takeTold(tx, due, now)
      if (rows.length > 0) await mailer.queue(tx, letterOf(mailer, due, rows))
      return true
    })
    if (!isSent) return
  }
}
