import type { Age, MovementKind, UnpaidInvoice, AccountedDebt } from '@artikul/contract/billing/settlements'
import { sql } from 'kysely'
import type { Db } from '../../../platform/db/index.ts'
import type { Page } from '../../../platform/paging.ts'
import { INVOICE_OPEN, payableShipments } from '../../companies/index.ts'

/** Scope of documents: a company's, of one contract or of all. */
export interface StatementScope {
  contractorId: number
  contractId: number | undefined
}

/** First and last day, both inclusive. */
export interface StatementPeriod {
  from: string
  to: string
}

export const ofScope = ({ contractorId, contractId }: StatementScope) =>
  contractId === undefined
    ? sql`contractor_id = ${contractorId}`
    : sql`contractor_id = ${contractorId} and contract_id = ${contractId}`

export async function selectTurnover(db: Db, scope: StatementScope, { from, to }: StatementPeriod) {
  const { rows } = await sql<{ opening_kop: number; debit_kop: number; credit_kop: number; count: number }>`
    select coalesce(sum(debit_kop - credit_kop) filter (where day < ${from}::date), 0)::bigint as opening_kop,
      coalesce(sum(debit_kop) filter (where day >= ${from}::date), 0)::bigint as debit_kop,
      coalesce(sum(credit_kop) filter (where day >= ${from}::date), 0)::bigint as credit_kop,
      count(*) filter (where day >= ${from}::date)::integer as count
    from ledger_movements where ${ofScope(scope)} and day <= ${to}::date`.execute(db)
  return rows[0] ?? { opening_kop: 0, debit_kop: 0, credit_kop: 0, count: 0 }
}

export interface MovementRow {
  kind: MovementKind
  id: number
  number: string
  day: string
  contract: string
  debit_kop: number
  credit_kop: number
  /** Cumulative change of the debt within the period, including this document. */
  moved_kop: number
}

const movementsOf = (scope: StatementScope, { from, to }: StatementPeriod) => sql`
  select kind, place, id, number, day, contract_id, debit_kop, credit_kop,
    sum(debit_kop - credit_kop) over (order by day, place, id)::bigint as moved_kop
  from ledger_movements where ${ofScope(scope)} and day between ${from}::date and ${to}::date`

/** Selects a page of the period's documents, newest first. */
export async function selectMovements(db: Db, scope: StatementScope, period: StatementPeriod, { size, offset }: Page) {
  const { rows } = await sql<MovementRow>`
    select moved.kind, moved.id, moved.number, moved.day, contracts.number as contract, debit_kop, credit_kop, moved_kop
    from (
      select * from (${movementsOf(scope, period)}) counted
      order by day desc, place desc, id desc limit ${size} offset ${offset}
    ) moved join contracts on contracts.id = moved.contract_id
    order by moved.day desc, moved.place desc, moved.id desc`.execute(db)
  return rows
}

export type StatementRow = Pick<MovementRow, 'kind' | 'id' | 'number' | 'day' | 'debit_kop' | 'credit_kop'>

/** Selects the period's documents in order from the first day. */
export async function selectStatementRows(db: Db, scope: StatementScope, { from, to }: StatementPeriod, most: number) {
  const { rows } = await sql<StatementRow>`
    select kind, id, number, day, debit_kop, credit_kop from ledger_movements
    where ${ofScope(scope)} and day between ${from}::date and ${to}::date
    order by day, place, id limit ${most}`.execute(db)
  return rows
}

/** Unpaid sums, calculated as in the settlement position of the contract. */
const unpaidOf = (scope: StatementScope) => sql`
  ${payableShipments(ofScope(scope))}, unpaid as (select * from payable where left_kop > 0)`

export interface UnpaidRow {
  /** Shipment; null for another kind of debt. */
  id: number | null
  number: string
  day: string
  due_on: string
  contract_id: number
  contract: string
  total_kop: number
  left_kop: number
  disputed_kop: number
  overdue_days: number
}

export async function selectUnpaid(db: Db, scope: StatementScope, { today, most }: { today: string; most: number }) {
  const { rows } = await sql<UnpaidRow>`
    with ${unpaidOf(scope)}
    select case when unpaid.id > 0 then unpaid.id end as id, unpaid.number, shipped_on as day, due_on, unpaid.contract_id, contracts.number as contract, total_kop, left_kop,
      disputed_kop, greatest(${today}::date - due_on, 0) as overdue_days
    from unpaid join contracts on contracts.id = unpaid.contract_id
    order by due_on, unpaid.id limit ${most}`.execute(db)
  return rows
}

/** Selects unpaid invoices, earliest due date first. */
export async function selectUnpaidInvoices(
  db: Db,
  scope: StatementScope,
  { today, most }: { today: string; most: number },
) {
  const { rows } = await sql<UnpaidInvoice>`
    with ${payableShipments(ofScope(scope))}
    select invoices.id, invoices.kind as invoice_kind, invoices.number,
      case when orders.id is not null then jsonb_build_object('id', orders.id, 'number', orders.number) end as "order",
      (invoices.issued_at at time zone 'Europe/Moscow')::date as issued_on, invoices.pay_until,
      contracts.number as contract, invoices.total_kop,
      greatest(invoices.total_kop - coalesce(paid.paid_kop, 0), 0)::bigint as left_kop,
      case when invoices.pay_until < ${today}::date and invoices.kind <> 'shipments' then 'overdue' else invoices.status end as state
    from invoices left join orders on orders.id = invoices.order_id join contracts on contracts.id = invoices.contract_id
    left join lateral (
      select paid_kop from invoice_payments where invoice_payments.invoice_id = invoices.id
    ) paid on true
    where invoices.contractor_id = ${scope.contractorId} and invoices.status in ('unpaid', 'partly_paid')
      and ${scope.contractId === undefined ? sql`true` : sql`invoices.contract_id = ${scope.contractId}`}
      and ${INVOICE_OPEN}
    order by invoices.pay_until, invoices.id limit ${most}`.execute(db)
  return rows
}

const AGE_OF = (today: string) => sql`case when due_on >= ${today}::date then 'none'
  when ${today}::date - due_on <= 7 then 'week' when ${today}::date - due_on <= 30 then 'month'
  when ${today}::date - due_on <= 90 then 'quarter' else 'older' end`

/** Selects unpaid sums by the age of the debt, and by day for future due dates. */
export async function selectUnpaidSums(
  db: Db,
  scope: StatementScope,
  { today, most }: { today: string; most: number },
) {
  const { rows } = await sql<{ age: Age | null; due_on: string | null; left_kop: number }>`
    with ${unpaidOf(scope)}
    select ${AGE_OF(today)} as age, null::date as due_on, sum(left_kop)::bigint as left_kop from unpaid group by 1
    union all
    (select null, due_on, sum(left_kop)::bigint from unpaid where due_on >= ${today}::date
    group by due_on order by due_on limit ${most})`.execute(db)
  return rows
}

/** Selects the parties printed in a statement. */
export const selectSides = (db: Db, { contractorId, contractId }: { contractorId: number; contractId: number }) =>
  db
    .selectFrom('contracts')
    .innerJoin('sellers', 'sellers.id', 'contracts.seller_id')
    .innerJoin('contractors', 'contractors.id', 'contracts.contractor_id')
    .select([
      'contracts.number',
      'contracts.signed_on',
      'sellers.name as seller',
      'sellers.director_title',
      'sellers.director',
      'sellers.accounting_mode',
      'contractors.name as buyer',
      'contractors.director_title as buyer_director_title',
      'contractors.director as buyer_director',
    ])
    .where('contracts.id', '=', contractId)
    .where('contracts.contractor_id', '=', contractorId)
    .executeTakeFirst()

/** Selects the day of signing of each contract, the accounting system of its seller and what that says is owed. */
export const selectAccountingModes = (db: Db, contractorId: number) =>
  db
    .selectFrom('contracts')
    .innerJoin('sellers', 'sellers.id', 'contracts.seller_id')
    .leftJoin('accounted_balances as stated', 'stated.contract_id', 'contracts.id')
    .select(['contracts.id', 'contracts.signed_on', 'sellers.accounting_mode', 'sellers.exchanged_at'])
    .select(['stated.as_of', 'stated.debts'])
    .where('contracts.contractor_id', '=', contractorId)
    .limit(200)
    .execute()

interface SpendRow {
  kind: 'month' | 'brand'
  name: string
  sum_kop: number
}

/** Shipped and credited sums of the period by month. */
const movedByMonth = (scope: StatementScope, { from, to }: StatementPeriod) => {
  const within = (day: string) => sql`${sql.ref(day)} between ${from}::date and ${to}::date`
  return sql`
    sent as materialized (
      select id, shipped_on, total_kop from shipments
      where ${ofScope(scope)} and ${within('shipped_on')} and cancelled_at is null
    ), credited as materialized (
      select id, made_on, sum_kop from corrections where ${ofScope(scope)} and ${within('made_on')}
    ), months as (
      select to_char(day, 'YYYY-MM') as name, sum(kop)::bigint as sum_kop from (
        select shipped_on as day, total_kop as kop from sent union all select made_on, -sum_kop from credited
      ) moved group by 1
    )`
}

/** Selects delivered minus credited sums by month. */
export async function selectSpendMonths(db: Db, scope: StatementScope, period: StatementPeriod) {
  const { rows } = await sql<{ name: string; sum_kop: number }>`
    with ${movedByMonth(scope, period)} select name, sum_kop from months`.execute(db)
  return rows
}

/** Selects delivered minus credited sums: by month from documents, and from their lines by brand, largest first. */
export async function selectSpend(db: Db, scope: StatementScope, period: StatementPeriod, mostBrands: number) {
  const { rows } = await sql<SpendRow>`
    with ${movedByMonth(scope, period)}, brands as (
      select line.brand as name, sum(moved.kop)::bigint as sum_kop from (
        select own.order_line_id, own.sum_kop as kop from sent join shipment_lines own on own.shipment_id = sent.id
        union all
        select own.order_line_id, -less.sum_kop from credited
        join correction_lines less on less.correction_id = credited.id
        join shipment_lines own on own.id = less.shipment_line_id
      ) moved join order_lines line on line.id = moved.order_line_id
      group by 1 having sum(moved.kop) > 0 order by 2 desc, 1 limit ${mostBrands}
    )
    select 'month' as kind, name, sum_kop from months union all select 'brand', name, sum_kop from brands`.execute(db)
  return rows
}

/**
 * Stores what the accounting system says is owed under each of the contracts, in place of what it said before; an older
 * statement changes nothing. The settlements of the portal stay as they are.
 * @param asOf moment of the statement
 */
export async function storeAccountedBalances(
  db: Db,
  balances: readonly { contractId: number; debts: readonly AccountedDebt[] }[],
  asOf: Date,
): Promise<void> {
  await sql`
    insert into accounted_balances (contract_id, contractor_id, as_of, debts)
    select contracts.id, contracts.contractor_id, ${asOf}, given.debts
    from unnest(${balances.map(({ contractId }) => contractId)}::integer[],
      ${balances.map(({ debts }) => JSON.stringify(debts))}::jsonb[]) as given (contract_id, debts)
    join contracts on contracts.id = given.contract_id
    on conflict (contract_id) do update set contractor_id = excluded.contractor_id, as_of = excluded.as_of,
      debts = excluded.debts where accounted_balances.as_of <= excluded.as_of`.execute(db)
}
