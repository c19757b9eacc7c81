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
import type { SETTINGS_TABS } from './settings-address.ts'

/** Address parameters shared by all tabs; each tab reads its own. */
export interface SettingsSearch extends PageSearch {
  tab?: (typeof SETTINGS_TABS)[number] | undefined
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
  node_id?: number | undefined
  view?: 'mapping' | 'goods' | 'documents' | 'orders' | 'sessions' | 'reading' | 'objects' | undefined
  object_kind?: 'company' | 'contract' | 'agreement' | 'upd' | 'correction' | undefined
  waiting?: true | undefined
  /** Text whose next version is written. */
  legal?: LegalKind | undefined
}

export interface DeskProps {
  search: SettingsSearch
  onChange: (next: SettingsSearch) => void
  /** Drops all filters. */
  onReset: () => void
}

/** Section of the settings; those of other features store their filters in the same address. */
export interface Desk {
  value: NonNullable<SettingsSearch['tab']>
  label: string
  /** Words by which it is found, beside its label. */
  about: string
  /** Visible to warranty managers too. */
  isForAll?: true
  /** Visible to administrators of the portal only. */
  isForAdministrators?: true
  Content: ComponentType<DeskProps>
}

/** Returns the audit event named by the address, if it exists. */
export const chosenEvent = ({ event = '' }: SettingsSearch): AuditEvent | undefined =>
  Object.hasOwn(AUDIT_EVENTS, event) ? (event as AuditEvent) : undefined

export const auditQuery = (search: SettingsSearch) => {
  const { page, page_size, user_id, contractor_id, from, to } = search
  const event = chosenEvent(search)
  return pageQuery(auditRoutes.list, { query: { page, page_size, event, user_id, contractor_id, from, to } })
}

export const emailsQuery = ({ page, page_size, q, state }: SettingsSearch) =>
  pageQuery(emailRoutes.list, { query: { page, page_size, q, state } })

export const backgroundWorkQuery = query(backgroundWorkRoutes.get, {}, { refetchInterval: 15_000 })
