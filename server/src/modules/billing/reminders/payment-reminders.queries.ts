import { sql } from 'kysely'
import type { Db } from '../../../platform/db/index.ts'
import { payableShipments } from '../../companies/index.ts'
import { answersOn } from '../../../platform/events/index.ts'

/** Adds new companies to the schedule. */
export const addCompanies = (db: Db) =>
  sql`
    insert into payment_reminders (contractor_id, checked_on)
    select id, '2000-01-01' from contractors company
    where not exists (select from payment_reminders own where own.contractor_id = company.id)
    on conflict do nothing`.execute(db)

/** Selects companies not checked today. */
export async function selectCompaniesToRemind(db: Db, today: string, most: number): Promise<number[]> {
  const rows = await toRemind(db, today).orderBy('checked_on').orderBy('contractor_id').limit(most).execute()
  return rows.map((row) => row.contractor_id)
}

/** Locks the companies that another server has not checked today. */
export async function lockCompaniesToRemind(tx: Db, today: string, ids: readonly number[]): Promise<number[]> {
  const rows = await toRemind(tx, today).where('contractor_id', 'in', ids).forUpdate().execute()
  return rows.map((row) => row.contractor_id)
}

const toRemind = (db: Db, today: string) =>
  db.selectFrom('payment_reminders').select('contractor_id').where('checked_on', '<', today)

/** Sums that a company has to pay by tomorrow. */
export interface Owed {
  contractor_id: number
  /** Due tomorrow. */
  soon_kop: number
  overdue_kop: number
  /** Latest due day among overdue sums. */
  latest_overdue: string | null
  reminded_on: string | null
}

/** Selects the companies with payments due by tomorrow; shipments are settled by the rules of payments. */
export async function selectOwed(db: Db, ids: readonly number[], days: { today: string; tomorrow: string }) {
  const { rows } = await sql<Owed>`
    with ${payableShipments(sql`contractor_id = any(${ids}::integer[])`)}
    select contracts.contractor_id,
      coalesce(sum(left_kop) filter (where due_on = ${days.tomorrow}::date), 0)::bigint as soon_kop,
      coalesce(sum(left_kop) filter (where due_on < ${days.today}::date), 0)::bigint as overdue_kop,
      max(due_on) filter (where due_on < ${days.today}::date) as latest_overdue,
      (select reminded_on from payment_reminders own where own.contractor_id = contracts.contractor_id) as reminded_on
    from payable join contracts on contracts.id = payable.contract_id
    where left_kop > 0 and due_on <= ${days.tomorrow}::date
    group by contracts.contractor_id`.execute(db)
  return rows
}

export const writeChecked = (
  tx: Db,
  { ids, remindedIds, today }: { ids: readonly number[]; remindedIds: readonly number[]; today: string },
) =>
  sql`
    update payment_reminders set checked_on = ${today}::date,
      reminded_on = case when contractor_id = any(${remindedIds}::integer[]) then ${today}::date else reminded_on end
    where contractor_id = any(${ids}::integer[])`.execute(tx)

export interface DebtRow {
  number: string
  day: string
  due_on: string
  contract: string
  left_kop: number
  overdue_days: number
}

/** Selects the items to be paid by tomorrow, oldest first. */
export async function selectDebts(
  db: Db,
  contractorId: number,
  { today, tomorrow, most }: { today: string; tomorrow: string; most: number },
) {
  const { rows } = await sql<DebtRow>`
    with ${payableShipments(sql`contractor_id = ${contractorId}`)}
    select payable.number, shipped_on as day, due_on, contracts.number as contract, left_kop,
      greatest(${today}::date - due_on, 0) as overdue_days
    from payable join contracts on contracts.id = payable.contract_id
    where left_kop > 0 and due_on <= ${tomorrow}::date
    order by due_on, payable.id limit ${most}`.execute(db)
  return rows
}

/** Shipment to be paid by tomorrow and its collective invoice in force. */
export interface DueShipment {
  id: number
  contract_id: number
  contract: string
  invoice: DebtInvoice | null
}
interface DebtInvoice {
  id: number
  /** True when nothing was paid and each of its sums still equals the debt. */
  is_exact: boolean
  /** True when the portal issued it with an earlier reminder. */
  is_own: boolean
}

/** Selects the company's shipments to be paid by tomorrow, oldest first. */
export async function selectDueShipments(db: Db, contractorId: number, tomorrow: string) {
  const { rows } = await sql<DueShipment>`
    with ${payableShipments(sql`contractor_id = ${contractorId}`)},
    open as (
      select invoices.id, invoices.actor_id is null as is_own,
        invoices.status = 'unpaid' and bool_and(payable.left_kop is not distinct from part.sum_kop) as is_exact
      from invoices join invoice_shipments part on part.invoice_id = invoices.id
      left join payable on payable.id = part.shipment_id
      where invoices.contractor_id = ${contractorId} and invoices.kind = 'shipments'
        and invoices.status in ('unpaid', 'partly_paid')
      group by invoices.id
    )
    select payable.id, payable.contract_id, contracts.number as contract, (
      select to_jsonb(open) from invoice_shipments part join open on open.id = part.invoice_id
      where part.shipment_id = payable.id order by open.id desc limit 1) as invoice
    from payable join contracts on contracts.id = payable.contract_id
    where payable.id > 0 and left_kop > 0 and due_on <= ${tomorrow}::date
    order by due_on, payable.id`.execute(db)
  return rows
}

/** Selects the company's manager on a day in Moscow. */
export const selectManager = (db: Db, contractorId: number, today: string) =>
  db
    .selectFrom('contractors as company')
    .innerJoin('users', (join) => join.on('users.id', '=', answersOn(sql`${today}::date`)))
    .select(['users.full_name', 'users.phone'])
    .where('company.id', '=', contractorId)
    .executeTakeFirst()
