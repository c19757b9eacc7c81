import { sql, type RawBuilder } from 'kysely'
import type { Db } from '../../../../platform/db/index.ts'
import type { Writer } from '../../../../platform/http/index.ts'
import { namedOfOrder, WAITS_FOR_RETURN } from '../../../companies/index.ts'
import type { WaitingOrder } from './order-holds.ts'

export interface WaitRow extends WaitingOrder {
  number: string
  contract_id: number
  contractor_id: number
  consignee_id: number
  hold_reason: string
  reserved_until: Date
  created_at: Date
}

/** Sum of payments posted to invoices of the order. */
const NAMED = namedOfOrder(sql.ref('orders.id'))

const COUNTED = sql`orders.status in ('new', 'on_hold', 'needs_confirm', 'in_work', 'ready', 'partly_shipped')`

/**
 * Selects orders that wait for payment or credit, oldest first. An order put on hold manually has no reason and waits
 * for its manager only.
 */
const selectWhere = async (db: Db, where: RawBuilder<unknown>) => {
  const { rows } = await sql<WaitRow>`
    select orders.id, orders.number, orders.contract_id, orders.contractor_id, orders.consignee_id, orders.total_kop,
      orders.pays_whole, orders.hold_reason, orders.reserved_until, orders.created_at,
      case when asks.is_unpaid then 'payment' else 'credit' end as kind, asks.kop as asks_kop,
      coalesce(named.kop, 0) as named_kop, ${COUNTED} as is_counted
    from orders
    join lateral (
      select bool_or(part.state = 'awaiting_payment') as is_unpaid, bool_or(part.state = 'on_hold') as is_held,
        sum(round(line.price_kop * part.qty))::bigint as kop
      from order_lines line join order_line_allocations part on part.line_id = line.id
      where line.order_id = orders.id and part.state in ('awaiting_payment', 'on_hold', 'needs_confirm')
    ) asks on asks.is_unpaid or (asks.is_held and orders.hold_reason <> '')
    left join lateral (${NAMED}) named on true
    where ${where} order by orders.id`.execute(db)
  return rows
}

const ofContracts = (contractIds: readonly number[]) =>
  sql`orders.contract_id = any(${contractIds}::integer[]) and orders.reserved_until is not null`

export const selectHolds = (db: Db, contractIds: readonly number[]) => selectWhere(db, ofContracts(contractIds))

/** Selects the contracts of the waiting ones among the orders. */
export async function selectContractsOfOrders(db: Db, orderIds: readonly number[]): Promise<number[]> {
  if (orderIds.length === 0) return []
  const { rows } = await sql<{ contract_id: number }>`
    select distinct contract_id from orders where id = any(${orderIds}::integer[]) and reserved_until is not null
    order by contract_id`.execute(db)
  return rows.map((row) => row.contract_id)
}

/**
 * Selects the terms of contracts and the share of their advance claimed by orders that were released but not shipped
 * yet.
 */
export async function selectReleaseFacts(db: Db, contractIds: readonly number[]) {
  const { rows } = await sql<{
    id: number
    prepayment_percent: number
    limit_kop: number
    stopped_reason: string | null
    claimed_kop: number
  }>`
    select contracts.id, contracts.prepayment_percent, contracts.limit_kop, company.stopped_reason,
      coalesce(claimed.kop, 0) as claimed_kop
    from contracts join contractors company on company.id = contracts.contractor_id
    left join lateral (
      select sum(greatest(greatest(least(coalesce(named.kop, 0), orders.total_kop),
        ceil(orders.total_kop * (case when pays_whole then 100 else contracts.prepayment_percent end) / 100.0))
        - coalesce(gone.kop, 0), 0))::bigint as kop
      from orders
      left join lateral (${NAMED}) named on true
      left join lateral (
        select sum(own.sum_kop) as kop from order_lines line
        join shipment_lines own on own.order_line_id = line.id join shipments on shipments.id = own.shipment_id
        where orders.status = 'partly_shipped' and line.order_id = orders.id and shipments.cancelled_at is null
      ) gone on true
      where orders.contract_id = contracts.id and orders.status not in ('shipped', 'done', 'cancelled')
        and orders.reserved_until is null and not ${WAITS_FOR_RETURN}
    ) claimed on true
    where contracts.id = any(${contractIds}::integer[])`.execute(db)
  return new Map(rows.map((row) => [row.id, row]))
}

/** Selects contracts with waiting orders, in pages by id. */
export async function selectWaitingContracts(db: Db, after: number, most: number): Promise<number[]> {
  const { rows } = await sql<{ contract_id: number }>`
    select distinct contract_id from orders where reserved_until is not null and contract_id > ${after}
    order by contract_id limit ${most}`.execute(db)
  return rows.map((row) => row.contract_id)
}

/** Takes the contracts with recent changes from the queue. */
export async function consumeRecheckQueue(db: Db, most: number): Promise<number[]> {
  const { rows } = await sql<{ contract_id: number }>`
    delete from contract_recheck_queue where id in (
      select id from contract_recheck_queue order by id limit ${most} for update skip locked)
    returning contract_id`.execute(db)
  return [...new Set(rows.map((row) => row.contract_id))].toSorted((one, other) => one - other)
}

/** Selects the latest valid payment of the contract. */
export const selectLastPayment = (db: Db, contractId: number) =>
  db
    .selectFrom('payments')
    .select(['number', 'paid_on'])
    .where('contract_id', '=', contractId)
    .where('undoes_id', 'is', null)
    .where((where) =>
      where.not(
        where.exists(
          where.selectFrom('payments as undone').select('undone.id').whereRef('undone.undoes_id', '=', 'payments.id'),
        ),
      ),
    )
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()

/** Selects orders whose reservation has expired. */
export async function selectEnded(db: Db, now: Date, most: number) {
  const { rows } = await sql<{ id: number; contract_id: number }>`
    select orders.id, orders.contract_id from orders
    where reserved_until <= ${now} and exists (
      select from order_lines line join order_line_allocations part on part.line_id = line.id
      where line.order_id = orders.id
        and (part.state = 'awaiting_payment' or (part.state = 'on_hold' and orders.hold_reason <> '')))
    order by reserved_until limit ${most}`.execute(db)
  return rows
}

/** Selects orders that wait for payment and whose reservation ends by the moment, and marks them as notified. */
export async function markEndingHolds(db: Db, now: Date, until: Date, most: number) {
  const { rows } = await sql<Pick<WaitRow, 'id' | 'number' | 'contractor_id' | 'consignee_id'>>`
    update orders set reserve_notified_at = ${now} where id in (
      select orders.id from orders
      where reserved_until > ${now} and reserved_until <= ${until} and reserve_notified_at is null
        -- What is held no longer than a day was told of when it came to wait.
        and created_at < ${now}::timestamptz - interval '12 hours'
        and exists (select from order_lines line join order_line_allocations part on part.line_id = line.id
          where line.order_id = orders.id and part.state = 'awaiting_payment')
      order by reserved_until limit ${most} for update skip locked)
    returning id, number, contractor_id, consignee_id`.execute(db)
  return rows
}

/** Starts a wait of the order until the moment; with null only a person ends it. */
export const setWait = (db: Db, orderId: number, wait: { until: Date; paysWhole?: boolean; reason?: string }) =>
  db
    .updateTable('orders')
    .set({
      reserved_until: wait.until,
      reserve_notified_at: null,
      ...(wait.paysWhole !== undefined && { pays_whole: wait.paysWhole }),
      ...(wait.reason !== undefined && { hold_reason: wait.reason }),
    })
    .where('id', '=', orderId)
    .execute()

export interface NewOverrideRequest {
  order_id: number
  contract_id: number
  contractor_id: number
  message: string
}

/** @returns false when an open request exists */
export async function insertOverrideRequest(db: Db, request: NewOverrideRequest, author: Writer, now: Date) {
  const row = await db
    .insertInto('credit_hold_override_requests')
    .values({ ...request, actor_id: author.actorId, subject_id: author.subjectId, created_at: now })
    .onConflict((conflict) => conflict.column('order_id').where('ended_at', 'is', null).doNothing())
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

/** Selects the latest unblock request of the held order. */
export const selectLastRequest = (db: Db, orderId: number) =>
  db
    .selectFrom('credit_hold_override_requests as request')
    .innerJoin('users', 'users.id', 'request.subject_id')
    .select(['request.created_at', 'request.answer', 'request.decline_reason', 'users.full_name as by'])
    .where('request.order_id', '=', orderId)
    .orderBy('request.id', 'desc')
    .limit(1)
    .executeTakeFirst()

/** Answers every open unblock request of the contract. */
export const answerOverrideRequests = (db: Db, contractId: number, author: Writer, now: Date) =>
  db
    .updateTable('credit_hold_override_requests')
    .set({ ended_at: now, answer: 'unblocked', ended_actor_id: author.actorId, ended_subject_id: author.subjectId })
    .where('contract_id', '=', contractId)
    .where('ended_at', 'is', null)
    .execute()

/** @returns undefined when no open request has this id */
export async function declineOverrideRequest(db: Db, id: number, reason: string, author: Writer, now: Date) {
  const { rows } = await sql<{
    order_id: number
    order_number: string
    contractor_id: number
    consignee_id: number
    contract: string
  }>`
    update credit_hold_override_requests request set ended_at = ${now}, answer = 'declined', decline_reason = ${reason},
      ended_actor_id = ${author.actorId}, ended_subject_id = ${author.subjectId}
    from orders join contracts on contracts.id = orders.contract_id
    where request.id = ${id} and request.ended_at is null and orders.id = request.order_id
    returning request.order_id, orders.number as order_number, orders.contractor_id, orders.consignee_id,
      contracts.number as contract`.execute(db)
  return rows[0]
}
