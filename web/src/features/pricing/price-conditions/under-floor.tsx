import type { LineUnderFloor } from '@artikul/contract/pricing/price-conditions'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { IconShieldCheck } from '@tabler/icons-react'
import { moment, quantity, shortName } from '../../../lib/text/format.ts'
import { Article } from '../../../ui/text/article.tsx'
import type { Column } from '../../../ui/lists/data-table.tsx'
import { EmptyState } from '../../../ui/states/empty-state.tsx'
import { Money } from '../../../ui/text/money.tsx'
import { PagedPanel } from '../../../ui/lists/paged-panel.tsx'
import { underFloorQuery, type ConditionsSearch } from './price-conditions.api.ts'

const COLUMNS: readonly Column<LineUnderFloor>[] = [
  {
    id: 'product',
    header: 'Товар',
    lead: true,
    width: 'w-[26%]',
    cell: ({ brand, article, name }) => (
      <div className="py-1.5">
        <span className="font-semibold">{brand}</span> <Article>{article}</Article>
        <p className="break-words text-text-2">{name}</p>
      </div>
    ),
  },
  {
    id: 'order',
    header: 'Заказ',
    cell: ({ order_id, order_number, at }) => (
      <div className="py-1 whitespace-nowrap">
        <Link to="/orders/$id" params={{ id: String(order_id) }} className="underline underline-offset-2">
          {order_number}
        </Link>
        <p className="text-xs text-text-2">{moment(at)}</p>
      </div>
    ),
  },
  { id: 'contractor', header: 'Покупатель', cell: ({ contractor }) => contractor.name },
  { id: 'qty', header: 'Количество', numeric: true, cell: ({ qty, unit }) => quantity(qty, unit) },
  { id: 'price', header: 'Продано по', numeric: true, cell: ({ price_kop: kop }) => <Money kop={kop} /> },
  { id: 'floor', header: 'Наименьшая цена', numeric: true, cell: ({ floor_kop: kop }) => <Money kop={kop} /> },
  { id: 'purchase', header: 'Закупка', numeric: true, cell: ({ purchase_kop: kop }) => <Money kop={kop} /> },
  {
    id: 'who',
    header: 'Кто',
    cell: ({ promised_by: promiser, author }) =>
      promiser === null ? shortName(author) : `Цену обещал ${shortName(promiser)}`,
  },
]

interface Props {
  search: ConditionsSearch
  onChange: (next: ConditionsSearch) => void
}

/** Sales below the minimum price of their day, with the authors. */
export function UnderFloor({ search, onChange }: Props) {
  const list = useQuery(underFloorQuery(search))
  return (
    <PagedPanel
      label="Проданное ниже наименьшей цены"
      columns={COLUMNS}
      query={list}
      rowId={({ line_id: id }) => String(id)}
      empty={
        <EmptyState
          icon={<IconShieldCheck size={32} stroke={1.5} />}
          title="Ниже наименьшей цены не продавали"
          text="Здесь появятся строки заказов, цену которых менеджер обещал ниже допустимой."
        />
      }
      search={search}
      onChange={onChange}
    />
  )
}
