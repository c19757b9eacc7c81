import type { AccountedDebt } from '@artikul/contract/billing/settlements'
import { sql } from 'kysely'
import type { Db } from '../../../platform/db/index.ts'

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
