import type { SettledContract } from '@artikul/contract/billing/settlements'

/** Sums up the balances of contracts, kopecks. */
export function totalBalance(contracts: readonly SettledContract[]) {
  const sum = (of: (contract: SettledContract) => number) =>
    contracts.reduce((total, contract) => total + of(contract), 0)
  return {
    // An advance of one contract does not pay for another.
    debt: sum(({ debt_kop: kop }) => Math.max(kop, 0)),
    advance: sum(({ debt_kop: kop }) => Math.max(-kop, 0)),
    overdue: sum(({ overdue_kop: kop }) => kop),
    days: Math.max(0, ...contracts.map(({ overdue_days: late }) => late)),
    limit: sum(({ limit_kop: kop }) => kop),
    available: sum(({ available_kop: kop }) => kop),
    disputed: sum(({ disputed_kop: kop }) => kop),
    inWork: sum(({ in_work_kop: kop }) => kop),
  }
}
