import { formatMoney, formatQty } from '@artikul/contract/core/money'
import { notificationText } from '@artikul/contract/workspace/notifications'
import { unitText } from '@artikul/contract/core/units'
import type { Kysely } from 'kysely'
import { dayText, moscowMoment } from '../../../platform/clock.ts'
import type { Db, DB } from '../../../platform/db/index.ts'
import { escapeHtml, type Email, type Mailer } from '../../../platform/mail/index.ts'
import { processEach } from '../../../platform/process-each.ts'
import { composeEmail, paragraph, type EmailPart, type ReadDebts, type ReportedThing } from './compose.ts'
import type { EmailTable } from './email-table.ts'
import type { ReportedEventRow } from './digests.queries.ts'
import {
  lockRecipient,
  selectDueRecipients,
  selectInvoiced,
  selectShipped,
  consumeEventsForRecipient,
  type DueRecipient,
  type ShippedRow,
} from './recipients.queries.ts'

/** Maximum number of emails per round. */
const MAX_EMAILS = 10_000
/** Maximum number of items in one digest, and of items with full details. */
const MAX_REPORTED = 100
const MAX_TABLES = 10
const MAX_LINES = 100

interface Writing {
  mailer: Mailer
  debtsOf: ReadDebts
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

/** Builds a table of shipped lines, because recipients without an account cannot open the page. */
async function shippedTable(tx: Db, id: number, seesPrices: boolean): Promise<EmailTable> {
  const rows = await selectShipped(tx, id, MAX_LINES + 1)
  return {
    titles: ['Артикул', 'Название', 'Кол-во', 'Заказ', 'Ваша пометка', ...(seesPrices ? ['Цена, ₽', 'Сумма, ₽'] : [])],
    rows: rows.slice(0, MAX_LINES).map((row) => lineOf(row, seesPrices)),
    notes: rows.length > MAX_LINES ? ['Остальные строки — в документах отгрузки.'] : [],
  }
}

async function invoicedTable(tx: Db, id: number): Promise<EmailTable | undefined> {
  const invoice = await selectInvoiced(tx, id)
  if (!invoice) return undefined
  return {
    titles: ['Счёт', 'Сумма, ₽', 'Оплатить до'],
    rows: [[`№ ${invoice.number}`, formatMoney(invoice.total_kop), dayText(invoice.pay_until)]],
    notes: [],
  }
}

type Details = Pick<ReportedThing, 'table' | 'files'>

/** Debts with their invoices attached; there is no page of the portal to open. */
async function debtDetails(tx: Db, { debtsOf, now }: Writing, contractorId: number): Promise<Details> {
  const { invoices, notes, ...table } = await debtsOf(tx, contractorId, { now, withInvoices: true })
  return {
    table: { ...table, notes: [...invoices.map(({ text }) => text), ...notes] },
    files: invoices.map(({ file }) => file),
  }
}

async function detailsOf(tx: Db, writing: Writing, event: ReportedEventRow, seesPrices: boolean): Promise<Details> {
  const { kind, about_id: id } = event
  if (kind === 'shipment.created') return { table: await shippedTable(tx, id, seesPrices) }
  if (!seesPrices) return {}
  if (kind === 'invoice.issued') return { table: await invoicedTable(tx, id) }
  return kind === 'debt.reminded' ? debtDetails(tx, writing, id) : {}
}

async function thingsOf(
  tx: Db,
  writing: Writing,
  rows: readonly ReportedEventRow[],
  seesPrices: boolean,
): Promise<ReportedThing[]> {
  const things: ReportedThing[] = []
  for (const row of rows.slice(0, MAX_REPORTED)) {
    const isFull = things.filter(({ table }) => table).length < MAX_TABLES
    things.push({
      text: notificationText(row, false),
      aside: moscowMoment(row.at),
      link: null,
      ...(isFull && (await detailsOf(tx, writing, row, seesPrices))),
    })
  }
  return things
}

function ending({ linkTo }: Mailer, { company, secret }: DueRecipient): EmailPart {
  const why = `Вы согласились получать письма о заказах компании ${company}.`
  const link = linkTo(`/letters/${secret}`)
  return {
    text: `${why} Отказаться от них без входа на портал: ${link}`,
    html: `<p><small>${escapeHtml(why)} <a href="${escapeHtml(link)}">Отказаться от писем</a> (вход на портал не нужен)</small></p>`,
  }
}

async function emailTo(tx: Db, writing: Writing, due: DueRecipient, rows: readonly ReportedEventRow[]): Promise<Email> {
  const things = await thingsOf(tx, writing, rows, due.sees_prices)
  const [first] = things
  const rest = rows.length - things.length
  const whose = [`Новости по ${due.company}.`, due.point && `Грузополучатель: ${due.point}.`].filter(Boolean).join(' ')
  return {
    to: due.email,
    subject: due.is_digest || !first ? `Сводка событий: ${due.company}` : first.text,
    files: things.flatMap(({ files }) => files ?? []),
    ...composeEmail(`Здравствуйте! ${whose}`, things, [
      ...(rest > 0 ? [paragraph(`Ещё событий: ${rest}.`)] : []),
      ending(writing.mailer, due),
    ]),
  }
}

/**
 * Sends due emails to recipients without an account who have agreed. Each is queued in the transaction that marks it,
 * so that it is sent once, even with several servers.
 */
export async function writeToRecipients(db: Kysely<DB>, writing: Writing, stopping?: AbortSignal) {
  const { mailer, now } = writing
  const send = (due: DueRecipient) =>
    db.transaction().execute(async (tx) => {
      await lockRecipient(tx, due)
      const rows = await consumeEventsForRecipient(tx, due, now)
      if (rows.length > 0) await mailer.queue(tx, await emailTo(tx, writing, due, rows))
    })
  await processEach(await selectDueRecipients(db, now, MAX_EMAILS), send, stopping)
}
