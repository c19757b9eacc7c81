import { backgroundWorkRoutes } from '@artikul/contract/workspace/background-jobs'
import { auditRoutes } from '@artikul/contract/platform/audit'
import { AUDIT_EVENTS, type AuditEvent } from '@artikul/contract/platform/audit-events'
import type { BrandFilter } from '@artikul/contract/catalog/brand-filters'
import type { LegalKind } from '@artikul/contract/companies/legal-kinds'
import { emailRoutes } from '@artikul/contract/platform/emails'
import type { EmailState } from '@artikul/contract/platform/email-states'
import type { PriceImportState } from '@artikul/contract/suppliers/price-import-states'
import type { SupplierOrderState } from '@artikul/contract/purchasing/supplier-order-states'
import type { ComponentType } from 'react'
import type { PageSearch } from '../../../lib/page/page-size.ts'
import { query, pageQuery } from '../../../lib/api/query.ts'
import type { ADMIN_TABS } from './admin-address.ts'

/** Address parameters shared by all tabs; each tab reads its own. */
export interface AdminSearch extends PageSearch {
  tab?: (typeof ADMIN_TABS)[number] | undefined
  year?: number | undefined
  /** Audit event; any string is accepted, because there are many events. */
  event?: string | undefined
  user_id?: number | undefined
  contractor_id?: number | undefined
  from?: string | undefined
  to?: string | undefined
  q?: string | undefined
  state?: EmailState | undefined
  filter?: BrandFilter | undefined
  brand?: string | undefined
  group_id?: number | undefined
  warehouse_id?: number | undefined
  import_state?: PriceImportState | undefined
  import_id?: number | undefined
  desk?: 'mail' | undefined
  supply_route_id?: number | undefined
  supplier_state?: SupplierOrderState | undefined
  requires_action?: true | undefined
  supplier_order_id?: number | undefined
  article?: string | undefined
  /** Text whose next version is written. */
  legal?: LegalKind | undefined
}

/** Tab of another feature, which stores its filters in the same address. */
export interface Desk {
  value: NonNullable<AdminSearch['tab']>
  label: string
  /** Visible to warranty managers too. */
  isForAll?: true
  Content: ComponentType<{ search: AdminSearch; onChange: (next: AdminSearch) => void }>
}

/** Returns the audit event named by the address, if it exists. */
export const chosenEvent = ({ event = '' }: AdminSearch): AuditEvent | undefined =>
  Object.hasOwn(AUDIT_EVENTS, event) ? (event as AuditEvent) : undefined

export const auditQuery = (search: AdminSearch) => {
  const { page, page_size, user_id, contractor_id, from, to } = search
  const event = chosenEvent(search)
  return pageQuery(auditRoutes.list, { query: { page, page_size, event, user_id, contractor_id, from, to } })
}

export const emailsQuery = ({ page, page_size, q, state }: AdminSearch) =>
  pageQuery(emailRoutes.list, { query: { page, page_size, q, state } })

export const backgroundWorkQuery = query(backgroundWorkRoutes.get, {}, { refetchInterval: 15_000 })
