import type { DocumentKind } from '@artikul/contract/billing/document-kinds'
import type { MonthGap, MonthGapKind } from '@artikul/contract/billing/month-close'
import { sql } from 'kysely'
import type { Db } from '../../../platform/db/index.ts'
import { ofScope, type StatementPeriod, type StatementScope } from './settlements.queries.ts'

export interface MonthContractRow {
  contract_id: number
  contract: string
  seller: string
  opening_kop: number
  debit_kop: number
  credit_kop: number
}

/** Selects the company's contracts with their turnover in the period, main ones first. */
export async function selectMonthContracts(db: Db, scope: StatementScope, { from, to }: StatementPeriod) {
  const { rows } = await sql<MonthContractRow>`
    select contracts.id as contract_id, contracts.number as contract, sellers.name as seller,
      coalesce(moved.opening_kop, 0)::bigint as opening_kop, coalesce(moved.debit_kop, 0)::bigint as debit_kop,
      coalesce(moved.credit_kop, 0)::bigint as credit_kop
    from contracts join sellers on sellers.id = contracts.seller_id
    left join (
      select contract_id, sum(debit_kop - credit_kop) filter (where day < ${from}::date) as opening_kop,
        sum(debit_kop) filter (where day >= ${from}::date) as debit_kop,
        sum(credit_kop) filter (where day >= ${from}::date) as credit_kop
      from ledger_movements where ${ofScope(scope)} and day <= ${to}::date group by contract_id
    ) moved on moved.contract_id = contracts.id
    where contracts.contractor_id = ${scope.contractorId}
      and ${scope.contractId === undefined ? sql`true` : sql`contracts.id = ${scope.contractId}`}
    order by contracts.is_default desc, contracts.id desc limit 200`.execute(db)
  return rows
}

const moscowDay = (column: string) => sql`(${sql.ref(column)} at time zone 'Europe/Moscow')::date`

/** Counts the documents of the period by contract and kind, as the register lists them. */
export async function selectMonthCounts(db: Db, scope: StatementScope, { from, to }: StatementPeriod) {
  const within = sql`between ${from}::date and ${to}::date`
  const { rows } = await sql<{ contract_id: number; kind: DocumentKind; count: number }>`
    select contract_id, kind, count(*)::integer as count from (
      select contract_id, 'shipment' as kind from shipments where ${ofScope(scope)} and shipped_on ${within}
      union all
      select contract_id, 'correction' from corrections where ${ofScope(scope)} and made_on ${within}
      union all
      select contract_id, 'invoice' from invoices where ${ofScope(scope)} and ${moscowDay('issued_at')} ${within}
      union all
      select contract_id, 'claim' from claims where ${ofScope(scope)} and ${moscowDay('created_at')} ${within}
    ) found group by contract_id, kind`.execute(db)
  return rows
}

interface GapOptions {
  today: string
  /** Most documents of one contract and kind. */
  most: number
}

interface GapRow {
  contract_id: number
  kind: MonthGapKind
  total: number
  documents: MonthGap['documents']
}

/**
 * Selects what the documents of the period lack, by contract and reason, with the first documents of each: numbers from
 * 1С, corrections promised by claims, confirmed receipts.
 */
export async function selectMonthGaps(
  db: Db,
  scope: StatementScope,
  { from, to }: StatementPeriod,
  { today, most }: GapOptions,
) {
  const { rows } = await sql<GapRow>`
    with sent as materialized (
      select id, number, contract_id, seller_id, shipped_on, received_on, external_number, total_kop from shipments
      where ${ofScope(scope)} and shipped_on between ${from}::date and ${to}::date and cancelled_at is null
    ), gaps as (
      select 'upd' as kind, contract_id, sent.id, sent.number, shipped_on as day
      from sent join sellers on sellers.id = sent.seller_id
      where accounting_mode = '1c' and external_number is null and total_kop > 0
      union all
      select 'correction', claims.contract_id, claims.id, claims.number, ${moscowDay('claims.created_at')}
      from sent join claims on claims.shipment_id = sent.id
      where claims.state in ('approved', 'received', 'inspection')
        and coalesce(claims.granted_outcome, claims.outcome) in ('money', 'offset')
      union all
      select 'receipt', contract_id, id, number, shipped_on from sent where received_on is null
    ), numbered as (
      select *, row_number() over (partition by contract_id, kind order by day, id) as place from gaps
    )
    select contract_id, kind, count(*)::integer as total,
      jsonb_agg(jsonb_build_object('id', id, 'number', number, 'day', day, 'days', greatest(${today}::date - day, 0))
        order by place) filter (where place <= ${most}) as documents
    from numbered group by contract_id, kind order by kind desc`.execute(db)
  return rows
}

interface ReconciliationRow {
  contract_id: number
  id: number
  open_count: number
  created_at: Date
  is_outdated: boolean
}

/** Selects the latest reconciliation of each contract that covers the whole period. */
export async function selectMonthReconciliations(db: Db, scope: StatementScope, { from, to }: StatementPeriod) {
  const { rows } = await sql<ReconciliationRow>`
    select latest.contract_id, latest.id, latest.created_at, (
      select count(*)::integer from reconciliation_differences one
      where one.reconciliation_id = latest.id and one.outcome is null) as open_count,
      latest.our_closing_kop <> (
        select coalesce(sum(debit_kop - credit_kop), 0) from ledger_movements moved
        where moved.contractor_id = ${scope.contractorId} and moved.contract_id = latest.contract_id
          and moved.day <= latest.last_day) as is_outdated
    from (
      select distinct on (contract_id) contract_id, id, created_at, last_day, our_closing_kop from reconciliations
      where ${ofScope(scope)} and first_day <= ${from}::date and last_day >= ${to}::date
      order by contract_id, id desc
    ) latest`.execute(db)
  return rows
}
