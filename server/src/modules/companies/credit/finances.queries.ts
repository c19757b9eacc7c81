import { sql, type RawBuilder } from 'kysely'
import type { Db } from '../../../platform/db/index.ts'

/** Settlement position of a contract today, in kopecks. */
export interface ContractBalance {
  contract_id: number
  /** Shipped and corrected minus paid; negative for an advance. */
  debt_kop: number
  /** Disputed in open claims. */
  disputed_kop: number
  /**
   * Part of the debt that counts against the limit: disputed sums do not, unless the contract includes them. Money
   * posted to a waiting order is no advance for other orders.
   */
  counted_kop: number
  overdue_kop: number
  /** Days since the oldest unpaid shipment became due; the due day itself is not overdue. */
  overdue_days: number
  /** Ordered, neither shipped nor cancelled; it also uses the limit. */
  in_work_kop: number
  /** Last day of an unblocking by a person, during which neither overdue debt nor the limit holds orders. */
  override_until: string | null
}

/**
 * Shipments and other debts (with a negative `id`) as settled by payments, for a `with` list: first-in first-out by due
 * date. Corrected sums are no longer owed. Disputed sums wait for their claim (`idle_kop`), unless the contract says
 * otherwise, as far as they were unpaid at the time of the claim: a claim about paid goods is no credit for the rest.
 * @param of selection of documents; its columns are `contract_id` and `contractor_id`
 */
export const payableShipments = (of: RawBuilder<unknown>) => sql`
    paid as materialized (
      select contract_id, sum(sum_kop)::bigint as paid_kop from ledger_credits where ${of} group by contract_id
    ),
    corrected as (
      select shipment_id, sum(sum_kop)::bigint as kop from corrections where ${of} group by shipment_id
    ),
    disputed as (
      select shipment_id, sum(disputed_kop)::bigint as kop,
        (sum(disputed_kop) filter (where not contract.disputes_block))::bigint as idle_kop,
        (max(created_at) at time zone 'Europe/Moscow')::date as claimed_on
      from claims join (select id, disputes_block from contracts) contract on contract.id = contract_id
      where ${of} and disputed_kop > 0 group by shipment_id
    ),
    whole as (
      select id, contract_id, number, shipped_on, due_on, claimed_on, coalesce(disputed.kop, 0) as disputed_kop,
        coalesce(disputed.idle_kop, 0) as idle_kop, total_kop - coalesce(corrected.kop, 0) as total_kop,
        sum(total_kop - coalesce(corrected.kop, 0)) over (partition by contract_id order by due_on, id) as running_kop
      from ledger_debts owing left join corrected on corrected.shipment_id = owing.id
      left join disputed on disputed.shipment_id = owing.id
      where ${of}
    ),
    waiting as (
      select whole.id, contract_id, number, shipped_on, due_on, disputed_kop, total_kop,
        least(idle_kop, greatest(least(total_kop, running_kop - coalesce(before.kop, 0)), 0))::bigint as idle_kop
      from whole left join lateral (
        select sum(sum_kop) as kop from ledger_credits credits
        where whole.idle_kop > 0 and credits.contract_id = whole.contract_id and paid_on <= whole.claimed_on
      ) before on true
    ),
    counted as (
      select *, sum(total_kop - idle_kop) over (partition by contract_id order by due_on, id) as running_kop from waiting
    ),
    payable as materialized (
      select id, contract_id, number, shipped_on, due_on, total_kop, disputed_kop, idle_kop,
        greatest(least(total_kop - idle_kop, running_kop - coalesce(paid_kop, 0)), 0)::bigint as left_kop
      from counted left join paid using (contract_id)
    )`

/**
 * Condition on `orders` for a «Замена» that waits for the return: its goods are owed or paid already and credited after
 * the return, so no further payment is required until then.
 */
export const WAITS_FOR_RETURN = sql<boolean>`(orders.status = 'on_hold' and orders.reserved_until is null and exists (
  select from order_lines line join claim_supplies supply on supply.order_line_id = line.id
  where line.order_id = orders.id))`

/**
 * Condition on `invoices` that still request payment before shipping: shipped goods are owed as a shipment with its own
 * due date, even with an invoice.
 */
export const INVOICE_AWAITED = sql<boolean>`case invoices.kind
  when 'shipments' then false
  when 'order' then exists (select from orders asking where asking.id = invoices.order_id
    and asking.status not in ('cancelled', 'shipped', 'done'))
  when 'orders' then exists (select from invoice_orders part join orders asking on asking.id = part.order_id
    where part.invoice_id = invoices.id and asking.status not in ('cancelled', 'shipped', 'done'))
  else true end`

/** Condition on `invoices` for statements with `payableShipments`: also true for invoices issued for a debt. */
export const INVOICE_OPEN = sql<boolean>`(${INVOICE_AWAITED} or exists (
  select from invoice_shipments part join payable on payable.id = part.shipment_id
  where part.invoice_id = invoices.id and payable.left_kop > 0))`

/**
 * Sum of payments posted to invoices of one order: its own ones, and its share of collective ones, which payments cover
 * in order. Each invoice is looked up separately, because aggregating all of them would scan whole tables for every
 * order.
 */
export const namedOfOrder = (orderId: RawBuilder<unknown>) => sql`
  select sum(every.kop)::bigint as kop from (
    select paid.kop from invoices cross join lateral (
      select sum(paid_kop) as kop from invoice_payments where invoice_id = invoices.id
    ) paid where invoices.order_id = ${orderId}
    union all
    select greatest(least(part.sum_kop, coalesce(paid.kop, 0) - part.before_kop), 0) from invoice_orders part cross join lateral (
      select sum(paid_kop) as kop from invoice_payments where invoice_id = part.invoice_id
    ) paid where part.order_id = ${orderId}
  ) every`

/**
 * Selects settlement positions. Unpaid parts of due shipments are overdue. Disputed sums become due after their claim
 * and are no advance meanwhile: money received for them cannot be spent on other orders.
 */
export async function selectContractBalances(
  db: Db,
  contractIds: number[],
  today: string,
): Promise<Map<number, ContractBalance>> {
  if (contractIds.length === 0) return new Map()
  const { rows } = await sql<ContractBalance>`
    with asked as (select unnest(${contractIds}::integer[]) as contract_id),
    ${payableShipments(sql`contract_id = any(${contractIds}::integer[])`)},
    owed as (
      select contract_id, sum(total_kop)::bigint as shipped_kop, sum(disputed_kop)::bigint as disputed_kop,
        sum(idle_kop)::bigint as idle_kop,
        coalesce(sum(left_kop) filter (where due_on < ${today}::date), 0)::bigint as overdue_kop,
        min(due_on) filter (where due_on < ${today}::date and left_kop > 0) as oldest_due
      from payable group by contract_id
    ),
    working as (
      select contract_id, sum(total_kop - case status when 'partly_shipped' then coalesce((
        select sum(gone.sum_kop) from order_lines line
        join shipment_lines gone on gone.order_line_id = line.id join shipments on shipments.id = gone.shipment_id
        where line.order_id = orders.id and shipments.cancelled_at is null
      ), 0) else 0 end)::bigint as in_work_kop from orders
      where contract_id = any(${contractIds}::integer[])
        and status in ('new', 'on_hold', 'needs_confirm', 'in_work', 'ready', 'partly_shipped')
        and not ${WAITS_FOR_RETURN}
      group by contract_id
    ),
    named as (
      select contract_id, sum(least(coalesce(own.kop, 0), orders.total_kop))::bigint as named_kop from orders
      cross join lateral (${namedOfOrder(sql.ref('orders.id'))}) own
      where contract_id = any(${contractIds}::integer[]) and reserved_until is not null group by contract_id
    )
    select contract_id,
      coalesce(shipped_kop, 0) - coalesce(paid_kop, 0) as debt_kop,
      coalesce(disputed_kop, 0) as disputed_kop,
      greatest(coalesce(shipped_kop, 0) - coalesce(idle_kop, 0) - coalesce(paid_kop, 0),
        least(coalesce(shipped_kop, 0) - coalesce(paid_kop, 0), 0)) + coalesce(named_kop, 0) as counted_kop,
      coalesce(overdue_kop, 0) as overdue_kop,
      coalesce(${today}::date - oldest_due, 0) as overdue_days,
      coalesce(in_work_kop, 0) as in_work_kop,
      (select max(until) from credit_hold_overrides where credit_hold_overrides.contract_id = asked.contract_id and lifted_at is null
        and until >= ${today}::date) as override_until
    from asked left join owed using (contract_id) left join paid using (contract_id) left join working using (contract_id)
    left join named using (contract_id)
  `.execute(db)
  return new Map(rows.map((row) => [row.contract_id, row]))
}

export const selectVatRates = (db: Db) =>
  db.selectFrom('vat_rates').select(['rate', 'tax_regime', 'valid_from', 'valid_to']).limit(1000).execute()
