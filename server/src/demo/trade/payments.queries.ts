import { sql } from 'kysely'
import type { Db } from '../../platform/db/index.ts'

export interface DemoInvoice {
  number: string
  total_kop: number
  inn: string
  buyer: string
  seller_inn: string
  account: string
}

/** Selects the newest unpaid invoice of the company. */
export async function selectUnpaidInvoice(db: Db, contractorId: number): Promise<DemoInvoice | undefined> {
  const { rows } = await sql<DemoInvoice>`
    select invoices.number, invoices.total_kop, buyer.inn, buyer.name as buyer, sellers.inn as seller_inn, account.account
    from invoices join contractors buyer on buyer.id = invoices.contractor_id join sellers on sellers.id = invoices.seller_id
    join seller_accounts account on account.seller_id = sellers.id and account.is_default
    join orders on orders.id = invoices.order_id and orders.status = 'awaiting_payment'
    where invoices.contractor_id = ${contractorId} and invoices.status = 'unpaid' order by invoices.id desc limit 1`.execute(
    db,
  )
  return rows[0]
}
