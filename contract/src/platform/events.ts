import { z } from 'zod'
import { keysOf } from '../core/keys.ts'
import type { Permission, StaffRight } from '../core/roles.ts'

/** Subject types of events with the permission to read them. */
export const ABOUT = {
  order: 'orders:read',
  shipment: 'shipments:read',
  quote_request: 'quote_requests:read',
  claim: 'claims:read',
  cart: 'cart:use',
  payment: 'settlements:read',
  /** Debt of a company; the id is that of the company. */
  debt: 'settlements:read',
  reconciliation: 'reconciliations:read',
  invoice: 'invoices:read',
  product_alert: 'product_alerts:use',
  price_export: 'price_exports:use',
  company: 'contractors:read',
  email: 'emails:read',
  supplier_order: 'supplier_orders:manage',
  /** Exchange with a base of 1C. */
  one_c: 'settings:read',
} as const satisfies Record<string, Permission>
export type About = keyof typeof ABOUT

/** Subjects about the company's own standing, hidden when its administrator hides settlements. */
export const OF_SETTLEMENTS: readonly About[] = ['payment', 'debt', 'reconciliation']

export const About = z.enum(keysOf(ABOUT))

/** Staff notified in the bell: those responsible for the subject. */
export const STAFF_AUDIENCE = {
  order: 'orders:move',
  quote_request: 'quote_requests:answer',
  claim: 'claims:handle',
  invoice: 'invoices:issue',
  reconciliation: 'reconciliations:answer',
  company: 'contractors:manage',
  email: 'emails:read',
  one_c: 'settings:read',
} as const satisfies Partial<Record<About, Permission>>

/** Right that the staff notified of the subject need besides. */
export const STAFF_AUDIENCE_RIGHTS: Partial<Record<About, StaffRight>> = { one_c: 'administrator' }

/** Kinds of events; when one action causes several for one order, the first of this list is used. */
export const EVENTS = [
  'order.held',
  'order.refused',
  'order.asked',
  'order.unanswered',
  'order.expired',
  'order.expiring',
  'order.override_requested',
  'order.override_declined',
  'order.cancellation_requested',
  'order.cancellation_declined',
  'order.delayed',
  'order.removed',
  'order.paid',
  'order.released',
  'order.cancelled',
  'order.answered',
  'order.placed',
  'order.improved',
  'order.confirmed',
  'order.message',
  'order.changed',
  'shipment.created',
  'shipment.cancelled',
  'shipment.changed',
  'quote_request.created',
  'quote_request.answered',
  'quote_request.message',
  'quote_request.changed',
  'payment.received',
  'payment.changed',
  'debt.reminded',
  'reconciliation.message',
  'reconciliation.changed',
  'invoice.issued',
  'invoice.cancelled',
  'invoice.changed',
  'claim.created',
  'claim.details_requested',
  'claim.decided',
  'claim.message',
  'claim.changed',
  'product_alert.triggered',
  'price_export.ready',
  'company.applied',
  'company.approved',
  'company.declined',
  'email.failed',
  'supplier_order.changed',
  'one_c.failed',
  'one_c.changed',
  'cart.sent',
  'cart.changed',
] as const
export const EventKind = z.enum(EVENTS)
export type EventKind = z.infer<typeof EventKind>

/** Kinds shown to each side in the bell; the others only refresh open pages. */
export const NOTIFIES_CLIENT: readonly EventKind[] = [
  'order.held',
  'order.refused',
  'order.asked',
  'order.unanswered',
  'order.expired',
  'order.expiring',
  'order.override_declined',
  'order.cancellation_declined',
  'order.delayed',
  'order.removed',
  'order.paid',
  'order.released',
  'order.improved',
  'order.confirmed',
  'order.message',
  'shipment.created',
  'shipment.cancelled',
  'payment.received',
  'debt.reminded',
  'reconciliation.message',
  'invoice.issued',
  'invoice.cancelled',
  'quote_request.answered',
  'quote_request.message',
  'claim.details_requested',
  'claim.decided',
  'claim.message',
  'product_alert.triggered',
  'price_export.ready',
  'company.approved',
  'company.declined',
  'cart.sent',
]
export const NOTIFIES_STAFF: readonly EventKind[] = [
  'order.held',
  'order.placed',
  'order.cancelled',
  'order.answered',
  'order.unanswered',
  'order.refused',
  'order.message',
  'order.override_requested',
  'order.cancellation_requested',
  'order.paid',
  'invoice.issued',
  'invoice.cancelled',
  'quote_request.created',
  'quote_request.message',
  'claim.created',
  'claim.message',
  'reconciliation.message',
  'company.applied',
  'email.failed',
  'one_c.failed',
]

/** Number of lines affected, by kind of change. */
export const EventCounts = z.partialRecord(
  z.enum([
    'refused',
    'asked',
    'unanswered',
    'delayed',
    'removed',
    'cancelled',
    'answered',
    'improved',
    'confirmed',
    'products',
    'offered',
  ]),
  z.int(),
)
export type EventCounts = z.infer<typeof EventCounts>
