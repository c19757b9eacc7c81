import { createElement, lazy } from 'react'
import {
  settledContractsQuery,
  faultOfSpend,
  monthQuery,
  movementsQuery,
  spendPeriodOf,
  spendQuery,
  unpaidInvoicesQuery,
  unpaidQuery,
  type FinancesSearch,
} from '../../features/billing/statements/settlements.api.ts'
import { documentsQuery } from '../../lib/queries/documents-query.ts'
import { reconciliationsQuery } from '../../lib/queries/reconciliations-query.ts'
import FinancesPage from '../../features/billing/statements/finances-page.tsx'
import { prefetch } from '../../lib/api/query-client.ts'

/** Pays selected shipments by one invoice; the route connects both features. */
const SelectedShipmentsBar = lazy(() => import('../../features/billing/invoices/selected-shipments-bar.tsx'))

export const read = ({ deps }: { deps: FinancesSearch }) => {
  prefetch(settledContractsQuery)
  if (deps.tab === 'documents') {
    if (deps.contract === undefined) prefetch(documentsQuery(deps))
  } else if (deps.tab === 'month') {
    if (deps.contract === undefined) prefetch(monthQuery(deps))
  } else if (deps.tab === 'reconciliations') {
    if (deps.contract === undefined) prefetch(reconciliationsQuery({ page: deps.page, page_size: deps.page_size }))
  } else if (deps.tab === 'spend') {
    if (deps.contract === undefined && faultOfSpend(spendPeriodOf(deps)) === null) prefetch(spendQuery(deps))
  } else if (deps.contract === undefined) {
    prefetch(unpaidQuery(deps))
    prefetch(unpaidInvoicesQuery(deps))
    prefetch(movementsQuery(deps))
  }
}

const Page = () => createElement(FinancesPage, { payShipments: SelectedShipmentsBar })
export default Page
