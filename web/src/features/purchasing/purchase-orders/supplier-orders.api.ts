import { supplierOrderRoutes } from '@artikul/contract/purchasing/supplier-orders'
import type { SupplierOrderState } from '@artikul/contract/purchasing/supplier-order-states'
import { query } from '../../../lib/api/query.ts'
import type { PageSearch } from '../../../lib/page/page-size.ts'
import { formErrors } from '../../../lib/api/form-errors.ts'
import { toast } from '../../../ui/hints/toast.ts'
import type { KeyPrefix } from '../../../lib/api/key-prefix.ts'

export interface SupplierOrdersSearch extends PageSearch {
  supply_route_id?: number | undefined
  supplier_state?: SupplierOrderState | undefined
  /** Limits the list to orders that need a person. */
  requires_action?: true | undefined
  /** Id of the open order. */
  supplier_order_id?: number | undefined
}

/** Address parameters of the desk. */
export interface SupplierOrdersProps {
  search: SupplierOrdersSearch
  onChange: (next: SupplierOrdersSearch) => void
}

/** States of an order that is being sent, which are polled. */
const LEAVING: readonly SupplierOrderState[] = ['due', 'sending']
const POLL_MS = 1500

export const queuesQuery = query(supplierOrderRoutes.queues, {}, { select: ({ results }) => results })

export const supplierOrderQuery = (id: number) =>
  query(
    supplierOrderRoutes.get,
    { params: { id } },
    { refetchInterval: ({ state: { data } }) => (data && LEAVING.includes(data.state) ? POLL_MS : false) },
  )

export const SUPPLIER_ORDER_KEYS: readonly KeyPrefix[] = ['supplier-orders', 'supplier-terms']

/** Settings of an action whose refusal no form displays: «Заказ не отправлен». */
export const supplierOrderAction = (refused: string) => ({
  invalidates: SUPPLIER_ORDER_KEYS,
  onError: (error: unknown) => toast({ severity: 'error', summary: refused, detail: formErrors(error, []).form ?? '' }),
})
