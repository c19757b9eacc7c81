import { createElement, lazy } from 'react'
import { crossReferenceRoutes } from '@artikul/contract/catalog/cross-references'
import { supplyRouteRoutes } from '@artikul/contract/suppliers/supply-routes'
import { sellerRoutes } from '@artikul/contract/companies/sellers'
import { mailServerRoutes } from '@artikul/contract/platform/mail-server'
import { portalSettingsRoutes } from '@artikul/contract/platform/portal-settings'
import { setupRoutes } from '@artikul/contract/workspace/setup'
import { legalRoutes } from '@artikul/contract/companies/legal'
import {
  auditQuery,
  backgroundWorkQuery,
  emailsQuery,
  type Desk,
} from '../../features/workspace/settings/settings.api.ts'
import type { SETTINGS_TABS } from '../../features/workspace/settings/settings-address.ts'
import { FIRST_SETTINGS_TAB } from '../../features/workspace/settings/settings-address.ts'
import { nodesQuery } from '../../features/integrations/one-c/one-c.api.ts'
import { brandsQuery, unverifiedQuery } from '../../features/catalog/brands/brands.api.ts'
import { contentImportsQuery } from '../../features/catalog/product-content/content-imports.api.ts'
import { mailboxesQuery } from '../../features/suppliers/price-lists/mail.api.ts'
import { priceImportsQuery } from '../../features/suppliers/price-lists/price-lists.api.ts'
import { supplierOrderQuery, queuesQuery } from '../../features/purchasing/purchase-orders/supplier-orders.api.ts'
import { calendarQuery, zonesQuery } from '../../features/workspace/settings/delivery.api.ts'
import { session } from '../../lib/session/current-session.ts'
import { hasRole } from '../../lib/session/guard.ts'
import { prefetch } from '../../lib/api/query-client.ts'
import { rolesOf } from '../../lib/session/session.ts'
import SettingsPage from '../../features/workspace/settings/settings-page.tsx'
import { query } from '../../lib/api/query.ts'
import type { SettingsAddress } from './settings.ts'

const Brands = lazy(() => import('../../features/catalog/brands/brands.tsx'))
const BrandCertificates = lazy(() => import('../../features/catalog/product-content/brand-certificates.tsx'))

/** Tabs of other features, connected to the page by the route. */
const DESKS: readonly Desk[] = [
  {
    value: 'sellers',
    label: 'Наши компании',
    about: 'продавцы реквизиты банковские счета юрлицо ндс учёт 1с нумерация счетов',
    Content: lazy(() => import('../../features/companies/sellers/sellers.tsx')),
  },
  {
    value: 'sources',
    label: 'Поставщики и склады',
    about: 'отсечка срок возврат наценка ндс свой склад',
    isForAll: true,
    Content: lazy(() => import('../../features/suppliers/supply-routes/supply-routes.tsx')),
  },
  {
    value: 'brands',
    label: 'Бренды',
    about: 'производители синонимы объединить сертификаты',
    Content: (props) => createElement(Brands, { ...props, certificates: BrandCertificates }),
  },
  {
    value: 'crosses',
    label: 'Кроссы',
    about: 'аналоги замены',
    Content: lazy(() => import('../../features/catalog/cross-references/cross-references.tsx')),
  },
  {
    value: 'photos',
    label: 'Фото и свойства',
    about: 'картинки архив zip характеристики',
    Content: lazy(() => import('../../features/catalog/product-content/content-imports.tsx')),
  },
  {
    value: 'price-lists',
    label: 'Прайс-листы',
    about: 'загрузка файл почтовый ящик столбцы',
    isForAll: true,
    Content: lazy(() => import('../../features/suppliers/price-lists/price-lists.tsx')),
  },
  {
    value: 'one-c',
    label: 'Обмен с 1С',
    about: 'commerceml odata учётная система отгрузки оплаты остатки сопоставление',
    Content: lazy(() => import('../../features/integrations/one-c/one-c.tsx')),
  },
  {
    value: 'supplier-orders',
    label: 'Заказы поставщикам',
    about: 'закупка отправка минимальная сумма',
    Content: lazy(() => import('../../features/purchasing/purchase-orders/supplier-orders.tsx')),
  },
  {
    value: 'legal',
    label: 'Правовые документы',
    about: 'согласие персональные данные политика',
    Content: lazy(() => import('../../features/companies/legal-texts/legal.tsx')),
  },
]

/** Tabs whose content does not depend on other address parameters. */
const PLAIN: Partial<Record<(typeof SETTINGS_TABS)[number], () => void>> = {
  setup: () => prefetch(query(setupRoutes.steps, {})),
  portal: () => prefetch(query(portalSettingsRoutes.get, {})),
  sellers: () => prefetch(query(sellerRoutes.list, {})),
  'mail-server': () => prefetch(query(mailServerRoutes.get, {})),
  sources: () => prefetch(query(supplyRouteRoutes.list, {})),
  work: () => prefetch(backgroundWorkQuery),
  crosses: () => prefetch(query(crossReferenceRoutes.imports, {})),
  legal: () => prefetch(query(legalRoutes.desk, {})),
  zones: () => prefetch(zonesQuery),
  'one-c': () => prefetch(nodesQuery),
}

const readBrands = (deps: SettingsAddress) => {
  prefetch(unverifiedQuery())
  prefetch(brandsQuery(deps))
}

export const read = ({ deps }: { deps: SettingsAddress }) => {
  // A warranty manager sees the audit log in place of the tabs closed to them.
  const mayRead = hasRole(rolesOf(session.getState().user), ['ArtikulOrderManager'])
  const requestedTab = deps.tab ?? FIRST_SETTINGS_TAB
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

const Page = () => createElement(SettingsPage, { desks: DESKS })
export default Page
