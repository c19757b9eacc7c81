import type { Shipment, ShipmentLine } from '@artikul/contract/fulfilment/shipments'
import { Link } from '@tanstack/react-router'
import { quantity } from '../../../lib/text/format.ts'
import { Article } from '../../../ui/text/article.tsx'
import { CopyButton } from '../../../ui/text/copy-button.tsx'
import { DataTable, type Column } from '../../../ui/lists/data-table.tsx'
import { ClaimOriginNote, OrderLink } from '../../../ui/files/document-link.tsx'
import { Money } from '../../../ui/text/money.tsx'
import { Panel } from '../../../ui/panel.tsx'

const COLUMNS: readonly Column<ShipmentLine>[] = [
  { id: 'position', header: '№', cell: ({ position }) => position },
  {
    id: 'goods',
    header: 'Товар',
    lead: true,
    cell: ({ brand, article, name, product_code: code, claim }) => (
      <div className="py-1.5">
        <span className="inline-flex items-center gap-1.5">
          <span className="font-semibold">{brand}</span>
          <Link to="/catalog/$code" params={{ code }} className="underline-offset-2 hover:underline">
            <Article>{article}</Article>
          </Link>
          <CopyButton text={article} />
        </span>
        <p className="text-text-2">{name}</p>
        {claim && <ClaimOriginNote origin={claim} />}
      </div>
    ),
  },
  {
    id: 'order',
    header: 'Заказ',
    cell: ({ order_id: id, order_number: number }) => <OrderLink id={id}>№ {number}</OrderLink>,
  },
  { id: 'client_number', header: 'Ваш номер', cell: ({ client_number }) => client_number },
  { id: 'client_ref', header: 'Ваша пометка', cell: ({ client_ref }) => client_ref },
  {
    id: 'qty',
    header: 'Кол-во',
    numeric: true,
    cell: ({ qty, unit }) => <span className="whitespace-nowrap">{quantity(qty, unit)}</span>,
  },
  { id: 'price', header: 'Цена, ₽', numeric: true, cell: ({ price_kop }) => <Money kop={price_kop} sign={false} /> },
  { id: 'rate', header: 'НДС', numeric: true, cell: ({ vat_label }) => vat_label },
  { id: 'vat', header: 'НДС, ₽', numeric: true, cell: ({ vat_kop }) => <Money kop={vat_kop} sign={false} /> },
  {
    id: 'sum',
    header: 'Сумма, ₽',
    numeric: true,
    cell: ({ sum_kop }) => <Money kop={sum_kop} sign={false} className="font-semibold" />,
  },
]

export function ShipmentLines({ shipment }: { shipment: Shipment }) {
  const has = (field: 'client_number' | 'client_ref') => shipment.lines.some((line) => line[field] !== '')
  const columns = COLUMNS.filter(({ id }) => (id !== 'client_number' && id !== 'client_ref') || has(id))
  return (
    <Panel title="Строки" flush>
      <DataTable
        label="Строки отгрузки"
        columns={columns}
        rows={shipment.lines}
        rowId={({ position }) => String(position)}
      />
    </Panel>
  )
}
