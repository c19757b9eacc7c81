import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { invoiceRoutes } from '@artikul/contract/billing/invoices'
import { ApiError } from '../../../lib/api/api-error.ts'
import { buttonClass } from '../../../ui/button.tsx'
import { EmptyState } from '../../../ui/states/empty-state.tsx'
import { ErrorState } from '../../../ui/states/error-state.tsx'
import { PageHeader } from '../../../ui/lists/list-page.tsx'
import { Panel } from '../../../ui/panel.tsx'
import { SkeletonRows } from '../../../ui/states/skeleton.tsx'
import { query } from '../../../lib/api/query.ts'
import { ShownInvoice } from './shown-invoice.tsx'

const route = getRouteApi('/order-invoice/$id')

export default function OrderInvoicePage() {
  const { id } = route.useParams()
  const { data, error, refetch } = useQuery(query(invoiceRoutes.ofOrder, { params: { id } }))
  if (data) return <ShownInvoice invoice={data} />
  const missing = error instanceof ApiError && error.code === 'invoice.not_issued'
  return (
    <>
      <PageHeader title="Счёт на оплату" crumbs={[{ label: 'Заказы', to: '/orders' }, { label: 'Счёт на оплату' }]} />
      <Panel flush>
        {missing && (
          <EmptyState
            title="Счёт ещё не выставлен"
            text="Выставить его можно на странице заказа."
            action={
              <Link to="/orders/$id" params={{ id }} className={buttonClass()}>
                Открыть заказ
              </Link>
            }
          />
        )}
        {error && !missing && <ErrorState error={error} onRetry={() => void refetch()} />}
        {!error && <SkeletonRows />}
      </Panel>
    </>
  )
}
