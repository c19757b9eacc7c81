import type { Debtor, DebtsQuery, DebtSort } from '@artikul/contract/debts'
import { sql, type RawBuilder } from 'kysely'
import type { Db } from '../../platform/db/index.ts'
import { literal } from '../../platform/like.ts'
import type { Page } from '../../platform/paging.ts'
import { payableShipments } from '../finances/index.ts'

const ORDERS: Record<DebtSort, RawBuilder<unknown>> = {
  overdue: sql`overdue_kop desc, debt_kop desc, id`,
  debt: sql`debt_kop desc, id`,
  days: sql`overdue_days desc, overdue_kop desc, id`,
  name: sql`name, id`,
}

const named = (q: string) =>
  /^\d+$/.test(q) ? sql`inn like ${`${literal(q)}%`}` : sql`name ilike ${`%${literal(q)}%`}`

interface DebtRow extends Debtor {
  total: number
  all_debt_kop: number
  all_overdue_kop: number
}

/** Buyers who owe something, counted by the rule that tells each of them what he owes. */
export async function selectDebtors(db: Db, { q, sort, overdue }: DebtsQuery, today: string, { size, offset }: Page) {
  const asked = q ? sql`contractor_id in (select id from contractors where ${named(q)})` : sql`true`
  const { rows } = await sql<DebtRow>`
    with ${payableShipments(asked)},
    owed as (
      select contract_id, sum(total_kop) as shipped_kop, sum(disputed_kop) as disputed_kop,
        coalesce(sum(left_kop) filter (where due_on < ${today}::date), 0) as overdue_kop,
        coalesce(${today}::date - min(due_on) filter (where due_on < ${today}::date and left_kop > 0), 0) as overdue_days
      from payable group by contract_id
    ),
    debtors as (
      select contracts.contractor_id as id, sum(shipped_kop - coalesce(paid_kop, 0))::bigint as debt_kop,
        sum(overdue_kop)::bigint as overdue_kop, max(overdue_days)::integer as overdue_days,
        sum(disputed_kop)::bigint as disputed_kop, sum(contracts.limit_kop)::bigint as limit_kop
      from owed join contracts on contracts.id = owed.contract_id left join paid on paid.contract_id = owed.contract_id
      group by contracts.contractor_id
    ),
    found as (
      select debtors.*, buyer.name, buyer.inn, manager.full_name as manager
      from debtors join contractors buyer on buyer.id = debtors.id left join users manager on manager.id = buyer.manager_id
      where (debt_kop > 0 or overdue_kop > 0) and ${overdue ? sql`overdue_kop > 0` : sql`true`}
    )
    select shown.*, (select max(paid_on) from payments where payments.contractor_id = shown.id and undoes_id is null
      and not exists (select from payments undone where undone.undoes_id = payments.id)) as last_paid_on
    from (
      select found.*, count(*) over ()::integer as total, sum(debt_kop) over ()::bigint as all_debt_kop,
        sum(overdue_kop) over ()::bigint as all_overdue_kop
      from found order by ${ORDERS[sort ?? 'overdue']} limit ${size} offset ${offset}
    ) shown order by ${ORDERS[sort ?? 'overdue']}`.execute(db)
  const [first] = rows
  return {
    rows: rows.map(({ total: _, all_debt_kop: _debt, all_overdue_kop: _overdue, ...row }): Debtor => row),
    total: first?.total ?? 0,
    debtKop: first?.all_debt_kop ?? 0,
    overdueKop: first?.all_overdue_kop ?? 0,
  }
}
