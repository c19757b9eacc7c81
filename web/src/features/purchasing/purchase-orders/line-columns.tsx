import { LINE_STATES } from '@artikul/contract/ordering/orders/orders'
import { SUPPLIER_LINE_STATES, type SupplierOrderLine } from '@artikul/contract/purchasing/supplier-orders'
import { day, quantity } from '../../../lib/text/format.ts'
import { Article } from '../../../ui/text/article.tsx'
import type { Column } from '../../../ui/lists/data-table.tsx'
import { OrderLink } from '../../../ui/files/document-link.tsx'
import { Money } from '../../../ui/text/money.tsx'
import { Tag } from '../../../ui/text/tag.tsx'
import { Cancellation } from './cancellation.tsx'
import { LINE_TONES } from './order-words.ts'

type LineColumn = Column<SupplierOrderLine>

export const goodsOf: LineColumn = {
  id: 'goods',
  header: 'Товар',
  lead: true,
  width: 'w-1/4',
  cell: ({ brand, article, new_article, name }) => (
    <span className="block max-lg:pr-8 lg:py-1.5">
      <span className="font-semibold">{brand}</span> <Article>{article}</Article>
      {new_article !== '' && (
        <span className="block text-xs text-info">
          Новый номер: <Article>{new_article}</Article>
        </span>
      )}
      <span className="block text-xs text-text-2">{name}</span>
    </span>
  ),
}

export const clientOf: LineColumn = {
  id: 'client',
  header: 'Для кого',
  cell: ({ order, contractor, warehouse }) =>
    order ? (
      <span className="block lg:py-1.5">
        <OrderLink id={order.id}>{order.number}</OrderLink>
        <span className="block text-xs text-text-2">{contractor}</span>
      </span>
    ) : (
      `На склад «${warehouse?.name ?? ''}»`
    ),
}

export const quantityText: LineColumn = {
  id: 'qty',
  header: 'Кол-во',
  numeric: true,
  cell: (line) => <Quantity line={line} />,
}

export const priceOf: LineColumn = {
  id: 'price',
  header: 'Закупка',
  numeric: true,
  cell: (line) => <Price line={line} />,
}

export const stateOf: LineColumn = {
  id: 'state',
  header: 'Статус',
  cell: ({ state }) => <Tag tone={LINE_TONES[state]}>{SUPPLIER_LINE_STATES[state]}</Tag>,
}

export const SUPPLIER_LINE_COLUMNS: readonly LineColumn[] = [
  goodsOf,
  clientOf,
  quantityText,
  priceOf,
  { id: 'supplier', header: 'У поставщика', width: 'w-1/5', cell: (line) => <AtSupplier line={line} /> },
  { id: 'ours', header: 'У клиента', width: 'w-1/5', cell: (line) => <AtClient line={line} /> },
]

const Quantity = ({ line: { qty, unit, confirmed_qty } }: { line: SupplierOrderLine }) => (
  <span className="block lg:py-1.5">
    {quantity(qty, unit)}
    {confirmed_qty !== null && confirmed_qty !== qty && (
      <span className="block text-xs text-warn">будет {quantity(confirmed_qty, unit)}</span>
    )}
  </span>
)

const Price = ({ line: { purchase_kop, confirmed_kop } }: { line: SupplierOrderLine }) => (
  <span className="block lg:py-1.5">
    <Money kop={confirmed_kop ?? purchase_kop} />
    {confirmed_kop !== null && confirmed_kop !== purchase_kop && (
      <span className="block text-xs text-text-2">
        было <Money kop={purchase_kop} />
      </span>
    )}
  </span>
)

function AtSupplier({ line }: { line: SupplierOrderLine }) {
  const { state, status, supplier_number, reason, promised_on } = line
  return (
    <span className="block lg:py-1.5">
      <span className="flex flex-wrap gap-1">
        <Tag tone={LINE_TONES[state]}>{SUPPLIER_LINE_STATES[state]}</Tag>
        {status?.is_mapped === false && <Tag tone="warn">Не сопоставлено</Tag>}
      </span>
      <span className="block text-xs break-words text-text-2">
        {[status?.name, supplier_number && `№ ${supplier_number}`, promised_on && `к ${day(promised_on)}`, reason]
          .filter(Boolean)
          .join(', ')}
      </span>
      <Cancellation line={line} />
    </span>
  )
}

const AtClient = ({ line: { order, line_state, not_applied } }: { line: SupplierOrderLine }) => (
  <span className="block lg:py-1.5">
    {order && LINE_STATES[line_state]}
    {not_applied !== '' && <span className="block text-xs text-accent">Не применено: {not_applied}</span>}
  </span>
)
