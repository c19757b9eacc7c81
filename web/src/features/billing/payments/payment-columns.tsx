import { WAIT_REASONS, type PaymentItem } from '@artikul/contract/billing/payments'
import { shortDay } from '../../../lib/text/format.ts'
import type { Column } from '../../../ui/lists/data-table.tsx'
import { Money } from '../../../ui/text/money.tsx'
import { Tag } from '../../../ui/text/tag.tsx'

/** State of a payment: the reason it waits, its buyer, or the reason it is not from a buyer. */
function Stand({ state, wait_reason: reason, skip_reason: aside, contractor, invoices }: PaymentItem) {
  if (state === 'waiting')
    return (
      <span className="inline-flex flex-wrap items-center gap-x-2">
        <Tag tone="warn">Не разнесён</Tag>
        <span className="text-text-2">{reason && WAIT_REASONS[reason]}</span>
      </span>
    )
  if (state === 'aside')
    return (
      <span className="inline-flex flex-wrap items-center gap-x-2">
        <Tag>Не от покупателя</Tag>
        <span className="text-text-2">{aside}</span>
      </span>
    )
  return (
    <span>
      {contractor?.name}
      <span className="block text-xs text-text-2">
        {invoices.length > 0
          ? `${invoices.length === 1 ? 'Счёт' : 'Счета'} № ${invoices.join(', ')}`
          : 'Без счёта: в долг или в аванс'}
      </span>
    </span>
  )
}

export const paymentColumns = (onOpen: (id: number) => void): readonly Column<PaymentItem>[] => [
  {
    id: 'number',
    header: 'Платёж',
    lead: true,
    opens: true,
    cell: ({ id, number }) => (
      <button type="button" className="text-left font-semibold whitespace-nowrap quiet-link" onClick={() => onOpen(id)}>
        № {number}
      </button>
    ),
  },
  { id: 'paid_on', header: 'Поступил', cell: ({ paid_on: day }) => shortDay(day) },
  {
    id: 'payer',
    header: 'Плательщик',
    cell: ({ payer, payer_inn: inn }) => (
      <span>
        {payer || 'Не назван'}
        {inn && <span className="block text-xs text-text-2">ИНН {inn}</span>}
      </span>
    ),
  },
  {
    id: 'purpose',
    header: 'Назначение',
    cell: ({ purpose }) => (
      <span className="line-clamp-2 max-w-md py-1 break-words" title={purpose}>
        {purpose}
      </span>
    ),
  },
  { id: 'sum', header: 'Сумма, ₽', numeric: true, cell: ({ sum_kop: kop }) => <Money kop={kop} sign={false} /> },
  { id: 'state', header: 'Разнесение', cell: Stand },
]
