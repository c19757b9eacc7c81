import { seesPrices, type AccessScope } from '../../../platform/access/index.ts'
import { LATE_STATES, LINE_GROUPS } from '@artikul/contract/ordering/orders/line-groups'
import { can } from '@artikul/contract/core/roles'
import type { LineState, Order } from '@artikul/contract/ordering/orders/orders'
import { withKey } from '../../../platform/audit/index.ts'
import type { Db } from '../../../platform/db/index.ts'
import { moscowDate } from '../../../platform/clock.ts'
import { AppError } from '../../../platform/errors.ts'
import type { Actor } from '../../../platform/http/index.ts'
import { vatLabel } from '../../companies/index.ts'
import { presentRequest } from './cancellations/cancel-requests.ts'
import { selectRequestsOfOrder, type RequestOfLine } from './cancellations/cancel-requests.queries.ts'
import { selectOfOrder } from './change-approvals/change-approvals.queries.ts'
import { presentChangeApproval } from './change-approvals/approval-texts.ts'
import { readRemarks } from './lines/line-history.ts'
import { shownReason } from './redaction.ts'
import { readLinks } from './lines/replacements.ts'
import { selectToReplace, type ToReplace } from './lines/replacements.queries.ts'
import type { HeldOrder } from './holds/release.ts'
import { paymentOf, readWait } from './holds/read-holds.ts'
import { mayDispute, presentOnBehalf } from './placing/on-behalf.ts'
import {
  selectInvoicesOfOrder,
  selectMarks,
  selectOrder,
  selectOrderLines,
  selectParts,
  type OrderDetails,
  type OrderMarks,
  type OrderRecord,
} from './orders.queries.ts'

/** Presents a row of the list. */
export function presentOrderRow(
  row: OrderRecord,
  { waiting, marks = NO_MARKS }: { waiting: HeldOrder | undefined; marks: OrderMarks | undefined },
  reader: AccessScope,
) {
  const { paid_percent, left_kop } = paymentOf(waiting, reader)
  return { ...row, created_at: row.created_at.toISOString(), marks, paid_percent, left_kop }
}

const NO_MARKS: OrderMarks = { late: 0, undecided: 0 }

type Lines = Awaited<ReturnType<typeof selectOrderLines>>
type Parts = Awaited<ReturnType<typeof selectParts>>

/** Additional data of lines besides their states. */
interface LineExtras {
  linksOf: Awaited<ReturnType<typeof readLinks>>
  remarksOf: Awaited<ReturnType<typeof readRemarks>>
  toReplace: ReadonlyMap<number, ToReplace>
  requests: readonly RequestOfLine[]
}

function presentLines(
  lines: Lines,
  parts: Parts,
  { linksOf, remarksOf, toReplace, requests }: LineExtras,
): Order['lines'] {
  const partsOf = Map.groupBy(parts, ({ line_id: id }) => id)
  const requestOf = new Map(requests.map((request) => [request.line_id, request]))
  return lines.map(({ vat_rate, accepted_rise_kop, accepted_delay_days, ...line }) => ({
    ...line,
    taken:
      accepted_rise_kop > 0 || accepted_delay_days > 0
        ? { rise_kop: accepted_rise_kop, delay_days: accepted_delay_days }
        : null,
    vat_label: vatLabel(vat_rate),
    ...linksOf(line.id),
    to_replace: toReplace.get(line.id)?.left ?? 0,
    in_cart: toReplace.get(line.id)?.in_cart ?? 0,
    cancel: presentRequest(requestOf.get(line.id), partsOf.get(line.id) ?? []),
    parts: (partsOf.get(line.id) ?? []).map(({ state, qty, shipment_id: id, number }) => ({
      state: state as LineState, // the table's writers use no other states
      qty,
      ...(id !== null && number !== null && { shipment: { id, number } }),
    })),
    ...remarksOf(line.id),
  }))
}

/** Reader of an order and the current time. */
export interface Viewer {
  reader: AccessScope
  actor: Actor
  now: Date
}

interface LineStates {
  reader: AccessScope
  now: Date
  hasInvoice: boolean
  /** True under a credit hold, for which an invoice is one of the options. */
  isHeld: boolean
}

/** Determines the actions on the order available to the reader. */
function whatMay(actor: Actor, order: OrderDetails, { reader, now, hasInvoice, isHeld }: LineStates): Order['can'] {
  const mayIssue = seesPrices(reader) && can(actor.roles, 'invoices:issue')
  return {
    issue_invoice: !hasInvoice && order.status !== 'cancelled' && order.total_kop > 0 && !isHeld && mayIssue,
    dispute: actor.impersonationId === null && mayDispute(order, reader, now),
    move: can(actor.roles, 'orders:move') && actor.limits?.mayPlace !== false,
    change: can(actor.roles, 'orders:change'),
    answer: can(actor.roles, 'change_approvals:answer') && actor.limits?.mayPlace !== false,
    repeat: can(actor.roles, 'cart:use'),
  }
}

/**
 * Reads an order with its lines, their history and its documents.
 * @throws AppError `not_found`, also for another company's order
 */
export async function getOrder(db: Db, { reader, actor, now }: Viewer, id: number): Promise<Order> {
  const order = await selectOrder(db, reader, id)
  if (!order) throw new AppError('not_found', { detail: 'Заказ не найден' })
  const mayPlace = can(actor.roles, 'orders:place') && actor.limits?.mayPlace !== false
  const [lines, parts, marks, invoices, decisions, wait, requests] = await Promise.all([
    selectOrderLines(db, id),
    selectParts(db, id),
    selectMarks(db, [id], moscowDate(now)),
    selectInvoicesOfOrder(db, id),
    selectOfOrder(db, id),
    readWait(db, { reader, now, mayPlace }, id),
    selectRequestsOfOrder(db, id),
  ])
  const linesIn = (states: readonly LineState[]) => [
    ...new Set(parts.filter(({ state }) => states.includes(state as LineState)).map((part) => part.line_id)),
  ]
  const lineIds = lines.map((line) => line.id)
  const overdue = new Set(lines.filter((line) => line.expected_date < moscowDate(now)).map((line) => line.id))
  const [linksOf, remarksOf, toReplace] = await Promise.all([
    readLinks(db, reader, lineIds),
    readRemarks(db, {
      questioned: linesIn(['needs_confirm']),
      late: linesIn(LATE_STATES).filter((lineId) => overdue.has(lineId)),
      delayed: linesIn(['delayed']),
      isStaff: reader === 'any',
    }),
    selectToReplace(db, linesIn(LINE_GROUPS.dropped.states)),
  ])
  const isByClaim = lines.some(({ claim }) => claim !== null)
  // A credit hold or a pending return under a claim requires no payment.
  const isHeld = isByClaim || wait?.can.prepay === true
  return {
    ...presentOrderRow(order, { waiting: undefined, marks: marks.get(id) }, reader),
    paid_percent: wait?.paid_percent ?? null,
    left_kop: wait?.left_kop ?? null,
    seller: order.seller,
    contract: order.contract,
    consignee_id: order.consignee_id,
    consignee_address: order.consignee_address,
    comment: order.comment,
    vat_kop: order.vat_kop,
    placed_by: withKey(order.placed_by, order.api_key),
    ship_complete: order.ship_complete,
    external_number: order.external_number,
    is_pickup: order.is_pickup,
    // An order that waits for a return does not mention debts.
    hold_reason: wait?.reason || (isByClaim ? order.hold_reason : shownReason(reader, order.hold_reason)),
    wait,
    lines: presentLines(lines, parts, { linksOf, remarksOf, toReplace, requests }),
    invoices: invoices.map((invoice) => ({ ...invoice, issued_at: invoice.issued_at.toISOString() })),
    decisions: decisions.map(presentChangeApproval),
    on_behalf: presentOnBehalf(order),
    can: whatMay(actor, order, { reader, now, hasInvoice: invoices.length > 0, isHeld }),
  }
}
