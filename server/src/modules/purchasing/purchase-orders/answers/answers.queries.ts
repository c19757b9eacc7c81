import type { CancellationState } from '@artikul/contract/purchasing/supplier-cancellations'
import type { SupplierLineState } from '@artikul/contract/purchasing/supplier-orders'
import type { LineState } from '@artikul/contract/ordering/orders/orders'
import { sql } from 'kysely'
import type { Db } from '../../../../platform/db/index.ts'

export interface AnsweredRow {
  id: number
  /** Null for goods bought for own stock, which have no client to ask or to inform. */
  order_line_id: number | null
  supplier_order_id: number | null
  source: string
  version: number
  state: SupplierLineState
  qty: number
  purchase_kop: number
  confirmed_qty: number | null
  /** Received quantity. */
  received_qty: number
  confirmed_kop: number | null
  promised_on: string | null
  new_article: string
  supplier_number: string
  position_id: string
  status_code: string
  status_name: string
  reason: string
  not_applied: string
  line_state: LineState
  tolerance_hundredths: number
  /** Terms of the client's line; null for goods bought for own stock. */
  replacement_policy: 'allowed' | 'only_this' | null
  guaranteed_date: string | null
  /** Price of the client's line. */
  price_kop: number
  /** Price pairs of the client's line for each increase that the client approved, oldest first. */
  agreed: [before: number, after: number][]
  /**
   * Quantity cancelled by the client, and how much of it the supplier has cancelled; null when nothing was cancelled.
   */
  wish_qty: number | null
  wish_cancelled: number | null
  wish_state: CancellationState | null
  wish_status_before: string | null
}

/** Selects and locks the answered rows by ascending id, with the terms promised to the client. */
export async function lockRows(db: Db, ids: readonly number[]): Promise<AnsweredRow[]> {
  const { rows } = await sql<AnsweredRow>`
    select line.id, line.order_line_id, line.supplier_order_id, supply_routes.name as source, line.version, line.state,
      line.qty, line.purchase_kop, line.confirmed_qty, line.received_qty, line.confirmed_kop, line.promised_on, line.new_article,
      line.supplier_number, line.position_id, line.status_code, line.status_name, line.reason, line.not_applied,
      line.line_state, supply_routes.tolerance_hundredths, own.replacement_policy, own.guaranteed_date,
      coalesce(own.price_kop, 0) as price_kop, coalesce((
        select jsonb_agg(jsonb_build_array(asked.old_price_kop, asked.new_price_kop) order by asked.id)
        from change_approvals asked
        where asked.order_id = own.order_id and asked.line_id = own.id and asked.by_supplier and asked.state = 'agreed'
          and asked.old_price_kop > 0 and asked.old_price_kop <> asked.new_price_kop), '[]') as agreed,
      wish.qty as wish_qty, wish.cancelled_qty as wish_cancelled, wish.state as wish_state,
      wish.status_before as wish_status_before
    from supplier_order_lines line
    join supply_routes on supply_routes.id = line.supply_route_id
    left join order_lines own on own.id = line.order_line_id
    left join supplier_cancellations wish on wish.line_id = line.id
    where line.id = any(${ids}::integer[]) order by line.id for update of line`.execute(db)
  return rows
}

export type AnsweredFields = Pick<
  AnsweredRow,
  | 'state'
  | 'confirmed_qty'
  | 'confirmed_kop'
  | 'promised_on'
  | 'new_article'
  | 'supplier_number'
  | 'position_id'
  | 'status_code'
  | 'status_name'
  | 'reason'
  | 'not_applied'
  | 'line_state'
> & { id: number }

const TEXTS = ['state', 'new_article', 'supplier_number', 'position_id', 'status_code', 'status_name'] as const

/** Updates any number of rows in one statement. */
export async function writeAnswers(db: Db, rows: readonly AnsweredFields[], now: Date): Promise<void> {
  const texts = sql.join(TEXTS.map((name) => sql`${rows.map((row) => row[name])}::text[]`))
  await sql`
    update supplier_order_lines line set
      state = given.state, new_article = given.new_article, supplier_number = given.supplier_number,
      position_id = given.position_id, status_code = given.status_code, status_name = given.status_name,
      confirmed_qty = given.confirmed_qty, confirmed_kop = given.confirmed_kop, promised_on = given.promised_on,
      reason = given.reason, not_applied = given.not_applied, line_state = given.line_state,
      version = version + 1, changed_at = ${now}
    from unnest(${rows.map(({ id }) => id)}::integer[], ${texts},
      ${rows.map((row) => row.confirmed_qty)}::numeric[], ${rows.map((row) => row.confirmed_kop)}::bigint[],
      ${rows.map((row) => row.promised_on)}::date[], ${rows.map((row) => row.reason)}::text[],
      ${rows.map((row) => row.not_applied)}::text[], ${rows.map((row) => row.line_state)}::text[])
      as given (id, ${sql.raw(TEXTS.join(', '))}, confirmed_qty, confirmed_kop, promised_on, reason, not_applied,
        line_state)
    where line.id = given.id`.execute(db)
}
