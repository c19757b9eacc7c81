import type { BlockCode } from '@artikul/contract/billing/credit-hold-codes'
import type { DebtSort } from '@artikul/contract/billing/debt-sorts'
import { paymentRoutes, type PaymentState } from '@artikul/contract/billing/payments'
import type { PageSearch } from '../../../lib/page/page-size.ts'
import { query } from '../../../lib/api/query.ts'
import type { KeyPrefix } from '../../../lib/api/key-prefix.ts'
import type { SETTLEMENT_TABS } from './payments-desk-address.ts'

export interface DeskSearch extends PageSearch {
  tab?: (typeof SETTLEMENT_TABS)[number] | undefined
  q?: string | undefined
  /** Staff see waiting payments by default. */
  state?: PaymentState | 'any' | undefined
  contractor_id?: number | undefined
  from?: string | undefined
  to?: string | undefined
  sort?: DebtSort | undefined
  overdue?: 'true' | undefined
  /** Block code; only where unblocking is requested. */
  code?: BlockCode | undefined
  asked?: 'true' | undefined
}

export interface DeskProps {
  search: DeskSearch
  onChange: (next: DeskSearch) => void
}

export const buyerQuery = (id: number | undefined) =>
  query(paymentRoutes.buyer, { params: { id: id ?? 0 } }, { enabled: id !== undefined })

/** Refreshed after a change of payments, on which orders, companies and balances depend. */
export const PAYMENT_KEYS: readonly KeyPrefix[] = ['payments', 'ledger-entries', 'debts', 'orders', 'contractors']

/** Refreshed after a credit hold is overridden or enforced. */
export const CREDIT_HOLD_KEYS: readonly KeyPrefix[] = ['credit-holds', 'orders', 'shipments']
