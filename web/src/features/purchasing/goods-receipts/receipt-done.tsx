import { SHORTAGE_CHOICES, type Receipt, type ReceiptLine } from '@artikul/contract/purchasing/goods-receipts'
import { formatQty } from '@artikul/contract/core/money'
import { counted } from '@artikul/contract/core/plural'
import { moment } from '../../../lib/text/format.ts'
import { Article } from '../../../ui/text/article.tsx'
import { DataTable, type Column } from '../../../ui/lists/data-table.tsx'
import { DefinitionList } from '../../../ui/text/definition-list.tsx'
import { EmptyState } from '../../../ui/states/empty-state.tsx'
import { Money } from '../../../ui/text/money.tsx'
import { Notice } from '../../../ui/hints/notice.tsx'
import { Panel } from '../../../ui/panel.tsx'
import { Tag } from '../../../ui/text/tag.tsx'
import { LineParts } from './receipt-line.tsx'
import { LineProblems } from './receipt-words.tsx'

/** A delivery as posted, or as it was when cancelled. */
export function ReceiptDone({ receipt }: { receipt: Receipt }) {
  const { lines, posted_at, posted_by, shortage, surplus_warehouse } = receipt
  const isShort = receipt.short_count > 0
  const isOver = lines.some((line) => line.surplus_qty > 0)
  return (
    <div className="flex flex-col gap-4">
      {receipt.state === 'cancelled' && <Notice tone="warn">Приёмка отменена: {receipt.cancel_reason}</Notice>}
      <Panel>
        <DefinitionList
          items={[
            ['Поставщик', receipt.source.name],
            ['Принял', posted_at && `${posted_by ?? ''}, ${moment(posted_at)}`],
            ['Недостача', isShort && shortage ? SHORTAGE_CHOICES[shortage] : null],
            ['Без заказа', isOver && posted_at ? (surplus_warehouse?.name ?? 'Отложено') : null],
          ]}
        />
      </Panel>
      <Panel flush title={counted(lines.length, 'строка', 'строки', 'строк')}>
        {lines.length === 0 ? (
          <EmptyState title="Строк нет" />
        ) : (
          <DataTable label="Строки приёмки" columns={COLUMNS} rows={lines} rowId={({ id }) => String(id)} />
        )}
      </Panel>
    </div>
  )
}

const COLUMNS: readonly Column<ReceiptLine>[] = [
  {
    id: 'goods',
    header: 'Товар',
    lead: true,
    width: 'w-1/3',
    cell: (line) => (
      <span className="block lg:py-1.5">
        <span className="font-semibold">{line.brand}</span> <Article>{line.article}</Article>
        {line.name !== '' && <span className="block text-xs text-text-2">{line.name}</span>}
      </span>
    ),
  },
  {
    id: 'qty',
    header: 'По УПД',
    numeric: true,
    cell: ({ qty }) => formatQty(qty),
  },
  {
    id: 'came',
    header: 'Пришло',
    numeric: true,
    cell: ({ counted_qty: came }) => came !== null && formatQty(came),
  },
  { id: 'price', header: 'Цена', numeric: true, cell: ({ price_kop: kop }) => kop !== null && <Money kop={kop} /> },
  {
    id: 'standing',
    header: 'Что с ним',
    width: 'w-1/3',
    cell: (line) => (
      <span className="block lg:py-1.5">
        <LineProblems line={line} />
        {line.is_stocked && <Tag tone="info">На складе</Tag>}
        <LineParts line={line} />
      </span>
    ),
  },
]
