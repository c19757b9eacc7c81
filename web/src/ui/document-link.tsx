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
