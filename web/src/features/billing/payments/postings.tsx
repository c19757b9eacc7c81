import type { PaymentPosting } from '@artikul/contract/billing/payments'
import { moment, roubles } from '../../../lib/text/format.ts'
import { Tag } from '../../../ui/text/tag.tsx'

/** Postings and reversals of a payment, newest first. */
export function Postings({ postings }: { postings: readonly PaymentPosting[] }) {
  if (postings.length === 0) return null
  return (
    <section className="mt-4 first:mt-0">
      <h3 className="mb-2 text-sm font-semibold">Разнесение</h3>
      <ul className="flex flex-col divide-y divide-hairline rounded-md border border-hairline text-sm">
        {postings.map(({ id, contractor, contract, sum_kop: sum, invoices, at, by, undone }) => (
          <li key={id} className="px-3 py-2">
            <p className="flex flex-wrap justify-between gap-x-4">
              <span className={undone ? 'line-through' : 'font-medium'}>
                {contractor.name}, договор {contract}
              </span>
              <span className={undone ? 'line-through' : 'font-medium'}>{roubles(sum)}</span>
            </p>
            {invoices.map((invoice) => (
              <p key={invoice.number} className="flex flex-wrap justify-between gap-x-4 text-text-2">
                <span>Счёт № {invoice.number}</span>
                <span>{roubles(invoice.sum_kop)}</span>
              </p>
            ))}
            <p className="text-xs text-text-2">
              {by}, {moment(at)}
            </p>
            {undone && (
              <p className="mt-1 text-xs text-text-2">
                <Tag>Отменено</Tag> {undone.reason}. {undone.by}, {moment(undone.at)}
              </p>
            )}
          </li>
        ))}
      </ul>
    </section>
  )
}
