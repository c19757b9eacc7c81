import { INVOICE_KINDS, INVOICE_STATES, type InvoiceState } from '@artikul/contract/billing/invoices'
import { MAX_UNPAID, type UnpaidInvoice } from '@artikul/contract/billing/settlements'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { shortDay } from '../../../lib/text/format.ts'
import { DataTable, type Column } from '../../../ui/lists/data-table.tsx'
import { OrderLink } from '../../../ui/files/document-link.tsx'
import { Money } from '../../../ui/text/money.tsx'
import { QueryPanel } from '../../../ui/lists/query-panel.tsx'
import { Tag, type Tone } from '../../../ui/text/tag.tsx'
import { unpaidInvoicesQuery, type FinancesSearch } from './settlements.api.ts'

const TONES: Record<InvoiceState, Tone> = { unpaid: 'neutral', partly_paid: 'info', paid: 'success', overdue: 'warn' }

const LINK = 'whitespace-nowrap quiet-link'

const CONTRACT: Column<UnpaidInvoice> = { id: 'contract', header: 'Договор', cell: ({ contract }) => contract }
const COLUMNS: readonly Column<UnpaidInvoice>[] = [
  {
    id: 'number',
    header: 'Счёт',
    lead: true,
    opens: true,
    cell: ({ id, number }) => (
      <Link to="/invoice/$id" params={{ id: String(id) }} className={`font-semibold ${LINK}`}>
        № {number}
      </Link>
    ),
  },
  { id: 'day', header: 'Дата', cell: ({ issued_on: day }) => shortDay(day) },
  {
    id: 'order',
    header: 'За что',
    cell: ({ order, invoice_kind: kind }) =>
      order ? <OrderLink id={order.id}>Заказ № {order.number}</OrderLink> : INVOICE_KINDS[kind],
  },
  CONTRACT,
  {
    id: 'until',
    header: 'Оплатить до',
    cell: ({ pay_until: day, state }) => (
      <span className="inline-flex flex-wrap items-center gap-x-2">
        {shortDay(day)}
        <Tag tone={TONES[state]}>{INVOICE_STATES[state]}</Tag>
      </span>
    ),
  },
  { id: 'total', header: 'Сумма, ₽', numeric: true, cell: ({ total_kop: kop }) => <Money kop={kop} sign={false} /> },
  {
    id: 'left',
    header: 'Осталось, ₽',
    numeric: true,
    cell: ({ left_kop: kop }) => <Money kop={kop} sign={false} className="font-semibold" />,
  },
]
const COLUMNS_OF_ONE = COLUMNS.filter((column) => column !== CONTRACT)

/** Lists unpaid invoices; the panel is hidden when there are none. */
export function InvoicesPanel({ search, isOfSeveral }: { search: FinancesSearch; isOfSeveral: boolean }) {
  const invoices = useQuery(unpaidInvoicesQuery(search))
  if (invoices.data?.results.length === 0) return null
  return (
    <QueryPanel title="Неоплаченные счета" query={invoices}>
      {(data) => (
        <>
          <DataTable
            label="Неоплаченные счета"
            columns={isOfSeveral ? COLUMNS : COLUMNS_OF_ONE}
            rows={data.results}
            stale={invoices.isPlaceholderData}
            rowId={({ id }) => String(id)}
          />
          {data.has_more && (
            <p className="px-4 py-2 text-sm text-text-2">Показаны первые {MAX_UNPAID} по сроку оплаты.</p>
          )}
        </>
      )}
    </QueryPanel>
  )
}
