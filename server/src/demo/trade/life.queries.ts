import { sql, type Kysely, type RawBuilder } from 'kysely'
import type { DB } from '../../platform/db/index.ts'
import type { DemoParties } from '../parties.ts'

export const selectConsigneeIds = (db: Kysely<DB>, contractorId: number) =>
  db.selectFrom('consignees').select('id').where('contractor_id', '=', contractorId).orderBy('id').execute()

/** Inserts the garage of the first company: vehicles are named by the notes of its past orders. */
export function insertDemoVehicles(
  db: Kysely<DB>,
  { contractorIds: [contractorId = 0], buyerIds: [buyerId = 0] }: DemoParties,
) {
  const of = { contractor_id: contractorId, actor_id: buyerId, subject_id: buyerId }
  const vehicles = [
    { name: 'А123ВС763', plate: 'А123ВС763', vin: 'XW8ZZZ61ZEG061733', make: 'Volkswagen', model: 'Polo', year: 2014 },
    { name: 'Е777КХ163', plate: 'Е777КХ163', vin: 'Z94CB41AAHR123456', make: 'Kia', model: 'Rio', year: 2017 },
    { name: 'Подменная «Королла»', frame_number: 'NZE121-3012345', make: 'Toyota', model: 'Corolla', year: 2004 },
  ]
  return db
    .insertInto('vehicles')
    .values(vehicles.map((vehicle) => ({ ...of, ...vehicle })))
    .returning(['id', 'contractor_id', 'name'])
    .execute()
}

export const selectSomeOffers = async (db: Kysely<DB>) => {
  const { rows } = await sql<{ product_id: number; warehouse_id: number; multiplicity: number }>`
    select product_id, warehouse_id, multiplicity from offers where id % 97 = 5 and on_hand >= 8 order by id limit 1200`.execute(
    db,
  )
  return rows
}

/** Every twelfth line of a partner is refused. */
export const IS_REFUSED = sql`
  (line.id % 12 = 5 and exists (
    select from warehouses join supply_routes on supply_routes.id = warehouses.supply_route_id
    where warehouses.id = line.warehouse_id and kind <> 'own'))`

const PARTS_OF = (age: string) => sql`
  select part.id, part.line_id, part.state, part.qty, orders.id as order_id, orders.created_at, orders.actor_id, orders.subject_id
  from order_line_allocations part join order_lines line on line.id = part.line_id join orders on orders.id = line.order_id
  where ${sql.raw(age)}`

/** Moves every part of orders of an age to a state and inserts the history entries. */
async function moveParts(db: Kysely<DB>, age: string, state: string, managerId: number) {
  await sql`
    with moving as (${PARTS_OF(age)}),
    told as (
      insert into line_transitions (line_id, from_state, to_state, qty, actor_id, subject_id, created_at)
      select line_id, state, ${state}::text, qty, ${managerId}::integer, ${managerId}::integer, created_at + interval '1 day'
      from moving
    )
    update order_line_allocations set state = ${state} from moving where order_line_allocations.id = moving.id`.execute(
    db,
  )
}

/** Advances past orders: older ones are received or refused by partners, those of the last week are in transit. */
export async function ageOrders(db: Kysely<DB>, managerId: number) {
  const old = `orders.created_at < now() - interval '7 days'`
  const recent = `orders.created_at between now() - interval '7 days' and now() - interval '2 days'`
  await moveParts(
    db,
    `${recent} and orders.status <> 'on_hold' and part.state <> 'awaiting_payment'`,
    'in_transit',
    managerId,
  )
  await sql`
    update order_line_allocations part set state = case when ${IS_REFUSED} then 'refused_supplier' else 'issued' end
    from order_lines line join orders on orders.id = line.order_id
    where part.line_id = line.id and ${sql.raw(old)}`.execute(db)
  await closeOrders(db)
  // Pending payments remain possible today and tomorrow.
  await sql`
    update orders set reserved_until = greatest(reserved_until, now() + interval '2 days')
    where reserved_until is not null`.execute(db)
}

/** Closes orders whose goods are all received or refused. */
export const closeOrders = (db: Kysely<DB>) =>
  sql`
    update orders set hold_reason = '', reserved_until = null,
      status = case when parts.received > 0 then 'done' else 'cancelled' end
    from (
      select line.order_id, count(*) filter (where part.state = 'issued') as received
      from order_line_allocations part join order_lines line on line.id = part.line_id
      group by line.order_id having bool_and(part.state in ('issued', 'refused_supplier'))
    ) parts
    where orders.id = parts.order_id and orders.status not in ('done', 'cancelled')`.execute(db)

/** Delays two lines of the company that partners have had for days, so that both sides see late lines. */
export async function delaySome(db: Kysely<DB>, contractorId: number, today: string) {
  await sql`
    with late as (
      update order_line_allocations part set state = 'in_transit'
      from (
        select id, line_id, state, qty from order_line_allocations
        where contractor_id = ${contractorId} and state in ('ordered_supplier', 'in_transit')
          and ordered_at < now() - interval '4 days'
        order by line_id desc limit 2
      ) chosen
      where part.id = chosen.id
      returning chosen.*, part.ordered_at
    ), told as (
      insert into line_transitions (line_id, from_state, to_state, qty, by_supplier, created_at)
      select line_id, state, 'in_transit', qty, true, ordered_at + interval '1 day' from late where state <> 'in_transit'
    )
    update order_lines set expected_date = ${today}::date - 2, guaranteed_date = ${today}::date - 1
    from late where order_lines.id = late.line_id`.execute(db)
}

/** Reduces own stock by the received goods; partners' price lists were imported again since. */
export async function settleStock(db: Kysely<DB>) {
  await sql`
    with left_stock as (
      select line.product_id, line.warehouse_id, sum(part.qty) as qty,
        sum(part.qty) filter (where part.state = 'issued') as gone
      from order_line_allocations part join order_lines line on line.id = part.line_id
      where part.state in ('issued', 'refused_supplier') group by 1, 2
    )
    update offers set reserved = offers.reserved - left_stock.qty, on_hand = offers.on_hand - coalesce(left_stock.gone, 0),
      qty_text = (offers.on_hand - coalesce(left_stock.gone, 0))::real::text
    from left_stock
    where offers.tracked and offers.product_id = left_stock.product_id and offers.warehouse_id = left_stock.warehouse_id`.execute(
    db,
  )
  await sql`update offers set reserved = 0 where not tracked and reserved > 0`.execute(db)
}

/**
 * Received past orders with the day of shipping of each, and its number, consecutive within the seller's year. Goods leave
 * on the promised day, sometimes later: own warehouses are late half as often as partners.
 */
const RECEIVED = sql`
  (select dated.*, invoice_prefix || '-' || lpad((row_number() over (
      partition by seller_id, extract(year from ship_on) order by ship_on, id))::text, 6, '0') as shipment_number
  from (
    select orders.*, sellers.invoice_prefix, least(greatest(goods.promised_on, orders.created_at::date + 1) + case
        when luck < 12 then 1 when luck < 18 then 3 when luck < 21 then 6 else 0 end, now()::date - 1) as ship_on
    from orders join sellers on sellers.id = orders.seller_id
    cross join lateral (
      select max(line.expected_date) as promised_on,
        orders.id * 7919 % 100 * case when bool_and(kind = 'own') then 2 else 1 end as luck
      from order_lines line
      join order_line_allocations part on part.line_id = line.id and part.state = 'issued'
      join warehouses on warehouses.id = line.warehouse_id
      join supply_routes on supply_routes.id = warehouses.supply_route_id
      where line.order_id = orders.id
    ) goods
    where orders.status = 'done'
  ) dated) orders`

/** Inserts bank payments, each for one contract. */
const pay = (db: Kysely<DB>, managerId: number, condition: RawBuilder<unknown>) =>
  sql`
    with given as materialized (${condition}),
    told as (
      insert into bank_documents (seller_id, number, day, paid_on, sum_kop, payer, payer_inn, purpose, state, actor_id,
        subject_id, created_at)
      select seller_id, given.number, paid_on, paid_on, sum_kop, buyer.name, buyer.inn, purpose, 'posted',
        ${managerId}::integer, ${managerId}::integer, paid_on + interval '12 hours'
      from given join contractors buyer on buyer.id = contractor_id
      returning id, seller_id, number
    )
    insert into payments (number, seller_id, contract_id, contractor_id, paid_on, sum_kop, purpose, bank_document_id,
      actor_id, subject_id, created_at)
    select given.number, given.seller_id, contract_id, contractor_id, paid_on, sum_kop, purpose, told.id,
      ${managerId}::integer, ${managerId}::integer, paid_on + interval '12 hours'
    from given join told on told.seller_id = given.seller_id and told.number = given.number`.execute(db)

/**
 * Inserts a shipment for every received order, and payments for all except one contract's debt: prepaid goods are paid
 * before they leave, the others around the day when they are due.
 */
export async function shipAndPay(db: Kysely<DB>, managerId: number, overdueContractId: number) {
  await sql`
    insert into shipments (number, seller_id, contract_id, contractor_id, consignee_id, shipped_on, accept_until, received_on,
      received_at, receiver_id, received_for_id, due_on, total_kop, vat_kop, actor_id, subject_id, created_at)
    select shipment_number, orders.seller_id, contract_id, orders.contractor_id, orders.consignee_id, ship_on, ship_on + 3,
      least(ship_on + 1, now()::date), least(ship_on + interval '33 hours', now()),
      case when orders.id % 4 <> 0 then orders.actor_id end, case when orders.id % 4 <> 0 then orders.actor_id end,
      ship_on + deferment_days, sum(line.sum_kop), sum(line.vat_kop), ${managerId}::integer, ${managerId}::integer,
      ship_on + interval '8 hours'
    from ${RECEIVED} join contracts on contracts.id = orders.contract_id
    join order_lines line on line.order_id = orders.id
    join order_line_allocations part on part.line_id = line.id and part.state = 'issued'
    group by shipment_number, orders.seller_id, contract_id, orders.contractor_id, orders.consignee_id, ship_on,
      orders.id, orders.actor_id, contracts.deferment_days
    order by ship_on, orders.id`.execute(db)
  await sql`
    insert into document_numbers (seller_id, kind, year, last)
    select seller_id, 'shipment', extract(year from shipped_on), count(*) from shipments group by 1, 3`.execute(db)
  await sql`
    with shipped as (
      insert into shipment_lines (shipment_id, position, order_line_id, qty, price_kop, sum_kop, vat_rate, vat_kop)
      select shipments.id, row_number() over (partition by shipments.id order by line.position), line.id, line.qty,
        line.price_kop, line.sum_kop, line.vat_rate, line.vat_kop
      from ${RECEIVED}
      join shipments on shipments.seller_id = orders.seller_id and shipments.number = shipment_number
        and shipments.shipped_on = ship_on
      join order_lines line on line.order_id = orders.id
      join order_line_allocations part on part.line_id = line.id and part.state = 'issued'
      returning id, order_line_id
    )
    update order_line_allocations part set shipment_line_id = shipped.id
    from shipped where shipped.order_line_id = part.line_id and part.state = 'issued'`.execute(db)
  await payShipments(db, managerId, overdueContractId)
  await sql`update invoices set status = 'paid' from orders where orders.id = invoices.order_id and orders.status = 'done'`.execute(
    db,
  )
}

async function payShipments(db: Kysely<DB>, managerId: number, overdueContractId: number) {
  await pay(
    db,
    managerId,
    sql`
      select row_number() over (order by paid_on, shipments.id)::text as number, seller_id, contract_id, contractor_id,
        paid_on, total_kop as sum_kop, 'Оплата по УПД ' || number as purpose
      from (
        select shipments.*, least(case when deferment_days = 0 then shipped_on - 1
          else due_on - 4 + shipments.id % 8 end, now()::date) as paid_on, deferment_days
        from shipments join contracts on contracts.id = shipments.contract_id
      ) shipments
      where (contract_id <> ${overdueContractId} or due_on < now()::date - 60)
        and (deferment_days = 0 or due_on < now()::date or id % 3 = 0)`,
  )
  await pay(
    db,
    managerId,
    sql`
      select '900' as number, seller_id, contract_id, contractor_id, now()::date - 30 as paid_on,
        (sum(total_kop) / 2)::bigint as sum_kop, 'Частичная оплата' as purpose
      from shipments where contract_id = ${overdueContractId} and due_on >= now()::date - 60
      group by seller_id, contract_id, contractor_id
      having sum(total_kop) > 1`,
  )
}

/** Purges notifications of past orders, so that the notification list starts today. */
export const purgePastEvents = (db: Kysely<DB>) =>
  sql`delete from events where created_at < now() - interval '1 day'`.execute(db)
