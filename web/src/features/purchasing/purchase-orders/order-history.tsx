import { LINE_STATES } from '@artikul/contract/ordering/orders/orders'
import {
  EVENT_SIDES,
  supplierOrderHistoryRoutes,
  type SupplierOrderEvent,
} from '@artikul/contract/purchasing/supplier-order-history'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { moment, quantity, shortName } from '../../../lib/text/format.ts'
import { savedPageSize, type PageSize } from '../../../lib/page/page-size.ts'
import { Article } from '../../../ui/text/article.tsx'
import type { Column } from '../../../ui/lists/data-table.tsx'
import { EmptyState } from '../../../ui/states/empty-state.tsx'
import { PagedTable } from '../../../ui/lists/paged-table.tsx'
import { Pages } from '../../../ui/lists/pages.tsx'
import { Panel } from '../../../ui/panel.tsx'
import { pageQuery } from '../../../lib/api/query.ts'

const COLUMNS: readonly Column<SupplierOrderEvent>[] = [
  {
    id: 'at',
    header: 'Когда и кто',
    width: 'w-1/5',
    cell: ({ at, by }) => (
      <span className="block lg:py-1.5">
        <span className="whitespace-nowrap">{moment(at)}</span>
        <span className="block text-xs text-text-2">{shortName(by)}</span>
      </span>
    ),
  },
  {
    id: 'goods',
    header: 'Товар',
    lead: true,
    width: 'w-1/4',
    cell: ({ brand, article, order }) => (
      <span className="block lg:py-1.5">
        <span className="font-semibold">{brand}</span> <Article>{article}</Article>
        {order && <span className="block text-xs text-text-2">заказ {order.number}</span>}
      </span>
    ),
  },
  { id: 'side', header: 'Сторона', cell: ({ side }) => <span className="text-text-2">{EVENT_SIDES[side]}</span> },
  { id: 'what', header: 'Что произошло', width: 'w-2/5', cell: (event) => <Happened event={event} /> },
]

const Happened = ({ event: { move, text } }: { event: SupplierOrderEvent }) => (
  <span className="block break-words lg:py-1.5">
    {move && (
      <>
        {move.from && <span className="text-text-2">{LINE_STATES[move.from]} → </span>}
        {LINE_STATES[move.to]}, {quantity(move.qty, move.unit)}
      </>
    )}
    {text !== '' && <span className={move ? 'block text-xs text-text-2' : undefined}>{text}</span>}
  </span>
)

/** Transitions of clients' parts and answers of the supplier in one timeline. */
export function OrderHistory({ id }: { id: number }) {
  const [search, setSearch] = useState<{ page: number; page_size: PageSize }>({ page: 1, page_size: savedPageSize() })
  const list = useQuery(
    pageQuery(supplierOrderHistoryRoutes.history, { params: { id }, query: search }, { staleTime: 0 }),
  )
  return (
    <Panel flush title="История">
      <PagedTable
        label="История заказа поставщику"
        columns={COLUMNS}
        query={list}
        expected={6}
        rowId={({ side, id: event }) => `${side} ${event}`}
        empty={
          <EmptyState
            title="Пока ничего не было"
            text="Здесь появится, что сказал поставщик и куда пошли строки клиентов."
          />
        }
      />
      <div className="px-4 pb-3">
        <Pages query={list} search={search} onChange={setSearch} moreThan={search.page_size} />
      </div>
    </Panel>
  )
}
