import type { OrderLineItem } from '@artikul/contract/ordering/orders/order-lists'
import { Link } from '@tanstack/react-router'
import { momentDay, quantity, shortDay } from '../../../../lib/text/format.ts'
import { Article } from '../../../../ui/text/article.tsx'
import { CopyButton } from '../../../../ui/text/copy-button.tsx'
import type { Column } from '../../../../ui/lists/data-table.tsx'
import { OrderLink } from '../../../../ui/files/document-link.tsx'
import { Money } from '../../../../ui/text/money.tsx'
import { Tag } from '../../../../ui/text/tag.tsx'
import { LineLinks } from './line-links.tsx'
import { LineStateTag } from '../order-status.tsx'

const COLUMNS: readonly Column<OrderLineItem>[] = [
  {
    id: 'goods',
    header: 'Товар',
    words: true,
    lead: true,
    width: 'w-[24%]',
    cell: (line) => (
      <div className="max-lg:pr-8 lg:max-xl:min-w-44">
        <span className="inline-flex flex-wrap items-center gap-x-1.5">
          <span className="font-semibold">{line.brand}</span>
          <Link to="/catalog/$code" params={{ code: line.product_code }} className="underline-offset-2 hover:underline">
            <Article>{line.article}</Article>
          </Link>
          <CopyButton text={line.article} />
        </span>
        <p className="text-xs break-words text-text-2">{line.name}</p>
        <LineLinks line={line} />
      </div>
    ),
  },
  {
    id: 'ordered',
    header: 'Заказ',
    sortable: true,
    cell: (line) => (
      <div className="lg:py-1.5">
        <OrderLink id={line.order_id} contractorId={line.contractor_id}>
          № {line.order_number}
        </OrderLink>
        <p className="text-xs text-text-2">
          {momentDay(line.ordered_at)}
          {line.client_number && `, ваш № ${line.client_number}`}
        </p>
      </div>
    ),
  },
  { id: 'mark', header: 'Ваша пометка', words: true, cell: ({ client_ref: mark }) => mark },
  {
    id: 'contractor',
    header: 'Покупатель',
    width: 'w-36',
    words: true,
    cell: ({ contractor, consignee }) => (
      <div className="lg:py-1.5">
        {contractor}
        <p className="text-xs text-text-2">{consignee}</p>
      </div>
    ),
  },
  { id: 'consignee', header: 'Грузополучатель', words: true, cell: ({ consignee }) => consignee },
  {
    id: 'state',
    header: 'Статус',
    width: 'w-36',
    cell: ({ parts, unit }) => (
      <span className="flex flex-wrap gap-1 py-0.5 lg:[&>span]:whitespace-normal">
        {parts.map(({ state, qty }) => (
          <LineStateTag key={state} state={state} qty={parts.length > 1 ? quantity(qty, unit) : undefined} />
        ))}
      </span>
    ),
  },
  {
    id: 'expected',
    header: 'Ожидаем',
    sortable: true,
    cell: ({ expected_date: day, is_late: isLate }) => (
      <span className="inline-flex flex-wrap items-center gap-1 whitespace-nowrap">
        {shortDay(day)}
        {isLate && <Tag tone="warn">Опаздывает</Tag>}
      </span>
    ),
  },
  {
    id: 'qty',
    header: 'Кол-во',
    numeric: true,
    cell: ({ qty, unit }) => <span className="whitespace-nowrap">{quantity(qty, unit)}</span>,
  },
  {
    id: 'price',
    header: 'Цена, ₽',
    numeric: true,
    cell: ({ price_kop: kop }) => <Money kop={kop} sign={false} />,
  },
  {
    id: 'sum',
    header: 'Сумма, ₽',
    numeric: true,
    cell: ({ sum_kop: kop }) => <Money kop={kop} sign={false} className="font-semibold" />,
  },
]

/** Columns for all companies: the buyer with the point. */
export const ORDER_LINE_COLUMNS = COLUMNS.filter(({ id }) => id !== 'consignee')
/** Columns for a list of one buyer, who is named above it: in the header for a client, in the filter for staff. */
export const OWN_LINE_COLUMNS = COLUMNS.filter(({ id }) => id !== 'contractor')
