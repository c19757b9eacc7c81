import { useQuery } from '@tanstack/react-query'
import { INVOICE_STATES, type Invoice } from '@artikul/contract/invoices'
import { getRouteApi, Link } from '@tanstack/react-router'
import { ApiError } from '../../lib/api-error.ts'
import { roubles } from '../../lib/format.ts'
import { buttonClass } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { PageHeader } from '../../ui/list-page.tsx'
import { Notice } from '../../ui/notice.tsx'
import { Panel } from '../../ui/panel.tsx'
import { SkeletonRows } from '../../ui/skeleton.tsx'
import { InvoiceActions } from './invoice-actions.tsx'
import { InvoiceSheet } from './invoice-sheet.tsx'
import { invoiceQuery } from './invoices.api.ts'

const route = getRouteApi('/order-invoice/$id')

export default function OrderInvoicePage() {
  const { id } = route.useParams()
  const { data, error, refetch } = useQuery(invoiceQuery(id))
  if (data) return <Loaded invoice={data} />
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

/** «Оплачен частично: 500,00 ₽ из 1 000,00 ₽»; sums only for whom settlements are shown. */
function paidText({ state, paid_kop: paid, total_kop: total }: Invoice): string {
  const word = INVOICE_STATES[state]
  return paid === null || paid === 0 || state === 'paid'
    ? word
    : `${word}: оплачено ${roubles(paid)} из ${roubles(total)}`
}

function Loaded({ invoice }: { invoice: Invoice }) {
  return (
    <>
      <div data-screen-only="">
        <PageHeader
          title={`Счёт на оплату № ${invoice.number}`}
          crumbs={[
            { label: 'Заказы', to: '/orders' },
            { label: `№ ${invoice.order_number}`, to: `/orders/${invoice.order_id}` },
            { label: 'Счёт на оплату' },
          ]}
          actions={<InvoiceActions invoice={invoice} />}
        />
      </div>
      {invoice.outdated && (
        <div className="mb-3">
          <Notice tone="warn">{invoice.outdated}. Не оплачивайте этот счёт: обратитесь к вашему менеджеру.</Notice>
        </div>
      )}
      {invoice.state !== 'unpaid' && !invoice.outdated && (
        <div className="mb-3" data-screen-only="">
          <Notice tone={invoice.state === 'overdue' ? 'warn' : 'info'}>{paidText(invoice)}</Notice>
        </div>
      )}
      <InvoiceSheet invoice={invoice} />
    </>
  )
}
