import { AuditEvent } from '@artikul/contract/audit-events'
import { LegalKind } from '@artikul/contract/legal-kinds'
import { MailState } from '@artikul/contract/mail-states'
import { BrandFilter } from '@artikul/contract/brand-filters'
import { PriceImportState } from '@artikul/contract/price-import-states'
import { SupplierOrderState } from '@artikul/contract/supplier-order-states'
import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { IconSettings } from '@tabler/icons-react'
import { z } from 'zod'
import { ADMIN_TABS } from '../features/admin/admin-address.ts'
import { lazyRead } from '../lib/lazy-read.ts'
import { choiceParam, dayParam, lazySearch, numberParam, pageParams, textParam } from '../lib/search-params.ts'
import { rootRoute } from './root.ts'

const search = () =>
  z.object({
    ...pageParams,
    tab: choiceParam(ADMIN_TABS),
    event: AuditEvent.optional().catch(undefined),
    /** The calendar is kept for this century. */
    year: z.coerce.number().int().min(2000).max(2099).optional().catch(undefined),
    user_id: numberParam(),
    contractor_id: numberParam(),
    from: dayParam,
    to: dayParam,
    q: textParam(200),
    state: MailState.optional().catch(undefined),
    filter: BrandFilter.optional().catch(undefined),
    brand: textParam(100),
    article: textParam(64),
    group_id: numberParam(),
    warehouse_id: numberParam(),
    import_state: PriceImportState.optional().catch(undefined),
    import_id: numberParam(),
    desk: z.literal('mail').optional().catch(undefined),
    source_id: numberParam(),
    supplier_state: SupplierOrderState.optional().catch(undefined),
    needs_hands: z.literal(true).optional().catch(undefined),
    supplier_order_id: numberParam(),
    legal: LegalKind.optional().catch(undefined),
  })
export type AdminAddress = z.output<ReturnType<typeof search>>

const page = () => import('./admin.page.ts')

export const adminRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/admin',
  validateSearch: lazySearch(search),
  loaderDeps: ({ search }) => search,
  loader: lazyRead(page),
  staticData: {
    page: {
      name: 'admin',
      icon: IconSettings,
      title: 'Управление порталом',
      robots: 'noindex',
      roles: ['ArtikulOrderManager', 'ArtikulWarrantyManager'],
      order: 6,
      menu: 'Управление',
    },
  },
  component: lazyRouteComponent(page),
})
