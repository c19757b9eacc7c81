import type { VehiclePurchase } from '@artikul/contract/ordering/orders/vehicle-purchases'
import { Link } from '@tanstack/react-router'
import { day, quantity } from '../../../lib/text/format.ts'
import type { Column } from '../../../ui/lists/data-table.tsx'
import { Article } from '../../../ui/text/article.tsx'
import { Money } from '../../../ui/text/money.tsx'

export const PURCHASE_COLUMNS: readonly Column<VehiclePurchase>[] = [
  {
    id: 'product',
    header: 'Деталь',
    width: 'w-[50%]',
    lead: true,
    cell: ({ code, brand, article, name }) => (
      <div className="py-1">
        <Link to="/catalog/$code" params={{ code }} className="font-semibold quiet-link">
          {brand} <Article>{article}</Article>
        </Link>
        <p className="break-words text-text-2">{name}</p>
      </div>
    ),
  },
  { id: 'qty', header: 'Количество', cell: ({ qty, unit }) => quantity(qty, unit) },
  { id: 'price', header: 'Цена', cell: ({ price_kop }) => <Money kop={price_kop} /> },
  {
    id: 'order',
    header: 'Заказ',
    cell: ({ order, ordered_on }) => (
      <>
        <Link to="/orders/$id" params={{ id: String(order.id) }} className="underline underline-offset-2">
          № {order.number}
        </Link>{' '}
        <span className="whitespace-nowrap text-text-2">от {day(ordered_on)}</span>
      </>
    ),
  },
]
