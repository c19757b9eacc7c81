import type { Sql } from '@artikul/server/db'
import { acceptOffer } from './trade-data.ts'

/** Empties the carts and completes earlier orders, so that they occupy neither the limit nor the stock. */
export async function clearCarts(sql: Sql, buyers: number) {
  await sql`truncate cart_lines, carts cascade`
  await sql`update orders set status = 'done' where status <> 'done'`
  await sql`update offers set reserved = 0 where reserved > 0`
  await sql`insert into carts (contractor_id) select generate_series(1, ${buyers}::integer)`
  await acceptOffer(sql, buyers)
}

/**
 * Selects offers of an own warehouse in stock for each buyer, none of them for two.
 * @returns lists of offer ids by buyer, the first buyer first
 */
export async function selectBuyerOffers(sql: Sql, buyers: number, count: number): Promise<number[][]> {
  const rows = await sql<{ buyer: number; ids: number[] }[]>`
    select buyer, array_agg(id) as ids
    from generate_series(0, ${buyers}::integer - 1) buyer, lateral (
      select id from offers
      where warehouse_id = 1 and multiplicity = 1 and on_hand > 0 and product_id % ${buyers}::integer = buyer
      order by product_id limit ${count}::integer
    ) offers
    group by buyer order by buyer`
  return rows.map(({ ids }) => ids)
}

/** Fills the cart of each buyer with that many lines, as if added one by one. */
export async function fillCarts(sql: Sql, buyers: number, linesOfBuyer: number) {
  await clearCarts(sql, buyers)
  const offers = await selectBuyerOffers(sql, buyers, linesOfBuyer)
  for (const [at, ids] of offers.entries())
    await sql`
      insert into cart_lines (cart_id, contractor_id, product_id, warehouse_id, qty, price_kop, consignee_id,
        return_days, expected_date, guaranteed_date, actor_id, subject_id)
      select carts.id, contractor_id, offers.product_id, offers.warehouse_id, 1, 1, contractor_id, 14, '2100-01-01',
        '2100-01-01', contractor_id, contractor_id
      from carts, offers where contractor_id = ${at + 1} and offers.id = any(${ids}) order by offers.id`
  await sql`analyze cart_lines, orders, order_lines, order_line_allocations, line_transitions`
}

/** Statement that inserts changed copies of rows: `of` joins a row named `source` with its changes. */
async function copyStatement(sql: Sql, table: string, changes: string, of: string): Promise<string> {
  const columns = await sql<{ name: string }[]>`
    select attname as name from pg_attribute
    where attrelid = ${table}::regclass and attnum > 0 and attgenerated = '' and not attisdropped`
  const names = columns.map(({ name }) => name).join(', ')
  return `
    insert into ${table} (${names}) overriding system value
    select ${names} from (select (jsonb_populate_record(source, jsonb_build_object(${changes}))).* from ${of}) copied`
}

const nextId = (table: string) => `nextval(pg_get_serial_sequence('${table}', 'id'))`

/** Gives the first buyer a long history: copies of his last order with its lines and their states. */
export async function copyOrders(sql: Sql, count: number) {
  const orders = await copyStatement(
    sql,
    'orders',
    `'id', copy.id, 'number', 'К-' || copy.id, 'created_at', source.created_at - (copy.id % 700) * interval '1 day'`,
    'order_copies copy join orders source on source.id = copy.copied_id',
  )
  const lines = await copyStatement(
    sql,
    'order_lines',
    `'id', copy.id, 'order_id', copy.order_id`,
    'line_copies copy join order_lines source on source.id = copy.copied_id',
  )
  const allocations = await copyStatement(
    sql,
    'order_line_allocations',
    `'id', ${nextId('order_line_allocations')}, 'line_id', copy.id`,
    'line_copies copy join order_line_allocations source on source.line_id = copy.copied_id',
  )
  await sql.query(`
    begin;
    set local session_replication_role = replica;
    create temporary table order_copies on commit drop as
      select ${nextId('orders')} as id, last.id as copied_id
      from generate_series(1, ${count}), (select id from orders where contractor_id = 1 order by id desc limit 1) last;
    create temporary table line_copies on commit drop as
      select ${nextId('order_lines')} as id, copy.id as order_id, line.id as copied_id
      from order_copies copy join order_lines line on line.order_id = copy.copied_id;
    ${orders}; ${lines}; ${allocations};
    commit`)
  await sql.query('vacuum analyze orders, order_lines, order_line_allocations')
}
