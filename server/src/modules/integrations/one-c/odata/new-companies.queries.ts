import { sql } from 'kysely'
import type { Db } from '../../../../platform/db/index.ts'

interface NodeOfSeller {
  id: number
  seller_id: number
}

/**
 * Queues the active companies with a contract of the seller that were approved since the base was connected and that it
 * does not know; settles those that it knows by now, and forgets those that are no longer active.
 */
export async function queueNewCompanies(db: Db, { id: nodeId, seller_id: sellerId }: NodeOfSeller, now: Date) {
  await sql`
    delete from one_c_new_companies own using contractors
    where own.node_id = ${nodeId} and own.state <> 'done' and contractors.id = own.contractor_id
      and contractors.status <> 'active'`.execute(db)
  await sql`
    insert into one_c_new_companies (node_id, contractor_id, queued_at)
    select ${nodeId}::integer, contractors.id, ${now}::timestamptz
    from contractors join one_c_nodes node on node.id = ${nodeId}
    where contractors.status = 'active' and coalesce(contractors.decided_at, contractors.created_at) >= node.sends_from
      and exists (select from contracts where contractor_id = contractors.id and seller_id = ${sellerId})
      and not exists (select from one_c_objects where node_id = ${nodeId} and kind = 'company'
        and target_id = contractors.id)
    on conflict do nothing`.execute(db)
  await sql`
    update one_c_new_companies own set state = 'done', reason = '', external_id = known.external_id,
      data_version = known.data_version, confirmed_at = ${now}
    from one_c_objects known
    where own.node_id = ${nodeId} and own.state <> 'done' and known.node_id = ${nodeId} and known.kind = 'company'
      and known.target_id = own.contractor_id`.execute(db)
}

export interface CompanyToSend {
  contractor_id: number
  name: string
  full_name: string
  inn: string
  kpp: string | null
}

/** Companies that are to be sent, or whose answer was lost. */
export async function selectCompaniesToSend(db: Db, nodeId: number, limit: number) {
  const { rows } = await sql<CompanyToSend>`
    select contractors.id as contractor_id, contractors.name, contractors.full_name, contractors.inn, contractors.kpp
    from one_c_new_companies own join contractors on contractors.id = own.contractor_id
    where own.node_id = ${nodeId} and own.state in ('queued', 'sent')
    order by own.queued_at, contractors.id limit ${limit}`.execute(db)
  return rows
}

/** Notes that a company is being sent; false while an earlier sending may still arrive. */
export async function claimCompany(
  db: Db,
  nodeId: number,
  contractorId: number,
  { now, lostBefore }: { now: Date; lostBefore: Date },
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('one_c_new_companies')
    .set({ state: 'sent', sent_at: now })
    .where('node_id', '=', nodeId)
    .where('contractor_id', '=', contractorId)
    .where((where) =>
      where.or([
        where('state', '=', 'queued'),
        where.and([where('state', '=', 'sent'), where('sent_at', '<', lostBefore)]),
      ]),
    )
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

interface CompanyOutcome {
  state: 'queued' | 'waiting' | 'done'
  reason?: string
  external_id?: string
  data_version?: string
  confirmed_at?: Date
}

export const settleCompany = (db: Db, nodeId: number, contractorId: number, outcome: CompanyOutcome) =>
  db
    .updateTable('one_c_new_companies')
    .set({ reason: '', ...outcome })
    .where('node_id', '=', nodeId)
    .where('contractor_id', '=', contractorId)
    .execute()

const MAX_OPEN = 100

/** Companies that 1C has not got yet, those that wait for a person first. */
export async function selectOpenCompanies(db: Db, nodeId: number) {
  const { rows } = await sql<{
    contractor_id: number
    name: string
    inn: string
    kpp: string | null
    queued_at: Date
    state: 'queued' | 'sent' | 'waiting'
    reason: string
  }>`
    select contractors.id as contractor_id, contractors.name, contractors.inn, contractors.kpp, own.queued_at, own.state,
      own.reason
    from one_c_new_companies own join contractors on contractors.id = own.contractor_id
    where own.node_id = ${nodeId} and own.state <> 'done'
    order by own.state = 'waiting' desc, own.queued_at, contractors.id limit ${MAX_OPEN}`.execute(db)
  return rows
}

/** Queues a company that waits again and returns its name; undefined when it does not wait. */
export async function requeueCompany(db: Db, nodeId: number, contractorId: number): Promise<string | undefined> {
  const { rows } = await sql<{ name: string }>`
    update one_c_new_companies own set state = 'queued', reason = ''
    from contractors
    where own.node_id = ${nodeId} and own.contractor_id = ${contractorId} and own.state = 'waiting'
      and contractors.id = own.contractor_id
    returning contractors.name`.execute(db)
  return rows[0]?.name
}
