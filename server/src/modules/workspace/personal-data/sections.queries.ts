import { sql, type RawBuilder } from 'kysely'
import type { Db } from '../../../platform/db/index.ts'

/** Row of a table of the file, with values in the order of the columns; null for missing ones. */
export interface OwnRow {
  id: number
  values: (string | null)[]
}
type Rows = RawBuilder<OwnRow>

/** Formats a moment for tables of the file. */
const utc = (column: RawBuilder<unknown>) => sql`to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"')`
/** Formats an optional moment in Moscow time. */
const clock = (column: RawBuilder<unknown>) =>
  sql`to_char(${column} at time zone 'Europe/Moscow', 'DD.MM.YYYY HH24:MI')`
const yesNo = (condition: RawBuilder<unknown>) => sql`case when ${condition} then 'да' else 'нет' end`
const rubles = (column: RawBuilder<unknown>) => sql`round(${column} / 100.0, 2)`
const emailOf = (userId: number) => sql`(select lower(email::text) from users where id = ${userId})`
/** Matches rows written by the person, or by a manager on their behalf. */
const isBy = (userId: number) => sql`(written.actor_id = ${userId} or written.subject_id = ${userId})`

const account = (userId: number): Rows => sql`
  select id, array[full_name, login::text, email::text, pending_email::text, phone, array_to_string(roles, ','),
    array_to_string(rights, ','), ${yesNo(sql`is_active`)}, ${yesNo(sql`totp_enabled_at is not null`)},
    ${clock(sql`created_at`)}, ${clock(sql`last_seen_at`)}] as "values"
  from users where id = ${userId}`

const companies = (userId: number): Rows => sql`
  select contractors.id, array[contractors.name, contractors.inn, ${yesNo(sql`sees_prices`)},
    ${yesNo(sql`sees_settlements`)}, ${yesNo(sql`may_place`)}, ${rubles(sql`order_limit_kop`)}::text,
    ${rubles(sql`month_limit_kop`)}::text, case when all_consignees then 'все' else (
      select string_agg(consignees.name, '; ' order by consignees.id)
      from user_consignees own join consignees on consignees.id = own.consignee_id
      where own.user_id = place.user_id and own.contractor_id = place.contractor_id) end] as "values"
  from user_contractors place join contractors on contractors.id = place.contractor_id where place.user_id = ${userId}`

const invitations = (userId: number): Rows => sql`
  select id, array[${utc(sql`created_at`)}, full_name, email::text, phone, array_to_string(roles, ','), (
      select string_agg(contractors.name, '; ' order by contractors.id)
      from invitation_companies own join contractors on contractors.id = own.contractor_id
      where own.invitation_id = invitations.id)] as "values"
  from invitations where user_id = ${userId}`

const sessions = (userId: number): Rows => sql`
  select id, array[${utc(sql`created_at`)}, ${utc(sql`seen_at`)}, ${clock(sql`ended_at`)}, address, user_agent] as "values"
  from sessions where user_id = ${userId}`

const consents = (userId: number): Rows => sql`
  select consents.id, array[${utc(sql`given_at`)}, kind, consents.version::text, form, contractors.name,
    consents.address, user_agent] as "values"
  from consents join contractors on contractors.id = consents.contractor_id where user_id = ${userId}`

const emailRows = (userId: number): Rows => sql`
  select id, array[${utc(sql`created_at`)}, ${clock(sql`sent_at`)}, subject] as "values"
  from emails where lower(recipient) = ${emailOf(userId)}`

/** The network address of a row belongs to its actor, so it is exported for the person's own actions only. */
const journalRow = (userId: number) => sql`
  select log.id, array[${utc(sql`log.created_at`)}, event, actor.full_name, subject.full_name, contractors.name, object,
    changes::text, case when log.actor_id = ${userId} then log.address end,
    (log.subject_id is not distinct from ${userId} or log.subject_id is null)::text] as "values"
  from audit_log log left join users actor on actor.id = log.actor_id left join users subject on subject.id = log.subject_id
    left join contractors on contractors.id = log.contractor_id`

/** Sources of the journal, each read by its own index. */
const journal = (userId: number): Rows[] => [
  sql`${journalRow(userId)} where log.subject_id = ${userId}`,
  sql`${journalRow(userId)} where log.actor_id = ${userId} and log.subject_id is distinct from ${userId}`,
  sql`${journalRow(userId)} where log.on_behalf_of = ${userId} and log.subject_id is distinct from ${userId}
    and log.actor_id is distinct from ${userId}`,
]

const orders = (userId: number): Rows => sql`
  select written.id, array[${utc(sql`written.created_at`)}, number, contractors.name, client_number, comment] as "values"
  from orders written join contractors on contractors.id = written.contractor_id where ${isBy(userId)}`

/**
 * Messages and notes by the person or on their behalf. An order has one note per side, and managers' notes are not part
 * of a client's data.
 */
const messages = (userId: number): Rows[] => [
  sql`select written.id, array[${utc(sql`written.created_at`)}, 'Заказ № ' || number, text] as "values"
    from order_messages written join orders on orders.id = written.order_id where ${isBy(userId)}`,
  sql`select written.order_id as id, array[${utc(sql`written_at`)}, 'Заметка к заказу № ' || number, text] as "values"
    from order_notes written join orders on orders.id = written.order_id where ${isBy(userId)}`,
  sql`select id, array[${utc(sql`created_at`)}, 'Запрос ' || number,
      concat_ws('; ', nullif(text, ''), nullif(car, ''), nullif(vin, ''))] as "values"
    from quote_requests where asker_id = ${userId}`,
  sql`select written.id, array[${utc(sql`written.created_at`)}, 'Запрос ' || number, written.text] as "values"
    from quote_request_messages written join quote_requests on quote_requests.id = written.request_id where ${isBy(userId)}`,
  sql`select written.id, array[${utc(sql`written.created_at`)}, 'Обращение ' || number, text] as "values"
    from claims written where asker_id = ${userId} or ${isBy(userId)}`,
  sql`select written.id, array[${utc(sql`written.created_at`)}, 'Обращение ' || number, written.text] as "values"
    from claim_messages written join claims on claims.id = written.claim_id where ${isBy(userId)}`,
  sql`select id, array[${utc(sql`created_at`)}, 'Сверка', text] as "values"
    from reconciliation_messages written where ${isBy(userId)}`,
]

const productAlertRows = (userId: number): Rows => sql`
  select product_alerts.id, array[${utc(sql`product_alerts.created_at`)}, contractors.name, brands.name, products.article, kind,
    ${clock(sql`notified_at`)}] as "values"
  from product_alerts join contractors on contractors.id = product_alerts.contractor_id
    join products on products.id = product_alerts.product_id join brands on brands.id = products.brand_id
  where product_alerts.subject_id = ${userId}`

const settings = (userId: number): Rows[] => [
  sql`select choice.id, array['Уведомления', contractors.name, topic, mail, ${yesNo(sql`on_screen`)}] as "values"
    from notification_choices choice left join contractors on contractors.id = choice.contractor_id
    where user_id = ${userId}`,
  sql`select digest.id, array['Часы сводки', contractors.name, null, null, array_to_string(hours, ', ')] as "values"
    from digest_hours digest left join contractors on contractors.id = digest.contractor_id where user_id = ${userId}`,
  sql`select device.id, array['Уведомления в браузере или MAX', null, null, channel, device.name] as "values"
    from notification_devices device where user_id = ${userId}`,
  sql`select views.id, array['Вид списка заказов', contractors.name, null, null, views.name] as "values"
    from order_views views left join contractors on contractors.id = views.contractor_id where user_id = ${userId}`,
  sql`select schedule.id, array['Прайс каждый день', contractors.name, null, null, hour::text || ':00'] as "values"
    from price_export_schedules schedule join contractors on contractors.id = schedule.contractor_id
    where schedule.subject_id = ${userId}`,
  sql`select recipient.id, array['Письма без учётной записи', contractors.name, array_to_string(topics, ', '),
      recipient.mail, recipient.email] as "values"
    from email_recipients recipient join contractors on contractors.id = recipient.contractor_id
    where lower(recipient.email) = ${emailOf(userId)}`,
]

/** Sources of each table of the file, read one after another. */
export const SOURCES = {
  account: (userId: number) => [account(userId)],
  companies: (userId: number) => [companies(userId)],
  invitations: (userId: number) => [invitations(userId)],
  sessions: (userId: number) => [sessions(userId)],
  consents: (userId: number) => [consents(userId)],
  mails: (userId: number) => [emailRows(userId)],
  journal,
  orders: (userId: number) => [orders(userId)],
  messages,
  watches: (userId: number) => [productAlertRows(userId)],
  settings,
} as const satisfies Record<string, (userId: number) => Rows[]>
export type SectionName = keyof typeof SOURCES

const PAGE_ROWS = 1000

/** Yields pages of rows, newest first, each continuing after the previous one. */
export async function* pagesOf(db: Db, name: SectionName, userId: number): AsyncGenerator<OwnRow[]> {
  for (const source of SOURCES[name](userId)) {
    let before = Number.MAX_SAFE_INTEGER
    for (;;) {
      const { rows } = await sql<OwnRow>`
        select id, "values" from (${source}) own where id < ${before}::bigint
        order by id desc limit ${PAGE_ROWS}`.execute(db)
      if (rows.length > 0) yield rows
      if (rows.length < PAGE_ROWS) break
      before = rows.at(-1)?.id ?? 0
    }
  }
}
