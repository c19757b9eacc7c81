import { goodsReceiptRoutes, type ExpectedLine } from '@artikul/contract/purchasing/goods-receipts'
import { formatQty } from '@artikul/contract/core/money'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { day, quantity } from '../../../lib/text/format.ts'
import { Article } from '../../../ui/text/article.tsx'
import type { Column } from '../../../ui/lists/data-table.tsx'
import { EmptyState } from '../../../ui/states/empty-state.tsx'
import { Money } from '../../../ui/text/money.tsx'
import { QueryFallback } from '../../../ui/states/not-loaded.tsx'
import { SearchSelect } from '../../../ui/fields/search-select.tsx'
import { pageQuery } from '../../../lib/api/query.ts'
import { PagedPanel } from '../../../ui/lists/paged-panel.tsx'
import { receiptSuppliersQuery, type ReceiptsSearch } from './goods-receipts.api.ts'

interface Props {
  search: ReceiptsSearch
  onChange: (next: ReceiptsSearch) => void
}

/** Expected goods of one supplier, initially the one with the most. */
export function Expected({ search, onChange }: Props) {
  const { data: suppliers, error, refetch } = useQuery(receiptSuppliersQuery)
  if (!suppliers) return <QueryFallback error={error} onRetry={refetch} />
  const [likeliest] = suppliers
  if (!likeliest) return <EmptyState title="Поставщиков ещё нет" text="Их добавляют в управлении порталом." />
  const chosen = search.supply_route_id ?? likeliest.id
  return (
    <>
      <search className="mb-3 flex w-full flex-wrap items-end gap-2">
        <SearchSelect
          label="Поставщик"
          className="w-full sm:w-96"
          items={suppliers.map(({ id, name, lines_count: lines, late_count: late }) => ({
            value: id,
            label: `${name}: ${formatQty(lines)}${late > 0 ? `, опаздывает ${formatQty(late)}` : ''}`,
          }))}
          value={chosen}
          onValueChange={(id) => onChange({ supply_route_id: id ?? undefined })}
        />
      </search>
      <Lines supplyRouteId={chosen} search={search} onChange={onChange} />
    </>
  )
}

function Lines({ supplyRouteId, search, onChange }: Props & { supplyRouteId: number }) {
  const { page, page_size } = search
  const list = useQuery(
    pageQuery(goodsReceiptRoutes.expected, { query: { page, page_size, supply_route_id: supplyRouteId } }),
  )
  return (
    <PagedPanel
      label="Ожидается"
      columns={COLUMNS}
      query={list}
      rowId={({ id }) => String(id)}
      empty={
        <EmptyState
          title="От этого поставщика ничего не ждём"
          text="Сюда попадают строки, которые отправлены поставщику и ещё не пришли."
        />
      }
      search={search}
      onChange={onChange}
    />
  )
}

const COLUMNS: readonly Column<ExpectedLine>[] = [
  {
    id: 'goods',
    header: 'Товар',
    lead: true,
    width: 'w-1/3',
    cell: ({ brand, article, new_article, name }) => (
      <span className="block lg:py-1.5">
        <span className="font-semibold">{brand}</span> <Article>{article}</Article>
        {new_article !== '' && (
          <span className="block text-xs text-info">
            → <Article>{new_article}</Article>
          </span>
        )}
        <span className="block text-xs text-text-2">{name}</span>
      </span>
    ),
  },
  { id: 'qty', header: 'Ждём', numeric: true, cell: ({ qty, unit }) => quantity(qty, unit) },
  { id: 'price', header: 'Цена', numeric: true, cell: ({ price_kop }) => <Money kop={price_kop} /> },
  {
    id: 'order',
    header: 'Заказ',
    cell: ({ order, warehouse, contractor, supplier_order }) => (
      <span className="block lg:py-1.5">
        {order ? (
          <>
            <Link to="/orders/$id" params={{ id: String(order.id) }} className="quiet-link">
              № {order.number}
            </Link>
            , {contractor}
          </>
        ) : (
          `На склад «${warehouse?.name ?? ''}»`
        )}
        <span className="block text-xs text-text-2">поставщику {supplier_order.number}</span>
      </span>
    ),
  },
  { id: 'promised', header: 'Обещал поставщик', cell: ({ promised_on }) => promised_on && day(promised_on) },
  {
    id: 'guaranteed',
    header: 'Гарантировано клиенту',
    cell: ({ guaranteed_date }) => guaranteed_date && day(guaranteed_date),
  },
]
