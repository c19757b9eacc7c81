import type { SqlTransaction } from '../../../platform/db/index.ts'
import type { AccountedGroup, GroupChanges } from './accounted-groups.ts'

/** Creates the table of new groups; it disappears with the transaction. */
export const createGroupInput = (tx: SqlTransaction) =>
  tx.query('create temp table accounted_group_input (product_id integer primary key, group_id integer) on commit drop')

export const copyGroupInput = (tx: SqlTransaction, rows: readonly AccountedGroup[]) =>
  tx.copy('copy accounted_group_input from stdin', [
    rows.map(({ product_id, group_id }) => `${product_id}\t${group_id}\n`).join(''),
  ])

export async function countGroupChanges(tx: SqlTransaction, accountingId: number): Promise<GroupChanges> {
  await tx.query('analyze accounted_group_input')
  const [row] = await tx<GroupChanges[]>`
    select count(given.product_id) as total,
      count(*) filter (where given.product_id is not null and stored.product_id is null) as added,
      count(*) filter (where given.group_id <> stored.group_id) as changed,
      count(*) filter (where given.product_id is null) as removed
    from accounted_group_input given full join (
      select product_id, group_id from accounted_groups where accounting_id = ${accountingId}
    ) stored on stored.product_id = given.product_id`
  return row ?? { total: 0, added: 0, changed: 0, removed: 0 }
}

export async function writeAccountedGroups(tx: SqlTransaction, accountingId: number): Promise<void> {
  await tx`
    delete from accounted_groups where accounting_id = ${accountingId}
      and not exists (select from accounted_group_input given where given.product_id = accounted_groups.product_id)`
  await tx`
    insert into accounted_groups (product_id, accounting_id, group_id)
    select given.product_id, ${accountingId}::integer, given.group_id
    from accounted_group_input given left join accounted_groups stored on stored.product_id = given.product_id
      and stored.accounting_id = ${accountingId}
    where stored.group_id is distinct from given.group_id
    on conflict (product_id, accounting_id) do update set group_id = excluded.group_id`
}
