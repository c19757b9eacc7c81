import type { ComponentType } from 'react'
import type { OrdersSearch } from '../orders.api.ts'

export type TabName = NonNullable<OrdersSearch['tab']>
/** The first tab has no parameter in the address. */
export const FIRST_ORDERS_TAB: TabName = 'orders'

export interface TabProps {
  search: OrdersSearch
  onChange: (next: OrdersSearch) => void
  /** Resets all filters. */
  onReset: () => void
}

/** True when rows must name their company; the company of a single one is named above the list. */
export const isOfSeveral = ({ contractor_id, companies }: OrdersSearch, isStaff: boolean) =>
  contractor_id === undefined && (isStaff || companies !== undefined)

/** A tab of the page; the route provides those of other features. */
export interface OrdersTabName {
  value: TabName
  label: string
  /** True when the tab is hidden from clients. */
  isForStaff?: boolean
  Content: ComponentType<TabProps>
}
