import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { invoiceRoutes } from '@artikul/contract/billing/invoices'
import { PageHeader } from '../../../ui/lists/list-page.tsx'
import { QueryFallback } from '../../../ui/states/not-loaded.tsx'
import { Panel } from '../../../ui/panel.tsx'
import { query } from '../../../lib/api/query.ts'
import { ShownInvoice } from './shown-invoice.tsx'

const route = getRouteApi('/invoice/$id')

/** Page of an invoice of any kind, including one no longer in force. */
export default function InvoicePage() {
  const { id } = route.useParams()
  const { data, error, refetch } = useQuery(query(invoiceRoutes.get, { params: { id } }))
  if (data) return <ShownInvoice invoice={data} />
  return (
    <>
      <PageHeader title="Счёт на оплату" />
      <Panel flush>
        <QueryFallback error={error} onRetry={refetch} />
      </Panel>
    </>
  )
}
