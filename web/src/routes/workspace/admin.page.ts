import { createElement, lazy } from 'react'
import { crossReferenceRoutes } from '@artikul/contract/catalog/cross-references'
import { supplyRouteRoutes } from '@artikul/contract/suppliers/supply-routes'
import { legalRoutes } from '@artikul/contract/companies/legal'
import { auditQuery, backgroundWorkQuery, emailsQuery, type Desk } from '../../features/workspace/admin/admin.api.ts'
import type { ADMIN_TABS } from '../../features/workspace/admin/admin-address.ts'
import { FIRST_ADMIN_TAB } from '../../features/workspace/admin/admin-address.ts'
import { brandsQuery, unverifiedQuery } from '../../features/catalog/brands/brands.api.ts'
import { contentImportsQuery } from '../../features/catalog/product-content/content-imports.api.ts'
import { mailboxesQuery } from '../../features/suppliers/price-lists/mail.api.ts'
import { priceImportsQuery } from '../../features/suppliers/price-lists/price-lists.api.ts'
import { supplierOrderQuery, queuesQuery } from '../../features/purchasing/purchase-orders/supplier-orders.api.ts'
import { treeQuery } from '../../features/catalog/inventory-groups/groups.api.ts'
import { calendarQuery, zonesQuery } from '../../features/workspace/admin/delivery.api.ts'
import { session } from '../../lib/session/current-session.ts'
import { hasRole } from '../../lib/session/guard.ts'
import { prefetch } from '../../lib/api/query-client.ts'
import { rolesOf } from '../../lib/session/session.ts'
import AdminPage from '../../features/workspace/admin/admin-page.tsx'
import { query } from '../../lib/api/query.ts'
import type { AdminAddress } from './admin.ts'

/** Tabs of other features, connected to the page by the route. */
const DESKS: readonly Desk[] = [
  {
    value: 'groups',
    label: 'Группы номенклатуры',
    isForAll: true,
    Content: lazy(() => import('../../features/catalog/inventory-groups/groups.tsx')),
  },
  {
    value: 'sources',
    label: 'Поставщики и склады',
    isForAll: true,
    Content: lazy(() => import('../../features/suppliers/supply-routes/supply-routes.tsx')),
  },
  { value: 'brands', label: 'Бренды', Content: lazy(() => import('../../features/catalog/brands/brands.tsx')) },
  {
    value: 'crosses',
    label: 'Кроссы',
    Content: lazy(() => import('../../features/catalog/cross-references/cross-references.tsx')),
  },
  {
    value: 'photos',
    label: 'Фото и свойства',
    Content: lazy(() => import('../../features/catalog/product-content/content-imports.tsx')),
  },
  {
    value: 'price-lists',
    label: 'Прайс-листы',
    isForAll: true,
    Content: lazy(() => import('../../features/suppliers/price-lists/price-lists.tsx')),
  },
  {
    value: 'supplier-orders',
    label: 'Заказы поставщикам',
    Content: lazy(() => import('../../features/purchasing/purchase-orders/supplier-orders.tsx')),
  },
  {
    value: 'legal',
    label: 'Правовые документы',
    Content: lazy(() => import('../../features/companies/legal-texts/legal.tsx')),
  },
]

/** Tabs whose content does not depend on other address parameters. */
const PLAIN: Partial<Record<(typeof ADMIN_TABS)[number], () => void>> = {
  groups: () => prefetch(treeQuery),
  sources: () => prefetch(query(supplyRouteRoutes.list, {})),
  work: () => prefetch(backgroundWorkQuery),
  crosses: () => prefetch(query(crossReferenceRoutes.imports, {})),
  legal: () => prefetch(query(legalRoutes.desk, {})),
  zones: () => prefetch(zonesQuery),
}

const readBrands = (deps: AdminAddress) => {
  prefetch(unverifiedQuery())
  prefetch(brandsQuery(deps))
}

export const read = ({ deps }: { deps: AdminAddress }) => {
  // A warranty manager sees the audit log in place of the tabs closed to them.
  const mayRead = hasRole(rolesOf(session.getState().user), ['ArtikulOrderManager'])
  const requestedTab = deps.tab ?? FIRST_ADMIN_TAB
  const isForAll = DESKS.some((desk) => desk.value === requestedTab && desk.isForAll)
  const tab = mayRead || isForAll ? requestedTab : 'journal'
  const plain = PLAIN[tab]
  if (plain) plain()
  else if (tab === 'journal') prefetch(auditQuery(deps))
  else if (tab === 'mail') prefetch(emailsQuery(deps))
  else if (tab === 'brands') readBrands(deps)
  else if (tab === 'photos') prefetch(contentImportsQuery(deps))
  else if (tab === 'price-lists' && deps.desk === 'mail') prefetch(mailboxesQuery)
  else if (tab === 'price-lists') prefetch(priceImportsQuery(deps))
  else if (tab === 'supplier-orders' && deps.supplier_order_id !== undefined)
    prefetch(supplierOrderQuery(deps.supplier_order_id))
  else if (tab === 'supplier-orders') prefetch(queuesQuery)
  else prefetch(calendarQuery(deps.year))
}

const Page = () => createElement(AdminPage, { desks: DESKS })
export default Page
