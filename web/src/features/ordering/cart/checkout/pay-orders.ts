import type { PlacedOrder } from '@artikul/contract/ordering/orders/orders'
import { createContext, type ComponentType } from 'react'

export interface PayOrdersProps {
  /** Placed orders with an invoice, of one contract. */
  orders: readonly PlacedOrder[]
}

/** «Один счёт на всё». Invoices belong to another feature, so the route provides it. */
export type PayOrders = ComponentType<PayOrdersProps>

export const PayOrdersContext = createContext<PayOrders | null>(null)

/** Groups orders that wait for payment by contract, where one invoice may pay several of them. */
export const payableTogether = (orders: readonly PlacedOrder[]): (readonly PlacedOrder[])[] =>
  [...Map.groupBy(orders, (order) => order.contract_id).values()]
    .map((own) => own.filter((order) => order.invoice_id !== null))
    .filter((own) => own.length > 1)
