import { omitUndefined } from '@artikul/contract/core/omit-undefined'
import { getRouteApi, Link } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import { useHasRole } from '../../../../lib/session/current-session.ts'
import { buttonClass } from '../../../../ui/button.tsx'
import { PageHeader } from '../../../../ui/lists/list-page.tsx'
import { SkeletonRows } from '../../../../ui/states/skeleton.tsx'
import { Tabs } from '../../../../ui/tabs.tsx'
import type { OrdersSearch } from '../orders.api.ts'
import { OrdersList } from './orders-list.tsx'
import { FIRST_ORDERS_TAB, type OrdersTabName, type TabName } from './orders-tabs.ts'
import { ViewsMenu } from './views-menu.tsx'

const route = getRouteApi('/orders')

const OWN: readonly OrdersTabName[] = [
  { value: FIRST_ORDERS_TAB, label: 'Заказы', Content: OrdersList },
  { value: 'lines', label: 'Строки', Content: lazy(() => import('../lines/lines-list.tsx')) },
]

/** Filters preserved on every tab. */
const shared = ({ q, consignee, contractor_id, manager_id, companies, from, to }: OrdersSearch) => ({
  q,
  consignee,
  contractor_id,
  manager_id,
  companies,
  from,
  to,
})

export default function OrdersPage({ tabs = [] }: { tabs?: readonly OrdersTabName[] }) {
  const staff = useHasRole('ArtikulOrderManager', 'ArtikulWarrantyManager')
  const takesCalls = useHasRole('ArtikulOrderManager')
  const { contractor_id, manager_id, companies, ...own } = route.useSearch()
  const mayReadAll = useHasRole('ContractorAdmin')
  // A client sees orders of the current company or of all own companies, even when the address names another one.
  const search: OrdersSearch = staff
    ? { ...own, contractor_id, manager_id }
    : { ...own, ...(mayReadAll && omitUndefined({ companies })) }
  const navigate = route.useNavigate()
  const onChange = (next: OrdersSearch) =>
    void navigate({ search: (all) => ({ ...all, page: undefined, ...next }), replace: true })
  const show = (tab: TabName, kept: OrdersSearch = {}) =>
    void navigate({ search: tab === FIRST_ORDERS_TAB && !staff ? kept : { ...kept, tab }, replace: true })
  // «Мой день» of staff comes first.
  const all = [
    ...tabs.filter(({ isForStaff = false }) => staff && isForStaff),
    ...OWN,
    ...tabs.filter(({ isForStaff = false }) => !isForStaff),
  ]
  const requestedTab = search.tab ?? FIRST_ORDERS_TAB
  return (
    <>
      <PageHeader
        title="Заказы"
        actions={
          <>
            {takesCalls && (
              <Link to="/orders/new" className={buttonClass()}>
                Черновики по телефону
              </Link>
            )}
            <ViewsMenu search={search} onShow={(view) => void navigate({ search: view, replace: true })} />
          </>
        }
      />
      <Tabs
        label="Разделы заказов"
        value={all.some(({ value }) => value === requestedTab) ? requestedTab : FIRST_ORDERS_TAB}
        onValueChange={(tab) => show(tab, shared(search))}
        tabs={all.map(({ value, label, Content }) => ({
          value,
          label,
          content: (
            <Suspense fallback={<SkeletonRows count={14} />}>
              <Content search={search} onChange={onChange} onReset={() => show(value)} />
            </Suspense>
          ),
        }))}
      />
    </>
  )
}
