import { groupOf, isOpenGroup } from '@artikul/contract/ordering/orders/line-groups'
import type { OrdersSearch } from '../orders.api.ts'

const isClosed = ({ group, state }: OrdersSearch) =>
  (group !== undefined && !isOpenGroup(group)) || (state !== undefined && !isOpenGroup(groupOf(state)))

/** Shipped and dropped goods are neither late nor expected: the last chosen filter wins. */
export function fitting(search: OrdersSearch, next: OrdersSearch): OrdersSearch {
  const group = 'group' in next ? next.group : search.group
  const state = 'state' in next ? next.state : search.state
  const isOtherGroup = state !== undefined && group !== undefined && groupOf(state) !== group
  const chosen: OrdersSearch = { ...next, group, state: isOtherGroup ? undefined : state }
  if (!isClosed(chosen)) return chosen
  const wantsOpen = next.late !== undefined || next.sort !== undefined
  return wantsOpen ? { ...chosen, group: undefined, state: undefined } : { ...chosen, late: undefined, sort: undefined }
}
