import { formatQty } from '@artikul/contract/core/money'
import { SUPPLIER_ORDER_CHANNELS, type SupplierOrderItem } from '@artikul/contract/purchasing/supplier-orders'
import { SUPPLIER_ORDER_STATES } from '@artikul/contract/purchasing/supplier-order-states'
import { moment, shortName } from '../../../lib/text/format.ts'
import type { Column } from '../../../ui/lists/data-table.tsx'
import { Money } from '../../../ui/text/money.tsx'
import { Tag } from '../../../ui/text/tag.tsx'
import { ORDER_TONES } from './order-words.ts'

export const orderColumns = (onOpen: (id: number) => void): readonly Column<SupplierOrderItem>[] => [
  {
    id: 'number',
    header: 'Заказ',
    lead: true,
    opens: true,
    cell: ({ id, number, channel }) => (
      <span className="block lg:py-1.5">
        <button type="button" className="font-semibold whitespace-nowrap quiet-link" onClick={() => onOpen(id)}>
          {number}
        </button>
        <span className="block text-xs text-text-2">{SUPPLIER_ORDER_CHANNELS[channel]}</span>
      </span>
    ),
  },
  { id: 'source', header: 'Поставщик', width: 'w-1/4', cell: ({ source }) => source.name },
  { id: 'state', header: 'Статус', width: 'w-1/4', cell: (item) => <State item={item} /> },
  { id: 'lines', header: 'Строк', numeric: true, cell: ({ lines_count }) => formatQty(lines_count) },
  { id: 'total', header: 'Сумма', numeric: true, cell: ({ total_kop }) => <Money kop={total_kop} /> },
  {
    id: 'sent',
    header: 'Кто и когда',
    cell: ({ made_by, created_at, sent_at }) => (
      <span className="block whitespace-nowrap lg:py-1.5">
        {made_by === null ? 'По расписанию' : shortName(made_by)}
        <span className="block text-xs text-text-2">{moment(sent_at ?? created_at)}</span>
      </span>
    ),
  },
]

/** State of the order, its reason and the number of lines that need a person. */
const State = ({ item: { state, reason, not_applied_count, cancellations_count } }: { item: SupplierOrderItem }) => (
  <span className="block lg:py-1.5">
    <span className="flex flex-wrap gap-1">
      <Tag tone={ORDER_TONES[state]}>{SUPPLIER_ORDER_STATES[state]}</Tag>
      {not_applied_count > 0 && <Tag tone="accent">Не применено: {not_applied_count}</Tag>}
      {cancellations_count > 0 && <Tag tone="accent">Решить об отмене: {cancellations_count}</Tag>}
    </span>
    {reason !== '' && <span className="mt-0.5 block text-xs text-text-2">{reason}</span>}
  </span>
)
