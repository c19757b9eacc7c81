import type { CreditHoldsQuery, OverrideRequest } from '@artikul/contract/billing/credit-holds'
import { sql } from 'kysely'
import type { Db } from '../../../platform/db/index.ts'
import type { Writer } from '../../../platform/http/index.ts'
import { literal } from '../../../platform/like.ts'
import type { Page } from '../../../platform/paging.ts'

export interface BlockedRow {
  contract_id: number
  number: string
  seller: string
  contractor_id: number
  contractor: string
  manager: string | null
  prepayment_percent: number
  limit_kop: number
  valid_to: string | null
  stopped_reason: string | null
  is_expired: boolean
  held_count: number
  held_kop: number
  held_since: Date | null
  credit_hold_override_id: number | null
  override_until: string | null
  override_reason: string | null
  override_by: string | null
  override_at: Date | null
}

/** Open unblock requests; a request of an order that was released or cancelled is closed. */
const OPEN_REQUESTS = sql`
  select request.* from credit_hold_override_requests request
  join orders on orders.id = request.order_id and orders.reserved_until is not null and orders.hold_reason <> ''
  where request.ended_at is null`

const named = (q: string) =>
  /^\d+$/.test(q) ? sql`company.inn like ${`${literal(q)}%`}` : sql`company.name ilike ${`%${literal(q)}%`}`

/**
 * Contracts that may be blocked, by plain sums, because money covers the earliest due date first. A disputed claim may
 * leave a contract here that is not blocked after all.
 */
const candidates = (today: string) => sql`
  due as (
    select contract_id, sum(total_kop) as kop from ledger_debts where due_on < ${today}::date group by contract_id
  ),
  credited as (
    select own.contract_id, sum(corrections.sum_kop) as kop
    from corrections join shipments own on own.id = corrections.shipment_id
    where own.cancelled_at is null and own.due_on < ${today}::date group by own.contract_id
  ),
  received as (select contract_id, sum(sum_kop) as kop from ledger_credits group by contract_id),
  overdue as (
    select contract_id from due left join credited using (contract_id) left join received using (contract_id)
    where due.kop - coalesce(credited.kop, 0) - coalesce(received.kop, 0) > 0
  ),
  held as (
    select contract_id, count(*)::integer as held_count, sum(total_kop)::bigint as held_kop, min(created_at) as held_since
    from orders where reserved_until is not null and hold_reason <> '' group by contract_id
  ),
  asked as (select contract_id, min(created_at) as asked_at from (${OPEN_REQUESTS}) open group by contract_id),
  unblocked as (
    select distinct on (contract_id) contract_id, id, until, reason, actor_id, created_at from credit_hold_overrides
    where lifted_at is null and until >= ${today}::date order by contract_id, until desc, id desc
  ),
  found as (
    select contracts.id as contract_id, contracts.number, sellers.name as seller, company.id as contractor_id,
      company.name as contractor, manager.full_name as manager, contracts.prepayment_percent, contracts.limit_kop,
      contracts.valid_to, company.stopped_reason, ended.is_expired, coalesce(held_count, 0) as held_count,
      coalesce(held_kop, 0) as held_kop, held_since, asked_at, overdue.contract_id is not null as is_overdue,
      unblocked.id as credit_hold_override_id, unblocked.until as override_until, unblocked.reason as override_reason,
      author.full_name as override_by, unblocked.created_at as override_at
    from contracts
    join contractors company on company.id = contracts.contractor_id and company.status = 'active'
    join sellers on sellers.id = contracts.seller_id
    left join users manager on manager.id = company.manager_id
    cross join lateral (select coalesce(contracts.valid_to < ${today}::date, false) and contracts.is_default
      and not exists (select from contracts other where other.contractor_id = company.id
        and other.seller_id = contracts.seller_id and coalesce(other.valid_to >= ${today}::date, true)) as is_expired
    ) ended
    left join overdue on overdue.contract_id = contracts.id
    left join held on held.contract_id = contracts.id
    left join asked on asked.contract_id = contracts.id
    left join unblocked on unblocked.contract_id = contracts.id
    left join users author on author.id = unblocked.actor_id
    where overdue.contract_id is not null or held.contract_id is not null or unblocked.id is not null
      or ended.is_expired or (company.stopped_reason is not null and contracts.is_default)
  )`

const CODES = {
  overdue: sql`is_overdue`,
  credit_limit: sql`held_count > 0 and not is_overdue`,
  stop_list: sql`stopped_reason is not null`,
  contract_expired: sql`is_expired`,
}

/** Selects a page of blocked contracts: those with requests first, then those with held orders. */
export async function selectBlocked(
  db: Db,
  { q, code, asked }: CreditHoldsQuery,
  today: string,
  { size, offset }: Page,
) {
  const company = q ? sql`contractor_id in (select id from contractors company where ${named(q)})` : sql`true`
  const { rows } = await sql<BlockedRow & { total: number }>`
    with ${candidates(today)}
    select found.*, count(*) over ()::integer as total from found
    where ${company} and ${code ? CODES[code] : sql`true`} and ${asked ? sql`asked_at is not null` : sql`true`}
    order by asked_at nulls last, held_count > 0 desc, contractor, contract_id
    limit ${size} offset ${offset}`.execute(db)
  return { rows, total: rows[0]?.total ?? 0 }
}

/** Selects the open requests of those contracts, up to a limit for each. */
export async function selectOverrideRequests(db: Db, contractIds: readonly number[], most: number) {
  const { rows } = await sql<Omit<OverrideRequest, 'at'> & { contract_id: number; at: Date }>`
    select own.*, users.full_name as by, orders.number as order_number, orders.total_kop as order_kop
    from unnest(${contractIds}::integer[]) as wanted (contract_id)
    cross join lateral (
      select id, contract_id, order_id, message, subject_id, created_at as at from (${OPEN_REQUESTS}) open
      where open.contract_id = wanted.contract_id order by id limit ${most}
    ) own
    join orders on orders.id = own.order_id join users on users.id = own.subject_id order by own.id`.execute(db)
  return rows
}

export async function countRequests(db: Db): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::integer as count from (${OPEN_REQUESTS}) open`.execute(db)
  return rows[0]?.count ?? 0
}

/** Locks the contract and returns its contractor and name. */
export const lockContract = (db: Db, id: number) =>
  db
    .selectFrom('contracts')
    .select(['id', 'number', 'contractor_id'])
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirst()

export interface NewCreditHoldOverride {
  contract_id: number
  contractor_id: number
  until: string
  reason: string
}

export const insertCreditHoldOverride = (db: Db, input: NewCreditHoldOverride, author: Writer, now: Date) =>
  db
    .insertInto('credit_hold_overrides')
    .values({ ...input, actor_id: author.actorId, subject_id: author.subjectId, created_at: now })
    .returning('id')
    .executeTakeFirstOrThrow()

/** Ends every active unblocking of the contract; with concurrent attempts exactly one ends each of them. */
export const liftAll = (db: Db, contractId: number, author: Writer, now: Date) =>
  db
    .updateTable('credit_hold_overrides')
    .set({ lifted_at: now, lifted_actor_id: author.actorId, lifted_subject_id: author.subjectId })
    .where('contract_id', '=', contractId)
    .where('lifted_at', 'is', null)
    .execute()

export const lockCreditHoldOverride = (db: Db, id: number) =>
  db
    .selectFrom('credit_hold_overrides')
    .innerJoin('contracts', 'contracts.id', 'credit_hold_overrides.contract_id')
    .select([
      'credit_hold_overrides.contract_id',
      'credit_hold_overrides.contractor_id',
      'credit_hold_overrides.until',
      'credit_hold_overrides.lifted_at',
      'contracts.number',
    ])
    .where('credit_hold_overrides.id', '=', id)
    .forUpdate('credit_hold_overrides')
    .executeTakeFirst()
