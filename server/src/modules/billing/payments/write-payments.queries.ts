import type { PaymentPart, WaitReason } from '@artikul/contract/billing/payments'
import { sql } from 'kysely'
import { json, type Db } from '../../../platform/db/index.ts'
import type { Writer } from '../../../platform/http/index.ts'

/** Fields that identify a payment. */
export interface DocumentKey {
  seller_id: number
  payer_inn: string
  number: string
  day: string
  sum_kop: number
}

export interface NewDocument extends DocumentKey {
  paid_on: string
  payer: string
  payer_account: string
  purpose: string
  file_name: string
  external_number: string | null
}

/** Same expression as in the index of the table. */
export const keyOf = ({ seller_id: seller, payer_inn: inn, number, day, sum_kop: sum }: DocumentKey) =>
  [seller, inn, number.replace(/^0+/, ''), day, sum].join(' ')

type KeyedRow = DocumentKey & { id: number }

/**
 * Inserts documents that are new by key; for repeated ones the first is used. The fixed order makes two concurrent
 * files with the same payments wait for each other.
 */
export async function insertDocuments(tx: Db, author: Writer, documents: readonly NewDocument[], now: Date) {
  const rows = [...new Map(documents.toReversed().map((one) => [keyOf(one), one])).values()]
  const { rows: inserted } = await sql<KeyedRow>`
    insert into bank_documents (seller_id, payer_inn, number, day, sum_kop, paid_on, payer, payer_account, purpose, file_name,
      external_number, wait_reason, actor_id, subject_id, created_at)
    select seller_id, payer_inn, number, day, sum_kop, paid_on, payer, payer_account, purpose, file_name, external_number,
      'no_invoice', ${author.actorId}::integer, ${author.subjectId}::integer, ${now}::timestamptz
    from jsonb_to_recordset(${json(rows)}) as given (seller_id integer, payer_inn text, number text, day date,
      sum_kop bigint, paid_on date, payer text, payer_account text, purpose text, file_name text, external_number text)
    order by seller_id, payer_inn, ltrim(number, '0'), day, sum_kop
    on conflict do nothing
    returning id, seller_id, payer_inn, number, day, sum_kop`.execute(tx)
  return new Map(inserted.map((row) => [keyOf(row), row.id]))
}

export interface KnownDocument extends KeyedRow {
  state: 'waiting' | 'posted' | 'aside'
}

/** Selects existing documents by key. */
export async function selectKnownDocuments(tx: Db, keys: readonly DocumentKey[]) {
  const { rows } = await sql<KnownDocument>`
    select own.id, own.seller_id, own.payer_inn, own.number, own.day, own.sum_kop, own.state
    from jsonb_to_recordset(${json(keys)}) as given (seller_id integer, payer_inn text, number text,
      day date, sum_kop bigint)
    join bank_documents own on own.seller_id = given.seller_id and own.payer_inn = given.payer_inn
      and ltrim(own.number, '0') = ltrim(given.number, '0') and own.day = given.day
      and own.sum_kop = given.sum_kop`.execute(tx)
  return new Map(rows.map((row) => [keyOf(row), row]))
}

/** Stores the reason why each new document waits. */
export const writeReasons = (tx: Db, waiting: readonly { id: number; reason: WaitReason }[]) =>
  sql`
    update bank_documents set wait_reason = given.reason
    from unnest(${waiting.map(({ id }) => id)}::integer[], ${waiting.map(({ reason }) => reason)}::text[])
      as given (id, reason) where bank_documents.id = given.id`.execute(tx)

export const lockBankDocument = (tx: Db, id: number) =>
  tx.selectFrom('bank_documents').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()

/** Posting of a document's whole sum to contracts and invoices of one buyer. */
export interface Posting {
  document_id: number
  contractor_id: number
  parts: readonly PaymentPart[]
}

export interface PostedRow {
  id: number
  document_id: number
  contractor_id: number
  contract_id: number
  number: string
  sum_kop: number
}

/** Inserts a ledger entry for each contract, with its payments of invoices. */
export async function insertPostings(tx: Db, author: Writer, postings: readonly Posting[], now: Date) {
  const rows = postings.flatMap(({ document_id, contractor_id, parts }) =>
    parts.map((part) => ({ ...part, document_id, contractor_id })),
  )
  const { rows: posted } = await sql<PostedRow>`
    insert into payments (number, seller_id, contract_id, contractor_id, paid_on, sum_kop, purpose, external_number,
      bank_document_id, actor_id, subject_id, created_at)
    select own.number, own.seller_id, part.contract_id, part.contractor_id, own.paid_on, part.sum_kop, own.purpose,
      own.external_number, own.id, ${author.actorId}::integer, ${author.subjectId}::integer, ${now}::timestamptz
    from (
      select document_id, contractor_id, contract_id, sum(sum_kop)::bigint as sum_kop
      from jsonb_to_recordset(${json(rows)})
        as given (document_id integer, contractor_id integer, contract_id integer, sum_kop bigint)
      group by document_id, contractor_id, contract_id
    ) part join bank_documents own on own.id = part.document_id
    order by own.id, part.contract_id
    returning id, bank_document_id as document_id, contractor_id, contract_id, number, sum_kop`.execute(tx)
  const paymentOf = new Map(posted.map((one) => [`${one.document_id} ${one.contract_id}`, one.id]))
  const allocations = rows.flatMap(({ invoice_id, document_id, contract_id, contractor_id, sum_kop }) => {
    const payment = paymentOf.get(`${document_id} ${contract_id}`)
    return invoice_id === null || payment === undefined
      ? []
      : [{ payment_id: payment, contractor_id, invoice_id, sum_kop }]
  })
  if (allocations.length > 0) await insertAllocations(tx, allocations)
  await sql`
    update bank_documents set state = 'posted', wait_reason = null, version = version + 1
    where id = any(${postings.map((one) => one.document_id)}::integer[])`.execute(tx)
  return posted
}

interface Allocation {
  payment_id: number
  contractor_id: number
  invoice_id: number
  sum_kop: number
}

const insertAllocations = (tx: Db, rows: readonly Allocation[]) =>
  sql`
    insert into payment_allocations (payment_id, contractor_id, invoice_id, sum_kop)
    select payment_id, contractor_id, invoice_id, sum_kop from jsonb_to_recordset(${json(rows)})
      as given (payment_id integer, contractor_id integer, invoice_id integer, sum_kop bigint)`.execute(tx)

/** Reverses all current ledger entries of the document; returns its buyer and the invoices it paid. */
export async function insertUndoing(
  tx: Db,
  author: Writer,
  { documentId, reason }: { documentId: number; reason: string },
  now: Date,
) {
  const { rows } = await sql<{ undoes_id: number; contractor_id: number; number: string }>`
    insert into payments (number, seller_id, contract_id, contractor_id, paid_on, sum_kop, purpose, external_number,
      bank_document_id, undoes_id, undo_reason, actor_id, subject_id, created_at)
    select number, seller_id, contract_id, contractor_id, paid_on, -sum_kop, purpose, external_number, bank_document_id, id,
      ${reason}, ${author.actorId}::integer, ${author.subjectId}::integer, ${now}::timestamptz
    from payments own where own.bank_document_id = ${documentId} and own.undoes_id is null
      and not exists (select from payments undone where undone.undoes_id = own.id)
    order by id returning undoes_id, contractor_id, number`.execute(tx)
  const invoices = await tx
    .selectFrom('payment_allocations')
    .select('invoice_id')
    .distinct()
    .where('payment_id', '=', sql<number>`any(${rows.map((row) => row.undoes_id)}::integer[])`)
    .execute()
  return { payments: rows, invoiceIds: invoices.map((row) => row.invoice_id) }
}

export const updateDocument = (
  tx: Db,
  id: number,
  next: { state: 'waiting' | 'aside'; wait_reason: WaitReason | null; skip_reason: string },
) =>
  tx
    .updateTable('bank_documents')
    .set({ ...next, version: sql`version + 1` })
    .where('id', '=', id)
    .returning('version')
    .executeTakeFirstOrThrow()
