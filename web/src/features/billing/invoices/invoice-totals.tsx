import type { InvoicePreview } from '@artikul/contract/billing/new-invoice'
import { Fragment } from 'react'
import { roubles, shortDay } from '../../../lib/text/format.ts'

/** Totals of the invoice as far as they are known. */
export function InvoiceTotals({ preview, isCounting }: { preview: InvoicePreview | null; isCounting: boolean }) {
  if (!preview)
    return (
      <p className="text-sm text-text-2" role="status">
        {isCounting ? 'Считаем…' : 'Сумма появится, когда будет выбрано, за что счёт.'}
      </p>
    )
  return (
    <dl
      aria-busy={isCounting}
      aria-live="polite"
      className={`grid grid-cols-[1fr_auto] gap-x-6 gap-y-1 text-sm ${isCounting ? 'opacity-60' : ''}`}
    >
      {preview.vat_totals.map(({ label, sum_kop: kop }) => (
        <Fragment key={label}>
          <dt className="text-text-2">{label}</dt>
          <dd className="text-right tabular-nums">{kop === null ? '–' : roubles(kop)}</dd>
        </Fragment>
      ))}
      <dt className="text-base font-semibold">Всего к оплате</dt>
      <dd className="text-right text-base font-semibold tabular-nums">{roubles(preview.total_kop)}</dd>
      <dt className="text-text-2">Оплатить до</dt>
      <dd className="text-right tabular-nums">{shortDay(preview.pay_until)}</dd>
    </dl>
  )
}
