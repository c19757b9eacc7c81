import { LISTED_INVOICE_STATES, type Invoice } from '@artikul/contract/billing/invoices'
import { Link } from '@tanstack/react-router'
import { useHasRole } from '../../../lib/session/current-session.ts'
import { roubles } from '../../../lib/text/format.ts'
import { useTitle } from '../../../lib/page/head.ts'
import type { Crumb } from '../../../ui/breadcrumbs.tsx'
import { PageHeader } from '../../../ui/lists/list-page.tsx'
import { Notice } from '../../../ui/hints/notice.tsx'
import { InvoiceActions } from './invoice-actions.tsx'
import { InvoiceEmails } from './invoice-emails.tsx'
import { InvoiceSheet } from './invoice-sheet.tsx'

/** «Оплачен частично: 500,00 ₽ из 1 000,00 ₽»; sums are present only for users who see settlements. */
function paidText({ state, paid_kop: paid, total_kop: total }: Invoice): string {
  const word = LISTED_INVOICE_STATES[state]
  return paid === null || paid === 0 || state === 'paid'
    ? word
    : `${word}: оплачено ${roubles(paid)} из ${roubles(total)}`
}

function crumbsOf({ order_id: order, order_number: number }: Invoice, isClient: boolean): Crumb[] {
  const own = { label: 'Счёт на оплату' }
  if (order !== null) return [{ label: 'Заказы', to: '/orders' }, { label: `№ ${number}`, to: `/orders/${order}` }, own]
  return isClient ? [{ label: 'Взаиморасчёты', to: '/finances' }, own] : [own]
}

/** Explains why the invoice is no longer payable and what replaces it. */
function Outdated({ invoice: { outdated, replaced_by: later, state } }: { invoice: Invoice }) {
  const isClient = useHasRole('ContractorAdmin', 'ContractorUser')
  const isEnded = state === 'replaced' || state === 'cancelled'
  return (
    <Notice tone="warn">
      {outdated}.{' '}
      {later ? (
        <Link to="/invoice/$id" params={{ id: String(later.id) }} className="quiet-link">
          Открыть счёт № {later.number}
        </Link>
      ) : (
        isClient && `Не оплачивайте этот счёт${isEnded ? '' : ': обратитесь к вашему менеджеру или выставьте новый'}.`
      )}
    </Notice>
  )
}

/** Shows an invoice as issued, its current state and the available actions. */
export function ShownInvoice({ invoice }: { invoice: Invoice }) {
  useTitle(`Счёт № ${invoice.number}`)
  const isClient = useHasRole('ContractorAdmin', 'ContractorUser')
  return (
    <>
      <div data-screen-only="">
        <PageHeader
          title={`Счёт на оплату № ${invoice.number}`}
          crumbs={crumbsOf(invoice, isClient)}
          actions={<InvoiceActions invoice={invoice} />}
        />
      </div>
      {invoice.outdated && (
        <div className="mb-3">
          <Outdated invoice={invoice} />
        </div>
      )}
      {invoice.state !== 'unpaid' && !invoice.outdated && (
        <div className="mb-3" data-screen-only="">
          <Notice tone={invoice.state === 'overdue' ? 'warn' : 'info'}>{paidText(invoice)}</Notice>
        </div>
      )}
      <InvoiceSheet invoice={invoice} />
      <InvoiceEmails invoiceId={invoice.id} />
    </>
  )
}
