import type { Debtor, DebtsQuery } from '@artikul/contract/billing/debts'
import type { DebtSort } from '@artikul/contract/billing/debt-sorts'
import { sql, type RawBuilder } from 'kysely'
import type { Db } from '../../../platform/db/index.ts'
import { literal } from '../../../platform/like.ts'
import type { Page } from '../../../platform/paging.ts'
import { payableShipments, selectContractBalances } from '../../companies/index.ts'

const ORDERS: Record<DebtSort, RawBuilder<unknown>> = {
  overdue: sql`overdue_kop desc, debt_kop desc, id`,
  debt: sql`debt_kop desc, id`,
  name: sql`name, id`,
}

const named = (q: string) =>
  /^\d+$/.test(q) ? sql`inn like ${`${literal(q)}%`}` : sql`name ilike ${`%${literal(q)}%`}`

interface DebtRow extends Omit<Debtor, 'overdue_days'> {
  contract_ids: number[]
  total: number
  all_debt_kop: number
  all_overdue_kop: number
}

/**
 * Debt of each contract by plain sums, because money covers the earliest due date first. Only with a claim is each
 * shipment evaluated by the full rule.
 */
const owed = (condition: RawBuilder<unknown>, today: string) => sql`
  ${payableShipments(sql`${condition} and contract_id in (select contract_id from claims where disputed_kop > 0)`)},
  exact as (
    select contract_id, coalesce(sum(left_kop) filter (where due_on < ${today}::date), 0) as overdue_kop,
      sum(disputed_kop) as disputed_kop
    from payable group by contract_id
  ),
  shipped as (
    select contract_id, sum(total_kop) as kop, coalesce(sum(total_kop) filter (where due_on < ${today}::date), 0) as due_kop
    from ledger_debts where ${condition} group by contract_id
  ),
  credited as (
    select contract_id, sum(sum_kop) as kop, coalesce(sum(sum_kop) filter (where due_on < ${today}::date), 0) as due_kop
    from corrections
    join (select id, due_on from shipments where ${condition} and cancelled_at is null) own on own.id = corrections.shipment_id
    where ${condition} group by contract_id
  ),
  received as (select contract_id, sum(sum_kop) as kop from ledger_credits where ${condition} group by contract_id),
  owed as (
    select shipped.contract_id,
      shipped.kop - coalesce(credited.kop, 0) - coalesce(received.kop, 0) as debt_kop,
      coalesce(exact.overdue_kop,
        greatest(shipped.due_kop - coalesce(credited.due_kop, 0) - coalesce(received.kop, 0), 0)) as overdue_kop,
      coalesce(exact.disputed_kop, 0) as disputed_kop
    from shipped left join credited using (contract_id) left join received using (contract_id)
    left join exact using (contract_id)
  )`

/**
 * Selects buyers with a debt, as shown to the buyers themselves, with the contracts concerned: an advance of one
 * contract pays for no other.
 */
export async function selectDebtors(db: Db, { q, sort, overdue }: DebtsQuery, today: string, { size, offset }: Page) {
  const condition = q ? sql`contractor_id in (select id from contractors where ${named(q)})` : sql`true`
  const { rows } = await sql<DebtRow>`
    with ${owed(condition, today)},
    debtors as (
      select contracts.contractor_id as id, sum(greatest(debt_kop, 0))::bigint as debt_kop,
        sum(overdue_kop)::bigint as overdue_kop, sum(disputed_kop)::bigint as disputed_kop, sum(contracts.limit_kop)::bigint as limit_kop,
        array_agg(contracts.id) filter (where overdue_kop > 0) as contract_ids
      from owed join contracts on contracts.id = owed.contract_id group by contracts.contractor_id
    ),
    found as (
      select debtors.*, buyer.name, buyer.inn, manager.full_name as manager
      from debtors join contractors buyer on buyer.id = debtors.id left join users manager on manager.id = buyer.manager_id
      where (debt_kop > 0 or overdue_kop > 0) and ${overdue ? sql`overdue_kop > 0` : sql`true`}
    )
    select shown.id, name, inn, manager, debt_kop, overdue_kop, disputed_kop, limit_kop,
      coalesce(contract_ids, '{}') as contract_ids, total, all_debt_kop, all_overdue_kop,
      (select max(paid_on) from payments where payments.contractor_id = shown.id and undoes_id is null
        and not exists (select from payments undone where undone.undoes_id = payments.id)) as last_paid_on
    from (
      select found.*, count(*) over ()::integer as total, sum(debt_kop) over ()::bigint as all_debt_kop,
        sum(overdue_kop) over ()::bigint as all_overdue_kop
      from found order by ${ORDERS[sort ?? 'overdue']} limit ${size} offset ${offset}
    ) shown order by ${ORDERS[sort ?? 'overdue']}`.execute(db)
  const [first] = rows
  const standings = await selectContractBalances(
    db,
    rows.flatMap((row) => row.contract_ids),
    today,
  )
  const daysOf = (ids: readonly number[]) => Math.max(0, ...ids.map((id) => standings.get(id)?.overdue_days ?? 0))
  return {
    rows: rows.map((row): Debtor => ({ ...row, overdue_days: daysOf(row.contract_ids) })),
    total: first?.total ?? 0,
    debtKop: first?.all_debt_kop ?? 0,
    overdueKop: first?.all_overdue_kop ?? 0,
  }
}
