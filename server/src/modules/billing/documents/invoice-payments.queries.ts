import { sql } from 'kysely'
import type { Db } from '../../../platform/db/index.ts'

/** Locks invoices in a fixed order before payments are distributed over them. */
export const lockInvoices = (tx: Db, ids: readonly number[]) =>
  sql`select id from invoices where id = any(${ids}::integer[]) order by id for update`.execute(tx)

/** Updates the paid sums of the invoices from the payments posted to them. */
export const settleInvoices = (tx: Db, ids: readonly number[]) =>
  sql`
    update invoices set status = paid.status from (
      select own.id, case when coalesce(paid_kop, 0) >= total_kop then 'paid' when paid_kop > 0 then 'partly_paid'
        else 'unpaid' end as status
      from invoices own left join lateral (
        select paid_kop from invoice_payments where invoice_payments.invoice_id = own.id
      ) paid on true
      where own.id = any(${ids}::integer[])
    ) paid
    where invoices.id = paid.id and invoices.status not in ('replaced', 'cancelled')
      and invoices.status <> paid.status`.execute(tx)
