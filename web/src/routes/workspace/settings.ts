import { LEGAL_LABELS } from '@artikul/contract/companies/legal-kinds'
import { EMAIL_STATES } from '@artikul/contract/platform/email-states'
import { BRAND_FILTERS } from '@artikul/contract/catalog/brand-filters'
import { PRICE_IMPORT_STATES } from '@artikul/contract/suppliers/price-import-states'
import { SUPPLIER_ORDER_STATES } from '@artikul/contract/purchasing/supplier-order-states'
import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { SETTINGS_TABS } from '../../features/workspace/settings/settings-address.ts'
import { lazyRead } from '../../lib/api/lazy-read.ts'
import {
  addressOf,
  choiceParam,
  dayParam,
  flagParam,
  keyParam,
  numberParam,
  pageParams,
  textParam,
} from '../../lib/page/search-params.ts'
import { rootRoute } from '../root.ts'

export const settingsAddress = addressOf({
  ...pageParams,
  tab: choiceParam(SETTINGS_TABS),
  event: textParam(100),
  /** The calendar supports this century only. */
  year: numberParam(2099, 2000),
  user_id: numberParam(),
  contractor_id: numberParam(),
  from: dayParam,
  to: dayParam,
  q: textParam(200),
  state: choiceParam(EMAIL_STATES),
  filter: choiceParam(BRAND_FILTERS),
  brand: textParam(100),
  article: textParam(64),
  group_id: numberParam(),
  warehouse_id: numberParam(),
  import_state: keyParam(PRICE_IMPORT_STATES),
  import_id: numberParam(),
  desk: choiceParam(['mail']),
  supply_route_id: numberParam(),
  supplier_state: keyParam(SUPPLIER_ORDER_STATES),
  requires_action: flagParam,
  supplier_order_id: numberParam(),
  legal: keyParam(LEGAL_LABELS),
  node_id: numberParam(),
  view: choiceParam(['mapping', 'goods', 'documents', 'orders', 'sessions', 'reading', 'objects']),
  object_kind: choiceParam(['company', 'contract', 'agreement', 'upd', 'correction']),
  waiting: flagParam,
})
export type SettingsAddress = ReturnType<typeof settingsAddress.parse>

const page = () => import('./settings.page.ts')

export const settingsRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/settings',
  validateSearch: settingsAddress,
  loaderDeps: ({ search }) => search,
  loader: lazyRead(page),
  staticData: {
    page: {
      name: 'settings',
      title: 'Настройки',
      roles: ['ArtikulOrderManager', 'ArtikulWarrantyManager'],
      order: 8,
      group: 'setup',
      help: { staff: 'Прайс-листы' },
    },
  },
  component: lazyRouteComponent(page),
})
