import { MAX_INVOICE_ORDERS } from '@artikul/contract/billing/invoice-basis'
import type { PlacedOrder } from '@artikul/contract/ordering/orders/orders'
import { counted } from '@artikul/contract/core/plural'
import { useQuery } from '@tanstack/react-query'
import { contractText } from '../../../lib/text/format.ts'
import { useMay } from '../../../lib/session/current-session.ts'
import { Button } from '../../../ui/button.tsx'
import { FormError } from '../../../ui/fields/form.tsx'
import { Money } from '../../../ui/text/money.tsx'
import { invoiceErrorText, invoicePreviewQuery, useIssueInvoice } from './invoices.api.ts'

interface Props {
  /** Placed orders with an invoice, of one contract. */
  orders: readonly PlacedOrder[]
}

/** «Один счёт на всё»: one press replaces the invoices of several orders by one and opens it. */
export default function OneInvoice({ orders }: Props) {
  const seesSettlements = useMay('see_settlements')
  return seesSettlements && orders.length <= MAX_INVOICE_ORDERS ? <Offer orders={orders} /> : null
}

function Offer({ orders }: Props) {
  const [first] = orders
  const basis = {
    kind: 'orders' as const,
    contract_id: first?.contract_id ?? 0,
    order_ids: orders.map(({ id }) => id),
  }
  const preview = useQuery(invoicePreviewQuery(basis, null))
  const issue = useIssueInvoice()
  const { data } = preview
  const refusal = invoiceErrorText(issue.error ?? preview.error)
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 rounded-lg border border-hairline bg-raised px-4 py-3 text-sm">
      <p className="min-w-0 flex-1 basis-56">
        {counted(orders.length, 'заказ', 'заказа', 'заказов')} можно оплатить одним платежом
        {data && (
          <>
            : <Money kop={data.total_kop} className="font-semibold" />
          </>
        )}
        <span className="block text-text-2">
          {first && `${first.seller}, ${contractText(first.contract)}. `}Отдельные счета этих заказов будут заменены.
        </span>
      </p>
      <Button
        busy={issue.isPending}
        disabled={!data}
        onClick={() =>
          data &&
          issue.mutate({
            body: { ask: basis, shown: data.lines.map((line) => line.sum_kop), replaces_id: null, draft_id: null },
          })
        }
      >
        Один счёт на всё
      </Button>
      {refusal && <FormError text={refusal} />}
    </div>
  )
}
