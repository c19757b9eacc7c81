import { formatMoney, formatQty } from '@artikul/contract/core/money'
import { notificationText } from '@artikul/contract/workspace/notifications'
import { unitText } from '@artikul/contract/core/units'
import type { Kysely } from 'kysely'
import { dayText, moscowMoment } from '../../../platform/clock.ts'
import type { Db, DB } from '../../../platform/db/index.ts'
import type { Letter, Mailer } from '../../../platform/mail/index.ts'
import { composeLetter, paragraph, type LetterPart, type ToldThing } from './compose.ts'
import { escaped, type LetterTable } from './letter-table.ts'
import type { ToldRow } from './letters.queries.ts'
import {
  holdDueRecipient,
  selectInvoiced,
  selectShipped,
  takeToldTo,
  type DueRecipient,
  type ShippedRow,
} from './recipients.queries.ts'

/** Things of one digest, and of them those that are told in full. */
const MOST_TOLD = 100
const MOST_TABLES = 10
const MOST_LINES = 100

interface Writing {
  mailer: Mailer
  /** What a company has to pay, for letters that remind of it. */
  debtsOf: (tx: Db, contractorId: number, now: Date) => Promise<LetterTable>
  now: Date
}

const lineOf = (row: ShippedRow, seesPrices: boolean) => [
  `${row.brand} ${row.article}`,
  row.name,
  `${formatQty(row.qty)} ${unitText(row.unit)}`,
  row.order,
  row.client_ref,
  ...(seesPrices ? [formatMoney(row.price_kop), formatMoney(row.sum_kop)] : []),
]

/** What has left. Whoever has no account opens no page of it: the letter holds its lines. */
async function shippedTable(tx: Db, id: number, seesPrices: boolean): Promise<LetterTable> {
  const rows = await selectShipped(tx, id, MOST_LINES + 1)
  return {
    titles: ['Артикул', 'Название', 'Кол-во', 'Заказ', 'Ваша пометка', ...(seesPrices ? ['Цена, ₽', 'Сумма, ₽'] : [])],
    rows: rows.slice(0, MOST_LINES).map((row) => lineOf(row, seesPrices)),
    notes: rows.length > MOST_LINES ? ['Остальные строки — в документах отгрузки.'] : [],
  }
}

async function invoicedTable(tx: Db, id: number): Promise<LetterTable | undefined> {
  const invoice = await selectInvoiced(tx, id)
  if (!invoice) return undefined
  return {
    titles: ['Счёт', 'Сумма, ₽', 'Оплатить до'],
    rows: [[`№ ${invoice.number}`, formatMoney(invoice.total_kop), dayText(invoice.pay_until)]],
    notes: [],
  }
}

async function tableOf(tx: Db, { debtsOf, now }: Writing, told: ToldRow, seesPrices: boolean) {
  const { kind, about_id: id } = told
  if (kind === 'shipment.made') return shippedTable(tx, id, seesPrices)
  if (!seesPrices) return undefined
  if (kind === 'invoice.issued') return invoicedTable(tx, id)
  return kind === 'debt.reminded' ? debtsOf(tx, id, now) : undefined
}

async function thingsOf(tx: Db, writing: Writing, rows: readonly ToldRow[], seesPrices: boolean): Promise<ToldThing[]> {
  const things: ToldThing[] = []
  for (const row of rows.slice(0, MOST_TOLD)) {
    const isFull = things.filter(({ table }) => table).length < MOST_TABLES
    things.push({
      text: notificationText(row, false),
      aside: moscowMoment(row.at),
      link: null,
      table: isFull ? await tableOf(tx, writing, row, seesPrices) : undefined,
    })
  }
  return things
}

function ending({ linkTo }: Mailer, { company, secret }: DueRecipient): LetterPart {
  const why = `Вы согласились получать письма о заказах компании ${company}.`
  const link = linkTo(`/letters/${secret}`)
  return {
    text: `${why} Отказаться от них без входа на портал: ${link}`,
    html: `<p><small>${escaped(why)} <a href="${escaped(link)}">Отказаться от писем</a> (вход на портал не нужен)</small></p>`,
  }
}

async function letterTo(tx: Db, writing: Writing, due: DueRecipient, rows: readonly ToldRow[]): Promise<Letter> {
  const things = await thingsOf(tx, writing, rows, due.sees_prices)
  const [first] = things
  const rest = rows.length - things.length
  const whose = [`Компания: ${due.company}.`, due.point && `Грузополучатель: ${due.point}.`].filter(Boolean).join(' ')
  return {
    to: due.email,
    subject: due.is_digest || !first ? `Сводка событий: ${due.company}` : first.text,
    ...composeLetter(`Здравствуйте! ${whose}`, things, [
      ...(rest > 0 ? [paragraph(`Ещё событий: ${rest}.`)] : []),
      ending(writing.mailer, due),
    ]),
  }
}

/**
 * Letters to those without an account who have agreed to them, as their time comes. Each is queued in the transaction that
 * marks it: never twice, whoever else is at it.
 */
export async function writeToRecipients(db: Kysely<DB>, writing: Writing, stopping?: AbortSignal) {
  const { mailer, now } = writing
  let isMore = true
  while (isMore && !stopping?.aborted)
    isMore = await db.transaction().execute(async (tx) => {
      const due = await holdDueRecipient(tx, now)
      if (!due) return false
      const rows = await takeToldTo(tx, due, now)
      if (rows.length > 0) await mailer.queue(tx, await letterTo(tx, writing, due, rows))
      return true
    })
}
