import type { ClaimOrigin } from '@artikul/contract/fulfilment/claim-fields'
import { Link, useNavigate } from '@tanstack/react-router'
import type { MouseEvent, ReactNode } from 'react'
import { useSession } from '../../lib/session/current-session.ts'
import { changeContractor } from '../change-contractor.ts'
import { cx } from '../cx.ts'

interface Props {
  id: number
  className?: string
  children: ReactNode
}

interface OwnedProps extends Props {
  /** Company of the row in a list of several companies of one administrator. */
  contractorId?: number
}

/** Selects the other company before its page opens. */
function useOther(contractorId: number | undefined, open: () => Promise<void>) {
  const { contractor } = useSession()
  if (contractorId === undefined || contractor === null || contractor.id === contractorId) return {}
  return {
    // A preload before the change would search in the current company.
    preload: false as const,
    onClick: (event: MouseEvent) => {
      event.preventDefault()
      void changeContractor(contractorId).then((isChanged) => (isChanged ? open() : undefined))
    },
  }
}

/** Link to the order of a row. */
export function OrderLink({ id, contractorId, className, children }: OwnedProps) {
  const navigate = useNavigate()
  const params = { id: String(id) }
  const other = useOther(contractorId, () => navigate({ to: '/orders/$id', params }))
  return (
    <Link to="/orders/$id" params={params} {...other} className={cx('quiet-link whitespace-nowrap', className)}>
      {children}
    </Link>
  )
}

/** Link to the invoice of a row's order. */
export function OrderInvoiceLink({ id, contractorId, className, children }: OwnedProps) {
  const navigate = useNavigate()
  const params = { id: String(id) }
  const other = useOther(contractorId, () => navigate({ to: '/order-invoice/$id', params }))
  return (
    <Link to="/order-invoice/$id" params={params} {...other} className={cx('quiet-link', className)}>
      {children}
    </Link>
  )
}

/** Link to the shipment of a row. */
export const ShipmentLink = ({ id, className, children }: Props) => (
  <Link to="/shipments/$id" params={{ id: String(id) }} className={cx('quiet-link whitespace-nowrap', className)}>
    {children}
  </Link>
)

const BY_CLAIM = { exchange: 'Замена', resupply: 'Довоз' } as const

/** Note below goods shipped by a claim, with the claim and its order. */
export const ClaimOriginNote = ({ origin }: { origin: ClaimOrigin }) => (
  <p className="text-xs text-info">
    {BY_CLAIM[origin.outcome]} по обращению{' '}
    <Link to="/claims/$id" params={{ id: String(origin.id) }} className="quiet-link whitespace-nowrap">
      {origin.number}
    </Link>
    , заказ <OrderLink id={origin.order_id}>№ {origin.order_number}</OrderLink>
  </p>
)
