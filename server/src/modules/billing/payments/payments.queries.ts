import type { PaymentItem, PaymentPosting, PaymentsQuery } from '@artikul/contract/billing/payments'
import { MAX_LISTED_ORDERS } from '@artikul/contract/ordering/orders/order-lists'
import { sql, type RawBuilder } from 'kysely'
import type { Db } from '../../../platform/db/index.ts'
import { literal } from '../../../platform/like.ts'
import type { Page } from '../../../platform/paging.ts'

const TEXT = sql`(own.number || ' ' || own.payer || ' ' || own.payer_inn || ' ' || own.purpose)`

/** Condition on ledger entries that were not reversed. */
const STANDS = sql`stands.undoes_id is null
  and not exists (select from payments undone where undone.undoes_id = stands.id)`

function conditions({ q, state, contractor_id, from, to }: PaymentsQuery): RawBuilder<unknown> {
  const all = [sql`true`]
  if (q) all.push(sql`${TEXT} ilike ${`%${literal(q)}%`}`)
  if (state) all.push(sql`own.state = ${sql.lit(state)}`)
  if (contractor_id)
    all.push(sql`own.id in (
      select bank_document_id from payments stands where stands.contractor_id = ${contractor_id} and ${STANDS})`)
  if (from) all.push(sql`own.paid_on >= ${from}::date`)
  if (to) all.push(sql`own.paid_on <= ${to}::date`)
  return sql.join(all, sql` and `)
}

const FACTS = sql`own.id, own.number, own.day, own.paid_on, own.sum_kop, sellers.name as seller, own.payer, own.payer_inn,
  own.purpose, own.state, own.wait_reason, own.skip_reason, own.version`

export async function selectPayments(db: Db, query: PaymentsQuery, { size, offset }: Page) {
  const { rows } = await sql<PaymentItem>`
    select ${FACTS}, posted.contractor, coalesce(posted.invoices, '{}') as invoices
    from (
      select * from bank_documents own where ${conditions(query)}
      order by own.paid_on desc, own.id desc limit ${size} offset ${offset}
    ) own
    join sellers on sellers.id = own.seller_id
    left join lateral (
      select (jsonb_agg(jsonb_build_object('id', buyer.id, 'name', buyer.name, 'inn', buyer.inn)) -> 0) as contractor,
        array_agg(invoices.number order by invoices.id) filter (where invoices.id is not null) as invoices
      from payments stands join contractors buyer on buyer.id = stands.contractor_id
      left join payment_allocations allocation on allocation.payment_id = stands.id
      left join invoices on invoices.id = allocation.invoice_id
      where stands.bank_document_id = own.id and ${STANDS}
    ) posted on true
    order by own.paid_on desc, own.id desc`.execute(db)
  return rows
}

/** Counts payments up to the paging limit, and all that wait. */
export async function countPayments(db: Db, query: PaymentsQuery) {
  const { rows } = await sql<{ total: number; waiting: number }>`
    select (select count(*) from (select from bank_documents own where ${conditions(query)} limit ${MAX_LISTED_ORDERS}) found)
        ::integer as total,
      (select count(*) from (select from bank_documents where state = 'waiting' limit ${MAX_LISTED_ORDERS}) waiting)
        ::integer as waiting`.execute(db)
  return rows[0] ?? { total: 0, waiting: 0 }
}

type PaymentRow = Omit<PaymentItem, 'contractor' | 'invoices'> & {
  seller_id: number
  payer_account: string
  file_name: string
  external_number: string | null
  created_at: Date
  by: string
}

export async function selectPayment(db: Db, id: number): Promise<PaymentRow | undefined> {
  const { rows } = await sql<PaymentRow>`
    select ${FACTS}, own.seller_id, own.payer_account, own.file_name, own.external_number, own.created_at,
      users.full_name as by
    from bank_documents own join sellers on sellers.id = own.seller_id join users on users.id = own.actor_id
    where own.id = ${id}`.execute(db)
  return rows[0]
}

type PostingRow = Omit<PaymentPosting, 'at' | 'undone'> & {
  at: Date
  undone_at: Date | null
  undone_by: string | null
  undo_reason: string | null
}

/** Selects all postings of the document, newest first. */
export async function selectPostings(db: Db, documentId: number) {
  const { rows } = await sql<PostingRow>`
    select own.id, own.created_at as at, users.full_name as by, own.sum_kop, contracts.number as contract,
      jsonb_build_object('id', buyer.id, 'name', buyer.name, 'inn', buyer.inn) as contractor,
      coalesce((
        select jsonb_agg(jsonb_build_object('number', invoices.number, 'sum_kop', allocation.sum_kop) order by invoices.id)
        from payment_allocations allocation join invoices on invoices.id = allocation.invoice_id
        where allocation.payment_id = own.id
      ), '[]'::jsonb) as invoices,
      undone.created_at as undone_at, undoer.full_name as undone_by, undone.undo_reason
    from payments own
    join users on users.id = own.actor_id
    join contractors buyer on buyer.id = own.contractor_id
    join contracts on contracts.id = own.contract_id
    left join payments undone on undone.undoes_id = own.id
    left join users undoer on undoer.id = undone.actor_id
    where own.bank_document_id = ${documentId} and own.undoes_id is null
    order by own.id desc limit 200`.execute(db)
  return rows
}

const MAX_BUYERS = 50

/** Selects active buyers by a part of the name or the start of ИНН. */
export async function selectPayingBuyers(db: Db, typed: string) {
  const text = typed.trim()
  const condition =
    text === ''
      ? sql`true`
      : /^\d+$/.test(text)
        ? sql`inn like ${`${literal(text)}%`}`
        : sql`name ilike ${`%${literal(text)}%`}`
  const { rows } = await sql<{ id: number; name: string; inn: string }>`
    select id, name, inn from contractors where status = 'active' and ${condition}
    order by name, id limit ${MAX_BUYERS}`.execute(db)
  return rows
}
