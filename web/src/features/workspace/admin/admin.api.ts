import { backgroundWorkRoutes } from '@artikul/contract/workspace/background-jobs'
import { auditRoutes } from '@artikul/contract/platform/audit'
import { AUDIT_EVENTS, type AuditEvent } from '@artikul/contract/platform/audit-events'
import type { BrandFilter } from '@artikul/contract/catalog/brand-filters'
import type { LegalKind } from '@artikul/contract/companies/legal-kinds'
import { emailRoutes } from '@artikul/contract/platform/emails'
import type { EmailState } from '@artikul/contract/platform/email-states'
import type { PriceImportState } from '@artikul/contract/suppliers/price-import-states'
import type { SupplierOrderState } from '@artikul/contract/purchasing/supplier-order-states'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import type { ComponentType } from 'react'
import { call } from '../../../lib/api/call.ts'
import { savedPageSize, type PageSize } from '../../../lib/page/page-size.ts'
import { omitUndefined } from '@artikul/contract/core/omit-undefined'
import type { ADMIN_TABS } from './admin-address.ts'

/** Address parameters shared by all tabs; each tab reads its own. */
export interface AdminSearch {
  tab?: (typeof ADMIN_TABS)[number] | undefined
  year?: number | undefined
  page?: number | undefined
  page_size?: PageSize | undefined
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

const pageOf = ({ page = 1, page_size = savedPageSize() }: AdminSearch) =>
  ({ page: String(page), page_size: `${page_size}` }) as const

/** Returns the audit event named by the address, if it exists. */
export const chosenEvent = ({ event = '' }: AdminSearch): AuditEvent | undefined =>
  Object.hasOwn(AUDIT_EVENTS, event) ? (event as AuditEvent) : undefined

export const auditQuery = (search: AdminSearch) => {
  const { user_id, contractor_id, from, to } = search
  const event = chosenEvent(search)
  const query = {
    ...pageOf(search),
    ...omitUndefined({ event, user_id: user_id?.toString(), contractor_id: contractor_id?.toString(), from, to }),
  }
  return queryOptions({
    queryKey: ['audit', query],
    queryFn: ({ signal }) => call(auditRoutes.list, { query, signal }),
    placeholderData: keepPreviousData,
  })
}

export const emailsQuery = (search: AdminSearch) => {
  const { q, state } = search
  const query = { ...pageOf(search), ...omitUndefined({ q, state }) }
  return queryOptions({
    queryKey: ['emails', query],
    queryFn: ({ signal }) => call(emailRoutes.list, { query, signal }),
    placeholderData: keepPreviousData,
  })
}

const LOOK_EVERY_MS = 15_000

export const backgroundWorkQuery = queryOptions({
  queryKey: ['background-jobs'],
  queryFn: ({ signal }) => call(backgroundWorkRoutes.get, { signal }),
  refetchInterval: LOOK_EVERY_MS,
})

export const emailQuery = (id: number) =>
  queryOptions({
    queryKey: ['email', id],
    queryFn: ({ signal }) => call(emailRoutes.get, { params: { id: String(id) }, signal }),
  })

export const retryEmail = (id: number) => call(emailRoutes.retry, { params: { id: String(id) } })
