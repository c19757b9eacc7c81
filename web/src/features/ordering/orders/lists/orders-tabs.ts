import type { ComponentType } from 'react'
import type { OrdersSearch } from '../orders.api.ts'

export type TabName = NonNullable<OrdersSearch['tab']>
/** The first tab has no parameter in the address. */
export const FIRST_ORDERS_TAB: TabName = 'orders'

export interface TabProps {
  search: OrdersSearch
  onChange: (next: OrdersSearch) => void
  /** Takes every filter off. */
  onReset: () => void
}

/** The rows say whose they are: of one company it stands above the list. */
export const isOfSeveral = ({ contractor_id, companies }: OrdersSearch, isStaff: boolean) =>
  contractor_id === undefined && (isStaff || companies !== undefined)

/** A tab of the page; those of other features are handed over by the route. */
export interface OrdersTabName {
  value: TabName
  label: string
  /** Clients have no such tab. */
  isForStaff?: boolean
  Content: ComponentType<TabProps>
}
