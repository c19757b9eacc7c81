import { DEBT_AGES, type DebtAge, type DebtsReport } from '@artikul/contract/analytics/sales'
import { keysOf } from '@artikul/contract/core/keys'
import { sql, type Transaction } from 'kysely'
import type { Db, DB } from '../../../platform/db/index.ts'
import { payableShipments } from '../../companies/index.ts'

const AGES = keysOf(DEBT_AGES)

/** Recomputes the debts of all buyers by age on the day. */
export async function computeDebts(db: Transaction<DB>, today: string) {
  await db.deleteFrom('debt_ages').execute()
  await sql`
    with ${payableShipments(sql`true`)}
    insert into debt_ages (contractor_id, not_due_kop, to_7_kop, to_30_kop, to_60_kop, to_90_kop, over_90_kop, oldest_due_on)
    select contractor_id, coalesce(sum(left_kop) filter (where late <= 0), 0),
      coalesce(sum(left_kop) filter (where late between 1 and 7), 0),
      coalesce(sum(left_kop) filter (where late between 8 and 30), 0),
      coalesce(sum(left_kop) filter (where late between 31 and 60), 0),
      coalesce(sum(left_kop) filter (where late between 61 and 90), 0),
      coalesce(sum(left_kop) filter (where late > 90), 0), min(due_on)
    from (
      select contracts.contractor_id, payable.left_kop, payable.due_on, ${today}::date - payable.due_on as late
      from payable join contracts on contracts.id = payable.contract_id where payable.left_kop > 0
    ) owed group by contractor_id`.execute(db)
}

interface DebtorRow extends Record<DebtAge | 'total_kop', number> {
  id: number
  name: string
  manager: string | null
  oldest_due_on: string
}

/** Selects the buyers with debts, the largest first. */
export async function selectDebtAges(db: Db, limit: number): Promise<DebtorRow[]> {
  const { rows } = await sql<DebtorRow>`
    select contractors.id, contractors.name, users.full_name as manager, ages.not_due_kop, ages.to_7_kop, ages.to_30_kop,
      ages.to_60_kop, ages.to_90_kop, ages.over_90_kop, ages.total_kop, ages.oldest_due_on
    from debt_ages ages join contractors on contractors.id = ages.contractor_id
    left join users on users.id = contractors.manager_id
    order by ages.total_kop desc, contractors.id limit ${limit}`.execute(db)
  return rows
}

/** Sums up the debts of all buyers by age. */
async function selectTotals(db: Db) {
  const { rows } = await sql<Record<DebtAge | 'total_kop', number>>`
    select ${sql.join([...AGES, 'total_kop'].map((age) => sql`coalesce(sum(${sql.ref(age)}), 0)::bigint as ${sql.ref(age)}`))}
    from debt_ages`.execute(db)
  return rows
}

const NO_DEBTS = { not_due_kop: 0, to_7_kop: 0, to_30_kop: 0, to_60_kop: 0, to_90_kop: 0, over_90_kop: 0, total_kop: 0 }

export async function readDebts(db: Db, limit: number): Promise<Omit<DebtsReport, 'computed_to'>> {
  const [[totals], rows] = await Promise.all([selectTotals(db), selectDebtAges(db, limit)])
  return { totals: totals ?? NO_DEBTS, rows }
}
