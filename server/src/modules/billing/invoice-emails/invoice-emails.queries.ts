import type { EmailState } from '@artikul/contract/platform/email-states'
import { sql } from 'kysely'
import type { Db } from '../../../platform/db/index.ts'
import type { Writer } from '../../../platform/http/index.ts'

export interface InvoiceEmailRow {
  id: number
  to: string
  at: Date
  by: string
  state: EmailState | null
}

/** Selects the last emails with an invoice. The caller has checked access to the invoice. */
export async function selectEmailsOfInvoice(db: Db, invoiceId: number, most: number): Promise<InvoiceEmailRow[]> {
  const { rows } = await sql<InvoiceEmailRow>`
    select sent.id, sent.recipient as "to", sent.created_at as at, users.full_name as by, emails.state
    from invoice_emails sent join users on users.id = sent.actor_id left join emails on emails.id = sent.mail_id
    where sent.invoice_id = ${invoiceId} order by sent.id desc limit ${most}`.execute(db)
  return rows
}

interface RecentAddresses {
  recent: string[]
  of_point: string | null
  own: string | null
}

/** Number of the latest emails of a company that are searched for addresses. */
const LOOKED_BACK = 50

/**
 * Selects the addresses of the company's latest invoices, the address for documents of the invoice's point, and the
 * client's own.
 */
export async function selectKnownAddresses(
  db: Db,
  { contractorId, orderId, personId }: { contractorId: number; orderId: number | null; personId: number | null },
): Promise<RecentAddresses> {
  const { rows } = await sql<RecentAddresses>`
    select coalesce((
        select array_agg(recipient order by last desc) from (
          select recipient, max(id) as last from (
            select id, recipient from invoice_emails where contractor_id = ${contractorId}
            order by created_at desc limit ${LOOKED_BACK}
          ) latest group by recipient
        ) each_once), '{}') as recent,
      (select nullif(consignees.document_email, '') from orders join consignees on consignees.id = orders.consignee_id
        where orders.id = ${orderId}::integer) as of_point,
      (select email::text from users where id = ${personId}::integer) as own`.execute(db)
  return rows[0] ?? { recent: [], of_point: null, own: null }
}

/** Key of the advisory lock: concurrent sending of one company's invoices waits. */
const SENDING_LOCK = 7325
export const lockSending = (tx: Db, contractorId: number) =>
  sql`select pg_advisory_xact_lock(${sql.lit(SENDING_LOCK)}, ${contractorId}::integer)`.execute(tx)

export async function countSince(db: Db, contractorId: number, since: Date): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::integer as count from invoice_emails
    where contractor_id = ${contractorId} and created_at > ${since}`.execute(db)
  return rows[0]?.count ?? 0
}

export const insertSent = (
  db: Db,
  { actorId, subjectId }: Writer,
  rows: readonly { invoiceId: number; contractorId: number; mailId: number; recipient: string; at: Date }[],
) =>
  db
    .insertInto('invoice_emails')
    .values(
      rows.map(({ invoiceId, contractorId, mailId, recipient, at }) => ({
        invoice_id: invoiceId,
        contractor_id: contractorId,
        mail_id: mailId,
        recipient,
        actor_id: actorId,
        subject_id: subjectId,
        created_at: at,
      })),
    )
    .execute()

/** Hides the recipient's address in the record of a sent invoice. */
export const hideRecipient = (db: Db, address: string, shown: string) =>
  db
    .updateTable('invoice_emails')
    .set({ recipient: shown })
    .where(sql<boolean>`lower(recipient) = lower(${address})`)
    .execute()
