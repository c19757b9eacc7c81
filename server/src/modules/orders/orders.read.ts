import { can, type Role } from '@artikul/contract/roles'
import type { LineState, Order } from '@artikul/contract/orders'
import type { Db } from '../../platform/db/index.ts'
import { AppError } from '../../platform/errors.ts'
import type { Owner } from '../../platform/http/index.ts'
import { vatLabel } from '../finances/index.ts'
import {
  selectInvoicesOfOrder,
  selectMoves,
  selectOrder,
  selectOrderLines,
  selectParts,
  type OrderRow,
} from './orders.queries.ts'

export const presentOrderRow = (row: OrderRow) => ({ ...row, created_at: row.created_at.toISOString() })

function groupBy<T extends { line_id: number }>(rows: T[]): Map<number, T[]> {
  const groups = new Map<number, T[]>()
  for (const row of rows) groups.set(row.line_id, [...(groups.get(row.line_id) ?? []), row])
  return groups
}

/**
 * An order with its lines, their history and its documents.
 * @throws AppError `not_found` for another company's order too
 */
export async function readOrder(db: Db, owner: Owner, roles: readonly Role[], id: number): Promise<Order> {
  const order = await selectOrder(db, owner, id)
  if (!order) throw new AppError('not_found', { detail: 'Заказ не найден' })
  const [lines, parts, moves, invoices] = await Promise.all([
    selectOrderLines(db, id),
    selectParts(db, id),
    selectMoves(db, id),
    selectInvoicesOfOrder(db, id),
  ])
  const partsOf = groupBy(parts)
  const movesOf = groupBy(moves)
  return {
    ...presentOrderRow(order),
    seller: order.seller,
    contract: order.contract,
    consignee_address: order.consignee_address,
    comment: order.comment,
    vat_kop: order.vat_kop,
    placed_by: order.placed_by,
    hold_reason: order.hold_reason,
    lines: lines.map(({ vat_rate, ...line }) => ({
      ...line,
      vat_label: vatLabel(vat_rate),
      parts: (partsOf.get(line.id) ?? []).map((part) => ({ state: part.state as LineState, qty: part.qty })),
      history: (movesOf.get(line.id) ?? []).map((move) => ({
        at: move.created_at.toISOString(),
        by: move.by,
        from: move.from_state as LineState | null,
        to: move.to_state as LineState,
        qty: move.qty,
        reason: move.reason,
      })),
    })),
    invoices: invoices.map((invoice) => ({ ...invoice, issued_at: invoice.issued_at.toISOString() })),
    on_behalf: null,
    can: { issue_invoice: invoices.length === 0 && order.status !== 'cancelled' && can(roles, 'invoices:issue'), dispute: false },
  }
}
