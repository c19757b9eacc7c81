import { sql, type RawBuilder } from 'kysely'
import type { Db } from '../../platform/db/index.ts'

/** Where a contract stands today, kopecks. */
export interface Standing {
  contract_id: number
  /** Shipped, corrected and not paid; negative: an advance. */
  debt_kop: number
  /** Under dispute in claims that live. */
  disputed_kop: number
  /** What of the debt counts against the limit: what is disputed does not, unless the contract says so. */
  counted_kop: number
  overdue_kop: number
  /** Days since the oldest unpaid shipment fell due; the due day itself is not overdue. */
  overdue_days: number
  /** Ordered, not shipped and not cancelled: takes the limit too. */
  in_work_kop: number
}

/**
 * Shipments as payments have to close them, for a list of `with`: what is corrected is owed no more, and what is
 * disputed (`idle_kop`) waits for its claim, unless the contract says otherwise.
 * @param of which documents; the columns are `contract_id` and `contractor_id`
 */
export const payableShipments = (of: RawBuilder<unknown>) => sql`
    corrected as (
      select shipment_id, sum(sum_kop)::bigint as kop from corrections where ${of} group by shipment_id
    ),
    disputed as (
      select shipment_id, sum(disputed_kop)::bigint as kop,
        (sum(disputed_kop) filter (where not contract.disputes_block))::bigint as idle_kop
      from claims join (select id, disputes_block from contracts) contract on contract.id = contract_id
      where ${of} and disputed_kop > 0 group by shipment_id
    ),
    payable as (
      select id, contract_id, number, shipped_on, due_on, total_kop - coalesce(corrected.kop, 0) as total_kop,
        coalesce(disputed.kop, 0) as disputed_kop,
        least(coalesce(disputed.idle_kop, 0), total_kop - coalesce(corrected.kop, 0)) as idle_kop
      from shipments left join corrected on corrected.shipment_id = shipments.id
      left join disputed on disputed.shipment_id = shipments.id
      where ${of} and cancelled_at is null
    )`

/**
 * Payments close shipments, as corrected, first-in first-out by due date: what is left of the shipments already due is
 * overdue. What is disputed falls due when its claim has ended.
 */
export async function selectStandings(db: Db, contractIds: number[], today: string): Promise<Map<number, Standing>> {
  if (contractIds.length === 0) return new Map()
  const { rows } = await sql<Standing>`
    with asked as (select unnest(${contractIds}::integer[]) as contract_id),
    paid as (
      select contract_id, sum(sum_kop)::bigint as paid_kop from payments
      where contract_id = any(${contractIds}::integer[]) group by contract_id
    ),
    ${payableShipments(sql`contract_id = any(${contractIds}::integer[])`)},
    shipped as (
      select contract_id, due_on, total_kop, disputed_kop, idle_kop,
        sum(total_kop - idle_kop) over (partition by contract_id order by due_on, id)::bigint as running_kop
      from payable
    ),
    owed as (
      select shipped.contract_id, sum(total_kop)::bigint as shipped_kop, sum(disputed_kop)::bigint as disputed_kop,
        sum(idle_kop)::bigint as idle_kop,
        coalesce(sum(total_kop - idle_kop) filter (where due_on < ${today}::date), 0)::bigint as due_kop,
        min(due_on) filter (where due_on < ${today}::date and running_kop > coalesce(paid_kop, 0)) as oldest_due
      from shipped left join paid using (contract_id) group by shipped.contract_id
    ),
    working as (
      select contract_id, sum(total_kop - coalesce(gone.shipped_kop, 0))::bigint as in_work_kop from orders
      left join lateral (
        select sum(own.sum_kop) as shipped_kop from order_lines line
        join shipment_lines own on own.order_line_id = line.id join shipments on shipments.id = own.shipment_id
        where line.order_id = orders.id and shipments.cancelled_at is null
      ) gone on orders.status = 'partly_shipped'
      where contract_id = any(${contractIds}::integer[])
        and status in ('new', 'on_hold', 'needs_confirm', 'in_work', 'ready', 'partly_shipped')
      group by contract_id
    )
    select contract_id,
      coalesce(shipped_kop, 0) - coalesce(paid_kop, 0) as debt_kop,
      coalesce(disputed_kop, 0) as disputed_kop,
      coalesce(shipped_kop, 0) - coalesce(idle_kop, 0) - coalesce(paid_kop, 0) as counted_kop,
      greatest(coalesce(due_kop, 0) - coalesce(paid_kop, 0), 0) as overdue_kop,
      coalesce(${today}::date - oldest_due, 0) as overdue_days,
      coalesce(in_work_kop, 0) as in_work_kop
    from asked left join owed using (contract_id) left join paid using (contract_id) left join working using (contract_id)
  `.execute(db)
  return new Map(rows.map((row) => [row.contract_id, row]))
}

export const selectVatRates = (db: Db) =>
  db.selectFrom('vat_rates').select(['rate', 'tax_regime', 'valid_from', 'valid_to']).limit(1000).execute()
