import { keysOf } from '@artikul/contract/core/keys'
import { useQuery } from '@tanstack/react-query'
import { MAX_COUNTED_ORDERS, orderListRoutes } from '@artikul/contract/ordering/orders/order-lists'
import { ORDER_STATUSES } from '@artikul/contract/ordering/orders/order-status'
import type { OrderItem } from '@artikul/contract/ordering/orders/orders'
import { counted } from '@artikul/contract/core/plural'
import { useState } from 'react'
import { Link } from '@tanstack/react-router'
import { IconPackages } from '@tabler/icons-react'
import { useHasRole } from '../../../../lib/session/current-session.ts'
import { moment, roubles, shortDay } from '../../../../lib/text/format.ts'
import { Button, buttonClass } from '../../../../ui/button.tsx'
import { CountChips } from '../../../../ui/lists/count-chips.tsx'
import type { Column, Sort } from '../../../../ui/lists/data-table.tsx'
import { OrderInvoiceLink, OrderLink } from '../../../../ui/files/document-link.tsx'
import { EmptyState } from '../../../../ui/states/empty-state.tsx'
import { PagedTable } from '../../../../ui/lists/paged-table.tsx'
import { Money } from '../../../../ui/text/money.tsx'
import { OrderStatusTags } from '../../../../ui/text/order-status-tag.tsx'
import { Pages } from '../../../../ui/lists/pages.tsx'
import { Panel } from '../../../../ui/panel.tsx'
import { CopyRows } from '../lines/copy-rows.tsx'
import { CutNote } from './cut-note.tsx'
import { FileButton } from '../../../../ui/files/file-button.tsx'
import { orderCountsQuery, ordersQuery, orderFilter, type OrdersSearch } from '../orders.api.ts'
import { ORDER_HEAD, orderCells } from '../lines/row-words.ts'
import { call } from '../../../../lib/api/call.ts'
import { OrdersFilters } from './orders-filters.tsx'
import { isOfSeveral, type TabProps } from './orders-tabs.ts'
import { useCompanyName } from './use-company-name.ts'

const COLUMNS: readonly Column<OrderItem>[] = [
  {
    id: 'number',
    header: 'Номер',
    lead: true,
    opens: true,
    cell: (order) => (
      <OrderLink id={order.id} contractorId={order.contractor_id} className="font-semibold">
        № {order.number}
      </OrderLink>
    ),
  },
  {
    id: 'created_at',
    header: 'Дата',
    sortable: true,
    cell: (order) => <span className="whitespace-nowrap">{moment(order.created_at)}</span>,
  },
  {
    id: 'status',
    header: 'Статус',
    cell: ({ status, marks, paid_percent: percent, left_kop: left }) => (
      <>
        <OrderStatusTags order={{ status, marks }} />
        {percent !== null && left !== null && percent > 0 && (
          <span className="block text-xs text-text-2">
            оплачено {percent}&nbsp;%, не хватает {roubles(left)}
          </span>
        )}
      </>
    ),
  },
  { id: 'client_number', header: 'Ваш номер', cell: (order) => order.client_number },
  { id: 'contractor', header: 'Покупатель', width: 'w-1/5', cell: (order) => order.contractor },
  { id: 'consignee', header: 'Грузополучатель', cell: (order) => order.consignee },
  {
    id: 'expected',
    header: 'Ожидаем',
    cell: (order) => order.expected_date && shortDay(order.expected_date),
  },
  { id: 'lines', header: 'Строк', numeric: true, cell: (order) => order.lines_count },
  {
    id: 'total',
    header: 'Сумма, ₽',
    numeric: true,
    sortable: true,
    cell: (order) => <Money kop={order.total_kop} sign={false} className="font-semibold" />,
  },
  {
    id: 'invoice',
    header: 'Счёт',
    cell: (order) =>
      order.has_invoice ? (
        <OrderInvoiceLink id={order.id} contractorId={order.contractor_id}>
          Открыть<span className="sr-only"> счёт к заказу № {order.number}</span>
        </OrderInvoiceLink>
      ) : null,
  },
]

const without = (...hidden: string[]) => COLUMNS.filter(({ id }) => !hidden.includes(id))
/** Columns by user; a single buyer is named above the list: in the header for a client, in the filter for staff. */
const COLUMNS_OF = {
  client: { one: without('contractor'), several: COLUMNS },
  staff: { one: without('client_number', 'contractor'), several: without('client_number') },
}

const toSort = (sort: OrdersSearch['sort'] = '-created_at'): Sort => ({
  id: sort.replace('-', ''),
  desc: sort.startsWith('-'),
})

export function OrdersList({ search, onChange, onReset }: TabProps) {
  const staff = useHasRole('ArtikulOrderManager', 'ArtikulWarrantyManager')
  const list = useQuery(ordersQuery(search))
  const company = useCompanyName(search.contractor_id, list.isPlaceholderData ? undefined : list.data?.results)
  const [selected, setSelected] = useState<Record<string, true>>({})
  const chosen = list.data?.results.filter(({ id }) => selected[id]) ?? []
  return (
    <>
      <div className="mb-3 flex flex-col gap-3" data-screen-only="">
        <OrdersFilters search={search} company={company} onChange={onChange} />
        <div className="flex items-start justify-between gap-2">
          <Statuses search={search} onChange={onChange} />
          <FileButton
            slim
            name="Заказы.xlsx"
            file={() => call(orderListRoutes.orderFile, { query: orderFilter(search) })}
          />
        </div>
      </div>
      <Panel flush>
        {chosen.length > 0 && (
          <CopyRows
            head={ORDER_HEAD}
            rows={chosen.map(orderCells)}
            count={counted(chosen.length, 'заказ', 'заказа', 'заказов')}
            onClear={() => setSelected({})}
          />
        )}
        <PagedTable
          label="Заказы"
          columns={COLUMNS_OF[staff ? 'staff' : 'client'][isOfSeveral(search, staff) ? 'several' : 'one']}
          query={list}
          rowId={(order) => String(order.id)}
          rowLabel={(order) => `заказ № ${order.number}`}
          selected={selected}
          onSelectedChange={setSelected}
          sort={toSort(search.sort)}
          onSortChange={({ id, desc }) =>
            onChange({ sort: `${desc ? '-' : ''}${id}` as NonNullable<OrdersSearch['sort']> })
          }
          empty={<NoOrders search={search} onReset={onReset} />}
        />
      </Panel>
      <CutNote search={search} list={list.data} />
      <Pages query={list} search={search} onChange={onChange} />
    </>
  )
}

/** Statuses with at least one order, and the chosen one. */
function Statuses({ search, onChange }: Pick<TabProps, 'search' | 'onChange'>) {
  const { data, isPending } = useQuery(orderCountsQuery(search))
  // Without counts all filters are shown, because hiding empty ones later would move the others.
  const shown = keysOf(ORDER_STATUSES).filter(
    (status) => status === search.status || (data ? data[status] > 0 : !isPending),
  )
  return (
    <CountChips
      label="Показать заказы"
      most={MAX_COUNTED_ORDERS}
      chips={[
        { value: 'all', label: 'Все' },
        ...shown.map((value) => ({ value, label: ORDER_STATUSES[value], count: data?.[value] })),
      ]}
      value={search.status ?? 'all'}
      onValueChange={(value) => onChange({ status: value === 'all' ? undefined : value })}
    />
  )
}

function NoOrders({ search, onReset }: { search: OrdersSearch; onReset: () => void }) {
  const { q, status, consignee, contractor_id, manager_id, from, to } = search
  return [q, status, consignee, contractor_id, manager_id, from, to].some((value) => value !== undefined) ? (
    <EmptyState
      title="Под эти условия заказов нет"
      text="Измените поиск или период."
      action={<Button onClick={onReset}>Сбросить</Button>}
    />
  ) : (
    <EmptyState
      icon={<IconPackages size={32} stroke={1.5} />}
      title="Заказов пока нет"
      text="Найдите детали в каталоге, добавьте их в корзину и оформите заказ."
      action={
        <Link to="/catalog" className={buttonClass({ look: 'primary' })}>
          Перейти в каталог
        </Link>
      }
    />
  )
}
