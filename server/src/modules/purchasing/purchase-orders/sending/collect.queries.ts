import { sql, type Transaction } from 'kysely'
import type { Db, DB } from '../../../../platform/db/index.ts'
import { HERE } from '../answers/answers.ts'

/**
 * Key of the advisory lock: only one process at a time decides which lines wait for a supplier and in which order they
 * are sent.
 */
const COLLECTING = 7343

/** Acquires the lock; false when another server owns it. */
export async function tryTurn(tx: Transaction<DB>): Promise<boolean> {
  const { rows } = await sql<{ is_ours: boolean }>`
    select pg_try_advisory_xact_lock(${COLLECTING}) as is_ours`.execute(tx)
  return rows[0]?.is_ours ?? false
}

export const waitForTurn = (tx: Transaction<DB>) => sql`select pg_advisory_xact_lock(${COLLECTING})`.execute(tx)

/** Takes clients' lines that entered or left procurement from the queue. */
export async function consumeProcurementQueue(db: Db, most: number): Promise<number[]> {
  const { rows } = await sql<{ line_id: number }>`
    delete from procurement_queue where id in (
      select id from procurement_queue order by id limit ${most} for update skip locked
    ) returning line_id`.execute(db)
  return [...new Set(rows.map((row) => row.line_id))]
}

/** Client's line with the quantities ordered from suppliers for it. */
export interface LineOfWork {
  line_id: number
  supply_route_id: number
  purchase_kop: number
  brand: string
  article: string
  handle: Record<string, string | number>
  /** Quantity ordered by the client. */
  qty: number
  in_work: number
  /** Quantity being sent to the supplier. */
  sending: number
  /** Quantity ordered from suppliers. */
  asked: number
  /** Quantity cancelled by the client, or by staff on behalf of the client. */
  dropped: number
  /** Quantity neither cancelled nor refused. */
  alive: number
  /** Quantity received from suppliers, and the part of the client's line that is or was in stock. */
  received: number
  here: number
  /**
   * Quantity whose cancellation was ever requested from suppliers, and the part of it that is or may be delivered
   * anyway.
   */
  unwished: number
  unwanted: number
  /** Row that is not sent yet. */
  waiting_id: number | null
  waiting_qty: number | null
}

/** Selects the quantities of lines whose goods are not in an own warehouse. */
export async function selectProcurementWork(db: Db, lineIds: readonly number[]): Promise<LineOfWork[]> {
  const { rows } = await sql<LineOfWork>`
    select line.id as line_id, supply_routes.id as supply_route_id, line.purchase_kop, line.qty,
      coalesce(known.brand, line.brand) as brand, coalesce(known.article, line.article) as article,
      coalesce(known.handle, '{}') as handle, coalesce(part.qty, 0) as in_work,
      coalesce(asked.sending, 0) as sending, coalesce(asked.asked, 0) as asked, waiting.id as waiting_id,
      waiting.qty as waiting_qty, parts.dropped, parts.alive, parts.here, coalesce(asked.received, 0) as received,
      coalesce(asked.unwished, 0) as unwished,
      coalesce(asked.unwanted, 0) as unwanted
    from order_lines line
    join warehouses on warehouses.id = line.warehouse_id
    join supply_routes on supply_routes.id = warehouses.supply_route_id and supply_routes.kind <> 'own'
    left join order_line_allocations part
      on part.line_id = line.id and part.state = 'in_work' and part.shipment_line_id is null
    left join offers on offers.product_id = line.product_id and offers.warehouse_id = line.warehouse_id
    left join sealed_offer_tokens known on known.offer_id = offers.id
    left join lateral (
      select sum(own.qty) filter (where own.state = 'sending') as sending,
        sum(coalesce(own.confirmed_qty, own.qty)) filter (where own.state in ('sending', 'ordered', 'confirmed')) as asked,
        sum(own.received_qty) as received, sum(wish.qty) as unwished,
        sum(wish.qty - wish.cancelled_qty) filter (where own.state in ('sending', 'ordered', 'confirmed')) as unwanted
      from supplier_order_lines own left join supplier_cancellations wish on wish.line_id = own.id
      where own.order_line_id = line.id
    ) asked on true
    left join lateral (
      select coalesce(sum(every_part.qty) filter (where every_part.state in ('cancelled_client', 'removed')), 0) as dropped,
        coalesce(sum(every_part.qty) filter (where every_part.state not in ('cancelled_client', 'removed', 'refused_supplier')), 0)
          as alive,
        coalesce(sum(every_part.qty) filter (where every_part.state = any(${HERE}::text[])), 0) as here
      from order_line_allocations every_part where every_part.line_id = line.id
    ) parts on true
    left join supplier_order_lines waiting
      on waiting.order_line_id = line.id and waiting.state in ('waiting', 'held')
    where line.id = any(${lineIds}::integer[]) and not line.is_delivery`.execute(db)
  return rows
}

/** Selects rows at suppliers that waited for the client's approval. */
export async function selectAsking(db: Db, lineIds: readonly number[]): Promise<number[]> {
  const rows = await db
    .selectFrom('supplier_order_lines')
    .select('id')
    .where('order_line_id', '=', sql<number>`any(${lineIds}::integer[])`)
    .where('state', 'in', ['ordered', 'confirmed'])
    .where('line_state', '=', 'needs_confirm')
    .execute()
  return rows.map(({ id }) => id)
}

export type NewLine = Pick<
  LineOfWork,
  'line_id' | 'supply_route_id' | 'purchase_kop' | 'brand' | 'article' | 'handle' | 'qty'
>

export const insertSupplierLines = (db: Db, lines: readonly NewLine[], now: Date) =>
  db
    .insertInto('supplier_order_lines')
    .values(
      lines.map(({ line_id, handle, ...line }) => ({
        ...line,
        handle: JSON.stringify(handle),
        order_line_id: line_id,
        state: 'waiting',
        created_at: now,
        changed_at: now,
      })),
    )
    .execute()

export const updateQuantities = (db: Db, lines: readonly { id: number; qty: number }[], now: Date) =>
  sql`
    update supplier_order_lines line set qty = given.qty, version = version + 1, changed_at = ${now}
    from unnest(${lines.map(({ id }) => id)}::integer[], ${lines.map(({ qty }) => qty)}::numeric[]) as given (id, qty)
    where line.id = given.id`.execute(db)

export const deleteSupplierLines = (db: Db, ids: readonly number[]) =>
  sql`delete from supplier_order_lines where id = any(${ids}::integer[])`.execute(db)
