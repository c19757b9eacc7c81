import { sql, type RawBuilder, type Transaction } from 'kysely'
import type { Db, DB } from '../../../platform/db/index.ts'

/** Key of the advisory lock: proposals are computed and turned into orders one at a time. */
const PROPOSING = 7344
/** Lead time of goods that no supplier offers now. */
const UNKNOWN_LEAD_DAYS = 7

export const waitForProposals = (tx: Transaction<DB>) => sql`select pg_advisory_xact_lock(${PROPOSING})`.execute(tx)

export interface Computation {
  now: Date
  /** First day of the period, and the day after its last one. */
  from: string
  to: string
  demandDays: number
  /** Standard deviations that the safety stock covers. */
  z: number
  coverDays: number
  minDemandDays: number
  /** Own warehouse that answers for the demand not met from own stock. */
  warehouseId: number
  /** VAT that a seller under ОСНО deducts, per cent. */
  vatPercent: number
  /** Products to compute; null for all. */
  productIds: readonly number[] | null
}

type OfProducts = (column: RawBuilder<unknown>) => RawBuilder<unknown>

/**
 * Demand by product, own warehouse and day: ordered quantities without what was cancelled, and searches that found the
 * product without an offer, one piece for each company. Goods sent by a claim are no new demand.
 */
const daily = ({ from, to, warehouseId }: Computation, ofProducts: OfProducts) => sql`
  wanted as (
    select line.product_id, case when supply_routes.kind = 'own' then line.warehouse_id else ${warehouseId} end as warehouse_id,
      (orders.created_at at time zone 'Europe/Moscow')::date as day, 0::numeric as unmet,
      line.qty - coalesce((select sum(part.qty) from order_line_allocations part
        where part.line_id = line.id and part.state in ('cancelled_client', 'removed')), 0) as qty
    from orders
    join order_lines line on line.order_id = orders.id
    join warehouses on warehouses.id = line.warehouse_id
    join supply_routes on supply_routes.id = warehouses.supply_route_id
    where orders.created_at >= ${from}::date::timestamp at time zone 'Europe/Moscow'
      and orders.created_at < ${to}::date::timestamp at time zone 'Europe/Moscow'
      and not line.is_delivery
      and not exists (select from claim_supplies where claim_supplies.order_line_id = line.id)
      and ${ofProducts(sql`line.product_id`)}
    union all
    select product_id, ${warehouseId}, day, companies_count, companies_count from demand_days
    where kind = 'out_of_stock' and product_id is not null and day >= ${from} and day < ${to}
      and ${ofProducts(sql`product_id`)}
  ), daily as (
    select product_id, warehouse_id, day, sum(qty) as qty, sum(unmet) as unmet from wanted
    group by 1, 2, 3 having sum(qty) > 0
  )`

/** Cheapest valid offer of a price list by cost without deductible VAT (НК РФ ст. 171), the soonest of equals. */
const best = ({ now, vatPercent }: Computation) => sql`
  best as materialized (
    select distinct on (offers.product_id) offers.product_id, offers.id as offer_id, supply_routes.id as supply_route_id,
      offers.purchase_kop, offers.multiplicity, offers.min_qty as offer_min_qty,
      greatest(coalesce(offers.term_days, warehouses.term_days), 1) as lead_days,
      case when offers.qty_exact then offers.on_hand - offers.reserved end as available
    from (select distinct product_id from goods) known
    join offers on offers.product_id = known.product_id
    join warehouses on warehouses.id = offers.warehouse_id
    join supply_routes on supply_routes.id = warehouses.supply_route_id
    join sellers on sellers.id = supply_routes.seller_id
    where supply_routes.kind = 'partner' and offers.purchase_kop > 0 and offers.on_hand > offers.reserved
      and (warehouses.imported_at is null
        or warehouses.imported_at >= ${now}::timestamptz - supply_routes.fresh_hours * interval '1 hour')
    order by offers.product_id, offers.purchase_kop
        / case when sellers.tax_regime = 'osno' and supply_routes.vat_mode <> 'none' then 100.0 + ${vatPercent} else 100 end,
      lead_days, offers.id
  )`

/**
 * Recomputes the proposals. The rule is the continuous-review (s, S) policy with normally distributed demand and a
 * constant lead time (Silver, Pyke, Thomas, «Inventory and Production Management in Supply Chains», 4th ed., ch. 6–7):
 *
 *     safety stock  SS = z × σ × √L
 *     minimum        s = ⌈d × L + SS⌉        the reorder point
 *     maximum        S = s + ⌈d × cover days⌉
 *
 * with d and σ the mean and the standard deviation of daily demand over all days of the period, days without demand
 * included, L the lead time in days, and z the quantile of the service level. When free stock together with what is
 * already ordered is at or below s, the proposal fills up to S, rounded up to the step of the offer and limited to what
 * the supplier has. A fixed rule replaces s and S.
 */
export async function computeProposals(db: Transaction<DB>, computation: Computation) {
  const { demandDays, z, coverDays, minDemandDays, productIds } = computation
  const ofProducts: OfProducts = (column) =>
    productIds === null ? sql`true` : sql`${column} = any(${productIds}::integer[])`
  await waitForProposals(db)
  await sql`delete from purchase_proposals where ${ofProducts(sql`product_id`)}`.execute(db)
  await sql`
    with ${daily(computation, ofProducts)}, demand as (
      select product_id, warehouse_id, sum(qty) / ${demandDays}::integer as mean, count(*) as days, sum(unmet) as unmet,
        sqrt(greatest(sum(qty * qty) / ${demandDays}::integer - (sum(qty) / ${demandDays}::integer) ^ 2, 0)) as sigma
      from daily group by 1, 2
    ), rules as (
      select * from stock_rules where ${ofProducts(sql`product_id`)}
    ), goods as materialized (
      select product_id, warehouse_id, coalesce(demand.mean, 0) as mean, coalesce(demand.sigma, 0) as sigma,
        coalesce(demand.days, 0) as days, coalesce(demand.unmet, 0) as unmet, rules.min_qty as fixed_min,
        rules.max_qty as fixed_max
      from demand full join rules using (product_id, warehouse_id)
      where rules.product_id is not null or demand.days >= ${minDemandDays}
    ), ${best(computation)}, coming as (
      select product_id, stock_warehouse_id as warehouse_id,
        sum(greatest(coalesce(confirmed_qty, qty) - received_qty, 0)) as qty
      from supplier_order_lines
      where stock_warehouse_id is not null and state not in ('refused', 'cancelled') and ${ofProducts(sql`product_id`)}
      group by 1, 2
    ), reasons as (
      select goods.*, best.*, coalesce(own.on_hand - own.reserved, 0) as free, coalesce(coming.qty, 0) as ordered,
        products.brand_id,
        ${z}::numeric * goods.sigma * sqrt(coalesce(best.lead_days, ${UNKNOWN_LEAD_DAYS})) as safety,
        goods.mean * coalesce(best.lead_days, ${UNKNOWN_LEAD_DAYS}) as during_lead
      from (select product_id as goods_id, warehouse_id, mean, sigma, days, unmet, fixed_min, fixed_max from goods) goods
      join products on products.id = goods.goods_id
      left join best on best.product_id = goods.goods_id
      left join offers own on own.product_id = goods.goods_id and own.warehouse_id = goods.warehouse_id
      left join coming on coming.product_id = goods.goods_id and coming.warehouse_id = goods.warehouse_id
    ), levels as (
      select *, coalesce(fixed_min, ceil(during_lead + safety)) as low,
        coalesce(fixed_max, ceil(during_lead + safety) + ceil(mean * ${coverDays})) as high
      from reasons
    ), needs as (
      select *, case when free + ordered <= low then greatest(high - free - ordered, 0) else 0 end as needed from levels
    ), steps as (
      select *, case when needed = 0 or offer_id is null then 0
          else least(ceil(greatest(needed, offer_min_qty) / multiplicity), floor(available / multiplicity)) * multiplicity
        end as proposed
      from needs
    )
    insert into purchase_proposals (product_id, warehouse_id, brand_id, daily_demand, daily_sigma, unmet_qty, demand_days,
      lead_days, safety_qty, min_qty, max_qty, is_fixed, free_qty, ordered_qty, offer_id, supply_route_id, purchase_kop,
      multiplicity, offer_min_qty, needed_qty, proposed_qty, sum_kop)
    select goods_id, warehouse_id, brand_id, mean, sigma, unmet, days, lead_days, safety, low, high,
      fixed_min is not null, free, ordered, offer_id, supply_route_id, purchase_kop, multiplicity, offer_min_qty, needed,
      bought, round(bought * coalesce(purchase_kop, 0))
    from (select *, case when proposed < offer_min_qty then 0 else coalesce(proposed, 0) end as bought from steps) steps`.execute(
    db,
  )
}

export const selectFirstOwnWarehouse = (db: Db) =>
  db
    .selectFrom('warehouses')
    .innerJoin('supply_routes', 'supply_routes.id', 'warehouses.supply_route_id')
    .select('warehouses.id')
    .where('supply_routes.kind', '=', 'own')
    .orderBy('warehouses.id')
    .limit(1)
    .executeTakeFirst()
