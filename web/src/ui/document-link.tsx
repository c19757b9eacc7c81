import type { ClaimOrigin } from '@artikul/contract/claim-fields'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { cx } from './cx.ts'

interface Props {
  id: number
  className?: string
  children: ReactNode
}

/** Leads to an order that is named in a row. */
export const OrderLink = ({ id, className, children }: Props) => (
  <Link to="/orders/$id" params={{ id: String(id) }} className={cx('quiet-link whitespace-nowrap', className)}>
    {children}
  </Link>
)

/** Leads to a shipment that is named in a row. */
export const ShipmentLink = ({ id, className, children }: Props) => (
  <Link to="/shipments/$id" params={{ id: String(id) }} className={cx('quiet-link whitespace-nowrap', className)}>
    {children}
  </Link>
)

const BY_CLAIM = { exchange: 'Замена', resupply: 'Довоз' } as const

/** Under goods that leave by a claim: which one, and the order that it is about. */
export const ClaimOriginNote = ({ origin }: { origin: ClaimOrigin }) => (
  <p className="text-xs text-info">
    {BY_CLAIM[origin.outcome]} по обращению{' '}
    <Link to="/claims/$id" params={{ id: String(origin.id) }} className="quiet-link whitespace-nowrap">
      {origin.number}
    </Link>
    , заказ <OrderLink id={origin.order_id}>№ {origin.order_number}</OrderLink>
  </p>
)
