import { MAX_MONTH_GAPS, type MonthClose, type MonthContract } from '@artikul/contract/billing/month-close'
import { moscowDate, type Clock } from '../../../platform/clock.ts'
import type { Db } from '../../../platform/db/index.ts'
import {
  selectMonthContracts,
  selectMonthCounts,
  selectMonthGaps,
  selectMonthReconciliations,
} from './month-close.queries.ts'
import { requireOwn } from './read-settlements.ts'
import type { StatementPeriod, StatementScope } from './settlements.queries.ts'

function periodOfMonth(month: string): StatementPeriod {
  const last = new Date(`${month}-01T00:00:00Z`)
  last.setUTCMonth(last.getUTCMonth() + 1, 0)
  return { from: `${month}-01`, to: last.toISOString().slice(0, 10) }
}

const isEmpty = ({ documents, opening_kop, debit_kop, credit_kop }: MonthContract) =>
  [opening_kop, debit_kop, credit_kop, ...Object.values(documents)].every((value) => value === 0)

/**
 * Reads what is needed to close a month, by contract: one statement per kind of facts.
 * @throws AppError `not_found` for a contract of another company
 */
export async function readMonthClose(db: Db, clock: Clock, scope: StatementScope, month: string): Promise<MonthClose> {
  await requireOwn(db, scope)
  const period = periodOfMonth(month)
  const contracts = await selectMonthContracts(db, scope, period)
  const counts = await selectMonthCounts(db, scope, period)
  const gaps = await selectMonthGaps(db, scope, period, { today: moscowDate(clock.now()), most: MAX_MONTH_GAPS })
  const reconciliations = await selectMonthReconciliations(db, scope, period)
  const read = contracts.map((contract): MonthContract => {
    const isOwn = ({ contract_id: id }: { contract_id: number }) => id === contract.contract_id
    const count = (kind: string) => counts.find((one) => isOwn(one) && one.kind === kind)?.count ?? 0
    const reconciliation = reconciliations.find(isOwn)
    return {
      ...contract,
      closing_kop: contract.opening_kop + contract.debit_kop - contract.credit_kop,
      documents: {
        shipment: count('shipment'),
        correction: count('correction'),
        invoice: count('invoice'),
        claim: count('claim'),
      },
      gaps: gaps.filter(isOwn).map(({ kind, total, documents }) => ({ kind, total, documents })),
      reconciliation: reconciliation
        ? {
            id: reconciliation.id,
            open_count: reconciliation.open_count,
            created_at: reconciliation.created_at.toISOString(),
            is_outdated: reconciliation.is_outdated,
          }
        : null,
    }
  })
  return { ...period, contracts: read.filter((contract) => !isEmpty(contract)) }
}
